import type { Comparison, CriterionFinding, GuardRail } from '../../../../shared/contracts/comparison.ts'
import { comparisons } from '../../../../shared/messages/de/comparisons.ts'
import { forms } from '../../../../shared/messages/de/forms.ts'
import { addresses, views } from '../../../../shared/messages/de/views.ts'
import { railState, votesBeyondReach } from '../../../../shared/votes/rail-state.ts'
import { isolated } from '../../ui/directions.ts'
import { measure, share } from '../../ui/figures.ts'
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

/** The finding in a sentence. */
export function verdictWords(comparison: Comparison): VerdictText {
  const { contestants, verdict, criteria, guardRails, gate, moreVotes, heldBack } = comparison
  const [own, other] = [isolated(contestants[0]), isolated(contestants[1])]
  if (heldBack)
    return { lead: words.compare.heldBack, rest: comparisonMessage(heldBack.message, heldBack.finding).text }
  if (verdict === 'ship')
    return { lead: words.compare.ship({ a: own }), rest: passedWords(gate, other, guardRails) }
  if (verdict === 'do_not_ship') {
    const why = [
      ...criteria.filter((one) => one.verdict === verdict).map((one) => reasonWords(one, comparison)),
      ...guardRails.filter(({ holds }) => !holds).map((rail) => railWords(rail, comparison)),
    ]
    return { lead: words.compare.doNotShip({ a: own }), rest: sentence(why.join('; ')) }
  }
  const open = criteria.filter((one) => one.verdict === verdict)
  const why = open.map((one) => reasonWords(one, comparison)).join('; ')
  const isBeyondReach = open.some((one) => votesBeyondReach(one) !== null)
  const more = isBeyondReach
    ? words.compare.beyondReach
    : moreVotes === null
      ? words.compare.undecidable
      : words.compare.moreVotes({ count: moreVotes })
  return { lead: words.compare.notDecided, rest: words.compare.opening({ more, why }) }
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
  { criterion, because, votes, winRate, pHolm, minVotes }: CriterionFinding,
  { gate, contestants, sequential }: Comparison,
): string {
  const name = isolated(criterion)
  const rate = fineShare(winRate)
  if (because === 'too_few_votes')
    return words.compare.tooFewVotes({ criterion: name, count: votes, asked: minVotes })
  if (because === 'lost') return words.compare.lost({ criterion: name, rate, b: isolated(contestants[1]) })
  if (because === 'win_rate_too_low')
    return words.compare.rateTooLow({ criterion: name, rate, asked: share(gate.minWinRate) })
  const values = { criterion: name, rate, p: chance(pHolm) }
  return sequential ? words.compare.notSignificantYet(values) : words.compare.notSignificant(values)
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
