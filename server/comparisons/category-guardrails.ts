import type { CategoryRail } from '../../shared/contracts/index.ts'
import { headToHead, holm } from '../../shared/stats/internal.ts'
import type { SharedVote } from './queries.ts'
import { clustersOf } from './clusters-of.ts'
import { scoreOf } from './score-of.ts'
import { sequenceOver } from './sequence-over.ts'
import type { Watched } from './sequence-over.ts'

/**
 * Guardrails for categories; none with fewer than two categories, because one category is the whole comparison.
 * @param watched the votes of a confidence sequence, which decides at an even share of alpha whether a category is
 *   lost; null to decide by p
 */
export function categoryGuardrails(
  votes: readonly SharedVote[],
  alpha: number,
  watched: Watched | null,
): CategoryRail[] {
  const known = votes.filter(({ category }) => category !== null)
  if (new Set(known.map(({ category }) => category)).size < 2) return []
  const groups = [...Map.groupBy(known, ({ criterion, category }) => JSON.stringify([criterion, category]))]
  const results = groups.map(([key, group]) => {
    const [criterion, category] = JSON.parse(key) as [string, string]
    const { unit, crossed } = clustersOf(group)
    return { criterion, category, group, ...headToHead(group.map(scoreOf), unit, alpha, crossed)! }
  })
  const adjusted = holm(results.map(({ p }) => p))
  return results
    .map(({ criterion, category, votes, winRate, interval, p }, i): CategoryRail => {
      const pHolm = adjusted[i]
      const watchedVotes = watched?.votes.filter(
        (vote) => vote.criterion === criterion && vote.category === category,
      )
      const isLost = watchedVotes
        ? sequenceOver(watchedVotes, watched!.isDrawn, alpha / results.length).decidedFor === 'other'
        : pHolm <= alpha
      const holds = winRate >= 0.5 || !isLost
      return { rail: 'category', criterion, category, votes, winRate, interval, p, pHolm, holds }
    })
    .sort((a, b) => a.winRate - b.winRate || b.votes - a.votes)
}
