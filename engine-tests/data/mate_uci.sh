#!/bin/sh
# A UCI engine that tells of a mate in two in every position.
while read -r line; do
    case "$line" in
    uci) echo "uciok" ;;
    isready) echo "readyok" ;;
    "go "*) echo "info depth 3 score mate 2 nodes 100"; echo "bestmove n@f6" ;;
    quit) exit 0 ;;
    esac
done
