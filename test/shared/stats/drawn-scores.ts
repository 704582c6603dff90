import { RandomStream } from '../../../shared/stats/numbers/random.ts'

/** Scores of 0, ½ and 1 with a mean. */
export function scores(mean: number, ties: number, count: number, round: number): number[] {
  const stream = new RandomStream(17, round)
  return Array.from({ length: count }, () => {
    if (stream.uniform() < ties) return 0.5
    return stream.uniform() < (mean - ties / 2) / (1 - ties) ? 1 : 0
  })
}
