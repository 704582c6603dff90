import { count, counted, plural } from '../../ui/figures.ts'
import type { BoardReports } from '../../../../shared/contracts/reports.ts'

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The panels under the board: judges, costs, checks. */
export const panels = {
  unknown: 'not known',

  // judges
  judges: 'Judges, each compared with people',
  whereTheyDiffer: 'Where judges and people differ',
  judgesCaption:
    'Each judge compared with people who voted on the same pairs without seeing its verdict. Bar: 95 % interval. A judge that failed calibration counts only on its own board. Next to people’s votes, only calibrated judges count.',
  noJudges: 'No judge has voted here.',
  judge: 'Judge',
  trust: 'Calibration',
  states: {
    calibrated: 'passed',
    uncalibrated: 'failed',
    not_measured: 'not measured yet',
  },
  failures: {
    agreement: 'agrees too rarely',
    consistency: 'flips too often',
    undecided: 'decides too rarely',
    drift: 'became worse',
    self_agreement: 'contradicts itself',
  },
  due: 'recheck due',
  pairsMissing: (n: number) => `${counted(n, 'more pair', 'more pairs')} needed from people`,
  agreement: 'Agrees with people',
  agreementFigure: 'Agrees',
  agreementSaid: (share: string, n: number) => `agrees in ${share} of ${counted(n, 'pair', 'pairs')}`,
  noShared: 'no pair with votes from people',
  ofPairs: (n: string) => `of ${n} decided by both`,
  kappaMeans: 'Cohen’s kappa: agreement beyond chance, at most 1',
  inconsistent: 'Flips with order',
  inconsistentMeans: 'Pairs on which its verdict changes when the answers swap places',
  first: 'Picks the first',
  firstMeans: 'How often the answer shown first won; one half means no position bias',
  longer: 'Picks the longer',
  longerMeans: 'How often the longer of two answers won',
  longerBeside: (own: string, people: string) => `on shared pairs ${own}, people ${people}`,
  failed: 'Failed',
  failedMeans: 'Judgements without a verdict; they are not votes',
  ceilingLegend: 'how often people agree with one another',
  askedLegend: 'agreement required of a judge',
  ceiling: (share: string, low: string, high: string, n: number) =>
    `Two people who vote on the same pair agree in ${share} of ${n} (${low} – ${high}). No judge can be expected to do better.`,
  noCeiling: 'No pair has votes by two people yet, so how often people agree is not known.',
  asked: (share: string, n: number) => `Required of a judge: ${share}, on at least ${n} pairs.`,
  notCompared: (names: readonly string[]) =>
    `${listed(names)} ${names.length === 1 ? 'is' : 'are'} not compared with people yet.`,
  howToCalibrate:
    'This command prints an address where people vote, blind, on pairs that judges have judged. After a few dozen votes this panel shows how good the judges are.',

  // costs
  costCaption: (unit: string) =>
    `Rating against ${unit}. Thick: 95 % interval for each alone; thin: for all at once. Filled dots reach the line and may be first; hollow ones do not. Cheaper does not mean better.`,
  perThousand: 'US dollars per 1,000 answers',
  perAnswer: 'seconds per answer',
  byCost: 'Cost',
  byTime: 'Time',
  against: 'Against',
  plotOf: (unit: string) => `Plot of ratings against ${unit}; the same figures are in the table below it`,
  logarithmic: 'Logarithmic axis.',
  noCost: (n: number) => `Not known for ${counted(n, 'contestant', 'contestants')}.`,
  unlabelled: (n: number) => `${counted(n, 'dot has', 'dots have')} no room for a name.`,
  asTable: 'Show as a table',
  contestant: 'Contestant',
  rating: 'Rating',
  interval: 'For all at once',
  mayBeFirst: 'May be first',
  yes: 'yes',
  no: 'no',
  dollarsHead: '$/1000',
  time: 'Time',
  open: 'open',
  theLine: 'the line',

  // checks
  checksCaption:
    'Share of answers that pass, in the latest run of each check, with 95 % intervals. Checks never change the rating.',
  checksOf: (check: string) => `Answers that pass “${check}”`,
  passed: 'Passed',
  passedOf: (passed: string, of: string) => `${passed} of ${of}`,
  notMade: (n: number) => `${n} not checked`,
  mustPass: (share: string) => `At least ${share} must pass.`,
  met: 'passes',
  notMet: 'fails',
  noChecks: 'No answer has been checked yet.',
}

/** What a board rests on: few votes, the model, the position, the resampling unit. */
export const reports = {
  caption: (votes: number) =>
    `From ${counted(votes, 'vote', 'votes')}. These reports go with the board and declare no winner.`,
  tooLarge: 'Boards of more than 300 contestants or 500,000 votes have no such reports.',
  none: 'There are no votes in this view.',

  few: 'How few votes decide',
  model: 'Does one strength explain the votes?',
  noModel: 'Fewer than two contestants are rated.',
  fits: (p: string) => `No lack of fit found (p = ${p}).`,
  lacks: (p: string) =>
    `One strength for each contestant does not explain these votes (p = ${p}). Look at the pairs below before you trust the order.`,
  cycles: (n: number) =>
    `${n === 1 ? 'One cycle' : `${count(n)} cycles`} of three contestants, each beating the next significantly.`,
  pairs: 'The pairs that the ratings explain worst',
  pair: 'Pair',
  over: 'over',
  votes: 'Votes',
  won: 'Won',
  expected: 'Expected',

  position: 'Left or right',
  withMethod: 'How much the side of an answer matters is shown [with the method].',
  left: (share: string, range: string) =>
    `Of two equals, the answer on the left wins ${share} (95\u00a0%: ${range}).`,
  noSide: 'This includes 50\u00a0%, so the votes show no effect of the side.',
  someSide: 'This excludes 50\u00a0%: the side influences these votes.',
  noPosition: 'There are too few votes of people, or they cannot show an effect of the side.',

  answers: 'Other answers of the same contestant',
  changes: (share: string, range: string) =>
    `The same contestant’s other answers to a prompt change the outcome of ${share} (${range}) of votes.`,
  noChange: 'This includes 0\u00a0%, so no effect is shown.',
  unknownChange: {
    few_prompts: 'Withheld: fewer than ten prompts have votes both on equal answers and on different ones.',
    few_votes:
      'Withheld: fewer than 50 votes are on prompts with votes both on equal answers and on different ones.',
    no_spread: 'Withheld: these votes show no difference between prompts, so no interval follows.',
  },

  unit: 'What votes share',
  units: {
    both: (n: string) =>
      `Prompts and voters together. They count like ${n} of equal size, of the kind with fewer.`,
    prompt: (n: string) => `Prompts; they count like ${n} of equal size.`,
    group: (n: string) => `Groups of prompts; they count like ${n} of equal size.`,
    voter: (n: string) => `Voters; they count like ${n} with equally many votes.`,
    vote: () => 'Single votes: no two are known to share a prompt or a voter.',
  },
}

export type Style = NonNullable<BoardReports['style']>
export type Feature = Style['features'][number]['feature']
export type Withheld = NonNullable<Style['withheld']>

/** What length and Markdown of answers are worth, and ratings at equal style. */
export const style = {
  title: 'Length and Markdown of answers',
  caption: (votes: number, left: number) =>
    `From the ${counted(votes, 'vote', 'votes')} whose two answers are known${left > 0 ? `; ${count(left)} left out` : ''}. A better answer may be longer because it says more, so ratings at equal style declare nothing.`,
  withheld: {
    no_texts: 'Withheld: the texts of these answers are not known.',
    few_texts: 'Withheld: fewer than half of these votes have the texts of both answers.',
    few_votes: 'Withheld: this needs 50 votes, and prompts or voters that count like 10 of equal size.',
    too_long: 'Withheld: the answers of this arena have more than 200 million characters together.',
    no_estimate:
      'Withheld: style never differs in these votes, decides every vote, or cannot be separated from the contestants.',
    extrapolates:
      'Withheld: these contestants hardly ever met with answers of equal style, so a rating at equal style would be a guess.',
  } satisfies Record<Withheld, string> as Record<Withheld, string>,

  effect: {
    more: {
      length: 'Longer answers win more:',
      headers: 'Answers with more headers win more:',
      lists: 'Answers with more list items win more:',
      bold: 'Answers with more bold text win more:',
    },
    less: {
      length: 'Longer answers win less:',
      headers: 'Answers with more headers win less:',
      lists: 'Answers with more list items win less:',
      bold: 'Answers with more bold text win less:',
    },
    none: {
      length: 'No effect of length is shown:',
      headers: 'No effect of headers is shown:',
      lists: 'No effect of list items is shown:',
      bold: 'No effect of bold text is shown:',
    },
  } satisfies Record<string, Record<Feature, string>>,
  twice: (feature: Feature, share: string, range: string) =>
    `of two equals, the answer ${TWICE[feature]} wins ${share} (95\u00a0%: ${range}).`,
  neverDiffers: (features: Feature[]) =>
    `Never different in these votes: ${features.map((one) => NAMED[one]).join(', ')}.`,

  show: 'Show ratings at equal style',
  table: 'Ratings as they are, and at equal style',
  contestant: 'Contestant',
  plot: 'Both ratings with their 95 % intervals, on one axis',
  plain: 'Rating',
  equal: 'At equal style',
  change: 'Change',
  said: (plain: string, equal: string | null) =>
    equal === null ? `rating ${plain}, at equal style withheld` : `rating ${plain}, at equal style ${equal}`,
  unknown: 'withheld',
  extrapolates:
    'Withheld for [names]: in more than 19 of 20 votes, their answers differ from the other in the same direction.',
  shown: (shown: number, all: number) => `The ${count(shown)} highest of ${count(all)} are shown.`,
}

const TWICE: Record<Feature, string> = {
  length: 'twice as long',
  headers: 'with twice as many headers',
  lists: 'with twice as many list items',
  bold: 'with twice as much bold text',
}
const NAMED: Record<Feature, string> = {
  length: 'length',
  headers: 'headers',
  lists: 'list items',
  bold: 'bold text',
}

const firstOf = (names: readonly string[], more: (n: number) => string) =>
  [...names.slice(0, 5), ...(names.length > 5 ? [more(names.length - 5)] : [])].join(', ')

/** Everyone against one fixed reference. */
export const winRates = {
  against: 'Against',
  caption: (votes: number) =>
    `From ${counted(votes, 'vote', 'votes')} on these pairs only; a tie counts as half a win. Unlike the ratings above, votes between other contestants do not count. Bars: 95\u00a0% intervals, each alone, with votes on one prompt grouped.`,
  lengths:
    'Hollow: the win rate expected if both answers were equally long. Where it is lower, part of the lead comes from longer answers.',
  noLengths:
    'The win rate at equal length is not known: too few answers have a known length, or their lengths were never close.',
  chosen: 'Chosen because it has votes against the most others.',
  table: (baseline: string) => `Win rates against ${baseline}`,
  contestant: 'Contestant',
  plot: 'Win rate with its interval; the line marks one half',
  said: (share: string) => `wins ${share}`,
  winRate: 'Win rate',
  equalLength: 'At equal length',
  record: 'Won–lost–tied',
  unknown: 'not known',
  shown: (n: number, all: number) => `Shown: the first ${count(n)} of ${count(all)}, and the selected one.`,
  notMet: (names: readonly string[]) =>
    `No votes against it yet: ${firstOf(names, (n) => `${count(n)} more`)}.`,
  nobody: 'No contestant has votes against it in this view.',
}

/** The newest daily digest of an arena, with the method of its board. */
export const digest = {
  digest: 'Daily digest',
  newest: (day: string, votes: number) => `${day}, ${counted(votes, 'vote', 'votes')}: [digest]`,
  none: 'None yet. The first is made after the first day with votes has ended (UTC).',
  copy: 'Copy the digest of this day',
  how: 'Note it now and then, where the operator cannot change it. With a noted digest, verify finds votes that were changed afterwards. [All digests]',
}

/** What the ingredients of contestants are worth, and what they do not explain. */
export const ingredients = {
  caption: (votes: number) =>
    `Points of rating that an ingredient adds, all else equal; the whiskers hold together at 95\u00a0%. One that touches 0 shows no difference. From ${counted(votes, 'vote', 'votes')}.`,
  ingredient: 'Ingredient',
  compared: 'Compared',
  effect: 'What to do',
  contestant: 'Contestant',
  plot: 'Points of rating',
  rest: 'What the ingredients do not explain',
  restPlot: 'Points above what its ingredients say',
  said: (points: string, low: string, high: string) => `${points} points, 95\u00a0%: ${low} to ${high}`,
  none: 'not known',
}

/** Pairs, how evenly they were drawn, ratings over time. */
export const pairs = {
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
