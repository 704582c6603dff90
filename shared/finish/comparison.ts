/** The verdict of a comparison in words, the same on the page, in the terminal and in reports. */
import type { Comparison, CriterionFinding, GuardRail, PairDecision } from '../contracts/comparison.ts'
import type { Warning } from '../contracts/board.ts'
import type { WordsOf } from '../sentence/words.ts'
import { railState, votesBeyondReach } from '../votes/ship-verdict.ts'
import type { comparisonTexts } from './comparison-texts.ts'

type CountText = (values: { count: number }) => string
type Figure = (value: number) => string

/** A language of comparisons: its words, and how it writes names and figures. */
export interface ComparisonLanguage {
  words: WordsOf<typeof comparisonTexts>
  counts: { prompts: CountText; judges: CountText; votes: CountText }
  name: (name: string) => string
  message: (warning: Warning) => string
  day: (at: string) => string
  share: Figure
  fineShare: Figure
  chance: Figure
  measure: Figure
  /** The win rates between which two are practically equal. */
  equal: readonly [number, number]
}

/** The verdict in bold, and the reasons after it. */
export interface VerdictText {
  lead: string
  rest: string
}

/** The answer in bold, and why. */
export function verdictText(comparison: Comparison, say: ComparisonLanguage): VerdictText {
  const { contestants, answer, because, ship, criteria, guardRails, gate, heldBack } = comparison
  const [a, b] = [say.name(contestants[0]), say.name(contestants[1])]
  if (heldBack) return { lead: say.words.heldBack, rest: say.message(heldBack) }
  if (ship)
    return {
      lead: answer === 'better' ? say.words.ship({ a }) : say.words.shipNotShown({ a }),
      rest: passedWords(gate, b, guardRails, say),
    }
  const why = [
    ...criteria.filter(({ passes }) => !passes).map((finding) => reasonText(finding, comparison, say)),
    ...guardRails.filter(({ holds }) => !holds).map((rail) => guardrailText(rail, comparison, say)),
  ].join('; ')
  if (answer === 'worse') return { lead: say.words.worse({ a }), rest: sentence(why) }
  if (answer === 'better')
    return {
      lead: because === 'too_few_votes' ? say.words.betterTooFew : say.words.notEnoughBetter({ a }),
      rest: sentence(why),
    }
  if (because === 'guardrail' || because === 'win_rate_too_low')
    return { lead: say.words.guardrailBroken({ a }), rest: sentence(why) }
  return {
    lead: say.words.notShown,
    rest: say.words.opening({ more: missingWords(comparison, say), why }),
  }
}

/** What is missing while neither is shown to be better. */
function missingWords({ because, criteria, moreVotes }: Comparison, say: ComparisonLanguage): string {
  if (because === 'could_not_show') {
    const { tasks } = criteria.find((finding) => finding.because === because)!.leastWins!
    return say.words.couldNotShow({ count: tasks })
  }
  if (because === 'practically_equal')
    return say.words.equal({ low: say.share(say.equal[0]), high: say.share(say.equal[1]) })
  if (because === 'no_chance') return say.words.noChance
  if (criteria.some((finding) => votesBeyondReach(finding) !== null)) return say.words.beyondReach
  return moreVotes === null
    ? say.words.undecidable
    : say.words.moreVotes({ count: Number(moreVotes.toPrecision(2)) })
}

/** What the gate is called: by its preset only if its thresholds are the preset's. */
export const gateName = ({ preset, setBy }: Comparison['gate'], say: ComparisonLanguage): string =>
  say.words.gateNames[setBy === 'preset' ? preset : setBy]

function passedWords(
  gate: Comparison['gate'],
  name: string,
  guardRails: readonly GuardRail[],
  say: ComparisonLanguage,
): string {
  const values = { preset: gateName(gate, say), name }
  if (guardRails.length === 0) return say.words.passes(values)
  return guardRails.every((rail) => railState(rail) === 'holds')
    ? say.words.passesAllHold(values)
    : say.words.passesNoneBroken(values)
}

/** Why a criterion does not pass, and what is missing if judges cannot decide it. */
export function reasonText(
  finding: CriterionFinding,
  comparison: Comparison,
  say: ComparisonLanguage,
): string {
  const shortage = votesBeyondReach(finding)
  const reason = findingWords(finding, comparison, say)
  if (!shortage) return reason
  const values = {
    prompts: say.counts.prompts({ count: shortage.prompts }),
    judges: say.counts.judges({ count: shortage.judges }),
    votes: say.counts.votes({ count: shortage.mostVotes }),
    more: say.counts.prompts({ count: shortage.morePrompts }),
  }
  if (finding.because === 'too_few_votes') return `${reason}; ${say.words.shortOfVotes(values)}`
  const needed = say.counts.votes({ count: shortage.neededVotes })
  return `${reason}; ${say.words.shortOfSignificance({ ...values, needed })}`
}

function findingWords(
  { criterion, because, votes, winRate, pHolm, minVotes, leastWins }: CriterionFinding,
  { gate, contestants, sequential }: Comparison,
  say: ComparisonLanguage,
): string {
  const name = say.name(criterion)
  const rate = say.fineShare(winRate)
  if (because === 'too_few_votes')
    return say.words.tooFewVotes({
      criterion: name,
      votes: say.counts.votes({ count: votes }),
      asked: minVotes,
    })
  if (because === 'could_not_show') return say.words.evenAll({ criterion: name, count: leastWins!.tasks })
  if (because === 'practically_equal') return say.words.rate({ criterion: name, rate })
  if (because === 'worse') return say.words.lost({ criterion: name, rate, b: say.name(contestants[1]) })
  if (because === 'win_rate_too_low')
    return say.words.rateTooLow({ criterion: name, rate, asked: say.share(gate.minWinRate) })
  const values = { criterion: name, rate, p: say.chance(pHolm) }
  return sequential ? say.words.notSignificantYet(values) : say.words.notSignificant(values)
}

/** When it was decided, or what was decided before votes changed. */
export function decisionText(
  { at, votes, answer, sequential, isCurrent }: PairDecision,
  say: ComparisonLanguage,
): string {
  const values = { day: say.day(at), votes: say.counts.votes({ count: votes }) }
  if (!isCurrent) return say.words.decided.before({ ...values, answer: say.words.decided.answers[answer] })
  return sequential ? say.words.decided.often(values) : say.words.decided.once(values)
}

/** The result of a guardrail in a sentence. */
export function guardrailText(
  rail: GuardRail,
  { contestants }: Pick<Comparison, 'contestants'>,
  say: ComparisonLanguage,
): string {
  if (rail.rail === 'category') {
    const { category, criterion, winRate, votes, pHolm } = rail
    const result = say.words.category({
      category: say.name(category),
      rate: say.fineShare(winRate),
      votes: say.counts.votes({ count: votes }),
      criterion: say.name(criterion),
    })
    const state = railState(rail)
    return (
      result +
      (state === 'broken'
        ? say.words.categoryLost({ p: say.chance(pHolm) })
        : say.words.categoryStates[state])
    )
  }
  if (rail.rail === 'check') {
    const [passedA, passedB] = rail.passed
    const [a, b] = [say.name(contestants[0]), say.name(contestants[1])]
    return say.words.check({ check: say.name(rail.check), passedA, a, passedB, b, of: rail.prompts })
  }
  const [a, b] = rail.means
  return say.words.spending[rail.rail]({
    a: say.measure(a),
    b: say.measure(b),
    prompts: say.counts.prompts({ count: rail.prompts }),
    times:
      rail.ratio === null
        ? say.words.infinitelyMore
        : say.words.timesAsMuch({ ratio: say.measure(rail.ratio) }),
    most: say.measure(rail.maxRatio),
  })
}

/** Makes a text a sentence: a capital at the start, a full stop at the end. */
function sentence(text: string): string {
  return `${text.replace(/^[\u2068]?\p{Ll}/u, (first) => first.toUpperCase())}.`
}
