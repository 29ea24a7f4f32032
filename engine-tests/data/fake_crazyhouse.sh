#!/bin/sh
# A UCI engine of crazyhouse that answers the handshake and then fails in the way that its argument names.
while read -r line; do
    case "$line" in
    uci)
        echo "id name Fake $1"
        test "$1" = chess || echo "option name UCI_Variant type combo default chess var chess var crazyhouse"
        test "$1" = nodes && echo "option name NodesPerMs type spin default 0 min 0 max 1000000"
        echo "uciok"
        ;;
    isready) test "$1" = late || echo "readyok" ;;
    quit) exit 0 ;;
    stop) test "$1" = silent && echo "bestmove e2e4" ;;
    "go "*)
        case "$1" in
        crash) echo "out of luck" >&2; exit 3 ;;
        illegal) echo "bestmove e2e5" ;;
        garbage) yes "Segmentation fault (core dumped)" | head -n 500 ;;
        endless) head -c 200000 /dev/zero | tr '\0' x; echo ;;
        nodes) echo "bestmove e2e4" ;;
        silent) ;;
        esac
        ;;
    esac
done
