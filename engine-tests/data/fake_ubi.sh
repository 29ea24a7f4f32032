#!/bin/sh
# A UBI engine that answers the handshake and then fails in the way that its argument names.
# It leaves what it was told in the file named by a second argument.
while read -r line; do
    test -n "$2" && echo "$line" >> "$2"
    case "$line" in
    ubi)
        test "$1" = dead && { echo "no license found" >&2; exit 2; }
        echo "id name Fake $1"
        case "$1" in nodes-*) echo "option name NodesPerMs type spin default 0 min 0 max 1000000" ;; esac
        echo "ubiok"
        ;;
    isready) echo "readyok" ;;
    quit) exit 0 ;;
    "position "*"8/PPPPPPPP/RNBQKBNR"*"8/PPPPPPPP/RNBQKBNR"*) start=1 ;;
    "position "*) start= ;;
    "go board A"* | "go board B"*)
        board=${line#go board }
        case "$1" in
        crash | nodes-crash) echo "out of luck" >&2; exit 3 ;;
        illegal) echo "bestmove board $board e2e5" ;;
        resigns) echo "bestmove board $board (none)" ;;
        garbage) yes "Segmentation fault (core dumped)" | head -n 500 ;;
        endless) head -c 200000 /dev/zero | tr '\0' x; echo ;;
        opens) test -n "$start" && echo "bestmove board $board e2e4" ;;
        mute) exec >&- 2>&- ;;
        silent) ;;
        esac
        ;;
    esac
done
