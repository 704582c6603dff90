/** Live boards (`looks: any`) that grow until they name a winner, with pairs drawn uniformly or with focus. */
import { isAbove, type Rated } from '../../../../shared/stats/declare/declare.ts'
import { LEFT, RIGHT, TIE, type VoteColumns } from '../../../../shared/stats/fit/tally.ts'
import { rate } from '../../../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../../shared/stats/fit/likelihood.ts'
import { poolOf } from '../../../../server/sampling/pool.ts'
import { sampleWithFocus } from '../../../../server/sampling/focus.ts'

export interface FocusWorld {
  name: string
  strengths: number[]
  /** The share of ties between equals. */
  ties: number
  /** The number of votes at which a life ends. */
  votes: number
}

export interface Life {
  /** The number of votes when the winner was named. Null: none was named. */
  namedAt: number | null
  falseWinner: boolean
  /** Whether anything false was declared at any look. */
  anyFalse: boolean
}

/** The votes for each contestant at the first look, and the factor by which votes grow from look to look. */
const FIRST = 10
const GROWTH = 1.15

/**
 * One life of a board. Votes are independent. Each look uses the sandwich intervals, as previews of live boards do.
 * Draws come from the code that serves voters. Life n depends only on the world, the seed and n.
 */
export function liveOnce(world: FocusWorld, sampling: 'uniform' | 'focus', seed: number, n: number): Life {
  const { strengths, votes: most } = world
  const stream = new RandomStream(seed, n)
  const uniform = () => stream.uniform()
  const pool = poolOf(
    strengths.map((_, id) => ({ contestant_id: id, prompt_id: 1, answer_id: id, text_sha256: `${id}` })),
  )
  const columns = {
    left: new Int32Array(most),
    right: new Int32Array(most),
    outcome: new Uint8Array(most),
    unit: Int32Array.from({ length: most }, (_, vote) => vote),
  }
  let contenders: ReadonlySet<number> = new Set()
  let count = 0
  const life: Life = { namedAt: null, falseWinner: false, anyFalse: false }
  for (let look = FIRST * strengths.length; count < most; look = Math.ceil(GROWTH * look)) {
    for (const until = Math.min(look, most); count < until; count++) {
      const { left, right } = sampleWithFocus(pool, contenders, new Set(), uniform)!
      columns.left[count] = left.contestantId
      columns.right[count] = right.contestantId
      columns.outcome[count] = outcomeOf(world, left.contestantId, right.contestantId, stream)
    }
    const rated = rateFirst(columns, count, strengths.length)
    life.anyFalse ||= declaresFalse(rated, strengths)
    if (rated.winner !== null) {
      const best = strengths[rated.winner]
      life.namedAt = count
      life.falseWinner = strengths.some((strength, i) => i !== rated.winner && strength >= best)
      return life
    }
    if (sampling === 'focus') contenders = contendersOf(rated)
  }
  return life
}

function rateFirst(columns: Omit<VoteColumns, 'contestants' | 'units'>, count: number, contestants: number) {
  const { left, right, outcome, unit } = columns
  const votes: VoteColumns = {
    contestants,
    units: count,
    left: left.subarray(0, count),
    right: right.subarray(0, count),
    outcome: outcome.subarray(0, count),
    unit: unit.subarray(0, count),
  }
  return rate(votes, {
    rounds: 300,
    seed: 1,
    by: 'vote',
    ties: 'half',
    intervals: 'preview',
    baseline: null,
    looks: 'any',
  })
}

/** The contenders, chosen as `selectContenders` does for a stored board. */
function contendersOf({ deadHeatForFirst, standings }: Rated): ReadonlySet<number> {
  const open = standings.flatMap(({ status, reason }, i) =>
    status !== 'rated' && reason !== 'winless' ? [i] : [],
  )
  return new Set([...deadHeatForFirst, ...open])
}

const declaresFalse = ({ standings }: Rated, strengths: readonly number[]): boolean =>
  standings.some((one, i) =>
    standings.some(
      (other, j) => i !== j && strengths[i] <= strengths[j] && isAbove(one.comparison, other.comparison),
    ),
  )

function outcomeOf({ strengths, ties }: FocusWorld, i: number, j: number, stream: RandomStream): number {
  const chance = sigmoid(strengths[i] - strengths[j])
  const tie = 4 * ties * chance * (1 - chance)
  const drawn = stream.uniform()
  return drawn < tie ? TIE : drawn < tie / 2 + chance ? LEFT : RIGHT
}
