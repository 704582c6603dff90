import type { CategoryRail } from '../../shared/contracts/index.ts'
import { headToHead, holm, stoppingByUnit } from '../../shared/stats/internal.ts'
import type { SharedVote } from './queries.ts'
import { scoreOf, unitsOf } from './score-of.ts'

/**
 * None where there are fewer than two categories: one alone says what the whole says.
 * @param inSequence  lost is what a confidence sequence of these says is lost, at alpha shared out evenly; null: by p
 */
export function categoryGuardrails(
  meetings: readonly SharedVote[],
  alpha: number,
  inSequence: readonly SharedVote[] | null,
): CategoryRail[] {
  const known = meetings.filter(({ category }) => category !== null)
  if (new Set(known.map(({ category }) => category)).size < 2) return []
  const groups = [...Map.groupBy(known, ({ criterion, category }) => JSON.stringify([criterion, category]))]
  const found = groups.map(([key, group]) => {
    const [criterion, category] = JSON.parse(key) as [string, string]
    return { criterion, category, group, ...headToHead(group.map(scoreOf), unitsOf(group), alpha)! }
  })
  const adjusted = holm(found.map(({ p }) => p))
  return found
    .map(({ criterion, category, votes, winRate, interval, p }, i): CategoryRail => {
      const pHolm = adjusted[i]
      const seen = inSequence?.filter((one) => one.criterion === criterion && one.category === category)
      const isLost = seen
        ? stoppingByUnit(seen.map(scoreOf), unitsOf(seen), alpha / found.length).decidedFor === 'other'
        : pHolm <= alpha
      const holds = winRate >= 0.5 || !isLost
      return { rail: 'category', criterion, category, votes, winRate, interval, p, pHolm, holds }
    })
    .sort((a, b) => a.winRate - b.winRate || b.votes - a.votes)
}
