#!/bin/sh
# A UCI engine that sees no move anywhere, and leaves what it was told in the file named by its argument, in its own folder.
while read -r line; do
    echo "$line" >> "$1"
    case "$line" in
    uci)
        echo "id name Fake one-board engine"
        echo "option name UCI_Variant type combo default chess var chess var crazyhouse"
        echo "option name Hash type spin default 1 min 1 max 99"
        echo "option name Own Way type string default"
        echo "uciok"
        ;;
    isready) echo "readyok" ;;
    "go "*) echo "bestmove (none)" ;;
    quit) exit 0 ;;
    esac
done
