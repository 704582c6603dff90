import { describe, expect, it } from 'vitest'
import type { WinRateAgainst } from '../../shared/contracts/reports.ts'
import { winRateRow } from '../../web/src/pages/leaderboard/below/rows.ts'

const against = (winRate: number, interval: [number, number]): WinRateAgainst => ({
  name: 'Birch',
  wins: 40,
  losses: 10,
  ties: 0,
  slug: 'birch',
  votes: 50,
  winRate: 0.8,
  standardError: 0.05,
  interval: [0.7, 0.9],
  wilson: [0.67, 0.89],
  lengthControlled: { votes: 50, winRate, standardError: 0.05, interval, plain: 0.8 },
  rating: null,
  rank: null,
})

describe('a win rate at equal length', () => {
  it('is shown with its interval', () => {
    expect(winRateRow(against(0.7, [0.55, 0.83])).equalLength).toEqual({ share: 0.7, interval: [0.55, 0.83] })
  })

  it('is left out where its interval shrinks to a point', () => {
    expect(winRateRow(against(1, [0.99999, 1])).equalLength).toBeNull()
    expect(winRateRow(against(0, [0, 0.0002])).equalLength).toBeNull()
  })
})
