import type { Findings, Place } from '../../../../shared/sentence/sentence.ts'
import { count, counted, plural } from '../../ui/figures.ts'

const orNone = (n: number) => (n === 0 ? 'none' : count(n))

/** The board, from its verdict to its downloads. */
export const leaderboard = {
  arenaMissing: (arena: string) => `There is no arena “${arena}” here.`,
  loading: 'Loading the board …',
  compare: 'Compare',
  archived: (day: string) => `Archived on ${day}. The board stays, and takes no more votes.`,
  viewMissing: 'The new view could not be loaded: the server does not answer.',
  wholeArena: 'Show the whole arena',
  headToHead: 'Head to head',
  history: 'Over time',
  details: 'Details',
  parts: {
    ingredients: 'Ingredients',
    cost: 'Cost',
    judges: 'Quality of the judges',
    checks: 'Checks of answers',
    reports: 'Robustness',
    sampling: 'Votes per pair',
    method: 'Method',
  },
  notes: 'Notes on this board',

  simulatedTag: 'simulated votes',
  simulated: 'These votes come from a simulation, not from people.',
  simulatedElsewhere: (source: string) => `The simulated votes are under [Source: ${source}].`,

  yourVotes: (votes: number, source: string) =>
    `${plural(votes, 'Your vote of today is', `Your ${count(votes)} votes of today are`)} on another board: [Source: ${source}].`,

  emptyPart: 'Nobody has voted in this part of the arena.',
  emptyVotable:
    'Read two answers without knowing whose they are, and say which is better. The board starts with your vote.',
  firstVote: 'Cast the first vote',
  emptyClosed: 'Voting is not possible yet: two contestants need different answers to the same prompt.',

  votes: (n: number) => counted(n, 'vote', 'votes'),
  simulatedVotes: (n: number) => counted(n, 'simulated vote', 'simulated votes'),
  by: (voters: string) => ` by ${voters}`,
  judges: (n: number) => counted(n, 'judge', 'judges'),
  voters: (n: number) => counted(n, 'voter', 'voters'),
  people: (n: number) => counted(n, 'person', 'people'),
  withJudges: (n: number) => `, powered by ${counted(n, 'judge vote', 'judge votes')}`,
  onPrompts: (n: number) => ` on ${counted(n, 'prompt', 'prompts')}`,
  cut: 'connection lost; this is the last board received',
  ownPrompts: 'In live battles, the people who voted wrote the prompts.',
  final: 'Final',
  updated: (ago: string) => `updated ${ago}`,

  switches: 'What the board shows',
  time: 'Time',
  allTime: 'All',
  chosenDays: 'Chosen days',
  from: 'from',
  to: 'to',
  source: 'Source',
  everybody: 'Everybody',
  whisker: 'Intervals',
  together: 'All at once',
  alone: 'Each alone',
  order: 'Order',
  byRating: 'By rating',
  byName: 'By contestant',
  byPlaces: 'By places',
  ofPlaces: 'Places',
  ofRatings: 'Ratings',
  rows: 'Rows',
  bothEnds: 'Both ends',
  allRows: (n: number) => `All ${count(n)}`,
  sources: {
    humans: 'Humans',
    judges: 'All judges',
    majority: 'Majority of judges',
    all: 'All votes',
    powered: 'Humans, powered by judges',
    simulated: 'Simulated',
    live: 'Live battles',
    'humans-and-live': 'Humans and live battles',
  } as Record<string, string>,
  judge: (name: string) => `Judge “${name}”`,

  caption: 'Contestants with their ratings and intervals',
  captionOfPlaces: 'Contestants with the places that they may have',
  rank: 'Rank',
  places: 'Places',
  beside: 'Compared with the selected row',
  interval: 'Interval',
  foot: 'win rate against a 1000-rated contestant',
  undrawn: (total: number, drawn: number, complete: boolean) =>
    `${total} dead heats overlap here; ${drawn} ${plural(drawn, 'bracket is', 'brackets are')} drawn${complete ? ', enough to cover every contestant' : ''}. Dotted: a contestant that is not part of this dead heat. Select a row to see its dead heats.`,
  columns: {
    above: { label: 'Is above', unit: '', order: '', title: undefined },
    below: { label: 'Is below', unit: '', order: '', title: undefined },
    votes: { label: 'Votes', unit: 'votes', order: 'By votes', title: undefined },
    wins: { label: 'Won', unit: 'won', order: 'By wins', title: undefined },
    losses: { label: 'Lost', unit: 'lost', order: 'By losses', title: undefined },
    ties: { label: 'Tied', unit: 'tied', order: 'By ties', title: 'Ties and “both bad”' },
    averageWords: {
      label: 'Words',
      unit: 'words',
      order: 'By words',
      title: 'Average words per answer',
    },
    costUsd: { label: '$/1000', unit: '$/1000', order: 'By cost', title: 'US dollars per 1,000 answers' },
  } as Record<ColumnName, ColumnWords>,

  ratingOf: (points: string) => `rating ${points}`,
  byItself: (low: string, high: string) => `by itself ${low} to ${high}`,
  allAtOnce: (low: string, high: string) => `all at once ${low} to ${high}`,
  standing: { equal: 'cannot be told apart from it', above: 'above it', below: 'below it' },
  about: (rating: string) => `about ${rating}`,
  between: (low: string, high: string) => `, between ${low} and ${high}`,
  atLeast: (low: string) => `, at least ${low}`,
  atMost: (high: string) => `, at most ${high}`,
  aboveAndBelow: (above: number, below: number) => `above ${orNone(above)}, below ${orNone(below)}`,
  placeOf: (best: number, worst: number, all: number) =>
    `${best === worst ? `place ${count(best)}` : `places ${count(best)} to ${count(worst)}`} of ${count(all)}, `,
  provisional: 'provisional',
  unrated: 'unrated',
  noVotesInView: 'no votes in this view',

  isAbove: (above: number, below: number, open: number) =>
    above + below === 0
      ? `cannot be told apart [≈] from any of the other ${count(open)}.`
      : `is above ${orNone(above)} [↓] and below ${orNone(below)} [↑].${open === 0 ? '' : ` Against ${count(open)} it is open [≈].`}`,
  escape: 'Press Esc to deselect.',
  tapAgain: 'Tap again to deselect.',
  hold: 'Click or press Enter to keep it selected.',

  takeAway: 'Take it away',
  exported: {
    picture: 'Picture',
    frame: 'For a web page',
    votes: 'Votes',
    ratings: 'This board',
  },
  exportedAs: (what: string, format: string) => `${what} as ${format}`,
  copyPicture: 'Copy the picture of this board',
  copyEmbed: 'Copy embed code',
  badge: 'Badge for a README',
  copyBadge: 'Copy badge as Markdown',
  show: 'Show',
}

type ColumnName = 'above' | 'below' | 'votes' | 'wins' | 'losses' | 'ties' | 'averageWords' | 'costUsd'

/** A column's head, the unit beside a figure on a phone, the order by it, and what it means where that is not plain. */
export interface ColumnWords {
  label: string
  unit: string
  order: string
  title: string | undefined
}

/** Axes, legends, pairs and ratings over time. */
export const charts = {
  mayBeFirst: 'may be first →',
  firstHere: (among: number | null) => (among === null ? 'first →' : `first among these ${count(among)} →`),
  range: (low: string, high: string) => `: ${low} to ${high}`,

  mayBeFirstPlace: 'may be first',
  firstPlace: (among: number | null) => (among === null ? 'first' : `first among these ${count(among)}`),
  possible: 'possible places',
  lastPlace: 'last place',
  whichPlaces: 'Bar: which places are possible?',
  known: (name: string, { best, worst }: Place, all: number) =>
    `${name}: ${best === worst ? `place ${count(best)}` : `places ${count(best)} to ${count(worst)}`}, as ${orNone(best - 1)} of the others are known to be above and ${orNone(all - worst)} below. The longer a bar, the less is known.`,
  whoReaches: (isWon: boolean): string => (isWon ? 'Line: who is first?' : 'Line: who may be first?'),
  reaches: (first: number, winner: string | null) =>
    winner === null ? `${count(first)}, whose bars begin at it.` : `${winner}, whose bar alone begins at it.`,

  whiskers: (pairs: number) =>
    `Thick: 95\u00a0% interval of this rating. Thin: for all ${counted(pairs, 'pair', 'pairs')} at once.`,
  whoIsFirst: 'Thick: who is first?',
  first: ({ highest, isFirst, among }: Findings) =>
    isFirst
      ? `${highest}${among === null ? '' : `, among these ${count(among)}`}. No other thick bar reaches its own.`
      : `Not known: the thick bar of ${highest} overlaps others.`,
  whoIsAbove: 'Thin: who is above whom?',
  orders: ({ ordered, pairs }: Findings) =>
    `Known for ${count(ordered)} of ${counted(pairs, 'pair', 'pairs')}. Where two thin whiskers overlap, it is open.`,
  bracketMeans: 'Bracket: no order among these is known',
  arrowMeans: 'Arrow: goes on beyond the picture',
  footMeans: 'Bottom axis: win rate against a 1000-rated contestant',

  ratingHistory: (name: string) => `${name}, rating over time`,
  countedLater: 'counted later',
  inTheHeat: 'may be first',
  leads: (since: number | null) => (since === null ? 'leads throughout' : `leads since vote ${count(since)}`),
  out: (since: number | null) => (since === null ? 'ruled out' : `ruled out since vote ${count(since)}`),

  pairs: 'Head to head: per cent of decisive votes the row won over the column',
  itself: (name: string) => `${name}: not compared with itself`,
  notMet: (row: string, column: string) => `${row} and ${column}: no votes on this pair`,
  noDecisive: (row: string, column: string) => `${row} and ${column}: no decisive vote`,
  beat: (row: string, column: string, share: string, decisive: number, low: string, high: string) =>
    `${row} beat ${column} in ${share} of ${counted(decisive, 'decisive vote', 'decisive votes')} (${low}–${high})`,
  ties: (n: number) => `, ${counted(n, 'tie', 'ties')}`,
  bothBad: (n: number) => `, ${count(n)} of them both bad`,
}
