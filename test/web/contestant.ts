import type { BoardContestant } from '../../shared/contracts/board.ts'
import type { Rated } from '../../web/src/charts/scales.ts'

/** A rated contestant of a board; what a test does not name is plausible and equal for all. */
export function rated(name: string, rating: number, more: Partial<BoardContestant> = {}): Rated {
  return {
    name,
    status: 'rated',
    rating,
    theta: (rating - 1000) / 173.7,
    interval: [rating - 40, rating + 40],
    place: [1, 1],
    winRate: 0.5,
    wins: 10,
    losses: 10,
    ties: 5,
    bothBad: 0,
    votes: 25,
    averageLength: null,
    averageWords: null,
    costUsd: null,
    ...more,
  } as Rated
}
