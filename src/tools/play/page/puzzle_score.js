// The score in puzzles, kept in the browser: points of each puzzle of each day.

const MEMORY = "tandem.puzzles";
// Days that are kept one by one; older ones are in the sum.
const MOST_DAYS = 400;

const read = () => {
  const none = { days: {}, old: 0, helped: { day: null, ids: [] } };
  try {
    return { ...none, ...JSON.parse(localStorage.getItem(MEMORY)) };
  } catch {
    return none;
  }
};

const sum = (day) => Object.values(day ?? {}).reduce((a, b) => a + b, 0);

// Today as a number of days since 1970-01-01, by the local calendar.
export function today() {
  const now = new Date();
  return Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000);
}

// The points of a puzzle of a day: 0, 0.5 or 1; undefined if it was not tried to its end.
export function pointsOf(day, id) {
  return read().days[day]?.[id];
}

// Notes a hint or a slip at a puzzle of a day: it counts half from here on, however often it is begun.
export function noteHelp(day, id) {
  const kept = read();
  const known = kept.helped.day === day ? kept.helped.ids : [];
  kept.helped = { day, ids: [...new Set([...known, id])] };
  localStorage.setItem(MEMORY, JSON.stringify(kept));
}

export function wasHelped(day, id) {
  const { helped } = read();
  return helped.day === day && helped.ids.includes(id);
}

// Keeps the points of a puzzle; the first result counts.
export function keepPoints(day, id, points) {
  const kept = read();
  kept.days[day] ??= {};
  if (kept.days[day][id] !== undefined) return;
  kept.days[day][id] = points;
  const days = Object.keys(kept.days).map(Number).sort((a, b) => a - b);
  for (const old of days.slice(0, Math.max(0, days.length - MOST_DAYS))) {
    kept.old += sum(kept.days[old]);
    delete kept.days[old];
  }
  localStorage.setItem(MEMORY, JSON.stringify(kept));
}

// The points of a day and of all days, and the days in a row up to that one on which a puzzle was solved.
export function score(day) {
  const { days, old } = read();
  let row = 0;
  // A day that has only begun breaks no row.
  for (let at = sum(days[day]) > 0 ? day : day - 1; sum(days[at]) > 0; at -= 1) row += 1;
  return { today: sum(days[day]), all: old + Object.values(days).reduce((all, each) => all + sum(each), 0), row };
}
