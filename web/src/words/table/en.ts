import { count, counted, plural } from '../../ui/figures.ts'

/** Words about rows, beside the table: findings, two rows compared, the filter. */
export const rows = {
  // findings
  and: 'and',
  cheaper: (share: string) => `is in the dead heat and costs ${share} less than`,
  free: 'is in the dead heat and costs nothing, unlike',
  faster: (share: string) => `is in the dead heat and takes ${share} less time than`,
  nothingBetter: 'None of this says that it is better.',

  // two rows
  compare: 'Two contestants against each other',
  against: 'against',
  compareWith: 'Compare with',
  choose: 'choose another',
  hint: 'Point at another row to compare the two.',
  counting: 'loading …',
  notRated: 'has no rating, so there is no difference to show',
  ahead: (points: string, low: string, high: string) => `${points} points (${low} to ${high})`,
  wins: (share: string, low: string, high: string) => `expected to win ${share} (${low} – ${high})`,
  singly: '95 % interval for these two alone; only the thin whiskers decide who is above.',
  stillEqual: (forWhat: 'looks' | 'pairs' | 'both') =>
    `Still a dead heat: that interval is for these two alone${forWhat === 'pairs' ? '' : ', at one look'}. The thin whiskers decide. They hold for ${{ looks: 'every look', pairs: 'all pairs at once', both: 'all pairs and every look' }[forWhat]}, and they touch.`,
  declaredSince: (votes: string, day: string) =>
    `the board has declared this order since vote ${votes}, ${day}`,
  estimated: 'estimated',
  practicallyEqual: 'practically equal',
  met: (wins: string, losses: string, ties: string) =>
    `head to head: won ${wins}, lost ${losses}, tied ${ties}`,
  ofDecisive: (share: string, low: string, high: string) =>
    `${share} of the decisive votes (${low} – ${high})`,
  notMet: 'no votes on this pair',
  failed: 'The figures could not be loaded.',
  close: 'Deselect the row',

  // long boards
  folded: (others: number, mayBeFirst: number) =>
    `${counted(others, 'other', 'others')}${mayBeFirst === 0 ? '.' : mayBeFirst === others ? ' may be first.' : `, ${count(mayBeFirst)} of them may be first.`}`,
  unfold: (all: number) => `Show all ${count(all)}`,
  unfoldHistory: 'Show how ratings changed',
  unfoldJudges: 'Show how good the judges are',
  fold: 'Show the first rows only',

  // filter
  find: 'Find a contestant',
  found: (shown: string, all: string) => `${shown} of ${all} shown`,
  hidden: (n: string) => `${n} hidden; ranks, line and dead heats are those of the whole board.`,
  showAll: 'Show all',
  nobody: 'No contestant has this in its name.',
}

/** Panels under the table: pairs, how evenly they were drawn, ratings over time. */
export const below = {
  notLoaded: 'This part of the page could not be loaded.',
  again: 'Try again',
  noFigures: 'These figures could not be loaded: the server does not answer.',
  asking: 'Trying again …',
  againIn: (seconds: number) => `Next try in ${count(seconds)} s.`,
  stillComputing: 'The server is still computing these figures. On large boards this takes a while.',
  seconds: (seconds: number) => `${count(seconds)} s so far.`,
  counting: 'Loading …',

  pairs: (records: boolean) =>
    `Per cent of decisive votes that the row won against the column${records ? '; won–lost–tied below' : ''}. Blank: no votes on this pair. [Coloured]: the row is ahead. Grey: it is behind. Uncoloured: undecided at 95\u00a0%. Cells are tested one by one, so about 1 in 20 even pairs is coloured by chance.`,
  triangle:
    'Each cell: the contestant named at the end of its row against the one named at the top of its column. [Coloured]: the row is ahead. Grey: it is behind. Dot: undecided at 95\u00a0%. Blank: no votes on this pair. Cells are tested one by one, so about 1 in 20 even pairs is coloured by chance.',
  whoIsShown: 'Who is shown',
  all: (n: number) => `all ${count(n)}`,
  againstAll: (name: string) => `${name} against all`,
  nobodyMet: 'No pair has votes in this view.',

  againstEverybody: '[name] against each opponent',
  hasNotMet: (n: number) => `; no votes against ${count(n)} ${plural(n, 'other', 'others')}`,
  against: 'Against',
  wonShare: 'Won, %',
  won: 'Won',
  lost: 'Lost',
  tied: 'Tied',
  bothBad: 'Both bad',

  band: 'Band: 95\u00a0% interval for all at once, on that board. [Coloured]: the line, the best lower bound; a contestant whose band reaches it may still be first. Only today’s board declares a winner.',
  drawn: (n: number, all: number) =>
    `${count(n)} of ${count(all)} are drawn: the dead heat for first, the selected contestant, then by rating.`,
  oneBoard: 'There is one board so far. This chart starts with the second one, an hour later.',
  countedLater: (from: string, to: string) =>
    `Dashed: ${from === to ? `the board of ${from} was` : `the boards of ${from} to ${to} were`} counted later, from the times at which votes were cast.`,
  stillCounting: (counted: number, of: number) =>
    `Boards of earlier days are being counted: ${count(counted)} of ${count(of)}.`,

  evenness: (pairs: number, each: string, outside: number, unmet: number) =>
    `Votes on each of the ${count(pairs)} pairs that can be drawn; an even spread would be ${each} each. Even drawing puts 95\u00a0% of pairs in the grey area; ${outside === 0 ? 'none lies' : `${count(outside)} ${plural(outside, 'lies', 'lie')}`} outside${unmet > 0 ? `, and ${counted(unmet, 'pair has', 'pairs have')} no votes` : ''}.`,
  chiSquare: (value: string, degrees: number) =>
    `χ² = ${value} on ${counted(degrees, 'degree', 'degrees')} of freedom; with even drawing, χ² is about as large as the degrees of freedom.`,
  focused:
    'This arena draws with focus: half of the battles are between contestants that may still be first. So these pairs have more votes.',
  onePair: 'Two contestants make one pair, so there is nothing to compare.',
}
