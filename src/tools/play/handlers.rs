//! The server's requests beside the WebSocket: games to step through, positions, evaluations and analyses.

use super::analysis::{self, Analyses};
use super::answer::Answer;
use super::door::Door;
use super::explorer::{self, Explorer};
use super::puzzles::{self, Puzzles};
use super::review::{self, Reviews};
use super::{live, replay};
use crate::game::BoardId;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::HeaderMap;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::post;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The largest file of games that is read, in bytes.
const MOST_FILE: usize = 16 << 20;
/// Files that are read at once.
const MOST_FILES: usize = 4;

/// The requests of pages that have a secret of a table.
pub fn router<S: Clone + Send + Sync + 'static>(door: &Arc<Door>) -> Router<S> {
    let no_players = || from_fn_with_state(Arc::clone(door), live::refuse_players);
    let for_reviews = (Arc::new(Reviews::default()), Arc::clone(door));
    let files = Router::new()
        .route("/review/{index}", post(begin_review))
        .route_layer(no_players())
        .with_state(for_reviews.clone())
        .route("/replay", post(read_games))
        .route("/replay/{index}", post(read_game))
        .layer(DefaultBodyLimit::max(MOST_FILE))
        .layer(from_fn_with_state(Arc::new(Semaphore::new(MOST_FILES)), take_turns));
    let reviews = Router::new()
        .route("/reviews/{id}/page/{language}", post(review_page))
        .route_layer(no_players())
        // Not forbidden to players: a page whose next game begins gets an empty answer, and stops its evaluation.
        .route("/reviews/{id}/from/{from}", post(review_news))
        .route("/reviews/{id}/stop", post(stop_review))
        .with_state(for_reviews);
    let analyses = Router::new()
        .route("/analysis", post(begin_analysis))
        .route("/analysis/{id}", post(analysis_news))
        .route("/analysis/{id}/stop", post(stop_analysis))
        .with_state((Arc::new(Analyses::default()), Arc::clone(door)));
    let explorer = Router::new()
        .route("/explorer", post(explorer::moves))
        .with_state((Arc::new(Explorer::default()), Arc::clone(door)));
    let puzzles = Router::new()
        .route("/puzzles/day", post(puzzles::of_day))
        .route("/puzzles/at", post(puzzles::at))
        .route("/puzzles/choice", post(puzzles::choice))
        .route("/puzzles/solution", post(puzzles::solution))
        .with_state((Arc::new(Puzzles::default()), Arc::clone(door)))
        .route_layer(no_players());
    Router::new()
        .route("/position", post(|body: Bytes| async move { analysis::position(&body) }))
        .merge(files)
        .merge(reviews)
        .merge(analyses)
        .merge(explorer)
        .merge(puzzles)
}

/// Lets few requests in at once; others wait.
async fn take_turns(State(places): State<Arc<Semaphore>>, request: Request, next: Next) -> Response {
    let _place = places.acquire().await;
    next.run(request).await
}

/// Answers without blocking other clients.
async fn aside(answer: impl FnOnce() -> Answer + Send + 'static) -> Answer {
    tokio::task::spawn_blocking(answer).await.unwrap_or(Answer::empty(500))
}

/// Lists the games of a file of any format, the first one position by position.
async fn read_games(body: Bytes) -> Answer {
    aside(move || replay::answer(&body)).await
}

/// Returns game number `index`, from 0, of a file, position by position.
async fn read_game(Path(index): Path<usize>, body: Bytes) -> Answer {
    aside(move || replay::answer_one(&body, index)).await
}

/// The evaluated games, and the tables where people may be playing.
type ForReviews = State<(Arc<Reviews>, Arc<Door>)>;

/// Starts to evaluate game number `index`, from 0, of the file in the body.
async fn begin_review(
    State((reviews, door)): ForReviews,
    Path(index): Path<usize>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let begin = move || match review::read(&body, index) {
        Ok((_, walk)) if live::forbids(&door, &headers, walk.questions.iter().map(|asked| &asked.position)) => {
            live::refusal()
        }
        Ok((record, walk)) => reviews.begin_read(record, walk, review::Task::spawn),
        Err(problem) => Answer::problem(&problem),
    };
    aside(begin).await
}

/// Returns the results from the moment `from` on; none while people play at the table.
async fn review_news(
    State((reviews, door)): ForReviews,
    Path((id, from)): Path<(u64, usize)>,
    headers: HeaderMap,
) -> Answer {
    reviews.news(id, if live::plays(&door, &headers) { usize::MAX } else { from })
}

/// Returns a game that was evaluated as an HTML file in a language: `en` or `ru`.
async fn review_page(State((reviews, _)): ForReviews, Path((id, language)): Path<(u64, String)>) -> Answer {
    reviews.page(id, &language)
}

/// Stops an evaluation, once the page shows something else.
async fn stop_review(State((reviews, _)): ForReviews, Path(id): Path<u64>) -> Answer {
    reviews.stop(id)
}

/// The analyses, and the tables where people may be playing.
type ForAnalysis = State<(Arc<Analyses>, Arc<Door>)>;

/// Begins to analyze the position in the request.
async fn begin_analysis(State((analyses, door)): ForAnalysis, headers: HeaderMap, body: Bytes) -> Answer {
    match analysis::read(&body) {
        Ok((_, game)) if live::forbids(&door, &headers, BoardId::ALL.map(|board| game.position(board))) => {
            live::refusal()
        }
        Ok((asked, game)) => analyses.begin_read(&asked, &game, None, analysis::Task::spawn),
        Err(problem) => Answer::problem(&problem),
    }
}

/// Returns what was found so far, unless people have come to that position meanwhile, or have begun to play at the
/// table.
async fn analysis_news(State((analyses, door)): ForAnalysis, Path(id): Path<u64>, headers: HeaderMap) -> Answer {
    match analyses.positions(id) {
        Some(positions) if live::forbids(&door, &headers, &positions) => live::refusal(),
        _ => analyses.news(id),
    }
}

/// Stops an analysis.
async fn stop_analysis(State((analyses, _)): ForAnalysis, Path(id): Path<u64>) -> Answer {
    analyses.stop(id)
}
