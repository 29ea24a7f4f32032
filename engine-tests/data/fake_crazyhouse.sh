#!/bin/sh
# A UCI engine of crazyhouse that answers the handshake and then fails in the way that its argument names.
while read -r line; do
    case "$line" in
    uci)
        # `once` does not start a second time in its folder.
        if test "$1" = once; then
            test -e started && exit 2
            : >started
        fi
        # `shy` does not start the first time in its folder.
        if test "$1" = shy && ! test -e started; then
            : >started
            exit 2
        fi
        echo "id name Fake $1"
        test "$1" = chess || echo "option name UCI_Variant type combo default chess var chess var crazyhouse"
        case "$1" in
        nodes | chatty | counting) echo "option name NodesPerMs type spin default 0 min 0 max 1000000" ;;
        esac
        echo "uciok"
        ;;
    isready)
        test "$1" = late || echo "readyok"
        # `mutters` writes garbage on its opponent's time.
        if test "$1" = mutters; then
            { sleep 0.3; yes "Segmentation fault (core dumped)" | head -n 500; } &
        fi
        ;;
    quit) exit 0 ;;
    stop)
        test "$1" = silent && echo "bestmove e2e4"
        # `lags` answers `isready` before it answers `stop`.
        test "$1" = lags && { sleep 0.2; echo "bestmove e7e5"; } &
        ;;
    "go "*)
        case "$1" in
        crash) echo "out of luck" >&2; exit 3 ;;
        illegal | once | shy) echo "bestmove e2e5" ;;
        garbage) yes "Segmentation fault (core dumped)" | head -n 500 ;;
        endless) head -c 200000 /dev/zero | tr '\0' x; echo ;;
        hang) sleep 60 ;;
        nodes) echo "bestmove e2e4" ;;
        chatty)
            # Not without end, lest a test that fails should hang.
            for _ in $(seq 500); do
                echo "info depth 1 nodes 7"
                echo "info string still here"
                sleep 0.02
            done
            exit 3
            ;;
        counting)
            for n in $(seq 500); do
                echo "info depth 1 nodes ${n}00"
                sleep 0.02
            done
            exit 3
            ;;
        lags) echo "info depth 1 score cp 0" ;;
        silent) ;;
        esac
        ;;
    esac
done
