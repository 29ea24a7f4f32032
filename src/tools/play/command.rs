//! The command: opens the folder of games, hosts the tables and serves the page until Ctrl-C.

use super::club::tournament::Tournament;
use super::club::{Access, Club, KeptClub, MOST_TABLES};
use super::desk::Desk;
use super::door::{Door, TableDoor};
use super::engines::{Engines, Exchange};
use super::games::Games;
use super::keys::{Keys, Links, NoRandom, Role};
use super::offers::Offer;
use super::setup::SeatLevel;
use super::store::{DiskShelf, Folder, Keeper, KeptTable, StoreError};
use super::table::{Parts, QUEUE, Shelf, Table, TableEvent};
use crate::team::partnership::wake_by;
use crate::tools::explore::base::Base;
use std::error::Error;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Instant;
use tokio::sync::Notify;

/// Size of the transposition table of a team, in MiB, unless there are many tables.
const HASH_MB: usize = 64;
/// Size of one team's transposition tables at all tables together, in MiB.
const MOST_HASH_MB: usize = 128;
/// Least size of the transposition table of a team, in MiB.
const LEAST_HASH_MB: usize = 8;
/// The port tried first when none is given.
const USUAL_PORT: u16 = 8020;

/// `tandem play`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The page's port; 0 takes a free one [default: 8020, or a free one if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Let other machines in too, by this address of this machine (0.0.0.0: all of them); whoever has the link of a
    /// seat may sit there
    #[arg(long, value_name = "ADDR", value_parser = parse_address)]
    listen: Option<IpAddr>,
    /// How strong Tandem plays: a level from 0 to 8 for all its seats, or one for a seat, as in b=3; may be repeated
    #[arg(long, value_name = "[SEAT=]LEVEL")]
    level: Vec<SeatLevel>,
    /// Another engine that the page may put on seats: the command of a UBI engine, KEY=VALUE,… with cmd, args, protocol
    /// (ubi, uci, cecp), name, dir, file and option.NAME, or a TOML file, as `tandem help engines` has it; may be
    /// repeated
    #[arg(long, value_name = "ENGINE")]
    engine: Vec<Offer>,
    /// A club evening: this many tables, and a lobby in which people take seats and choose what to watch
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MOST_TABLES as i64))]
    tables: Option<u8>,
    /// The folder in which games are kept, and the table with its links [default: the platform's folder for data]
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// A base of `tandem explore`: the analysis board shows its moves beside those of the kept games
    #[arg(long, value_name = "BASE")]
    explore: Option<PathBuf>,
    /// Make new links; those of the last server are not valid any more
    #[arg(long)]
    new_links: bool,
    /// Only print the page's link, and do not open a browser
    #[arg(long)]
    no_browser: bool,
}

fn parse_address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(|_| "an IP address is wanted, as 0.0.0.0 or 192.168.1.5; a port is named by --port")
}

/// Serves the page until Ctrl-C.
///
/// # Errors
/// When the port is taken, the base cannot be read, or the system gives no threads or random numbers.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let base = args.explore.as_deref().map(Base::open).transpose()?;
    let folder = open_folder(args);
    let tournament = kept_tournament(&folder);
    let mut kept = kept_tables(args, &folder, tournament.as_ref());
    let port = kept[0].as_ref().map(|(_, table)| table.port);
    let listener = listen(args, port)?;
    let local = listener.local_addr()?;
    let address = format!("http://{}", SocketAddr::new(reached_by(local.ip()), local.port()));
    let network = !local.ip().is_loopback();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stop = Arc::new(Notify::new());
    ctrlc::set_handler({
        let stop = Arc::clone(&stop);
        move || stop.notify_one()
    })?;
    let is_club = kept.len() > 1;
    let (senders, inboxes): (Vec<_>, Vec<_>) = kept.iter().map(|_| sync_channel(QUEUE)).unzip();
    let shelf = open_shelf(&folder, &senders, local.port())?;
    let club = is_club.then(|| open_club(args, tournament, shelf.as_ref().ok(), &address, network)).transpose()?;
    if let (Some(club), Ok(DiskShelf { folder, keeper, .. })) = (&club, &shelf) {
        keeper.keep(folder.club_path(), serde_json::to_vec(&club.kept())?);
        club.keep_tournament();
    }
    let doors = open_doors(args, &kept, &senders)?;
    // The tables are to know their orders before they look at them.
    club.iter().for_each(|club| club.tick(&doors, Instant::now()));
    let tables = Tables { args, count: doors.len(), address: &address, network, shelf: &shelf };
    let mut hosts = Vec::new();
    for (index, (door, inbox)) in doors.iter().zip(inboxes).enumerate() {
        let kept = kept[index].take().map(|(_, table)| table);
        hosts.push(tables.open(index + 1, door, inbox, kept)?);
    }
    match &club {
        Some(club) => welcome(args, &format!("Tables: {}\n", kept.len()), club.link(Access::Organizer), network),
        None => welcome(args, "", format!("{address}/#key={}", doors[0].desk.keys().secret(Role::Owner)), network),
    }
    let games = open_games(args, doors.len(), shelf.as_ref().ok(), &address, network)?;
    let door = Arc::new(Door::new(doors, club, local.port(), folder.ok(), base));
    let served = runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::select! {
            () = super::server::serve(listener, door, games) => {}
            () = stop.notified() => {}
        }
        io::Result::Ok(())
    });
    runtime.shutdown_background();
    // Fails only for a host that has already ended.
    senders.iter().for_each(|events| drop(events.send(TableEvent::Quit)));
    hosts.into_iter().for_each(|host| drop(host.join()));
    if let Ok(shelf) = shelf {
        shelf.finish();
    }
    Ok(served?)
}

/// The way to each table: its secrets, which are new if there are none or `--new-links` asks for it, and its queue.
fn open_doors(
    args: &Args,
    kept: &[Option<(Keys, KeptTable)>],
    events: &[SyncSender<TableEvent>],
) -> Result<Vec<TableDoor>, String> {
    let door = |(kept, events): (&Option<(Keys, KeptTable)>, &SyncSender<TableEvent>)| -> Result<TableDoor, String> {
        let kept = kept.as_ref().filter(|_| !args.new_links);
        let keys = kept.map_or_else(random_keys, |(keys, _)| Ok(keys.clone()))?;
        let desk = Arc::new(Desk::new(keys, kept.map_or([false; 4], |(_, table)| table.taken)));
        Ok(TableDoor { desk, events: events.clone() })
    };
    kept.iter().zip(events).map(door).collect()
}

/// The properties that all tables of the server share.
struct Tables<'a> {
    args: &'a Args,
    count: usize,
    /// The page's address, without a trailing slash.
    address: &'a str,
    /// Whether other machines can reach it.
    network: bool,
    /// Where games are kept, or why they are not.
    shelf: &'a Result<DiskShelf, String>,
}

impl Tables<'_> {
    /// Starts the thread that hosts table `place`, from 1, until the program ends. `kept` is the table as the last
    /// server left it.
    fn open(
        &self,
        place: usize,
        door: &TableDoor,
        inbox: Receiver<TableEvent>,
        kept: Option<KeptTable>,
    ) -> io::Result<JoinHandle<()>> {
        let desk = Arc::clone(&door.desk);
        let links = Links { desk, address: Some(self.address.to_owned()), network: self.network };
        let host = door.events.clone();
        let exchange = Exchange::open(move |done| host.send(TableEvent::Engines(done)).is_ok())?;
        let (offers, levels) = (super::offers::tell_apart(&self.args.engine), super::setup::levels(&self.args.level));
        // If the queue is full the host is awake anyway.
        let woken = door.events.clone();
        let wake = wake_by(move || drop(woken.try_send(TableEvent::Wake)));
        let shelf = self.shelf.clone().map(|shelf| Arc::new(shelf) as Arc<dyn Shelf>);
        let hash_mb = (MOST_HASH_MB / self.count).clamp(LEAST_HASH_MB, HASH_MB);
        let club = self.count > 1;
        // The engines are created in the table's thread, since the dialogs with them are not `Send`.
        let host = move || {
            let engines = Engines::new(offers, exchange);
            let parts = Parts { links, place, club, wake, slices: None, levels, hash_mb, engines, shelf };
            let mut host = Table::new(parts);
            let now = Instant::now();
            if let Some(Err(why)) = kept.map(|table| host.restore(table, now)) {
                complain(&format!("the game does not go on: {why}"));
            }
            host.keep_links(now);
            host.host(&inbox);
        };
        std::thread::Builder::new().name(format!("table {place}")).spawn(host)
    }
}

fn random_keys() -> Result<Keys, String> {
    Keys::random().map_err(|error| format!("no random numbers for the links: {error}"))
}

/// The tournament that goes on, if any.
fn kept_tournament(folder: &MaybeFolder) -> Option<Tournament> {
    folder.as_ref().ok()?.tournament::<Option<Tournament>>().map_or_else(
        |error| {
            if matches!(error, StoreError::Table { .. }) {
                complain(&error.to_string());
            }
            None
        },
        Option::flatten,
    )
}

/// The tables of the last server, as many as are to be opened: those that the command line asks for, and those with a
/// game that goes on, or of a tournament that does.
fn kept_tables(args: &Args, folder: &MaybeFolder, cup: Option<&Tournament>) -> Vec<Option<(Keys, KeptTable)>> {
    let read = |number| {
        let table = folder.as_ref().ok()?.table(number);
        table.unwrap_or_else(|error| {
            // A folder that cannot be read is named once.
            if number == 1 || matches!(error, StoreError::Table { .. }) {
                complain(&error.to_string());
            }
            None
        })
    };
    let mut kept: Vec<_> = (1..=MOST_TABLES).map(read).collect();
    let goes_on = |(_, table): &(Keys, KeptTable)| table.game.is_some();
    let last = kept.iter().rposition(|table| table.as_ref().is_some_and(goes_on)).map_or(1, |index| index + 1);
    let last = last.max(cup.filter(|cup| !cup.is_over()).map_or(1, Tournament::tables)).min(MOST_TABLES);
    let asked = args.tables.map_or(1, usize::from);
    if last > asked {
        complain(&format!("{last} tables, since a game or a tournament at table {last} goes on"));
    }
    kept.truncate(asked.max(last));
    kept
}

/// Opens the lobby with the links of the last server, if there are any.
fn open_club(
    args: &Args,
    mut tournament: Option<Tournament>,
    shelf: Option<&DiskShelf>,
    address: &str,
    network: bool,
) -> Result<Club, String> {
    let no_links = |error: NoRandom| format!("no random numbers for the links: {error}");
    if let Some(cup) = tournament.as_mut().filter(|_| args.new_links) {
        cup.renew_links().map_err(no_links)?;
    }
    let kept = shelf.filter(|_| !args.new_links).and_then(|shelf| {
        shelf.folder.club::<KeptClub>().unwrap_or_else(|error| {
            complain(&error.to_string());
            None
        })
    });
    let (address, offers, shelf) = (address.to_owned(), super::offers::tell_apart(&args.engine), shelf.cloned());
    Club::new(super::club::Parts { kept, tournament, address, network, offers, shelf }).map_err(no_links)
}

/// Opens the rooms of the other games, one for each table.
fn open_games(
    args: &Args,
    tables: usize,
    shelf: Option<&DiskShelf>,
    address: &str,
    network: bool,
) -> Result<Arc<Games>, String> {
    Games::open(tables, address, network, shelf, args.new_links, complain)
        .map(Arc::new)
        .map_err(|error| format!("no random numbers for the links: {error}"))
}

/// Starts the writer of the folder.
fn open_shelf(
    folder: &MaybeFolder,
    tables: &[SyncSender<TableEvent>],
    port: u16,
) -> io::Result<Result<DiskShelf, String>> {
    let folder = match folder {
        Ok(folder) => Arc::clone(folder),
        Err(why) => return Ok(Err(why.clone())),
    };
    let (tables, written) = (tables.to_vec(), Arc::clone(&folder));
    // Fails only for a host that has ended.
    let report = move |trouble: Option<String>| {
        tables.iter().for_each(|table| drop(table.send(TableEvent::Kept(trouble.clone()))));
    };
    let keeper = Arc::new(Keeper::start(move |path| written.written(path), report)?);
    Ok(Ok(DiskShelf { folder, keeper, port }))
}

/// The folder of games, or why there is none.
type MaybeFolder = Result<Arc<Folder>, String>;

/// Opens the folder of games. A fault is printed.
fn open_folder(args: &Args) -> MaybeFolder {
    let Some(path) = args.games.clone().or_else(Folder::usual) else {
        let why = "this platform names no folder for games; --games DIR gives one";
        complain(&format!("games are not kept: {why}"));
        return Err(why.to_owned());
    };
    match Folder::take(&path) {
        Ok((folder, trouble)) => {
            trouble.into_iter().for_each(|trouble| complain(&format!("games are not kept: {trouble}")));
            Ok(Arc::new(folder))
        }
        Err(error) => {
            complain(&format!("games are not kept: {error}"));
            Err(error.to_string())
        }
    }
}

/// Opens the listener given by the arguments; without a port in them the last server's is tried first, since links name
/// it.
fn listen(args: &Args, last: Option<u16>) -> Result<TcpListener, String> {
    let ip = args.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let bind = |port| TcpListener::bind((ip, port)).map_err(|error| (port, error));
    let bound = match args.port {
        Some(port) => bind(port),
        None => {
            let usual = bind(last.unwrap_or(USUAL_PORT)).or_else(|_| bind(USUAL_PORT));
            usual.or_else(|error| bind(0).map_err(|_| error))
        }
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
fn welcome(args: &Args, tables: &str, link: String, network: bool) {
    let network =
        if network { "Other machines can reach it; the links for other people are on the page.\n" } else { "" };
    say(&format!("Tandem plays on {link}\n{tables}{network}Ctrl-C ends it.\n"));
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
