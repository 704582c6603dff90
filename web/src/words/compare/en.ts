import type { Shortage, RailState } from '../../../../shared/votes/rail-state.ts'
import { count, counted, measure, share } from '../../ui/figures.ts'
import { chance, fineShare } from '../../ui/shares.ts'

const prompts = (n: number) => counted(n, 'prompt', 'prompts')
const votes = (n: number) => counted(n, 'vote', 'votes')

/** Whether one contestant replaces another. Names arrive ready to be shown. */
export const compare = {
  title: 'Compare',
  comparing: 'Comparing …',

  choice: 'What to compare, and how',
  incumbent: 'In place of',
  choose: 'Choose one',
  retired: (name: string) => `${name} (retired)`,
  swap: 'Swap the two',
  source: 'Votes of',
  sources: {
    humans: 'Humans',
    judges: 'All judges',
    all: 'All votes',
    simulated: 'Simulated',
    live: 'Live battles',
  } as Record<string, string>,
  judge: (name: string) => `Judge “${name}”`,
  allCriteria: 'All',
  gate: 'Gate',
  gateOfArena: 'As set for this arena',
  preset: (name: string, rate: number, n: number) => `${name}: ${share(rate)}, ${votes(n)}`,
  presetNames: { cosmetic: 'Cosmetic', default: 'Default', critical: 'Critical' },
  looks: 'Check the result',
  looksOfBoard: 'As on the board',
  once: 'Once',
  often: 'Any number of times',

  nothing: ['Does one replace the other?', 'Choose a challenger and the contestant that it would replace.'],
  twice: ['Both are the same contestant.', 'Choose two different ones.'],
  notLikeThis: 'These two cannot be compared like this.',
  failed: 'The comparison could not be loaded.',
  retrieved: (n: number) => `Retrieved context (${count(n)})`,
  battle: 'The battle',
  noArena: (arena: string) => `There is no arena “${arena}” here.`,

  ship: (a: string) => `Ship ${a}.`,
  passes: (preset: string, b: string, rails: readonly RailState[]) =>
    `It passes the ${preset} gate against ${b}${rails.length === 0 ? '' : rails.every((one) => one === 'holds') ? ', and every guardrail holds' : ', and no guardrail is broken'}.`,
  doNotShip: (a: string) => `Do not ship ${a}.`,
  heldBack: 'Held back.',
  notDecided: 'Not decided yet.',
  moreVotes: (n: number | null) =>
    n === null
      ? 'Twenty times as many votes like these would not decide it'
      : `About ${counted(n, 'more vote', 'more votes')}`,
  beyondReach: 'It takes more than the prompts and judges of this arena',
  shortOfVotes: ({ prompts, judges, mostVotes, morePrompts }: Shortage) =>
    `${counted(prompts, 'prompt', 'prompts')} and ${counted(judges, 'judge', 'judges')} give at most ${votes(mostVotes)}: add ${counted(morePrompts, 'prompt', 'prompts')} or judges, or require fewer votes`,
  shortOfSignificance: ({ prompts, judges, mostVotes, neededVotes, morePrompts }: Shortage) =>
    `${counted(prompts, 'prompt', 'prompts')} and ${counted(judges, 'judge', 'judges')} give at most ${votes(mostVotes)}, and about ${votes(neededVotes)} would be significant: add about ${counted(morePrompts, 'prompt', 'prompts')}`,
  opening: (more: string, why: string) => `${more}: ${why}.`,
  tooFewVotes: (criterion: string, n: number, asked: number) =>
    `${criterion} has ${votes(n)} of the ${count(asked)} required`,
  lost: (criterion: string, rate: number, b: string) =>
    `${criterion}, with a win rate of ${fineShare(rate)}, is significantly in favour of ${b}`,
  rateTooLow: (criterion: string, rate: number, asked: number) =>
    `${criterion} has a win rate of ${fineShare(rate)}, below the required ${share(asked)}`,
  notSignificant: (criterion: string, rate: number, p: number) =>
    `a win rate of ${fineShare(rate)} on ${criterion} is not significant (p ${chance(p)})`,
  notSignificantYet: (criterion: string, rate: number, p: number) =>
    `a win rate of ${fineShare(rate)} on ${criterion} is not significant yet (p ${chance(p)})`,
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
  askedFor: (asked: number) => `required: ${share(asked)}`,
  verdicts: { ship: 'passes', do_not_ship: 'fails', not_decided_yet: 'open' },
  inconsistent: (n: number) => `${count(n)} inconsistent`,
  bothBad: (n: number) => `${count(n)} both bad`,
  byChecks: (n: number) => `${count(n)} by checks`,
  failedJudgements: (n: number) => `${count(n)} failed`,
  aside: {
    inconsistent:
      'Inconsistent: the judge preferred a different answer in each order, which counts as a tie.',
    failed: 'Failed: no readable verdict, no vote.',
    byChecks: 'By checks: an answer failed a gating check, so no judge was asked.',
  },
  legend: (level: number, isGrouped: boolean) =>
    `Dot: win rate; a tie is half a win. Thick: its ${share(level)} interval, by ${isGrouped ? 'groups of prompts' : 'prompts'} and people. Dashed: required.`,
  legendP: 'The gate decides by p with Holm’s correction for all criteria.',
  legendLooks: (isOften: boolean) =>
    `Interval and p hold ${isOften ? 'however often you look' : 'for one look at these votes'}.`,
  notes: 'Notes on this comparison',

  rails: 'Guardrails',
  noRails: 'None applies: no check covers both contestants, and there are fewer than two categories.',
  railStates: { holds: 'holds', behind: 'open', few: 'open', broken: 'broken' },
  category: (category: string, rate: number, n: number, criterion: string) =>
    `Category ${category}: ${fineShare(rate)} of ${votes(n)} under ${criterion}`,
  categoryStates: {
    holds: ', no significant loss',
    behind: ', behind, but not significantly',
    few: ', too few votes to say anything',
  },
  categoryLost: (p: number) => `, lost significantly (p ${chance(p)})`,
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
    const times = ratio === null ? 'infinitely more' : `${measure(ratio)} times as much`
    return `${rail === 'cost' ? 'Cost' : 'Latency'}: ${measure(own)} and ${measure(other)} ${unit} an answer over ${prompts(n)}, ${times}; allowed: ${measure(most)} times`
  },

  examples: 'Example by example',
  kinds: { losses: 'Lost', wins: 'Won', ties: 'Tied' },
  kindsOf: 'Which examples',
  none: { losses: 'Nothing was lost.', wins: 'Nothing was won.', ties: 'Nothing was tied.' },
  noPrompt: 'no prompt named',
  by: (judge: string) => `by ${judge}`,
  isInconsistent: 'inconsistent',
  failedChecks: (checks: string) => `not judged: failed ${checks}`,
  isBothBad: 'both bad',
  noText: 'The text is not known.',
  onlyIn: (name: string) => `only ${name}:`,
  reason: 'Reason',
  reasons: 'Reasons',
  shownFirst: (name: string) => `${name} shown first`,
  saidFor: (name: string) => `for ${name}`,
  saidTie: 'a tie',
  saidBothBad: 'both bad',
  saidRanking: 'in a ranking',
  closed: 'Texts are shown of retired prompts only: others would show voters whose answer is whose.',
  more: (n: number) => `Show ${count(n)} more`,
  shown: (n: number, of: number) => `${count(n)} of ${count(of)}`,

  asJson: 'As JSON',
}
