//! What the two boards and four clocks mean for each other.
