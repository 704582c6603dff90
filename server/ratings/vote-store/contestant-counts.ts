import type { Counts } from '../../../shared/stats/internal.ts'

/** Offsets of a contestant's counts in one array of those of all. */
export const [WINS, LOSSES, TIES, BAD, KINDS] = [0, 1, 2, 3, 4]

export function countsOfEach(counts: Float64Array): Counts[] {
  return Array.from({ length: counts.length / KINDS }, (_, contestant) => {
    const [wins, losses, ties, bothBad] = counts.subarray(KINDS * contestant, KINDS * (contestant + 1))
    return { wins: wins!, losses: losses!, ties: ties!, bothBad: bothBad!, votes: wins! + losses! + ties! }
  })
}
