#!/bin/sh
# A UCI engine that hears nothing after its answer to the first line.
exec 0<&-
echo uciok
