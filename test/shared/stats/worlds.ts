import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { CovariateVotes } from '../../../shared/stats/style/covariates.ts'

/** What votes with covariates are drawn from. */
export interface StyledTruth {
  theta: readonly number[]
  beta: readonly number[]
  units: number
  votesPerUnit: number
  /** Standard deviation of what a unit adds to each contestant. */
  unitSpread?: number
}

/** Votes of random pairs with covariates uniform on −1 … 1; a fifth of them ties in place of a near decision. */
export function drawStyled(seed: number, { theta, beta, units, votesPerUnit, unitSpread = 0 }: StyledTruth) {
  const stream = new RandomStream(seed, 0)
  const below = (n: number) => Math.floor(stream.uniform() * n)
  const m = theta.length
  const size = units * votesPerUnit
  const votes: CovariateVotes & { covariates: Float64Array[] } = {
    contestants: m,
    left: new Int32Array(size),
    right: new Int32Array(size),
    score: new Float64Array(size),
    covariates: beta.map(() => new Float64Array(size)),
    unit: new Int32Array(size),
    units,
  }
  for (let unit = 0, vote = 0; unit < units; unit++) {
    const own = theta.map((value) => value + unitSpread * stream.normal())
    for (let i = 0; i < votesPerUnit; i++, vote++) {
      const left = below(m)
      const right = (left + 1 + below(m - 1)) % m
      let lead = own[left] - own[right]
      votes.covariates.forEach((column, k) => {
        column[vote] = 2 * stream.uniform() - 1
        lead += beta[k] * column[vote]
      })
      votes.left[vote] = left
      votes.right[vote] = right
      votes.unit[vote] = unit
      // a tie comes as often as it must for half a win to be worth half a win
      const p = sigmoid(lead)
      const tie = 0.4 * Math.min(p, 1 - p)
      const u = stream.uniform()
      votes.score[vote] = u < tie ? 0.5 : u < tie + p - tie / 2 ? 1 : 0
    }
  }
  return votes
}

/** The same votes with the sides of some swapped. */
export function swapSides(votes: CovariateVotes, isSwapped: (vote: number) => boolean): CovariateVotes {
  const swap = (column: Float64Array, by: (value: number) => number) =>
    column.map((value, vote) => (isSwapped(vote) ? by(value) : value))
  return {
    ...votes,
    left: votes.left.map((value, vote) => (isSwapped(vote) ? votes.right[vote] : value)),
    right: votes.right.map((value, vote) => (isSwapped(vote) ? votes.left[vote] : value)),
    score: swap(votes.score, (value) => 1 - value),
    covariates: votes.covariates.map((column) => swap(column, (value) => -value)),
  }
}
