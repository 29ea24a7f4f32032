//! Engines as users describe them: commands, lists, files.

use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};
#[cfg(target_os = "linux")]
use tandem::arena::engines::{EngineEvent, Process};
use tandem::arena::engines::{EngineSpec, Protocol, SpecError};

fn read(text: &str) -> Result<EngineSpec, String> {
    text.parse().map_err(|error: SpecError| error.to_string())
}

#[test]
fn commands_stay_ubi_engines() {
    let spec = read("./engine --net 'my net.bin' \"\"").expect("an engine");
    assert_eq!(spec.command, ["./engine", "--net", "my net.bin", ""]);
    assert_eq!((spec.protocol, spec.shared), (Protocol::Ubi, false));
    assert_eq!(read("env A=1 engine").expect("an engine").command.len(), 3);
}

#[test]
fn lists_name_everything() {
    let spec =
        read("name=FSF,cmd=\"/usr/games/fairy-stockfish -x\",protocol=cecp,option.Skill Level=3,args=b c,dir=/tmp");
    let spec = spec.expect("an engine");
    assert_eq!(spec.command, ["/usr/games/fairy-stockfish", "-x", "b", "c"]);
    assert_eq!((spec.protocol, spec.name.as_deref()), (Protocol::Cecp, Some("FSF")));
    assert_eq!(spec.options, [("Skill Level".to_owned(), "3".to_owned())]);
    assert_eq!(spec.folder.as_deref(), Some(Path::new("/tmp")));
    assert!(read("cmd=x,process=team").expect("an engine").shared);
}

#[test]
fn bug_of_a_key_that_was_given_twice_one_value_was_lost() {
    for (text, part) in [
        ("cmd=x,name=A,name=B", "`name=B`"),
        ("cmd=x,cmd=y", "`cmd=y`"),
        ("cmd=x,option.Hash=1,option.Hash=2", "`option.Hash=2`"),
        ("cmd=x,partner.cmd=y,partner.name=A, partner.name=B", "`partner.name=B`"),
    ] {
        assert_eq!(read(text).expect_err(text), format!("{part}: this key is given twice"));
    }
    let spec = read("cmd=x,name=A,args=a,args=b,partner.cmd=y,partner.name=B").expect("a team");
    assert_eq!(spec.command, ["x", "a", "b"]);
}

#[test]
fn odds_are_a_teams_time_control_and_each_engines_part_of_its_processor_time() {
    let spec = read("cmd=a,tc=15+0.5,slow=16,partner.cmd=b,partner.slow=4").expect("a team");
    assert_eq!(spec.control.map(|control| control.to_string()).as_deref(), Some("15+0.5"));
    assert_eq!((spec.seat(0).slow, spec.seat(1).slow), (Some(16), Some(4)));
    assert_eq!(spec.odds(), ["tc=15+0.5", "slow=16", "partner.slow=4"]);
    assert!(read("cmd=a").expect("an engine").odds().is_empty());
}

/// Processor time that a process has used, in ticks of 10 ms.
#[cfg(target_os = "linux")]
fn ticks(id: &str) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("a process");
    // The name in parentheses may contain blanks; user and system time are the 12th and 13th field behind it.
    let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_ascii_whitespace().collect();
    [11, 12].map(|place| fields[place].parse::<u64>().expect("a number")).iter().sum()
}

#[test]
#[cfg(target_os = "linux")]
fn a_slowed_engine_gets_its_part_of_the_time_and_ends_at_once() {
    let (sender, events) = std::sync::mpsc::sync_channel(8);
    let command = ["sh", "-c", "echo $$; while :; do :; done"].map(str::to_owned);
    let mut process = Process::start(&command, None, &sender).expect("a shell");
    let Ok(EngineEvent::Line { text: Some(id), .. }) = events.recv() else { panic!("no number") };
    process.slow_down(8);
    let (began, before) = (Instant::now(), ticks(&id));
    while began.elapsed() < Duration::from_millis(800) || ticks(&id) == before {
        std::thread::sleep(Duration::from_millis(20));
    }
    // Load makes the part smaller, never larger: half of the time is four times as much as it may get.
    let (used, time) = (10 * (ticks(&id) - before), began.elapsed().as_millis() as u64);
    assert!(2 * used < time, "{used} ms of {time}");
    drop(process);
    assert!(!Path::new("/proc").join(&id).exists(), "a stopped process is left behind");
}

#[test]
fn bug_a_path_with_blanks_was_split_even_if_there_was_such_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("my engines");
    fs::create_dir(&home).expect("a folder");
    let [program, file] = ["an engine", "its own.toml"].map(|name| home.join(name).to_string_lossy().into_owned());
    fs::write(&program, "").expect("written");
    fs::write(&file, "command = \"x -a\"\n").expect("written");
    for text in [program.clone(), format!("cmd={program}"), format!("cmd=\"{program}\",protocol=uci")] {
        assert_eq!(read(&text).expect(&text).command, std::slice::from_ref(&program), "{text}");
    }
    assert_eq!(read(&file).expect("an engine").command, ["x", "-a"]);
    // Arguments behind it are words, and need quotes around it.
    assert_eq!(read(&format!("'{program}' -b c")).expect("an engine").command, [&*program, "-b", "c"]);
}

#[test]
fn bug_what_was_named_before_a_file_was_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let [own, other] = ["own.toml", "other.toml"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    fs::write(&own, "command = \"x\"\nname = \"X\"\nprotocol = \"uci\"\n").expect("written");
    fs::write(&other, "command = \"y\"\n").expect("written");
    let spec = read(&format!("option.Hash=2,protocol=cecp,file={own}")).expect("an engine");
    assert_eq!((&spec.command, spec.all_options()), (&vec!["x".to_owned()], vec!["Hash=2".to_owned()]));
    assert_eq!((spec.name.as_deref(), spec.protocol), (Some("X"), Protocol::Cecp));
    let team = read(&format!("partner.option.Hash=3,talk=off,partner.file={other},file={own}")).expect("a team");
    assert_eq!((&team.seat(0).command[..], &team.seat(1).command[..]), (&["x".to_owned()][..], &["y".to_owned()][..]));
    assert_eq!((team.muted, team.all_options()), (true, vec!["Hash=3".to_owned()]));
}

#[test]
fn bug_a_name_beside_a_teams_file_became_the_first_engines() {
    let folder = tempfile::tempdir().expect("a folder");
    let [team, own] = ["team.toml", "own.toml"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    fs::write(&team, "command = \"x\"\nname = \"Mix\"\n[partner]\ncommand = \"y\"\nname = \"Y\"\n").expect("written");
    fs::write(&own, "command = \"x\"\nname = \"X\"\n").expect("written");
    let names = |text: &str| {
        let spec = read(text).expect("a team");
        let [first, second] = [0, 1].map(|seat| spec.seat(seat).name.clone());
        [spec.team_name, first, second].map(Option::unwrap_or_default)
    };
    assert_eq!(names(&format!("file={team}")), ["Mix", "", "Y"]);
    for text in [format!("file={team},name=Best"), format!("name=Best,file={team}")] {
        assert_eq!(names(&text), ["Best", "", "Y"], "{text}");
    }
    assert_eq!(names(&format!("file={team},partner.name=Z")), ["Mix", "", "Z"]);
    assert_eq!(names(&format!("name=Best,file={own},partner.cmd=y")), ["Best", "", ""]);
}

#[test]
#[cfg(target_os = "linux")]
fn bug_a_folder_that_is_not_there_was_told_as_a_missing_program() {
    let (sender, _events) = std::sync::mpsc::sync_channel(8);
    let started = Process::start(&["sh".to_owned()], Some(Path::new("no/such folder")), &sender);
    assert_eq!(started.expect_err("no folder").to_string(), "there is no folder `no/such folder`");
}

#[test]
fn every_key_may_be_the_partners() {
    let spec = read("name=Mix,cmd=./a -x,talk=off,partner.cmd=b,partner.protocol=cecp,partner.option.Hash=2");
    let spec = spec.expect("a team");
    assert_eq!((spec.team_name.as_deref(), spec.name.as_deref(), spec.muted), (Some("Mix"), None, true));
    let [first, second] = [spec.seat(0), spec.seat(1)];
    assert_eq!((&first.command[..], first.protocol), (&["./a".to_owned(), "-x".to_owned()][..], Protocol::Ubi));
    assert_eq!((&second.command[..], second.protocol), (&["b".to_owned()][..], Protocol::Cecp));
    assert_eq!(spec.all_options(), ["Hash=2"]);
    let spec = read("partner.cmd=b,partner.name=B,cmd=a").expect("a team");
    assert_eq!((spec.team_name.as_deref(), spec.seat(1).name.as_deref()), (None, Some("B")));
    // Described separately, each name is an engine's, not the team's.
    let apart = read("cmd=a,name=A").expect("one").with_partner(read("cmd=b,name=B").expect("other"));
    let apart = apart.expect("a team");
    assert_eq!((apart.team_name.as_deref(), apart.name.as_deref()), (None, Some("A")));
}

#[test]
fn bug_sunsetter_died_of_the_general_hash_before_it_heard_its_own() {
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let spec = read("cmd=a,option.hash=64,option.Style=wild").expect("an engine");
    let spec = spec.with_general(&[pair("Threads", "1"), pair("Hash", "16")], &[pair("style", "calm")]);
    assert_eq!(spec.options, [pair("Threads", "1"), pair("hash", "64"), pair("style", "calm")]);
    assert!(spec.asked.iter().any(|name| name == "hash"), "whoever cannot do it is told so");
}

#[test]
fn wrong_engine_specs_are_explained() {
    for (text, message) in [
        ("", "command is empty"),
        ("name=x", "command is empty"),
        ("cmd=x,protocol=usi", "`usi` is no protocol"),
        ("cmd=x,color=red", "`color=red` is no KEY=VALUE"),
        ("cmd=x,fast", "`fast` is no KEY=VALUE"),
        ("cmd=x,process=board", "process=board"),
        ("cmd=x,protocol=uci,process=team", "for UBI only"),
        ("cmd=x,talk=loud", "talk=loud: known are on and off"),
        ("cmd=x,partner.cmd=y,partner.talk=off", "talk=off behind `partner.`: "),
        ("cmd=x,tc=ten", "tc=`ten` is no time control"),
        ("cmd=x,partner.cmd=y,partner.tc=5+0", "tc=5+0: a time control is a team's"),
        ("cmd=x,slow=0", "slow=0: a whole number from 1 to 1000"),
        ("cmd=x,slow=fast", "slow=fast: "),
        ("cmd=x,partner.protocol=cecp", "command is empty"),
        ("cmd=x,partner.cmd=y,process=team", "an engine with a partner has one seat"),
        ("cmd=x,partner.cmd=y,partner.partner.cmd=z", "an engine with a partner has one seat"),
        ("cmd=x,partner.color=red", "`color=red` is no KEY=VALUE"),
        ("cmd='x", "has no closing '"),
        ("no/such/file.toml", "no/such/file.toml: "),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn toml_files_name_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("engine.toml");
    let write = |text: &str| fs::write(&path, text).expect("written");
    write(
        "command = \"engine -a\"\nargs = [\"b c\"]\nprotocol = \"cecp\"\nname = \"E\"\ndirectory = \"sub\"\n[options]\nHash = 16\nPonder = false\nBook = \"x y\"\n",
    );
    let spec = EngineSpec::from_file(&path).expect("an engine");
    assert_eq!(spec.command, ["engine", "-a", "b c"]);
    assert_eq!((spec.protocol, spec.name.as_deref()), (Protocol::Cecp, Some("E")));
    assert_eq!(spec.folder, Some(folder.path().join("sub")));
    let options: Vec<_> = spec.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(options, ["Book=x y", "Hash=16", "Ponder=false"]);

    write("command = [\"my engine\", \"x\"]\nprocess = \"team\"\n");
    let spec = EngineSpec::from_file(&path).expect("an engine");
    assert_eq!((spec.command, spec.shared), (vec!["my engine".to_owned(), "x".to_owned()], true));
    write("command = \"x\"\nname = \"Mix\"\ntalk = \"off\"\n[partner]\ncommand = \"y\"\n[partner.options]\nHash = 3\n");
    let spec = EngineSpec::from_file(&path).expect("a team");
    assert_eq!((spec.team_name.as_deref(), spec.name.as_deref(), spec.muted), (Some("Mix"), None, true));
    assert_eq!((&spec.seat(1).command[..], spec.all_options()), (&["y".to_owned()][..], vec!["Hash=3".to_owned()]));
    for (text, message) in [
        ("", "engine.toml: an engine's command is empty"),
        ("command = \"x\"\ncolour = 1\n", "engine.toml: `colour=1` is no KEY=VALUE"),
        ("command = \"x\"\nprotocol = \"usi\"\n", "`usi` is no protocol"),
        ("command = \"x\"\nname = [1]\n", "`name=1` is no KEY=VALUE"),
        ("command = \"x\"\nfile = \"engine.toml\"\n", "`file=engine.toml` is no KEY=VALUE"),
        ("command = [\n", "engine.toml: "),
        ("command = []", "command is empty"),
    ] {
        write(text);
        let error = EngineSpec::from_file(&path).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
