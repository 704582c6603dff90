import { headToHead, holm } from '../../shared/stats/index.ts'
import type { Meeting } from './queries.ts'
import { scoreOf, unitsOf } from './score-of.ts'

/** The votes on one category under one criterion. It holds unless they are lost significantly. */
export interface CategoryRail {
  rail: 'category'
  criterion: string
  category: string
  votes: number
  winRate: number
  interval: [number, number]
  p: number
  /** With Holm's correction for all categories and criteria. */
  pHolm: number
  holds: boolean
}

/** None where there are fewer than two categories: one alone says what the whole says. */
export function categoryRails(meetings: readonly Meeting[], alpha: number): CategoryRail[] {
  const known = meetings.filter(({ category }) => category !== null)
  if (new Set(known.map(({ category }) => category)).size < 2) return []
  const groups = [...Map.groupBy(known, ({ criterion, category }) => JSON.stringify([criterion, category]))]
  const found = groups.map(([key, group]) => {
    const [criterion, category] = JSON.parse(key) as [string, string]
    return { criterion, category, ...headToHead(group.map(scoreOf), unitsOf(group), alpha)! }
  })
  const adjusted = holm(found.map(({ p }) => p))
  return found
    .map(({ criterion, category, votes, winRate, interval, p }, i): CategoryRail => {
      const pHolm = adjusted[i]!
      const holds = winRate >= 0.5 || pHolm > alpha
      return { rail: 'category', criterion, category, votes, winRate, interval, p, pHolm, holds }
    })
    .sort((a, b) => a.winRate - b.winRate || b.votes - a.votes)
}
