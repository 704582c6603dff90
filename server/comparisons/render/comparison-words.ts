/** The words of a comparison, the same in terminal, Markdown and JUnit. */
import type { Comparison, CriterionFinding, GuardRail, BattleList } from '../../../shared/contracts/index.ts'
import { listed, twoDigits, warningText, withCommas } from '../../../shared/sentence/index.ts'
import {
  railState,
  type RailState,
  votesBeyondReach,
  type Shortage,
} from '../../../shared/votes/rail-state.ts'
import { EQUAL } from '../../../shared/stats/compare/gates.ts'
import { chance, counted, percent, range } from '../../../shared/finish/lines.ts'

/** The answer, whether to ship, and why, in one paragraph. */
export function answerWords(comparison: Comparison): string {
  const { contestants, answer, because, ship, criteria, guardRails, heldBack } = comparison
  if (heldBack) return `Not shown, held back: ${warningText(heldBack)}`
  const [challenger, incumbent] = contestants
  if (ship)
    return `${answer === 'better' ? 'Better, ship' : 'Not shown, but ship'} ${challenger}: it passes the ${gateWords(comparison)} against ${incumbent}${allRailsWords(guardRails.map((rail) => railState(rail)))}.`
  const reasons = criteria
    .filter(({ passes }) => !passes)
    .map((finding) => criterionWords(finding, comparison))
  const broken = guardRails.filter(({ holds }) => !holds).map((rail) => railWords(rail, comparison))
  const why = [...reasons, ...broken].join('; ')
  if (answer === 'worse') return `Worse, do not ship ${challenger}: ${why}.`
  if (answer === 'better')
    return because === 'too_few_votes'
      ? `Better, but the gate asks for more votes: ${why}.`
      : `Better, but do not ship ${challenger}: ${why}.`
  return because === 'guardrail' || because === 'win_rate_too_low'
    ? `Not shown, do not ship ${challenger}: ${why}.`
    : `Not shown: ${notShownWords(comparison)}. ${why[0].toUpperCase()}${why.slice(1)}.`
}

/** What is missing while neither is shown to be better. */
function notShownWords({ because, moreVotes, criteria }: Comparison): string {
  if (because === 'could_not_show') {
    const { tasks } = criteria.find((finding) => finding.because === because)!.leastWins!
    return `these ${counted(tasks, 'prompt')} could not have shown it`.replace('these 1 ', 'this 1 ')
  }
  if (because === 'practically_equal')
    return `practically equal, within ${percent(1 - EQUAL)} and ${percent(EQUAL)}`
  if (because === 'no_chance')
    return 'with what is left to judge, the gate is passed in less than 5 of 100 cases'
  if (criteria.some((finding) => votesBeyondReach(finding) !== null))
    return 'it takes more than the prompts and judges of this arena'
  return moreVotes === null
    ? 'twenty times as many votes like these would not show it'
    : `about ${moreVotes < 100 ? moreVotes : twoDigits(moreVotes)} more ${moreVotes === 1 ? 'vote' : 'votes'}`
}

const allRailsWords = (states: readonly RailState[]): string =>
  states.length === 0
    ? ''
    : states.every((state) => state === 'holds')
      ? ', and every guardrail holds'
      : ', and no guardrail is broken'

function gateWords({ gate }: Comparison): string {
  const significance = gate.alpha === null ? 'no significance required' : `alpha ${gate.alpha}`
  const votes = gate.minVotes === 1 ? '' : ` ${withCommas(gate.minVotes)} votes,`
  return `${gate.preset} gate (win rate ${percent(gate.minWinRate)},${votes} ${significance})`
}

/** The reason of the gate under a criterion, and what is missing if judges cannot decide it. */
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
  { criterion, because, votes, winRate, interval, pHolm, minVotes, leastWins }: CriterionFinding,
  { gate, contestants, sequential }: Comparison,
): string {
  const rate = `${criterion}: a win rate of ${percent(winRate)}`
  if (because === 'passed') return `${rate} over ${withCommas(votes)} votes passes`
  if (because === 'too_few_votes')
    return `${rate} over ${withCommas(votes)} votes, of ${withCommas(minVotes)} required`
  if (because === 'worse') return `${rate} is significantly in favour of ${contestants[1]}`
  if (because === 'win_rate_too_low') return `${rate} is below the required ${percent(gate.minWinRate)}`
  if (because === 'could_not_show')
    return `${rate}; even ${leastWins!.tasks} of ${leastWins!.tasks} would not be enough`
  if (because === 'practically_equal') return `${rate}, ${range(interval)}`
  return `${rate} over ${withCommas(votes)} votes is not significant${sequential ? ' yet' : ''} (p ${chance(pHolm)})`
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

/** When it was decided, or what was decided before votes changed. */
export function decisionWords({ decision }: Comparison): string | null {
  if (!decision) return null
  const { at, votes, answer, ship, sequential, isCurrent } = decision
  const on = `on ${at.slice(0, 10)}, ${counted(votes, 'vote')}`
  if (isCurrent) return `Decided ${on}, ${sequential ? 'at any look' : 'at one look that was planned'}.`
  const said = `${answer.replace('_', ' ')}${ship ? ', ship' : ''}`
  return `Decided before, ${on}: ${said}. Votes have changed since.`
}

/** That the board says less of the two than they alone do. */
export const boardWords = ({ barsOverlap }: Comparison): string | null =>
  barsOverlap ? 'On the board their bars overlap: it compares everybody, and this the two alone.' : null

const STOPPED = {
  decided: 'the result is decided',
  no_chance: 'the gate would hardly be passed with what is left',
  everything_judged: 'everything in the plan is judged',
  budget_reached: 'the budget is spent; the same command with a higher --budget resumes',
  paused: 'judging was paused; the same command resumes',
  cancelled: 'judging was cancelled',
}

/** The calls that judging in batches took, if there was any. */
export function callsWords({ calls, stopped }: Comparison): string | null {
  if (!calls || !stopped) return null
  const { made, planned, saved } = calls
  return `Judging stopped: ${STOPPED[stopped]}. ${withCommas(made)} of ${withCommas(planned)} calls to judges made, ${withCommas(saved)} ${stopped === 'decided' || stopped === 'no_chance' ? 'saved against the fixed plan' : 'not made'}.`
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
