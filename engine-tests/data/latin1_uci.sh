#!/bin/sh
# A UCI engine whose author's name is in Latin-1, with a mate in two in every position.
while read -r line; do
    case "$line" in
    uci) printf 'id author J\366rg\n'; echo "uciok" ;;
    isready) echo "readyok" ;;
    "go "*) echo "info depth 3 score mate 2 nodes 100"; echo "bestmove n@f6" ;;
    quit) exit 0 ;;
    esac
done
