import { RandomStream } from '../../../../shared/stats/internal.ts'

/** Where a prompt stands in the order that the seed draws once and for all: from 0 to 1, whatever came of it. */
export const drawnRank = (seed: number, prompt: number): number => new RandomStream(seed, prompt).uniform()
