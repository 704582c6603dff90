import { LEFT, RIGHT, TIE, type VoteColumns } from '../../../../shared/stats/fit/tally.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../../shared/stats/fit/likelihood.ts'
import { anyPair, normal } from '../field/world.ts'

/** A world whose boards can grow: all earlier votes stay. */
export interface GrowingWorld {
  contestants: number
  /** The standard deviation of strengths, in logits. */
  strengths: number
  /** The standard deviation of the preference of a prompt for a contestant, in logits. */
  likes: number
  prompts: number
  /** Votes on each prompt, each on a random pair. */
  votes: number
}

/** The share of ties between equals. */
const TIES = 0.3

/** The board of the world with this seed, with this many prompts and votes on each. */
export function grownBoard(world: GrowingWorld, seed: number, prompts: number, votes: number): VoteColumns {
  return boardOf(strengthsOf(world, seed), world.likes, seed, prompts, votes)
}

/** The same for given strengths. */
export function boardOf(
  strengths: readonly number[],
  likes: number,
  seed: number,
  prompts: number,
  votes: number,
): VoteColumns {
  const contestants = strengths.length
  const all = prompts * votes
  const columns = { left: new Int32Array(all), right: new Int32Array(all), unit: new Int32Array(all) }
  const outcome = new Uint8Array(all)
  for (let prompt = 0, vote = 0; prompt < prompts; prompt++) {
    const stream = new RandomStream(seed, prompt + 1)
    const lead = strengths.map((own) => own + likes * normal(stream))
    for (let own = 0; own < votes; own++, vote++) {
      const [i, j] = anyPair(contestants, stream)
      const chance = sigmoid(lead[i] - lead[j])
      // the expected score is the same with ties and without
      const tie = 4 * TIES * chance * (1 - chance)
      const drawn = stream.uniform()
      columns.left[vote] = i
      columns.right[vote] = j
      columns.unit[vote] = prompt
      outcome[vote] = drawn < tie ? TIE : drawn < tie / 2 + chance ? LEFT : RIGHT
    }
  }
  return { contestants, units: prompts, ...columns, outcome }
}

/** The strengths of the contestants in the world with this seed. */
export function strengthsOf({ contestants, strengths }: GrowingWorld, seed: number): number[] {
  const stream = new RandomStream(seed, 0)
  return Array.from({ length: contestants }, () => strengths * normal(stream))
}
