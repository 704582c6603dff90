import { count, counted, share } from '../../ui/figures.ts'
import { chance, fineShare, measure } from '../../ui/shares.ts'

const prompts = (n: number) => counted(n, 'prompt', 'prompts')
const votes = (n: number) => counted(n, 'vote', 'votes')

/** Whether one contestant replaces another. Names come as they are to be shown. */
export const en = {
  title: 'Compare',
  comparing: 'Comparing …',
  board: 'Board',
  climb: 'Climb',

  choice: 'Which two, and how they are compared',
  challenger: 'Challenger',
  incumbent: 'In place of',
  choose: 'Choose one',
  retired: (name: string) => `${name} (retired)`,
  swap: 'Swap the two',
  source: 'Votes of',
  sources: { humans: 'Humans', judges: 'All judges', all: 'All votes', simulated: 'Simulated' } as Record<
    string,
    string
  >,
  judge: (name: string) => `Judge “${name}”`,
  criterion: 'Criterion',
  allCriteria: 'All',
  gate: 'Gate',
  gateOfArena: 'As the arena asks',
  preset: (name: string, rate: number, n: number) => `${name}: ${share(rate)}, ${votes(n)}`,
  presetNames: { cosmetic: 'Cosmetic', default: 'Default', critical: 'Critical' },
  looks: 'You look',
  once: 'Once',
  often: 'As often as you like',

  nothing: ['Does one replace the other?', 'Choose a challenger, and the one whose place it would take.'],
  twice: ['That is one contestant, twice.', 'Choose another for one of the two.'],
  notLikeThis: 'These two cannot be compared like this.',
  failed: 'The comparison did not come.',
  again: 'Try again',
  noArena: (arena: string) => `There is no arena “${arena}” here.`,

  ship: (a: string) => `Ship ${a}.`,
  passes: (preset: string, b: string, hasRails: boolean) =>
    `It passes the ${preset} gate against ${b}${hasRails ? ', and every guard rail holds' : ''}.`,
  doNotShip: (a: string) => `Do not ship ${a}.`,
  notDecided: 'Not decided yet.',
  moreVotes: (n: number | null) =>
    n === null
      ? 'No number of votes like these would decide it'
      : `About ${counted(n, 'more vote', 'more votes')}`,
  opening: (more: string, why: string) => `${more}: ${why}.`,
  tooFewVotes: (criterion: string, n: number, asked: number) =>
    `${criterion} has ${votes(n)} of ${count(asked)} asked for`,
  lost: (criterion: string, rate: number, b: string) =>
    `${criterion}, with a win rate of ${fineShare(rate)}, is significantly in favour of ${b}`,
  rateTooLow: (criterion: string, rate: number, asked: number) =>
    `${criterion} has a win rate of ${fineShare(rate)}, below the ${share(asked)} asked for`,
  notSignificant: (criterion: string, rate: number, p: number) =>
    `a win rate of ${fineShare(rate)} on ${criterion} is not significant (p ${chance(p)})`,
  notSignificantYet: (criterion: string, rate: number) =>
    `a win rate of ${fineShare(rate)} on ${criterion} is not significant yet`,
  gateNames: { cosmetic: 'cosmetic', default: 'default', critical: 'critical' } as Record<string, string>,

  criteria: 'Criterion by criterion',
  columns: {
    criterion: 'Criterion',
    plot: 'Win rate and interval',
    rate: 'Win rate',
    interval: (level: number) => `${share(level)} interval`,
    won: 'Won',
    lost: 'Lost',
    tied: 'Tied',
    votes: 'Votes',
    p: 'p',
    holm: 'p (Holm)',
    gate: 'Gate',
  },
  askedFor: (asked: number) => `asked for ${share(asked)}`,
  verdicts: { ship: 'passes', do_not_ship: 'fails', not_decided_yet: 'open' },
  inconsistent: (n: number) => `${count(n)} inconsistent`,
  bothBad: (n: number) => `${count(n)} both bad`,
  byChecks: (n: number) => `${count(n)} by checks`,
  failedJudgements: (n: number) => `${count(n)} failed`,
  aside:
    'Beside the figures: inconsistent, the judge chose another in each order, and both bad count as ties; failed, nothing could be read in the end, is no vote. By checks: an answer failed a required check, and no judge was shown the two.',
  legend: (level: number) =>
    `Dot: win rate, a tie is half a win. Thick: its ${share(level)} interval, votes on one prompt taken together. Dashed: what the gate asks for.`,
  legendP: 'p belongs to the interval; with Holm’s correction for all criteria here it decides.',
  legendSequence:
    'Thin: every win rate that holds up against all looks so far, at a share of alpha for each criterion; it decides, and p does not.',
  decided: (criterion: string, name: string, after: number, of: number, n: number) =>
    `${criterion}: decided for ${name} after ${count(after)} of ${prompts(of)} (${votes(n)}); judging could have stopped there.`,
  outOfReach: (criterion: string, after: number, asked: number) =>
    `${criterion}: after ${prompts(after)} no win rate of ${share(asked)} or more is left.`,
  undecided: (criterion: string, after: number, more: string) =>
    `${criterion}: not decided after ${prompts(after)}; ${more}.`,
  moreLikeThese: (n: number | null) =>
    n === null
      ? 'twenty times as much of the same would not decide it'
      : `about ${counted(n, 'more vote', 'more votes')} like these would`,
  notes: 'Notes on this comparison',

  rails: 'Guard rails',
  noRails: 'None applies: no check was made of both, and there are fewer than two categories.',
  holds: 'holds',
  broken: 'broken',
  category: (category: string, rate: number, n: number, criterion: string) =>
    `Category ${category}: ${fineShare(rate)} of ${votes(n)} under ${criterion}`,
  categoryLost: (p: number | null) =>
    p === null ? ', lost significantly' : `, lost significantly (p ${chance(p)})`,
  check: (check: string, a: number, b: number, of: number, [own, other]: readonly [string, string]) =>
    `Check ${check}: passed by ${count(a)} answers of ${own} and ${count(b)} of ${other}, of ${count(of)}`,
  spending: (
    rail: 'cost' | 'latency',
    [own, other]: readonly [number, number],
    n: number,
    ratio: number | null,
    most: number,
  ) => {
    const unit = rail === 'cost' ? 'USD' : 'ms'
    const times = ratio === null ? 'dearer than nothing' : `${measure(ratio)} times as much`
    return `${rail === 'cost' ? 'Cost' : 'Latency'}: ${measure(own)} and ${measure(other)} ${unit} an answer over ${prompts(n)}, ${times}; at most ${measure(most)} times`
  },

  examples: 'Example by example',
  kinds: { losses: 'Lost', wins: 'Won', ties: 'Tied' },
  kindsOf: 'Which examples',
  none: { losses: 'Nothing was lost.', wins: 'Nothing was won.', ties: 'Nothing was tied.' },
  differences: 'Show what differs',
  noPrompt: 'no prompt named',
  by: (judge: string) => `by ${judge}`,
  isInconsistent: 'inconsistent',
  failedChecks: (checks: string) => `no judge was shown it: failed ${checks}`,
  isBothBad: 'both bad',
  asked: 'Asked',
  noText: 'No text known.',
  onlyIn: (name: string) => `only ${name}:`,
  reason: 'Reason',
  reasons: 'Reasons',
  shownFirst: (name: string) => `${name} shown first`,
  saidFor: (name: string) => `for ${name}`,
  saidTie: 'a tie',
  saidBothBad: 'both bad',
  saidRanking: 'in a ranking',
  closed:
    'Prompts that are still voted on show no texts here: they would tell voters whose answer is whose. Retired ones do, and so does every one to an operator.',
  signIn: 'Sign in',
  more: (n: number) => `Show ${count(n)} more`,
  shown: (n: number, of: number) => `${count(n)} of ${count(of)}`,

  terminal: 'In the terminal',
  exits: 'Exit 0: ship. 1: do not ship, or not decided yet. 2: it cannot be compared.',
  asJson: 'The same as JSON',
  copyLine: 'Copy the line that makes this comparison',
}
