/** Comparisons in English, as text, Markdown and JUnit say them. */
import type { Comparison, CriterionFinding, GuardRail } from '../../../shared/contracts/index.ts'
import {
  decisionText,
  guardrailText as railIn,
  reasonText,
  gateName,
  verdictText,
  type ComparisonLanguage,
} from '../../../shared/finish/comparison.ts'
import { comparisonTexts } from '../../../shared/finish/comparison-texts.ts'
import { longDay } from '../../../shared/finish/headline.ts'
import { boardWords } from '../../../shared/finish/words.ts'
import { chance, countWithNoun, joinNames, percent, plainNumbers } from '../../../shared/finish/lines.ts'
import { warningText, withCommas } from '../../../shared/sentence/index.ts'
import { buildWords } from '../../../shared/sentence/words.ts'
import { EQUAL } from '../../../shared/stats/compare/gates.ts'
import { railState } from '../../../shared/votes/ship-verdict.ts'

const ENGLISH: ComparisonLanguage = {
  words: buildWords(comparisonTexts, 'en'),
  counts: boardWords('en'),
  name: (name) => name,
  message: warningText,
  day: (at) => `on ${longDay(at, 'en')}`,
  share: plainNumbers.exactPercent,
  fineShare: percent,
  chance,
  measure: (value) => String(Number(value.toPrecision(3))),
  equal: [1 - EQUAL, EQUAL],
}

/** The answer, whether to ship, and why, in one paragraph. */
export function answerWords(comparison: Comparison): string {
  const { lead, rest } = verdictText(comparison, ENGLISH)
  return `${lead} ${rest}`
}

/** What the gate asks for. */
export function gateWords({ gate }: Comparison): string {
  const requirements = [
    `a win rate of ${ENGLISH.share(gate.minWinRate)}`,
    ...(gate.minVotes === 1 ? [] : [countWithNoun(gate.minVotes, 'vote')]),
    gate.alpha === null ? 'no significance' : `alpha ${gate.alpha}`,
  ]
  return `The ${gateName(gate, ENGLISH)} gate asks for ${joinNames(requirements)}.`
}

/** The reason of the gate under a criterion, and what is missing if judges cannot decide it. */
export const criterionWords = (finding: CriterionFinding, comparison: Comparison): string =>
  reasonText(finding, comparison, ENGLISH)

/** What is known of a guardrail, in one word. */
export const guardrailStatus = (rail: GuardRail): string =>
  ({ holds: 'in order', behind: 'undecided', few: 'too few', broken: 'BROKEN' })[railState(rail)]

export const railWords = (rail: GuardRail, comparison: Pick<Comparison, 'contestants'>): string =>
  railIn(rail, comparison, ENGLISH)

/** Judgements beside the votes: inconsistent ones, and failed ones. */
export function judgementNotes({ criteria }: Comparison): string | null {
  const sum = (kind: 'inconsistent' | 'failed') =>
    criteria.reduce((total, finding) => total + finding[kind], 0)
  const asideParts = [
    sum('inconsistent') > 0 &&
      `${withCommas(sum('inconsistent'))} of the ties ${sum('inconsistent') === 1 ? 'is' : 'are'} inconsistent: the judge's verdicts in the two orders differ`,
    sum('failed') > 0 &&
      `${countWithNoun(sum('failed'), 'judgement')} failed and ${sum('failed') === 1 ? 'is not a vote' : 'are not votes'}`,
  ].filter((words) => words !== false)
  return asideParts.length > 0 ? `${asideParts.join('; ')}.` : null
}

/** When it was decided, or what was decided before votes changed. */
export const decisionWords = ({ decision }: Comparison): string | null =>
  decision ? decisionText(decision, ENGLISH) : null

/** That the board says less of the two than they alone do. */
export const barsOverlapText = ({ barsOverlap }: Comparison): string | null =>
  barsOverlap ? ENGLISH.words.barsOverlap : null

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
