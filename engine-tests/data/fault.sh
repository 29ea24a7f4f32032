#!/bin/sh
# An engine of any protocol that plays its knights out and back and tells what a real one tells. A `bad` one looks into the
# file `fault` of its folder: a line there says when something goes wrong, and what. Whoever gets there first takes the file
# away, so that it goes wrong once, unless the line begins with `always`.
# usage: fault.sh ubi|nodes|uci|cecp good|slow|bad
set -f
protocol=$1 pace=$2 always='' when='' what='' set=''
[ "$2" = bad ] && [ -f fault ] && read -r when what <fault
[ "$when" = always ] && { always=yes when=${what%% *} what=${what#* }; }
game=0 turnA=0 turnB=0 colorA=w colorB=w nodes=0 move=''

# What goes wrong; afterwards all goes on as usual, or the usual answer fails to come.
fail() {
    case "$what" in
    # The end of the process.
    exit) exit 0 ;;
    crash) echo "out of luck" >&2; exit 3 ;;
    signal-*) kill -s "${what#signal-}" $$ ;;
    half-and-crash) printf '%s' "$(answer | cut -c1-17)"; exit 3 ;;
    crash-with-child) sleep 1000 & exit 3 ;;
    crash-with-quiet-child) sleep 1000 </dev/null >/dev/null 2>&1 & exit 3 ;;
    remove-*) rm -rf "${what#remove-}"; exit 3 ;;
    no-permission) chmod a-x engine; exit 3 ;;
    no-program) rm engine; echo "not a program at all" >engine; chmod a+x engine; exit 3 ;;
    no-folder) cd / && rm -rf "$OLDPWD"; exit 3 ;;
    # Silence.
    hang) exec sleep 1000 ;;
    child-hangs) sleep 1000; return 1 ;;
    freeze) kill -s STOP $$; return 1 ;;
    ignores-all) trap '' TERM INT HUP; while :; do sleep 1000; done ;;
    mute) return 1 ;;
    # Closed pipes.
    closed-out) exec >&-; return 1 ;;
    closed-in) exec <&-; exec sleep 1000 ;;
    closed-err) exec 2>&- ;;
    closed-all) exec <&- >&- 2>&-; exec sleep 1000 ;;
    # What no protocol knows, a little and a lot of it.
    binary) printf '\000\001\377\376\033[2J\007\n\n' ;;
    binaries) n=0; while [ $n -lt 150 ]; do printf '\001\377\376\033[2J%d\n' $n; n=$((n + 1)); done; return 1 ;;
    garbage) yes "Segmentation fault (core dumped)" | head -n 50 ;;
    flood) yes "Segmentation fault (core dumped)" | head -n 20000; return 1 ;;
    flood-for-ever) exec yes "Segmentation fault (core dumped)" ;;
    long) head -c 1000000 /dev/zero | tr '\0' x; echo; return 1 ;;
    long-for-ever) exec tr '\0' x </dev/zero ;;
    half) printf '%s' "$(answer | cut -c1-17)"; exec sleep 1000 ;;
    complaints) yes "out of paper" | head -n 20000 >&2 ;;
    complaint) head -c 1000000 /dev/zero | tr '\0' x >&2 ;;
    # What other protocols know, and this one at other times.
    foreign-ubi) printf 'id name Other\nubiok\nbestmove board A e2e4\nteammsg need q\n' ;;
    foreign-uci) printf 'id name Other\nuciok\nbestmove e2e4 ponder e7e5\nreadyok\n' ;;
    foreign-cecp) printf 'feature done=1\nmove e2e4\n1-0 {White mates}\npong 7\nresign\n' ;;
    thoughts) thoughts | head -n 20000 ;;
    thoughts-for-ever) thoughts ;;
    broken-thoughts) printf 'info\ninfo depth\ninfo depth x score cp\ninfo score mate 99999999999 pv\n1 2 3\n9 9 9 9 \n' ;;
    words) words | head -n 5000 ;;
    words-for-ever) words ;;
    # Moves.
    twice) printf '%s\n%s\n' "$(answer)" "$(answer)"; return 1 ;;
    early) printf 'bestmove board A e2e4\nbestmove e2e4\nmove e2e4\n' ;;
    illegal) answer | sed "s/$move/e2e5/"; return 1 ;;
    other-color) answer | sed "s/$move/$([ "$color" = w ] && echo b8c6 || echo b1c3)/"; return 1 ;;
    drop) answer | sed "s/$move/q@e4/"; return 1 ;;
    none) answer | sed "s/$move/(none)/"; return 1 ;;
    null) answer | sed "s/$move/0000/"; return 1 ;;
    resigned-move) answer | sed "s/$move/resign/"; return 1 ;;
    no-square) answer | sed "s/$move/z9z9/"; return 1 ;;
    not-ascii) answer | sed "s/$move/е2е4/"; return 1 ;;
    endless-move) answer | sed "s/$move/$(head -c 5000 /dev/zero | tr '\0' e)/"; return 1 ;;
    empty) answer | sed "s/ *$move//"; return 1 ;;
    wrong-board) answer | tr AB BA ;;
    wrong-board-only) answer | tr AB BA; return 1 ;;
    no-nodes) echo "bestmove board $board $move"; return 1 ;;
    # Claims.
    claims-mate) echo "1-0 {White mates}"; echo "0-1 {Black mates}" ;;
    claims-result) echo "result 1/2-1/2 {Draw by repetition}" ;;
    offers-draw) echo "offer draw" ;;
    calls-illegal) echo "Illegal move: e2e4"; turnA=$((turnA - 1)); return 1 ;;
    calls-error) echo "Error (too many options): post" ;;
    resigns) echo resign; return 1 ;;
    resigns-for-tellics) echo "tellics resign"; return 1 ;;
    pong-of-another) echo "pong 99999999999999999999"; echo "pong -1"; echo "pong" ;;
    # The runner itself.
    runner-paused) kill -s STOP $PPID; sleep 0.3; kill -s CONT $PPID ;;
    runner-*) kill -s "${what#runner-}" $PPID; return 0 ;;
    esac
    return 0
}

# Fails if this is the moment; false when the usual answer is not to come.
at() {
    [ "$1" = "$when" ] || return 0
    [ -n "$always" ] || mv fault fault.done 2>/dev/null || return 0
    when=${always:+$when}
    fail
}

answer() {
    case "$protocol" in
    ubi) echo "info board $board depth 3 score cp 12 nodes 100 pv $move"; echo "bestmove board $board $move" ;;
    nodes) echo "info board $board depth 3 score cp 12 nodes $nodes pv $move"; echo "bestmove board $board $move" ;;
    uci) echo "info depth 3 score cp 12 nodes 100 pv $move"; echo "bestmove $move" ;;
    cecp) echo "3 12 1 100 $move"; echo "move $move" ;;
    esac
}

thoughts() {
    case "$protocol" in
    uci) yes "info depth 1 score cp 1 nodes 1 pv e2e4" ;;
    cecp) yes "1 1 1 1 e2e4" ;;
    *) yes "info board $board depth 1 score cp 1 nodes 1 pv e2e4" ;;
    esac
}

words() {
    if [ "$protocol" = cecp ]; then yes "tellics ptell hello"; else yes "teammsg say hello"; fi
}

new_game() {
    game=$((game + 1)) turnA=0 turnB=0 colorA=b set=''
}

# A turn on a board: out with the knight, or back.
think() {
    board=$1
    if [ "$board" = A ]; then turn=$((turnA += 1)) color=$colorA; else turn=$((turnB += 1)) color=$colorB; fi
    case "$color$((turn % 2))" in w1) move=g1f3 ;; w0) move=f3g1 ;; b1) move=g8f6 ;; *) move=f6g8 ;; esac
    nodes=100
    # Whoever waits for another board has time.
    [ "$turn" -gt 5 ] || [ "$pace" = slow ] && sleep 0.05
    at "game$game.turn$turn" && answer
    at "game$game.moved$turn"
}

at start
while read -r line; do
    case "$line" in
    ubi)
        at greeting && {
            echo "id name Fault"
            [ "$protocol" = nodes ] && echo "option name NodesPerMs type spin default 0 min 0 max 1000000"
            echo "ubiok"
        }
        at greeted ;;
    uci) at greeting && printf 'id name Fault\noption name UCI_Variant type combo default chess var bughouse\nuciok\n'; at greeted ;;
    protover*) at greeting && echo "feature usermove=1 ping=1 setboard=1 colors=0 myname=\"Fault\" done=1"; at greeted ;;
    ubinewgame | ucinewgame | new) new_game; at "game$game.new" ;;
    isready) at "game$game.ready" && echo "readyok" ;;
    "ping "*) at "game$game.ready" && echo "pong ${line#ping }" ;;
    "position "*"|"*)
        # shellcheck disable=SC2086 # the words are wanted
        set -- $line
        colorA=$3 colorB=${10} ;;
    "position fen "*)
        # shellcheck disable=SC2086
        set -- $line
        colorA=$4 ;;
    "go board "*) think "${line#go board }" ;;
    "setboard "*)
        # shellcheck disable=SC2086
        set -- $line
        colorA=$3 set=yes ;;
    go) [ "$turnA" = 0 ] && [ -z "$set" ] && colorA=w; think A ;;
    "go "* | "usermove "*) think A ;;
    stop* | "result "*) at "game$game.over" ;;
    quit) at quit; exit 0 ;;
    esac
done
