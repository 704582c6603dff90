/** Votes on several answers of one contestant to a prompt, in worlds whose truth is known. */
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { SampledVotes } from '../../../shared/stats/style/sample-effect.ts'
import { LEFT, RIGHT, TIE } from '../../../shared/stats/index.ts'

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
