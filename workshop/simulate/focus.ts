/** Live boards (`looks: any`) that grow until they name a winner, with pairs drawn uniformly or with focus. */
import { Option } from 'commander'
import { isAbove, type Rated } from '../../shared/stats/declare/declare.ts'
import { LEFT, RIGHT, TIE, type VoteColumns } from '../../shared/stats/fit/tally.ts'
import { rate } from '../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../shared/stats/fit/likelihood.ts'
import { poolOf } from '../../server/sampling/pool.ts'
import { sampleWithFocus } from '../../server/sampling/focus.ts'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { study } from './harness.ts'
import { percentOf } from './table.ts'

interface FocusWorld {
  name: string
  strengths: number[]
  /** The share of ties between equals. */
  ties: number
  /** The number of votes at which a life ends. */
  votes: number
}

interface Life {
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
function liveOnce(world: FocusWorld, sampling: 'uniform' | 'focus', seed: number, n: number): Life {
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

const ahead = (count: number, by: number) => Array.from({ length: count }, (_, i) => (i === 0 ? by : 0))
const inSteps = (count: number, step: number) => Array.from({ length: count }, (_, i) => -step * i)

const FOCUS_WORLDS: FocusWorld[] = [
  { name: '8, one ahead by 0.2', strengths: ahead(8, 0.2), ties: 0.3, votes: 60_000 },
  { name: '20, one ahead by 0.2', strengths: ahead(20, 0.2), ties: 0.3, votes: 100_000 },
  { name: '8 in steps of 0.2', strengths: inSteps(8, 0.2), ties: 0.3, votes: 60_000 },
  { name: '20 in steps of 0.2', strengths: inSteps(20, 0.2), ties: 0.3, votes: 60_000 },
  { name: '8 equals', strengths: ahead(8, 0), ties: 0.3, votes: 20_000 },
  { name: '20 equals', strengths: ahead(20, 0), ties: 0.3, votes: 20_000 },
]

type Lived = { score: readonly Life[] }

const shareOfLives =
  (isSo: (life: Life) => boolean) =>
  ({ score }: Lived) =>
    percentOf(score.filter(isSo).length, score.length)

/** A life without a winner counts as longer than all others. */
function medianVotes({ score }: Lived): string {
  const named = score.map(({ namedAt }) => namedAt ?? Infinity).toSorted((a, b) => a - b)
  const median = named[Math.floor(named.length / 2)]
  return median === Infinity ? '' : median.toLocaleString('en')
}

export const focus = study({
  name: 'focus',
  about: 'Boards that are watched until they name a winner, with uniform draws and with focus.',
  options: [new Option('--lives <n>', 'lives of each world').argParser(wholeNumber(1)).default(100)],
  worlds: () =>
    FOCUS_WORLDS.flatMap((world) =>
      (['uniform', 'focus'] as const).map((sampling) => ({ ...world, sampling })),
    ),
  titleOf: ({ name, sampling }) => `${name}, ${sampling}`,
  score: (
    { sampling, ...world }: FocusWorld & { sampling: 'uniform' | 'focus' },
    { lives, seed }: { lives: number; seed: number },
  ) => Array.from({ length: lives }, (_, n) => liveOnce(world, sampling, seed, n)),
  columns: [
    { head: 'contestants', of: ({ world }) => world.name },
    { head: 'sampling', of: ({ world }) => world.sampling, isText: true },
    { head: 'winner named', of: shareOfLives(({ namedAt }) => namedAt !== null) },
    { head: 'votes until then, median', of: medianVotes },
    { head: 'any false', of: shareOfLives(({ anyFalse }) => anyFalse) },
    { head: 'false winner', of: shareOfLives(({ falseWinner }) => falseWinner) },
  ],
})
