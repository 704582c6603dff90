import type { BoardContestant } from '../../shared/contracts/board.ts'
import type { Rated } from '../../web/src/charts/scales.ts'

/** A rated contestant of a board; what a test does not name is plausible and equal for all. */
export function rated(name: string, rating: number, more: Partial<BoardContestant> = {}): Rated {
  return {
    name,
    status: 'rated',
    reason: null,
    rating,
    theta: (rating - 1000) / 173.7,
    standardError: 0.1,
    marginal: [rating - 20, rating + 20],
    comparison: [rating - 40, rating + 40],
    units: 12,
    rank: 1,
    rankInterval: [1, 1],
    wins: 10,
    losses: 10,
    ties: 5,
    bothBad: 0,
    votes: 25,
    averageWords: null,
    costUsd: null,
    ...more,
  } as Rated
}
