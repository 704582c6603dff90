/** The words of a comparison, the same in terminal, Markdown and JUnit. */
import type { Comparison, CriterionFinding, GuardRail, BattleList } from '../../../shared/contracts/index.ts'
import { listed, twoDigits, warningText, withCommas } from '../../../shared/sentence/index.ts'
import {
  railState,
  type RailState,
  votesBeyondReach,
  type Shortage,
} from '../../../shared/votes/rail-state.ts'
import { chance, counted, percent } from './lines.ts'

/** The verdict in one paragraph. */
export function verdictWords(comparison: Comparison): string {
  const { contestants, verdict, criteria, guardRails, heldBack } = comparison
  if (heldBack) return `Held back: ${warningText(heldBack)}`
  const [firstName, secondName] = contestants
  const broken = guardRails.filter(({ holds }) => !holds)
  if (verdict === 'ship')
    return `Ship ${firstName}: it passes the ${gateWords(comparison)} against ${secondName}${allRailsWords(guardRails.map((rail) => railState(rail)))}.`
  if (verdict === 'do_not_ship') {
    const reasons = [
      ...criteria
        .filter((one) => one.verdict === 'do_not_ship')
        .map((one) => criterionWords(one, comparison)),
      ...broken.map((rail) => railWords(rail, comparison)),
    ]
    return `Do not ship ${firstName}: ${reasons.join('; ')}.`
  }
  const open = criteria.filter((one) => one.verdict === 'not_decided_yet')
  const isBeyondReach = open.some((one) => votesBeyondReach(one) !== null)
  const more = isBeyondReach
    ? 'it takes more than the prompts and judges of this arena'
    : moreWords(comparison.moreVotes)
  return `Not decided yet: ${more}. ${open.map((one) => criterionWords(one, comparison)).join('; ')}.`
}

const allRailsWords = (states: readonly RailState[]): string =>
  states.length === 0
    ? ''
    : states.every((state) => state === 'holds')
      ? ', and every guardrail holds'
      : ', and no guardrail is broken'

function moreWords(more: number | null): string {
  if (more === null) return 'twenty times as many votes like these would not decide it'
  return `about ${more < 100 ? more : twoDigits(more)} more ${more === 1 ? 'vote' : 'votes'}`
}

function gateWords({ gate }: Comparison): string {
  const significance = gate.alpha === null ? 'no significance required' : `alpha ${gate.alpha}`
  const votes = gate.minVotes === 1 ? '' : ` ${withCommas(gate.minVotes)} votes,`
  return `${gate.preset} gate (win rate ${percent(gate.minWinRate)},${votes} ${significance})`
}

/** The reason for the verdict on a criterion, and what is missing if judges cannot decide it. */
export function criterionWords(finding: CriterionFinding, comparison: Comparison): string {
  const shortage = votesBeyondReach(finding)
  const reason = reasonWords(finding, comparison)
  return shortage ? `${reason}; ${shortageWords(shortage, finding)}` : reason
}

function shortageWords(
  { prompts, judges, mostVotes, neededVotes, morePrompts }: Shortage,
  { because }: CriterionFinding,
): string {
  const there = `${counted(prompts, 'prompt')} and ${counted(judges, 'judge')} give at most ${counted(mostVotes, 'vote')}`
  const add = `add ${because === 'too_few_votes' ? '' : 'about '}${counted(morePrompts, 'prompt')}`
  return because === 'too_few_votes'
    ? `${there}: ${add} or judges, or lower --min-votes`
    : `${there}, and about ${counted(neededVotes, 'vote')} would be significant: ${add}`
}

function reasonWords(
  { criterion, because, votes, winRate, pHolm, minVotes }: CriterionFinding,
  { gate, contestants, sequential }: Comparison,
): string {
  const rate = `${criterion}: a win rate of ${percent(winRate)}`
  if (because === 'passed') return `${rate} over ${withCommas(votes)} votes passes`
  if (because === 'too_few_votes')
    return `${rate} over ${withCommas(votes)} votes, of ${withCommas(minVotes)} required`
  if (because === 'lost') return `${rate} is significantly in favour of ${contestants[1]}`
  if (because === 'win_rate_too_low') return `${rate} is below the required ${percent(gate.minWinRate)}`
  return `${rate} is not significant${sequential ? ' yet' : ''} (p ${chance(pHolm)})`
}

/** What is known of a guardrail, in one word. */
export const railMark = (rail: GuardRail): string =>
  ({ holds: 'holds', behind: 'open', few: 'open', broken: 'BROKEN' })[railState(rail)]

/** The result of a guardrail. */
export function railWords(rail: GuardRail, comparison: Comparison): string {
  const { contestants } = comparison
  if (rail.rail === 'category') {
    const { category, criterion, winRate, votes, pHolm } = rail
    return `category ${category}: ${percent(winRate)} over ${withCommas(votes)} votes under ${criterion}${
      {
        holds: '',
        behind: ', behind, but not significantly',
        few: ', too few votes to say anything',
        broken: `, lost significantly (p ${chance(pHolm)})`,
      }[railState(rail)]
    }`
  }
  const [own, other] = contestants
  if (rail.rail === 'check')
    return `check ${rail.check}: passed by ${rail.passed[0]} answers of ${own} and ${rail.passed[1]} of ${other}, of ${rail.prompts}`
  const { means, ratio, maxRatio, prompts } = rail
  const unit = rail.rail === 'cost' ? 'USD' : 'ms'
  const figures = listed(means.map((mean) => `${Number(mean.toPrecision(3))} ${unit}`))
  const times = ratio === null ? 'infinitely more' : `${Number(ratio.toPrecision(3))} times as much`
  return `${rail.rail}: ${figures} an answer over ${prompts} prompts, ${times}; at most ${maxRatio} times`
}

/** Judgements beside the votes: inconsistent ones, and failed ones. */
export function asideWords({ criteria }: Comparison): string | null {
  const sum = (of: 'inconsistent' | 'failed') => criteria.reduce((total, one) => total + one[of], 0)
  const asideParts = [
    sum('inconsistent') > 0 &&
      `${withCommas(sum('inconsistent'))} of the ties ${sum('inconsistent') === 1 ? 'is' : 'are'} inconsistent: the judge chose a different answer in each order`,
    sum('failed') > 0 &&
      `${counted(sum('failed'), 'judgement')} failed and ${sum('failed') === 1 ? 'is not a vote' : 'are not votes'}`,
  ].filter((words) => words !== false)
  return asideParts.length > 0 ? `${asideParts.join('; ')}.` : null
}

const STOPPED = {
  decided: 'the result is decided',
  everything_judged: 'everything in the plan is judged',
  budget_reached: 'the budget is spent; the same command with a higher --budget resumes',
  paused: 'judging was paused; the same command resumes',
  cancelled: 'judging was cancelled',
}

/** The calls that judging in batches took, if there was any. */
export function callsWords({ calls, stopped }: Comparison): string | null {
  if (!calls || !stopped) return null
  const { made, planned, saved } = calls
  return `Judging stopped: ${STOPPED[stopped]}. ${withCommas(made)} of ${withCommas(planned)} calls to judges made, ${withCommas(saved)} ${stopped === 'decided' ? 'saved against the fixed plan' : 'not made'}.`
}

/** Which battles are shown, and how they follow from the side of the challenger. */
export const SHOWN_KINDS = { losses: 'lost', wins: 'won', ties: 'tied' } as const
export type ShownKind = keyof typeof SHOWN_KINDS
const ONE = { losses: 'loss', wins: 'win', ties: 'tie' }

/** The battles that stand below a comparison, and which they are. */
export interface ShownBattles {
  kind: ShownKind
  list: BattleList
}

export function battlesTitle({ kind, list: { total, battles } }: ShownBattles): string {
  if (total === 0) return `No ${kind} among the votes.`
  const shown = battles.length < total ? `; the latest ${battles.length} are shown` : ''
  return `${withCommas(total)} ${total === 1 ? ONE[kind] : kind}${shown}`
}
