//! The end of a connection. What the client still sends is read and dropped first: a connection that is closed before
//! is reset, and the client may lose the answer to a request that was refused before its end.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// Longest silence of a client before its connection is closed.
const SILENCE: Duration = Duration::from_secs(2);
/// Bytes that are dropped at most: twice the largest file.
const MOST_DROPPED: usize = 32 << 20;

/// A connection that is read to its end before it is closed.
pub struct Lingering {
    stream: TcpStream,
    /// Bytes that may still be dropped.
    left: usize,
    /// The end of the client's silence, once our side is closed.
    silence: Option<Pin<Box<Sleep>>>,
}

impl Lingering {
    /// Takes a connection.
    pub fn new(stream: TcpStream) -> Self {
        Self { stream, left: MOST_DROPPED, silence: None }
    }

    fn stream(self: Pin<&mut Self>) -> Pin<&mut TcpStream> {
        Pin::new(&mut self.get_mut().stream)
    }

    /// Reads and drops what comes, until the client closes its side.
    fn poll_drop(&mut self, silence: &mut Pin<Box<Sleep>>, context: &mut Context<'_>) -> Poll<()> {
        let mut bytes = [0; 4096];
        while self.left > 0 && silence.as_mut().poll(context).is_pending() {
            let mut buffer = ReadBuf::new(&mut bytes);
            let read = ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer));
            let count = buffer.filled().len();
            if read.is_err() || count == 0 {
                break;
            }
            self.left = self.left.saturating_sub(count);
            silence.as_mut().reset(Instant::now() + SILENCE);
        }
        Poll::Ready(())
    }
}

impl AsyncRead for Lingering {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_read(context, buffer)
    }
}

impl AsyncWrite for Lingering {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.stream().poll_write(context, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream().poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let mut silence = match this.silence.take() {
            Some(silence) => silence,
            None => {
                ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
                Box::pin(sleep(SILENCE))
            }
        };
        let dropped = this.poll_drop(&mut silence, context);
        this.silence = Some(silence);
        dropped.map(Ok)
    }
}
