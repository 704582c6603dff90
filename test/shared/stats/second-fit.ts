import type { VoteColumns } from '../../../shared/stats/index.ts'

/**
 * Bradley-Terry strengths by the plain MM iteration of Hunter (2004), straight from the votes: slow, and with no
 * code of the product. Natural logarithms, sum zero. Vote v counts `weightOf(v)` times.
 */
export function fitByMinorization(
  votes: VoteColumns,
  iterations: number,
  weightOf: (vote: number) => number = () => 1,
): number[] {
  const m = votes.contestants
  const points = new Array<number>(m).fill(0)
  const met = Array.from({ length: m }, () => new Array<number>(m).fill(0))
  votes.outcome.forEach((outcome, vote) => {
    const left = votes.left[vote]
    const right = votes.right[vote]
    const weight = weightOf(vote)
    const toLeft = outcome === 0 ? weight : outcome === 1 ? 0 : weight / 2
    points[left] += toLeft
    points[right] += weight - toLeft
    met[left][right] += weight
    met[right][left] += weight
  })
  let strength = new Array<number>(m).fill(1)
  for (let iteration = 0; iteration < iterations; iteration++) {
    const next = strength.map((own, i) => {
      const expected = met[i].reduce((sum, times, j) => sum + times / (own + strength[j]), 0)
      return points[i] / expected
    })
    const scale = Math.exp(next.reduce((sum, value) => sum + Math.log(value) / m, 0))
    strength = next.map((value) => value / scale)
  }
  return strength.map(Math.log)
}
