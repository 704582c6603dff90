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
    'Each judge compared with people who voted on the same pairs without seeing its verdict. Only judges that passed count beside people.',
  noJudges: 'No judge has voted here.',
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
  onLive: (share: string, n: string) => `on visitors’ own prompts ${share} of ${n}`,
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
    `Rating against ${unit}. Filled dots may be first, hollow ones not. Cheaper does not mean better.`,
  perThousand: 'US dollars per 1,000 answers',
  perAnswer: 'seconds per answer',
  byCost: 'Cost',
  byTime: 'Time',
  plotOf: (unit: string) => `Plot of ratings against ${unit}; the same figures are in the table below it`,
  logarithmic: 'Logarithmic axis.',
  noCost: (n: number) => `Not known for ${counted(n, 'contestant', 'contestants')}.`,
  unlabelled: (n: number) => `${counted(n, 'dot has', 'dots have')} no room for a name.`,
  asTable: 'Show as a table',
  interval: 'For all at once',
  mayBeFirst: 'May be first',
  dollarsHead: '$/1000',
  time: 'Time',
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
  tooLarge: 'Boards of more than 300 contestants or 500,000 votes have no such reports.',
  none: 'There are no votes in this view.',

  few: 'How few votes decide',
  model: 'Does one strength explain the votes?',
  lacks: (p: string) =>
    `One strength for each contestant does not explain these votes (p = ${p}). Look at the pairs below before you trust the order.`,
  cycles: (n: number) =>
    `${n === 1 ? 'One cycle' : `${count(n)} cycles`} of three contestants, each beating the next significantly.`,
  pairs: 'The pairs that the ratings explain worst',
  pair: 'Pair',
  over: 'over',
  expected: 'Expected',

  position: 'Left or right',
  left: (share: string, range: string) =>
    `Of two equals, the answer on the left wins ${share} (95\u00a0%: ${range}).`,
  noSide: 'This includes 50\u00a0%, so the votes show no effect of the side.',
  someSide: 'This excludes 50\u00a0%: the side influences these votes.',
  noPosition: 'There are too few votes of people, or they cannot show an effect of the side.',

  answers: 'Other answers of the same contestant',
  changes: (share: string, range: string) =>
    `The same contestant’s other answers to a prompt change the outcome of ${share} (${range}) of votes.`,
  noChange: 'This includes 0\u00a0%, so no effect was found.',
  unknownChange: {
    few_prompts: 'Withheld: fewer than ten prompts have votes both on equal answers and on different ones.',
    few_votes:
      'Withheld: fewer than 50 votes are on prompts with votes both on equal answers and on different ones.',
    no_spread: 'Withheld: these votes show no difference between prompts, so no interval follows.',
  },
}

export type Style = NonNullable<BoardReports['style']>
export type Feature = Style['features'][number]['feature']
export type Withheld = NonNullable<Style['withheld']>

/** What length and Markdown of answers are worth, and ratings at equal style. */
export const style = {
  title: 'Length and Markdown of answers',
  caption: (votes: number, left: number) =>
    `From the ${counted(votes, 'vote', 'votes')} whose two answers are known${left > 0 ? `; ${count(left)} left out` : ''}. A better answer may be longer because it says more.`,
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
      length: 'No effect of length was found:',
      headers: 'No effect of headers was found:',
      lists: 'No effect of list items was found:',
      bold: 'No effect of bold text was found:',
    },
  } satisfies Record<string, Record<Feature, string>>,
  twice: (feature: Feature, share: string, range: string) =>
    `of two equals, the answer ${TWICE[feature]} wins ${share} (95\u00a0%: ${range}).`,
  neverDiffers: (features: Feature[]) =>
    `Never different in these votes: ${features.map((one) => NAMED[one]).join(', ')}.`,
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
    `Points of rating that an ingredient adds, all else equal; the whiskers hold together at 95\u00a0%. If one touches 0, no difference is found. From ${counted(votes, 'vote', 'votes')}.`,
  ingredient: 'Ingredient',
  compared: 'Compared',
  effect: 'What to do',
  plot: 'Points of rating',
  rest: 'What the ingredients do not explain',
  restPlot: 'Points above what its ingredients say',
  said: (points: string, low: string, high: string) => `${points} points, 95\u00a0%: ${low} to ${high}`,
  none: 'not known',
}

/** Pairs, how evenly they were drawn, ratings over time. */
export const pairs = {
  pairs: (records: boolean) =>
    `Per cent of decided votes that the row won${records ? '; won–lost–tied below' : ''}.`,
  triangle: 'Each cell: the name at the end of its row against the name at the top of its column. Dot: open.',
  tinted: (known: number) =>
    known === 0
      ? 'No order is known, so none is tinted.'
      : `Tinted: ${counted(known, 'pair', 'pairs')} of known order, darker where the row is above.`,
  whoIsShown: 'Who is shown',
  all: (n: number) => `all ${count(n)}`,
  againstAll: (name: string) => `${name} against all`,
  nobodyMet: 'No pair has votes in this view.',

  againstEverybody: '[name] against each opponent',
  hasNotMet: (n: number) => `; no votes against ${count(n)} ${plural(n, 'other', 'others')}`,
  wonShare: 'Won, %',
  lost: 'Lost',
  tied: 'Tied',
  bothBad: 'Both bad',

  band: (from: string, to: string) =>
    `Rating and thin whisker, ${from} to ${to}. A band that left the line is ruled out.`,
  drawn: (n: number, all: number) => `${count(n)} of ${count(all)} are drawn.`,
  oneBoard: 'There is only one board.',
  countedLater: 'Dashed: counted later.',
  stillCounting: (counted: number, of: number) =>
    `Boards of earlier days are being counted: ${count(counted)} of ${count(of)}.`,

  evenness: (pairs: number, each: string, unmet: number) =>
    `Votes on each of ${count(pairs)} pairs, ${each} on average${unmet > 0 ? `; ${counted(unmet, 'pair has', 'pairs have')} none` : ''}. Grey: where even drawing puts 95\u00a0% of them.`,
  even: 'Pairs met about equally often.',
  uneven: 'Some pairs met far more often than others.',
  focused:
    'This arena draws with focus: half of the battles are between contestants that may still be first. So these pairs have more votes.',
  onePair: 'Two contestants make one pair, so there is nothing to compare.',
}
