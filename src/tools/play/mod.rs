//! `tandem play`: a page in the browser where people play bughouse with Tandem as partner and opponent.
//!
//! A thin layer over the game and player layers: the `table` hosts the game, the `server` connects pages, the page
//! draws and sends requests.

mod allowance;
mod assets;
mod door;
mod engines;
mod keys;
mod offers;
mod past;
mod qr;
mod quote;
pub mod replay;
mod review;
mod round;
mod seated;
mod server;
mod setup;
mod socket;
mod store;
mod table;
mod tandem_seat;
mod view;
mod wire;
mod wishes;

use door::Door;
use engines::{Engines, Exchange};
use keys::{Keys, Links, Role};
use offers::Offer;
use setup::SeatLevel;
use std::error::Error;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Instant;
use store::{Folder, Keeper, KeptTable};
use table::{QUEUE, Shelf, Table, TableEvent};
use tokio::sync::Notify;

/// The port tried first when none is given.
const USUAL_PORT: u16 = 8020;

/// `tandem play`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The page's port; 0 takes a free one [default: 8020, or a free one if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Let other machines in too, by this address of this machine (0.0.0.0: all of them); who has the link of a seat
    /// may sit there
    #[arg(long, value_name = "ADDR")]
    listen: Option<IpAddr>,
    /// How strong Tandem plays: a level from 0 to 8 for all its seats, or one for a seat, as in b=3; may be repeated
    #[arg(long, value_name = "[SEAT=]LEVEL")]
    level: Vec<SeatLevel>,
    /// Another engine that the page may put on seats: the command of a UBI engine, KEY=VALUE,… with cmd, args, protocol
    /// (ubi, uci, cecp), name, dir, file and option.NAME, or a TOML file, as `tandem help engines` has it; may be
    /// repeated
    #[arg(long, value_name = "ENGINE")]
    engine: Vec<Offer>,
    /// The folder in which games are kept, and the table with its links [default: the platform's folder for data]
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Make new links; those of the last server are not valid any more
    #[arg(long)]
    new_links: bool,
    /// Only print the page's link, and do not open a browser
    #[arg(long)]
    no_browser: bool,
}

/// Serves the page until Ctrl-C.
///
/// # Errors
/// When the port is taken, or the system gives no threads or random numbers.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let (folder, kept) = open_folder(args);
    let listener = listen(args, kept.as_ref().map(|(_, table)| table.port))?;
    let local = listener.local_addr()?;
    let random = || Keys::random().map_err(|error| format!("no random numbers for the links: {error}"));
    let (keys, kept) = kept.unzip();
    let keys = keys.filter(|_| !args.new_links).map_or_else(random, Ok)?;
    let address = format!("http://{}", SocketAddr::new(reached_by(local.ip()), local.port()));
    let links = Links { keys: keys.clone(), address, network: !local.ip().is_loopback() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (events, inbox) = sync_channel(QUEUE);
    let stop = Arc::new(Notify::new());
    ctrlc::set_handler({
        let stop = Arc::clone(&stop);
        move || stop.notify_one()
    })?;
    let host = events.clone();
    let exchange = Exchange::open(move |done| host.send(TableEvent::Engines(done)).is_ok())?;
    let (offers, levels) = (offers::tell_apart(&args.engine), setup::levels(&args.level));
    let (table_links, wakes) = (links.clone(), events.clone());
    let shelf = match &folder {
        Ok(folder) => {
            let (table, written) = (events.clone(), Arc::clone(folder));
            // Fails only if the host has ended.
            let report = move |trouble| drop(table.send(TableEvent::Kept(trouble)));
            let keeper = Keeper::start(move |path| written.written(path), report)?;
            Ok(Shelf { folder: Arc::clone(folder), keeper, port: local.port() })
        }
        Err(why) => Err(why.clone()),
    };
    // The engines are created in the table's thread, since the dialogs with them are not `Send`.
    let host = move || {
        let mut table = Table::new(table_links, wakes, levels, Engines::new(offers, exchange), shelf);
        if let Some(Err(why)) = kept.map(|kept| table.restore(kept, Instant::now())) {
            complain(&format!("the game does not go on: {why}"));
        }
        table.keep_links();
        table.host(&inbox);
    };
    let host = std::thread::Builder::new().name("table".to_owned()).spawn(host)?;
    welcome(args, &links);
    let door = Arc::new(Door::new(keys, events.clone(), local.port(), folder.ok()));
    let served = runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::select! {
            () = server::serve(listener, door) => {}
            () = stop.notified() => {}
        }
        io::Result::Ok(())
    });
    runtime.shutdown_background();
    // Fails only if the host has already ended.
    let _ = events.send(TableEvent::Quit);
    let _ = host.join();
    Ok(served?)
}

/// The folder of games, or why there is none.
type MaybeFolder = Result<Arc<Folder>, String>;

/// Opens the folder of games; with it the table kept there. What is wrong is printed.
fn open_folder(args: &Args) -> (MaybeFolder, Option<(Keys, KeptTable)>) {
    let Some(path) = args.games.clone().or_else(Folder::usual) else {
        let why = "this platform names no folder for games; --games DIR gives one";
        complain(&format!("games are not kept: {why}"));
        return (Err(why.to_owned()), None);
    };
    let folder = match Folder::take(&path) {
        Ok((folder, trouble)) => {
            trouble.into_iter().for_each(|trouble| complain(&format!("games are not kept: {trouble}")));
            Arc::new(folder)
        }
        Err(error) => {
            complain(&format!("games are not kept: {error}"));
            return (Err(error.to_string()), None);
        }
    };
    let table = folder.table().unwrap_or_else(|error| {
        complain(&error.to_string());
        None
    });
    (Ok(folder), table)
}

/// Opens the listener given by the arguments; without a port in them the last server's is tried first, since links name
/// it.
fn listen(args: &Args, last: Option<u16>) -> Result<TcpListener, String> {
    let ip = args.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let bind = |port| TcpListener::bind((ip, port)).map_err(|error| (port, error));
    let bound = match args.port {
        Some(port) => bind(port),
        None => bind(last.unwrap_or(USUAL_PORT)).or_else(|_| bind(USUAL_PORT)).or_else(|_| bind(0)),
    };
    bound.map_err(|(port, error)| format!("cannot listen on {}: {error}", SocketAddr::new(ip, port)))
}

/// The address at which a listener on `ip` is reached; for the unspecified address, the machine's network address.
fn reached_by(ip: IpAddr) -> IpAddr {
    if !ip.is_unspecified() {
        return ip;
    }
    // No packet is sent: `connect` only selects the route. The address is reserved for examples.
    let route = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    route.map_or(if ip.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() }, |found| found.ip())
}

/// Prints the page's link and opens it in a browser.
fn welcome(args: &Args, links: &Links) {
    let link = links.to(Role::Owner);
    let network = "Other machines can reach it; the links of the other seats are on the page.\n";
    let network = if links.network { network } else { "" };
    say(&format!("Tandem plays on {link}\n{network}Ctrl-C ends it.\n"));
    if args.no_browser {
        return;
    }
    // On some systems the call returns only when the browser is closed, so it gets a thread of its own.
    let opener = move || {
        if open::that(&link).is_err() {
            say("No browser could be opened; open the link yourself.\n");
        }
    };
    if std::thread::Builder::new().name("browser".to_owned()).spawn(opener).is_err() {
        say("There is no thread to open the browser with; open the link yourself.\n");
    }
}

/// Prints to stderr. Errors are ignored: the page works without it.
fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "tandem play: {text}");
}

/// Prints to stdout. Errors are ignored: the page works without it.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
