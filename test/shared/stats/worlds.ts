import { LEFT, RIGHT, TIE } from '../../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { SampledVotes } from '../../../shared/stats/style/sample-effect.ts'
import type { CovariateVotes } from '../../../shared/stats/style/covariates.ts'

/** Votes on several answers of one contestant to a prompt, in worlds whose truth is known. */

/** One vote: contestants, samples, outcome, prompt, voter. */
export type Row = [
  first: number,
  second: number,
  a: number,
  b: number,
  outcome: number,
  prompt: number,
  voter: number,
]

export function votesOf(rows: readonly Row[]): SampledVotes {
  const column = (at: number) => Int32Array.from(rows, (row) => row[at])
  return {
    first: column(0),
    second: column(1),
    firstSample: column(2),
    secondSample: column(3),
    outcome: Uint8Array.from(column(4)),
    prompt: column(5),
    voter: column(6),
  }
}

const TIES = 0.2
const normalFrom = (stream: RandomStream) =>
  Math.sqrt(-2 * Math.log(stream.uniform())) * Math.cos(2 * Math.PI * stream.uniform())
const logistic = (x: number) => 1 / (1 + Math.exp(-x))

/** Contestant 0 has `samples` answers to every prompt, 1 has one; an answer adds `size` · normal to the log odds. */
export function world(
  seed: number,
  prompts: number,
  perPrompt: number,
  samples: number,
  size: number,
): Row[] {
  const stream = new RandomStream(seed, 0)
  return Array.from({ length: prompts }, (_, prompt) => {
    const shifts = Array.from({ length: samples }, () => size * normalFrom(stream))
    const ease = normalFrom(stream)
    return Array.from({ length: perPrompt }, (__, vote): Row => {
      const a = 1 + Math.floor(samples * stream.uniform())
      const wins = stream.uniform() < logistic(ease + shifts[a - 1])
      const swap = stream.uniform() < 0.5
      const outcome = stream.uniform() < TIES ? TIE : wins !== swap ? LEFT : RIGHT
      return swap ? [1, 0, 1, a, outcome, prompt, vote] : [0, 1, a, 1, outcome, prompt, vote]
    })
  }).flat()
}

/** What the effect is in that world: two votes that are no ties disagree more often by (p − q)², p and q on two answers. */
export function truthOf(size: number): number {
  const stream = new RandomStream(7, 0)
  let sum = 0
  for (let draw = 0; draw < 200_000; draw++) {
    const ease = normalFrom(stream)
    const [p, q] = [0, 0].map(() => logistic(ease + size * normalFrom(stream)))
    sum += (p - q) ** 2
  }
  return (1 - TIES) ** 2 * (sum / 200_000)
}

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
  const normal = () => Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
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
    const own = theta.map((value) => value + unitSpread * normal())
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
