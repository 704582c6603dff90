import type {
  Comparison,
  CriterionFinding,
  GuardRail,
  PairDecision,
} from '../../../../shared/contracts/comparison.ts'
import { comparisons } from '../../../../shared/messages/de/comparisons.ts'
import { forms } from '../../../../shared/messages/de/forms.ts'
import { addresses, views } from '../../../../shared/messages/de/views.ts'
import { EQUAL } from '../../../../shared/stats/compare/gates.ts'
import { railState, votesBeyondReach } from '../../../../shared/votes/rail-state.ts'
import { isolated } from '../../ui/directions.ts'
import { day, measure, share } from '../../ui/figures.ts'
import { chance, fineShare } from '../../ui/shares.ts'
import { words } from '../../words/words.ts'
import { messageIn } from '../../words/messages/index.ts'

/** Why two contestants cannot be compared. */
export const comparisonMessage = messageIn({ ...views, ...comparisons, ...addresses, ...forms })

/** The verdict in bold, and the reasons after it. */
export interface VerdictText {
  lead: string
  rest: string
}

/** The answer in bold, and why. */
export function verdictWords(comparison: Comparison): VerdictText {
  const { contestants, answer, because, ship, criteria, guardRails, gate, heldBack } = comparison
  const [a, b] = [isolated(contestants[0]), isolated(contestants[1])]
  if (heldBack)
    return { lead: words.compare.heldBack, rest: comparisonMessage(heldBack.message, heldBack.finding).text }
  if (ship)
    return {
      lead: answer === 'better' ? words.compare.ship({ a }) : words.compare.shipNotShown({ a }),
      rest: passedWords(gate, b, guardRails),
    }
  const why = [
    ...criteria.filter(({ passes }) => !passes).map((finding) => reasonWords(finding, comparison)),
    ...guardRails.filter(({ holds }) => !holds).map((rail) => railWords(rail, comparison)),
  ].join('; ')
  if (answer === 'worse') return { lead: words.compare.worse({ a }), rest: sentence(why) }
  if (answer === 'better')
    return {
      lead: because === 'too_few_votes' ? words.compare.betterTooFew : words.compare.notEnoughBetter({ a }),
      rest: sentence(why),
    }
  if (because === 'guardrail' || because === 'win_rate_too_low')
    return { lead: words.compare.guardrailBroken({ a }), rest: sentence(why) }
  return {
    lead: words.compare.notShown,
    rest: words.compare.opening({ more: missingWords(comparison), why }),
  }
}

/** What is missing while neither is shown to be better. */
function missingWords({ because, criteria, moreVotes }: Comparison): string {
  if (because === 'could_not_show') {
    const { tasks } = criteria.find((finding) => finding.because === because)!.leastWins!
    return words.compare.couldNotShow({ count: tasks })
  }
  if (because === 'practically_equal')
    return words.compare.equal({ low: share(1 - EQUAL), high: share(EQUAL) })
  if (criteria.some((finding) => votesBeyondReach(finding) !== null)) return words.compare.beyondReach
  return moreVotes === null
    ? words.compare.undecidable
    : words.compare.moreVotes({ count: Number(moreVotes.toPrecision(2)) })
}

function passedWords(gate: Comparison['gate'], name: string, guardRails: readonly GuardRail[]): string {
  const values = { preset: words.compare.gateNames[gate.preset], name }
  if (guardRails.length === 0) return words.compare.passes(values)
  return guardRails.every((rail) => railState(rail) === 'holds')
    ? words.compare.passesAllHold(values)
    : words.compare.passesNoneBroken(values)
}

/** Why a criterion does not pass, and what is missing if judges cannot decide it. */
function reasonWords(finding: CriterionFinding, comparison: Comparison): string {
  const shortage = votesBeyondReach(finding)
  const reason = findingWords(finding, comparison)
  if (!shortage) return reason
  const values = {
    prompts: words.counts.prompts({ count: shortage.prompts }),
    judges: words.counts.judges({ count: shortage.judges }),
    votes: words.counts.votes({ count: shortage.mostVotes }),
    more: words.counts.prompts({ count: shortage.morePrompts }),
  }
  if (finding.because === 'too_few_votes') return `${reason}; ${words.compare.shortOfVotes(values)}`
  const needed = words.counts.votes({ count: shortage.neededVotes })
  return `${reason}; ${words.compare.shortOfSignificance({ ...values, needed })}`
}

function findingWords(
  { criterion, because, votes, winRate, pHolm, minVotes, leastWins }: CriterionFinding,
  { gate, contestants, sequential }: Comparison,
): string {
  const name = isolated(criterion)
  const rate = fineShare(winRate)
  if (because === 'too_few_votes')
    return words.compare.tooFewVotes({ criterion: name, count: votes, asked: minVotes })
  if (because === 'could_not_show') return words.compare.evenAll({ criterion: name, count: leastWins!.tasks })
  if (because === 'practically_equal') return words.compare.rate({ criterion: name, rate })
  if (because === 'worse') return words.compare.lost({ criterion: name, rate, b: isolated(contestants[1]) })
  if (because === 'win_rate_too_low')
    return words.compare.rateTooLow({ criterion: name, rate, asked: share(gate.minWinRate) })
  const values = { criterion: name, rate, p: chance(pHolm) }
  return sequential ? words.compare.notSignificantYet(values) : words.compare.notSignificant(values)
}

/** When it was decided, or what was decided before votes changed. */
export function decisionWords({ at, votes, answer, sequential, isCurrent }: PairDecision): string {
  const values = { day: day(new Date(at)), count: votes }
  if (!isCurrent)
    return words.compare.decided.before({ ...values, answer: words.compare.decided.answers[answer] })
  return sequential ? words.compare.decided.often(values) : words.compare.decided.once(values)
}

/** The result of a guardrail in a sentence. */
export function railWords(rail: GuardRail, comparison: Comparison): string {
  const { contestants } = comparison
  if (rail.rail === 'category') {
    const { category, criterion, winRate, votes, pHolm } = rail
    const result = words.compare.category({
      category: isolated(category),
      rate: fineShare(winRate),
      count: votes,
      criterion: isolated(criterion),
    })
    const state = railState(rail)
    return (
      result +
      (state === 'broken'
        ? words.compare.categoryLost({ p: chance(pHolm) })
        : words.compare.categoryStates[state])
    )
  }
  if (rail.rail === 'check') {
    const [passedA, passedB] = rail.passed
    const [a, b] = [isolated(contestants[0]), isolated(contestants[1])]
    return words.compare.check({ check: isolated(rail.check), passedA, a, passedB, b, of: rail.prompts })
  }
  const [a, b] = rail.means
  return words.compare.spending[rail.rail]({
    a: measure(a),
    b: measure(b),
    prompts: words.counts.prompts({ count: rail.prompts }),
    times:
      rail.ratio === null
        ? words.compare.infinitelyMore
        : words.compare.timesAsMuch({ ratio: measure(rail.ratio) }),
    most: measure(rail.maxRatio),
  })
}

/** Makes a text a sentence: a capital at the start, a full stop at the end. */
function sentence(text: string): string {
  return `${text.replace(/^[\u2068]?\p{Ll}/u, (first) => first.toUpperCase())}.`
}
