#!/bin/sh
# A CECP engine that does what its argument says when it is to move, and leaves what it was told in the file named by a
# second argument. `old` tells no features, opens with e2e4, takes no moves, and says no more.
while read -r line; do
    test -n "$2" && echo "$line" >> "$2"
    case "$line" in
    a2a3) ;; # gives black the turn before a position is set up
    protover*)
        echo "Chatter that means nothing"
        test "$1" = once && echo "feature reuse=0"
        test "$1" = old || echo "feature usermove=1 ping=1 setboard=1 myname=\"Fake $1\" done=1"
        ;;
    "partner "*) test "$1" = greets && echo "tellics ptell nice weather ${line#partner }" ;;
    "ping "*) echo "pong ${line#ping }" ;;
    quit) exit 0 ;;
    [a-h][1-8][a-h][1-8]*) echo "Illegal move: $line"; moved=1 ;;
    go | "usermove "*)
        case "$1" in
        old) test -n "$moved" || echo "1. ... e2e4"; moved=1 ;;
        resigns | once) echo "tellics resign" ;;
        claims) echo "1-0 {White mates}"; echo "offer draw" ;;
        talks) echo "tellics ptell ++q"; echo "tellics ptell nice weather" ;;
        esac
        ;;
    esac
done
