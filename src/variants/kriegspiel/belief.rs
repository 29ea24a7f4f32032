//! Positions that fit everything that one player knows: its own pieces and the announcements. The true position is
//! never seen; where no position is left that fits, some are repaired until they do.

use super::super::battle::{self, CHESS, SetUp};
use super::super::chess::Chess;
use super::super::color::{Color, Rng};
use super::super::fen::parse;
use super::super::game::Game;
use super::super::moves::{Act, Kind, Move, Square, WIDTH, file_of, rank_of};
use super::arbiter::{Announcement, Told, can_pawn_take, carry_out, checks_of, told};
use std::collections::HashSet;

/// How the game began, as one player knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// From the usual start.
    Usual,
    /// Its own set-up; the other one is hidden.
    Hidden(SetUp),
}

/// Positions kept.
const KEPT: usize = 240;
/// Fewer than these are filled up by repairs.
const LEAST: usize = 40;
/// Attempts of a repair.
const TRIES: usize = 3_000;

/// The belief of one player: its own pieces, and positions that fit the announcements.
pub struct Belief {
    us: Color,
    worlds: Vec<Chess>,
    /// The own pieces, which the player knows exactly.
    own: Vec<(Square, Kind)>,
    names_squares: bool,
    rng: Rng,
}

impl Belief {
    /// The belief of a player before the first move.
    pub fn new(us: Color, start: &Start, names_squares: bool, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let worlds: Vec<Chess> = match start {
            Start::Usual => parse(&CHESS, CHESS.start).into_iter().collect(),
            Start::Hidden(own) => {
                let guess = |_| {
                    // Half of the opponents may cover their king as the program does.
                    let other = if rng.below(2) == 0 { SetUp::random(&mut rng) } else { SetUp::choose(rng.next()) };
                    let set_ups = if us == Color::White { [own, &other] } else { [&other, own] };
                    battle::start(set_ups).ok()
                };
                (0..3 * KEPT).filter_map(guess).take(KEPT).collect()
            }
        };
        let own = worlds.first().map_or_else(Vec::new, |world| men(world, us));
        Self { us, worlds, own, names_squares, rng }
    }

    /// The positions.
    pub fn worlds(&self) -> &[Chess] {
        &self.worlds
    }

    /// The player's color.
    pub const fn color(&self) -> Color {
        self.us
    }

    /// Hears an announcement. `attempt` is the player's own try that it answers, if any.
    pub fn hear(&mut self, announcement: &Announcement, attempt: Option<Move>) {
        if let Announcement::Moved(said) = announcement {
            self.own = own_after(&self.own, said, attempt.filter(|_| said.by == self.us), self.us);
        }
        self.narrow(announcement, attempt);
        // Whatever was guessed wrong, the own pieces and the side on turn are right.
        let (us, own) = (self.us, self.own.clone());
        let on_turn = match announcement {
            Announcement::Moved(said) => !said.by,
            Announcement::Impossible(by) | Announcement::CanTake(by, _) => *by,
            Announcement::Opening(_) => Color::White,
            Announcement::Over(_) => return,
        };
        let fallback = self.worlds.first().cloned();
        self.worlds.retain(|world| world.side() == on_turn && men(world, us) == own);
        if let (true, Some(old)) = (self.worlds.is_empty(), fallback) {
            let rebuilt: Vec<Chess> = (0..LEAST).filter_map(|_| self.rebuild(&old, on_turn)).collect();
            self.worlds = if rebuilt.is_empty() { vec![old] } else { rebuilt };
        }
    }

    /// The own pieces with the opponent's of some earlier position put anywhere; without some of them if need be.
    fn rebuild(&mut self, old: &Chess, on_turn: Color) -> Option<Chess> {
        let mut kinds: Vec<Kind> = men(old, !self.us).into_iter().map(|(_, kind)| kind).collect();
        kinds.sort_by_key(|kind| std::cmp::Reverse(*kind));
        let size = old.laws().size;
        while !kinds.is_empty() {
            for _ in 0..20 {
                let mut world = Chess::empty(old.laws());
                self.own.iter().for_each(|&(square, kind)| world.put(square, self.us, kind));
                let mut free: Vec<Square> =
                    size.squares().filter(|&square| world.board().at(square).is_empty()).collect();
                self.rng.shuffle(&mut free);
                for &kind in &kinds {
                    let on_edge = |square: Square| [0, size.ranks - 1].contains(&rank_of(square));
                    if let Some(at) = free.iter().position(|&square| kind != Kind::Pawn || !on_edge(square)) {
                        world.put(free.swap_remove(at), !self.us, kind);
                    }
                }
                world.set_side(on_turn);
                world.rights = old.laws().kept_rights(world.board(), old.rights);
                if is_sound(&world) {
                    return Some(world);
                }
            }
            kinds.pop();
        }
        None
    }

    fn narrow(&mut self, announcement: &Announcement, attempt: Option<Move>) {
        match (announcement, attempt) {
            (Announcement::Impossible(by), Some(attempt)) if *by == self.us => {
                self.keep(|world| carry_out(world, attempt).is_none().then(|| world.clone()));
            }
            (Announcement::Opening(checks), _) => {
                self.keep(|world| (checks_of(world) == *checks).then(|| world.clone()));
            }
            (Announcement::CanTake(_, can), _) => {
                self.keep(|world| (can_pawn_take(world) == *can).then(|| world.clone()));
            }
            (Announcement::Moved(said), Some(attempt)) if said.by == self.us => self.moved(said, attempt),
            (Announcement::Moved(said), _) if said.by != self.us => self.answered(said),
            _ => {}
        }
    }

    /// Keeps what fits, in the form that `fit` returns; fills up by repairs.
    fn keep(&mut self, fit: impl Fn(&Chess) -> Option<Chess>) {
        let mut kept: Vec<Chess> = self.worlds.iter().filter_map(&fit).collect();
        if kept.len() < LEAST {
            let us = self.us;
            for _ in 0..TRIES {
                if kept.len() >= LEAST {
                    break;
                }
                let Some(mut world) = self.rng.pick(&self.worlds).cloned() else { break };
                for _ in 0..1 + self.rng.below(3) {
                    relocate(&mut world, !us, None, &mut self.rng);
                }
                if is_sound(&world) {
                    kept.extend(fit(&world));
                }
            }
        }
        if !kept.is_empty() {
            self.worlds = kept;
        }
        self.thin();
    }

    /// The own try was a move.
    fn moved(&mut self, said: &Told, attempt: Move) {
        let names = self.names_squares;
        let fit = |world: &Chess| {
            let (mv, after) = carry_out(world, attempt)?;
            (told(world, mv, &after, names) == *said && after.ending().is_none()).then_some(after)
        };
        let mut kept: Vec<Chess> = self.worlds.iter().filter_map(fit).collect();
        let mut forced = Vec::new();
        for _ in 0..TRIES {
            if kept.len() >= LEAST {
                break;
            }
            let Some(world) = self.rng.pick(&self.worlds) else { break };
            let mut world = world.clone();
            make_room(&mut world, attempt, said.captured.is_some(), &mut self.rng);
            if self.rng.below(2) == 0 {
                relocate(&mut world, !self.us, None, &mut self.rng);
            }
            if !is_sound(&world) {
                continue;
            }
            match fit(&world) {
                Some(after) => kept.push(after),
                // At least the own pieces are right.
                None if forced.len() < LEAST => {
                    forced.extend(carry_out(&world, attempt).map(|(_, after)| after));
                }
                None => {}
            }
        }
        if kept.is_empty() {
            kept = forced;
        }
        if !kept.is_empty() {
            self.worlds = kept;
        }
        self.thin();
    }

    /// The opponent has moved.
    fn answered(&mut self, said: &Told) {
        let each = (2 * KEPT / self.worlds.len().max(1)).clamp(1, 24);
        let mut kept = Vec::new();
        for world in &self.worlds {
            let mut moves = world.legal_moves();
            self.rng.shuffle(&mut moves);
            let mut fitting: Vec<(i32, Chess)> = Vec::new();
            for mv in moves {
                let Some(after) = world.make(mv) else { continue };
                if told(world, mv, &after, self.names_squares) == *said && after.ending().is_none() {
                    fitting.push((after.evaluate(), after));
                }
                if fitting.len() >= 3 * each {
                    break;
                }
            }
            // The opponent prefers what is good for it, but does not see everything: the better half is kept first.
            fitting.sort_by_key(|(value, _)| *value);
            kept.extend(fitting.into_iter().take(each).map(|(_, after)| after));
        }
        let us = self.us;
        let mut forced = Vec::new();
        for _ in 0..TRIES {
            if kept.len() >= LEAST {
                break;
            }
            let Some(mut world) = self.rng.pick(&self.worlds).cloned() else { break };
            if world.side() != !us {
                break;
            }
            if let Some(at) = said.captured.and_then(|square| taken_at(&men(&world, us), square, us)) {
                world.take(at);
                world.rights &= world.laws().kept_rights(world.board(), world.rights);
            }
            relocate(&mut world, !us, arrived(said), &mut self.rng);
            let mut world = world.turned();
            if self.rng.below(2) == 0 {
                relocate(&mut world, !us, None, &mut self.rng);
            }
            if !is_sound(&world) || checks_of(&world) != said.checks {
                continue;
            }
            if stands_as_told(&world, said) {
                kept.push(world);
            } else if forced.len() < LEAST {
                forced.push(world);
            }
        }
        if kept.is_empty() {
            kept = forced;
        }
        if !kept.is_empty() {
            self.worlds = kept;
        }
        self.thin();
    }

    /// Leaves at most [`KEPT`] positions, all different.
    fn thin(&mut self) {
        let mut seen = HashSet::new();
        self.worlds.retain(|world| seen.insert(world.key()));
        self.rng.shuffle(&mut self.worlds);
        self.worlds.truncate(KEPT);
    }
}

/// The pieces of a color, in the order of their squares.
fn men(world: &Chess, color: Color) -> Vec<(Square, Kind)> {
    let board = world.board();
    let mut men: Vec<(Square, Kind)> = board
        .pieces(color)
        .iter()
        .filter_map(|&square| board.at(square).piece().map(|(_, kind)| (square, kind)))
        .collect();
    men.sort_unstable();
    men
}

/// The square on which a move that was announced has ended, if it was named.
fn arrived(said: &Told) -> Option<Square> {
    said.captured.or(said.promoted).or(said.squares.map(|[_, to]| to))
}

/// Whether the squares that were named with a move are taken and left by its side.
fn stands_as_told(world: &Chess, said: &Told) -> bool {
    let board = world.board();
    arrived(said).is_none_or(|square| board.at(square).is(said.by))
        && said.squares.is_none_or(|[from, _]| board.at(from).is_empty())
}

/// Where the own piece stood that the opponent has taken on `square`: behind it, if that was en passant.
fn taken_at(own: &[(Square, Kind)], square: Square, us: Color) -> Option<Square> {
    let passed = super::super::mailbox::shift(square, super::super::mailbox::forward(us));
    [square, passed].into_iter().find(|at| own.iter().any(|man| man.0 == *at))
}

/// The own pieces after a move: the own one, or the opponent's.
fn own_after(own: &[(Square, Kind)], said: &Told, attempt: Option<Move>, us: Color) -> Vec<(Square, Kind)> {
    let mut men = own.to_vec();
    match (attempt, said.captured) {
        (Some(mv), _) => {
            for man in &mut men {
                if man.0 == mv.from {
                    *man = (mv.to, mv.kind.unwrap_or(man.1));
                }
            }
            if mv.act == Act::Castle {
                let home = rank_of(mv.to);
                let castlings = CHESS.castlings.iter().filter(|castling| castling.king[1] == file_of(mv.to));
                for castling in castlings {
                    let [from, to] = castling.rook.map(|file| super::super::moves::square(file, home));
                    men.iter_mut().filter(|man| man.0 == from).for_each(|man| man.0 = to);
                }
            }
        }
        (None, Some(square)) => {
            let at = taken_at(own, square, us);
            men.retain(|man| Some(man.0) != at);
        }
        (None, None) => {}
    }
    men.sort_unstable();
    men
}

/// Whether a position can be: both kings there, the side not on turn not in check.
fn is_sound(world: &Chess) -> bool {
    Color::ALL.into_iter().all(|color| world.board().king(color) != 0) && !world.is_checked(!world.side())
}

/// Moves a random piece of `color` to an empty square, or to the given one, where it can stand.
fn relocate(world: &mut Chess, color: Color, to: Option<Square>, rng: &mut Rng) {
    let men: Vec<Square> = world.board().pieces(color).to_vec();
    let Some(&from) = rng.pick(&men) else { return };
    let size = world.laws().size;
    let to = to.unwrap_or_else(|| {
        super::super::moves::square(rng.below(size.files.into()) as u8, rng.below(size.ranks.into()) as u8)
    });
    let Some((_, kind)) = world.board().at(from).piece() else { return };
    let on_edge = [0, size.ranks - 1].contains(&rank_of(to));
    let changes_color = (file_of(from) + rank_of(from) + file_of(to) + rank_of(to)) % 2 == 1;
    // Pawns stay near their file, as few have captured.
    let is_odd = match kind {
        Kind::Pawn => on_edge || file_of(from).abs_diff(file_of(to)) > 1,
        Kind::Bishop => changes_color,
        _ => false,
    };
    if world.board().at(to).is_empty() && !is_odd {
        world.take(from);
        world.put(to, color, kind);
        world.rights &= world.laws().kept_rights(world.board(), world.rights);
        world.ep_square = 0;
    }
}

/// Changes the opponent's pieces so that a try can be a move, with a capture or without.
fn make_room(world: &mut Chess, attempt: Move, captures: bool, rng: &mut Rng) {
    let us = world.side();
    let step = |a: u8, b: u8| (i16::from(b) - i16::from(a)).signum();
    let (from, to) = (attempt.from, attempt.to);
    let files = i16::from(file_of(to)) - i16::from(file_of(from));
    let ranks = i16::from(rank_of(to)) - i16::from(rank_of(from));
    if files == 0 || ranks == 0 || files.abs() == ranks.abs() {
        let way = step(file_of(from), file_of(to)) + WIDTH * step(rank_of(from), rank_of(to));
        let mut at = super::super::mailbox::shift(from, way);
        while at != to {
            move_away(world, at, !us, rng);
            at = super::super::mailbox::shift(at, way);
        }
    }
    let is_taken = world.board().at(to).is(!us);
    if captures && !is_taken && attempt.act != Act::EnPassant {
        for _ in 0..8 {
            relocate(world, !us, Some(to), rng);
        }
    } else if !captures && is_taken {
        move_away(world, to, !us, rng);
    }
}

/// Moves a piece of `color` on `from` to some other square.
fn move_away(world: &mut Chess, from: Square, color: Color, rng: &mut Rng) {
    if !world.board().at(from).is(color) {
        return;
    }
    let Some((_, kind)) = world.board().at(from).piece() else { return };
    let free: Vec<Square> = world.laws().size.squares().filter(|&square| world.board().at(square).is_empty()).collect();
    for _ in 0..20 {
        let Some(&to) = rng.pick(&free) else { return };
        let on_edge = [0, world.laws().size.ranks - 1].contains(&rank_of(to));
        if kind != Kind::Pawn || !on_edge {
            world.take(from);
            world.put(to, color, kind);
            world.ep_square = 0;
            return;
        }
    }
}
