import type { Comparison, CriterionFinding, GuardRail } from '../../../../shared/contracts/comparison.ts'
import { comparisons } from '../../../../shared/messages/de/comparisons.ts'
import { forms } from '../../../../shared/messages/de/forms.ts'
import { addresses, views } from '../../../../shared/messages/de/views.ts'
import { railState, votesBeyondReach } from '../../../../shared/votes/rail-state.ts'
import { isolated } from '../../ui/directions.ts'
import { compare as words } from '../../words/compare.ts'
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
  const texts = words.here
  if (heldBack)
    return { lead: texts.heldBack, rest: comparisonMessage(heldBack.message, heldBack.finding).text }
  if (verdict === 'ship')
    return {
      lead: texts.ship(own),
      rest: texts.passes(
        texts.gateNames[gate.preset],
        other,
        guardRails.map((rail) => railState(rail)),
      ),
    }
  if (verdict === 'do_not_ship') {
    const why = [
      ...criteria.filter((one) => one.verdict === verdict).map((one) => reasonWords(one, comparison)),
      ...guardRails.filter(({ holds }) => !holds).map((rail) => railWords(rail, comparison)),
    ]
    return { lead: texts.doNotShip(own), rest: sentence(why.join('; ')) }
  }
  const open = criteria.filter((one) => one.verdict === verdict)
  const why = open.map((one) => reasonWords(one, comparison)).join('; ')
  const isBeyondReach = open.some((one) => votesBeyondReach(one) !== null)
  const more = isBeyondReach ? texts.beyondReach : texts.moreVotes(moreVotes)
  return { lead: texts.notDecided, rest: texts.opening(more, why) }
}

/** Why a criterion does not pass, and what is missing if judges cannot decide it. */
function reasonWords(finding: CriterionFinding, comparison: Comparison): string {
  const shortage = votesBeyondReach(finding)
  const reason = findingWords(finding, comparison)
  if (!shortage) return reason
  const { shortOfVotes, shortOfSignificance } = words.here
  return `${reason}; ${(finding.because === 'too_few_votes' ? shortOfVotes : shortOfSignificance)(shortage)}`
}

function findingWords(
  { criterion, because, votes, winRate, pHolm, minVotes }: CriterionFinding,
  { gate, contestants, sequential }: Comparison,
): string {
  const texts = words.here
  const name = isolated(criterion)
  if (because === 'too_few_votes') return texts.tooFewVotes(name, votes, minVotes)
  if (because === 'lost') return texts.lost(name, winRate, isolated(contestants[1]))
  if (because === 'win_rate_too_low') return texts.rateTooLow(name, winRate, gate.minWinRate)
  return (sequential ? texts.notSignificantYet : texts.notSignificant)(name, winRate, pHolm)
}

/** The result of a guardrail in a sentence. */
export function railWords(rail: GuardRail, comparison: Comparison): string {
  const { contestants } = comparison
  const texts = words.here
  if (rail.rail === 'category') {
    const { category, criterion, winRate, votes, pHolm } = rail
    const result = texts.category(isolated(category), winRate, votes, isolated(criterion))
    const state = railState(rail)
    return result + (state === 'broken' ? texts.categoryLost(pHolm) : texts.categoryStates[state])
  }
  const names = contestants.map(isolated) as [string, string]
  if (rail.rail === 'check') return texts.check(isolated(rail.check), ...rail.passed, rail.prompts, names)
  return texts.spending(rail.rail, rail.means, rail.prompts, rail.ratio, rail.maxRatio)
}

/** Makes a text a sentence: a capital at the start, a full stop at the end. */
function sentence(text: string): string {
  return `${text.replace(/^[\u2068]?\p{Ll}/u, (first) => first.toUpperCase())}.`
}
