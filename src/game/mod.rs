//! Two boards, four seats: rules, transfers, clocks, hanging, the end of the game, BFEN pairs and BPGN.
