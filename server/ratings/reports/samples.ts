import { sampleEffect, type SampleEffect } from '../../../shared/stats/style/sample-effect.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'

/** The number of rounds. With 1,000 rounds, a standard deviation is known to about 2 %. */
const ROUNDS = 1000
const SEED = 1

/** Estimates how often another answer of a contestant changes the outcome. The order of the votes does not matter. */
export function samplesReport({ votes, left, right, outcome, ...table }: VoteTable): SampleEffect {
  const { prompt, voter, samples } = table
  const ones = new Int32Array(votes).fill(1)
  return sampleEffect(
    {
      first: left,
      second: right,
      firstSample: samples?.left ?? ones,
      secondSample: samples?.right ?? ones,
      outcome,
      prompt: inOrder(prompt, votes),
      voter: voter.of,
    },
    { rounds: ROUNDS, seed: SEED },
  )
}

/** Numbers prompts by their sorted keys, so that the draws do not depend on the order of the votes. */
function inOrder({ names, of }: VoteTable['prompt'], votes: number): Int32Array {
  if (of.length === 0) return new Int32Array(votes).fill(-1)
  const place = new Int32Array(names.length)
  const order = Array.from(names, (_, number) => number).sort((one, other) =>
    byCodeUnits(names[one] ?? '', names[other] ?? ''),
  )
  order.forEach((number, at) => (place[number] = at))
  return of.map((number) => (number < 0 ? -1 : place[number]))
}
