import type { Comparison, CriterionFinding, GuardRail } from '../../../../shared/contracts/comparison.ts'
import { isolated } from '../../ui/directions.ts'
import { words } from '../../words/compare/index.ts'

/** What is said first, and why. */
export interface VerdictText {
  lead: string
  rest: string
}

/** The finding in a sentence. */
export function verdictWords(comparison: Comparison): VerdictText {
  const { contestants, verdict, criteria, guardRails, gate, moreVotes } = comparison
  const [own, other] = [isolated(contestants[0]), isolated(contestants[1])]
  const said = words.here
  if (verdict === 'ship')
    return {
      lead: said.ship(own),
      rest: said.passes(said.gateNames[gate.preset], other, guardRails.length > 0),
    }
  if (verdict === 'do_not_ship') {
    const why = [
      ...criteria.filter((one) => one.verdict === verdict).map((one) => reasonWords(one, comparison)),
      ...guardRails.filter(({ holds }) => !holds).map((rail) => railWords(rail, comparison)),
    ]
    return { lead: said.doNotShip(own), rest: sentence(why.join('; ')) }
  }
  const open = criteria.filter((one) => one.verdict === verdict)
  const why = open.map((one) => reasonWords(one, comparison)).join('; ')
  return { lead: said.notDecided, rest: said.opening(said.moreVotes(moreVotes), why) }
}

/** Why a criterion does not pass. */
function reasonWords(
  { criterion, because, votes, winRate, pHolm, sequence }: CriterionFinding,
  { gate, contestants }: Comparison,
): string {
  const said = words.here
  const name = isolated(criterion)
  if (because === 'too_few_votes') return said.tooFewVotes(name, votes, gate.minVotes)
  if (because === 'lost') return said.lost(name, winRate, isolated(contestants[1]))
  if (because === 'win_rate_too_low') return said.rateTooLow(name, winRate, gate.minWinRate)
  return sequence ? said.notSignificantYet(name, winRate) : said.notSignificant(name, winRate, pHolm)
}

/** What a guard rail found. */
export function railWords(rail: GuardRail, { contestants, sequential }: Comparison): string {
  const said = words.here
  if (rail.rail === 'category') {
    const { category, criterion, winRate, votes, pHolm, holds } = rail
    const found = said.category(isolated(category), winRate, votes, isolated(criterion))
    return found + (holds ? said.categoryHolds : said.categoryLost(sequential ? null : pHolm))
  }
  const names = contestants.map(isolated) as [string, string]
  if (rail.rail === 'check') return said.check(isolated(rail.check), ...rail.passed, rail.prompts, names)
  return said.spending(rail.rail, rail.means, rail.prompts, rail.ratio, rail.maxRatio)
}

/** When each confidence sequence decided, or how far that is. */
export function sequenceWords({ criteria, gate }: Comparison): string[] {
  const said = words.here
  return criteria.flatMap(({ criterion, sequence }) => {
    if (!sequence) return []
    const { decidedAfter, decidedFor, votesToDecide, batches, moreVotesToDecide, interval } = sequence
    const name = isolated(criterion)
    if (decidedAfter === null && interval && interval[1] < gate.minWinRate)
      return said.outOfReach(name, batches, gate.minWinRate)
    if (decidedAfter === null) return said.undecided(name, batches, said.moreLikeThese(moreVotesToDecide))
    return said.decided(name, isolated(decidedFor ?? ''), decidedAfter, batches, votesToDecide ?? 0)
  })
}

/** With a capital, however it begins, and a full stop. */
function sentence(text: string): string {
  return `${text.replace(/^[\u2068]?\p{Ll}/u, (first) => first.toUpperCase())}.`
}
