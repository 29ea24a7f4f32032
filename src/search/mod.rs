//! One board's tree search.
