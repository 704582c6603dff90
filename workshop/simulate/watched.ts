/** Boards that are looked at while votes come in: the rule for all looks, beside that for one look. */
import { Option } from 'commander'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { LEFT, TIE, type VoteColumns } from '../../shared/stats/fit/tally.ts'
import { boundaryOf } from '../../shared/stats/board/read.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { bestOf, boardOf, declaredPairs, rated, unequalPairs, type Board } from './method.ts'
import { partOf, percentOf, study, countOption, type Batch } from './study.ts'
import {
  seedOf,
  titleOf,
  normal,
  equal,
  leading,
  likings,
  outcomeOf,
  resampledBy,
  someVotes,
  type By,
  type World,
} from './world.ts'
import { rareLosses } from './worlds.ts'

/** Boards that are looked at while their votes come in. */

export interface Life extends Pick<World, 'group' | 'name' | 'strengths' | 'ties' | 'promptEffects'> {
  by: By
  /**
   * Votes get random prompts, or prompts come one after another with equally many votes. `spread` is the standard
   * deviation of a prompt's preferences, in logits.
   */
  prompts: { count: number; spread: number; oneAfterAnother?: boolean }
  /** Five voters arrive at a time, cast `votes` votes each, and leave. */
  voters: { votes: number; spread: number }
  /** For each contestant, the part of the life in which it is shown. Without it, all are always shown. */
  shown?: [from: number, until: number][]
  /** When, as a share of the life, the tenth of the voters that contradicts the board most is quarantined with all its votes. */
  quarantine?: number
  /** The votes on each contestant at the end, if all were always shown. */
  votesEach: number
  promised: boolean
  lives: number
}

/** The votes of one life in the order of their arrival, and which of them are quarantined later. */
interface LifeVotes {
  votes: VoteColumns & { crossed: { unit: Int32Array; units: number } }
  takenOut: Uint8Array
}

const VOTERS_AT_A_TIME = 5

const votesOfLife = ({ strengths, votesEach }: Life): number => Math.round((strengths.length * votesEach) / 2)

function drawLife(life: Life, stream: RandomStream): LifeVotes {
  const { strengths, prompts, voters, shown, quarantine } = life
  const total = votesOfLife(life)
  const perShift = VOTERS_AT_A_TIME * voters.votes
  const voterCount = VOTERS_AT_A_TIME * Math.ceil(total / perShift)
  const byPrompt =
    life.promptEffects?.(prompts.count, stream) ??
    likings(prompts.count, strengths.length, prompts.spread, stream)
  const byVoter = likings(voterCount, strengths.length, voters.spread, stream)
  const [left, right, unit, voter] = [0, 1, 2, 3].map(() => new Int32Array(total))
  const outcome = new Uint8Array(total)
  const against = new Float64Array(voterCount)
  const points = new Float64Array(strengths.length)
  for (let vote = 0; vote < total; vote++) {
    const isShown = (i: number) => !shown || (shown[i][0] <= vote / total && vote / total < shown[i][1])
    const shownNow = strengths.flatMap((_, i) => (isShown(i) ? [i] : []))
    const i = shownNow.splice(Math.floor(stream.uniform() * shownNow.length), 1)[0]
    const j = shownNow[Math.floor(stream.uniform() * shownNow.length)]
    const promptPlace = prompts.oneAfterAnother ? vote / total : stream.uniform()
    unit[vote] = Math.floor(promptPlace * prompts.count)
    voter[vote] =
      VOTERS_AT_A_TIME * Math.floor(vote / perShift) + Math.floor(stream.uniform() * VOTERS_AT_A_TIME)
    const lead = (one: number) => strengths[one] + byPrompt[unit[vote]][one] + byVoter[voter[vote]][one]
    left[vote] = i
    right[vote] = j
    outcome[vote] = outcomeOf(lead(i) - lead(j), life, stream)
    const gain = outcome[vote] === TIE ? 0 : outcome[vote] === LEFT ? 1 : -1
    if (quarantine !== undefined && vote < quarantine * total) {
      against[voter[vote]] -= gain * Math.sign(points[i] - points[j])
      points[i] += gain
      points[j] -= gain
    }
  }
  const order = [...against.keys()].sort((a, b) => against[b] - against[a])
  const out = new Set(quarantine === undefined ? [] : order.slice(0, Math.round(voterCount / 10)))
  return {
    votes: {
      contestants: strengths.length,
      units: life.by === 'vote' ? total : prompts.count,
      left,
      right,
      outcome,
      unit: life.by === 'vote' ? Int32Array.from(left.keys()) : unit,
      crossed: { unit: voter, units: voterCount },
    },
    takenOut: Uint8Array.from(voter, (one) => (out.has(one) ? 1 : 0)),
  }
}

/** The votes that count after the first `count` votes, by the units of the life. */
function countedVotes({ by, quarantine }: Life, { votes, takenOut }: LifeVotes, count: number): VoteColumns {
  const first = someVotes(votes, count)
  const isLate = quarantine !== undefined && count >= quarantine * votes.left.length
  return resampledBy(isLate ? someVotes(first, (vote) => !takenOut[vote]) : first, by)
}

// The lives that are watched.

const life = (
  group: string,
  name: string,
  strengths: number[],
  votesEach: number,
  rest: Partial<Life> = {},
): Life => ({
  group,
  name,
  strengths,
  ties: 0.3,
  by: 'vote',
  prompts: { count: 1, spread: 0 },
  voters: { votes: 10, spread: 0 },
  votesEach,
  promised: true,
  lives: strengths.length === 2 ? 300 : 70,
  ...rest,
})

const prompts = (count: number, sd = 0.5): Partial<Life> => ({
  by: 'prompt',
  prompts: { count, spread: sd },
})
const voters = (sd = 0.5): Partial<Life> => ({ by: 'voter', voters: { votes: 10, spread: sd } })

const equals: Life[] = [
  life('equals', '2 equals', equal(2), 5000),
  life('equals', '5 equals, 70 % ties', equal(5), 2000, { ties: 0.7 }),
  life('equals', '20 equals', equal(20), 300),
  life('equals', '5 equals on 50 prompts, sd 0.5', equal(5), 1000, prompts(50)),
  life('equals', '8 equals on 12 prompts, sd 0.5', equal(8), 500, prompts(12)),
  life('equals', '5 equals on 60 prompts, one after another, sd 1', equal(5), 1200, {
    by: 'prompt',
    prompts: { count: 60, spread: 1, oneAfterAnother: true },
  }),
  life('equals', '5 equals by passing voters of 10 votes, sd 0.5', equal(5), 1200, voters()),
  life('equals', '5 equals on 50 prompts by passing voters, sd 0.5', equal(5), 400, {
    ...prompts(50),
    ...voters(),
    by: 'both',
  }),
  ...[10, 50].map((count) =>
    life(
      'equals',
      `2 equals on ${count} prompts, one loses nearly always on a tenth of all prompts`,
      equal(2),
      1000,
      { ...prompts(count, 0), ties: 0, promptEffects: rareLosses(2), promised: count >= 50 },
    ),
  ),
]

const changes: Life[] = [
  life('changes', '8 equals, one joins at a third and one at two thirds', equal(8), 600, {
    shown: [...Array.from({ length: 6 }, (): [number, number] => [0, 1]), [1 / 3, 1], [2 / 3, 1]],
  }),
  life(
    'changes',
    '5 equals by voters, the tenth that contradicts the board most in quarantine later',
    equal(5),
    600,
    { ...voters(0), quarantine: 0.6, promised: false },
  ),
]

/** What the promise for all looks costs if there are differences to find. */
const differences: Life[] = [
  life('differences', '5 equals and one far stronger, hardly ever beaten', [...equal(5), 4], 500),
  life('differences', '5, one at 60 : 40, on 100 prompts, sd 0.5', leading(5, Math.log(1.5)), 3200, {
    ...prompts(100),
    ties: 0.2,
  }),
]

export const LIVES: Life[] = [...equals, ...changes, ...differences]

/** What a board declared at any look of its life, by one rule. */
interface Outcome {
  anyFalse: boolean
  falseWinner: boolean
  /** The number of votes after which the single best was named winner. Null: never. */
  namedAt: number | null
  /** The pairs that were rightly declared after the last vote. */
  declared: number
}

/** On large boards, hundreds of looks at hardly any votes would take most of the time. */
const everyVoteUntil = (contestants: number) => (contestants < 20 ? 200 : 0)
const GROWTH = 1.06
const FULL_GROWTH = 1.3
/** Of all errors at once; a board draws no fewer. */
const ROUNDS = 1000

/** The numbers of votes after which the board is looked at, and at which of these looks the rule for one look is asked too. */
export function looksOf(life: Life): { at: number; isFull: boolean }[] {
  const total = votesOfLife(life)
  const looks: { at: number; isFull: boolean }[] = []
  let full = 1
  for (let at = 2; ; at = at < everyVoteUntil(life.strengths.length) ? at + 1 : Math.ceil(at * GROWTH)) {
    const own = Math.min(at, total)
    const isFull = own >= FULL_GROWTH * full || own === total
    if (isFull) full = own
    looks.push({ at: own, isFull })
    if (own === total) return looks
  }
}

const LOOKS = ['any', 'one'] as const
type ByRule<Value> = Record<(typeof LOOKS)[number], Value>

/** Follows a board of a life. Between full looks, nothing more can be learned of one that was false before. */
function watch(life: Life, lifeVotes: LifeVotes, seed: number): ByRule<Outcome> {
  const start = (): Outcome => ({ anyFalse: false, falseWinner: false, namedAt: null, declared: 0 })
  const outcomes = { any: start(), one: start() }
  const by = life.by === 'vote' ? 'vote' : 'unit'
  const board = (votes: VoteColumns, looks: 'any' | 'one') =>
    boardOf(rated(votes, { rounds: ROUNDS, by, looks, seed }))
  for (const { at, isFull } of looksOf(life)) {
    const votes = countedVotes(life, lifeVotes, at)
    if (isFull || !outcomes.any.anyFalse) judge(outcomes.any, board(votes, 'any'), life.strengths, at)
    if (isFull) judge(outcomes.one, board(votes, 'one'), life.strengths, at)
  }
  return outcomes
}

function judge(outcome: Outcome, board: Board, strengths: number[], at: number): void {
  const declared = declaredPairs(board, strengths)
  const wrong = declared.filter(({ isFalse }) => isFalse).length
  outcome.declared = declared.length - wrong
  outcome.anyFalse ||= wrong > 0
  if (board.winner === null) return
  if (board.winner === bestOf(strengths)) outcome.namedAt ??= at
  else outcome.falseWinner = outcome.anyFalse = true
}

/** The results of many lives: of each, whether a board was false, and the right pairs and first votes with the best named. */
type WatchedScore = ByRule<Outcome[]>

/** Draws and follows lives. Life n depends only on the name, the seed and n. */
export function scoreLives(life: Life, { seed }: { seed: number }, { from, to }: Batch): WatchedScore {
  const score: WatchedScore = { any: [], one: [] }
  for (let n = from; n < to; n++) {
    const outcomes = watch(life, drawLife(life, new RandomStream(seedOf(life, seed), n)), n)
    for (const looks of LOOKS) score[looks].push(outcomes[looks])
  }
  return score
}

type Watched = { world: Life; score: WatchedScore }

const ofLives =
  (looks: 'any' | 'one', what: 'anyFalse' | 'falseWinner') =>
  ({ score }: Watched) =>
    percentOf(score[looks].filter((life) => life[what]).length, score[looks].length)

function declaredPart({ world: { strengths }, score: { any } }: Watched): string {
  const pairs = any.length * unequalPairs(strengths)
  return partOf(
    any.reduce((sum, { declared }) => sum + declared, 0),
    pairs,
  )
}

/** The median number of votes until the single best is named; empty if there is none. */
function votesUntilNamed({ world: { strengths }, score: { any } }: Watched): string | number {
  if (bestOf(strengths) === null) return ''
  const sorted = any.map(({ namedAt }) => namedAt ?? Infinity).sort((a, b) => a - b)
  const half = sorted[Math.floor((sorted.length - 1) / 2)]
  return half === Infinity ? 'not by half' : half
}

/** Lives of a task. */
const BATCH = 5

export const watched = study({
  name: 'watched',
  about: 'Boards that are looked at while votes come in: how often anything false is declared at any look.',
  options: [
    new Option('--lives <n>', 'lives of each board, in place of its own number').argParser(wholeNumber(1)),
  ],
  worlds: () => LIVES,
  titleOf,
  batches: (life, { lives = life.lives }: { lives?: number; seed: number }) =>
    Array.from({ length: Math.ceil(lives / BATCH) }, (_, n) => ({
      from: n * BATCH,
      to: Math.min(lives, (n + 1) * BATCH),
    })),
  score: scoreLives,
  sum: (one, other) => ({ any: [...one.any, ...other.any], one: [...one.one, ...other.one] }),
  columns: [
    { head: 'life', of: ({ world }) => `${world.name}${world.promised ? '' : ' (not promised)'}` },
    { head: 'resampled by', of: ({ world }) => world.by, isText: true },
    { head: 'lives', of: ({ score }) => score.any.length },
    { head: 'votes each', of: ({ world }) => Math.round((2 * votesOfLife(world)) / world.strengths.length) },
    { head: 'looks', of: ({ world }) => looksOf(world).length },
    { head: 'any false', of: ofLives('any', 'anyFalse') },
    { head: 'false winner', of: ofLives('any', 'falseWinner') },
    { head: 'any false: one look’s rule', of: ofLives('one', 'anyFalse') },
    { head: 'declared pairs', of: declaredPart },
    { head: 'votes until named', of: votesUntilNamed },
  ],
})

/** The boundary for all looks itself, on random walks that are too long to draw as boards. */

/** The numbers of votes at which a life is evaluated. */
const HORIZONS = [300, 1000, 3000, 20_000, 100_000]
/** The errors that are allowed over all looks. */
const LEVELS = [0.05, 0.075, 0.1]

const TIES = 0.3
const FIRST_LOOK = 8
const EVERY_VOTE_UNTIL = 200
const WALK_GROWTH = 1.015

/**
 * The boundary for all looks with so many votes that strengths are normal and their errors known. The difference of two equal
 * contestants is then a random walk, so a life costs a few thousand additions. This tests the boundary itself on lives that
 * are too long to draw as boards.
 *
 * @returns by horizon, the percentage of lives in which equal contestants were ever separated
 */
function crossings(alpha: number, lives: number, seed: number): number[] {
  const counts = HORIZONS.map(() => 0)
  for (let life = 0; life < lives; life++) {
    const stream = new RandomStream(seed, life)
    let [crossed, walk, before] = [Infinity, 0, 0]
    const last = HORIZONS.at(-1)!
    for (let n = FIRST_LOOK; n <= last && crossed > n; n = n < EVERY_VOTE_UNTIL ? n + 1 : n * WALK_GROWTH) {
      const information = informationOf(n)
      walk += Math.sqrt(information - before) * normal(stream)
      before = information
      if (Math.abs(walk) / Math.sqrt(information) > boundaryOf(information, alpha)) crossed = n
    }
    HORIZONS.forEach((until, i) => (counts[i] += crossed <= until ? 1 : 0))
  }
  return counts.map((count) => (100 * count) / lives)
}

/** The information on a difference from so many votes: p (1 − p) = ¼, with less variance due to ties. */
const informationOf = (votes: number): number => votes / 4 / (1 - TIES)

export const limit = study<{ boards: number; seed: number }, number, number[]>({
  name: 'watched --limit',
  about: 'The boundary itself, on random walks, up to 100,000 votes on two contestants.',
  options: [countOption('boards', 'lives of each kind', 2000)],
  worlds: () => LEVELS,
  titleOf: (alpha) => `${100 * alpha} %`,
  score: (alpha, { boards, seed }) => crossings(alpha, boards, seed),
  columns: [
    { head: 'allowed', of: ({ world }) => `${100 * world} %` },
    ...HORIZONS.map((votes, i) => ({
      head: `${votes} votes`,
      of: ({ score }: { score: number[] }) => score[i].toFixed(1),
    })),
  ],
})
