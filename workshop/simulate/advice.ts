/** What boards advise: votes to settle first place, draws with focus. */
import { settle as wayToLeader } from '../../shared/stats/board/settle.ts'
import type { Rated } from '../../shared/stats/declare/declare.ts'
import type { VoteColumns } from '../../shared/stats/fit/tally.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { poolOf } from '../../server/sampling/pool.ts'
import { sampleWithFocus } from '../../server/sampling/focus.ts'
import { bestOf, boardOf as boardOfRated, declaredPairs, rated } from './method.ts'
import { boardsOption, countOption, percentOf, roundsOption, study } from './study.ts'
import { anyPair, equal, leading, normal, outcomeOf, someVotes } from './world.ts'

/** The share of ties between equals, in all worlds of these studies. */
const TIES = 0.3

interface Setting {
  boards: number
  rounds: number
  seed: number
}

/** A board that can grow: votes on random pairs on each prompt. More prompts or more votes leave all earlier votes. */
function boardOf(
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
      columns.left[vote] = i
      columns.right[vote] = j
      columns.unit[vote] = prompt
      outcome[vote] = outcomeOf(lead[i] - lead[j], { ties: TIES }, stream)
    }
  }
  return { contestants, units: prompts, ...columns, outcome }
}

const boardSeed = (seed: number, board: number) => seed * 100_000 + board

// `npm run simulate -- settle`: boards that follow their own advice.

/** Boards of one kind, each of which grows as it says itself. */
interface Advised {
  contestants: number
  /** The standard deviation of the preference of a prompt for a contestant, in logits. */
  likes: number
  prompts: number
  /** Votes on each prompt, each on a random pair. */
  votes: number
  looks: 'one' | 'any'
  boards: number
}

/** The standard deviation of strengths, in logits. */
const STRENGTHS = 0.3

/** What happened to the boards without a leader. */
interface AdviceScore {
  open: number
  /** Boards whose number is at most `FARTHEST` times today's votes; how many of these then had a leader. */
  tried: number
  led: number
  /** How many asked for new prompts. */
  byPrompts: number
}

/** Larger numbers are not tried. */
const FARTHEST = 20

/** Draws boards, adds the votes that they ask for, and counts the results. */
function followAdvice(
  { contestants, likes, prompts, votes, looks }: Advised,
  { boards, rounds, seed }: Setting,
): AdviceScore {
  const score: AdviceScore = { open: 0, tried: 0, led: 0, byPrompts: 0 }
  for (let board = 0; board < boards; board++) {
    const own = boardSeed(seed, board)
    const stream = new RandomStream(own, 0)
    const strengths = Array.from({ length: contestants }, () => STRENGTHS * normal(stream))
    const after = (promptGrowth: number, voteGrowth: number) =>
      rated(
        boardOf(strengths, likes, own, Math.round(prompts * promptGrowth), Math.round(votes * voteGrowth)),
        { rounds, seed: board, by: 'unit', looks },
      )
    const today = after(1, 1)
    if (today.deadHeat.length === 1 || !today.board?.measured) continue
    score.open++
    const advice = wayToLeader(today.board.measured, { votes: prompts * votes, ...today.board.units.counts })
    const growth = 1 + (advice?.votes ?? Infinity) / (prompts * votes)
    if (!advice || growth > FARTHEST) continue
    const isByPrompts = advice.by !== 'votes'
    score.tried++
    if (isByPrompts) score.byPrompts++
    if (after(isByPrompts ? growth : 1, isByPrompts ? 1 : growth).deadHeat.length === 1) score.led++
  }
  return score
}

export const settle = study({
  name: 'settle',
  about: 'Boards that follow their own advice: how often somebody then leads.',
  options: [boardsOption, roundsOption(200)],
  worlds: () =>
    (['one', 'any'] as const).flatMap((looks) =>
      [
        { contestants: 2, prompts: 25, votes: 8, boards: 200 },
        { contestants: 5, prompts: 25, votes: 20, boards: 100 },
        { contestants: 20, prompts: 40, votes: 60, boards: 40 },
      ].flatMap((size) => [0, 0.5, 1].map((likes): Advised => ({ ...size, likes, looks }))),
    ),
  titleOf: ({ contestants, likes, looks }) => `looks ${looks}, ${contestants} contestants, sd ${likes}`,
  score: (
    advised: Advised,
    { boards = advised.boards, ...setting }: Partial<Setting> & Omit<Setting, 'boards'>,
  ) => followAdvice(advised, { ...setting, boards }),
  columns: [
    { head: 'looks', of: ({ world }) => world.looks },
    { head: 'contestants', of: ({ world }) => world.contestants },
    { head: 'sd of prompts', of: ({ world }) => world.likes },
    { head: 'no leader', of: ({ score }) => score.open },
    { head: 'number tried', of: ({ score }) => score.tried },
    { head: 'by prompts', of: ({ score }) => score.byPrompts },
    { head: 'somebody leads then', of: ({ score }) => percentOf(score.led, score.tried) },
  ],
})

// `npm run simulate -- focus`: live boards (`looks: any`) that grow until they name a winner.

interface FocusWorld {
  name: string
  strengths: number[]
  sampling: 'uniform' | 'focus'
  /** The number of votes at which a life ends. */
  votes: number
}

interface Life {
  namedAt: number | null
  falseWinner: boolean
  /** Whether anything false was declared at any look. */
  anyFalse: boolean
}

/** The votes for each contestant at the first look, and the factor by which votes grow from look to look. */
const FIRST = 10
const GROWTH = 1.15

/**
 * One life of a board. Votes are independent. Draws come from the code that serves voters. Life n depends only on the world, the seed and n.
 */
function liveOnce({ strengths, votes: most, sampling }: FocusWorld, seed: number, n: number): Life {
  const stream = new RandomStream(seed, n)
  const pool = poolOf(
    strengths.map((_, id) => ({ contestant_id: id, prompt_id: 1, answer_id: id, text_sha256: `${id}` })),
  )
  const all = {
    contestants: strengths.length,
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
      const { left, right } = sampleWithFocus(pool, contenders, new Set(), () => stream.uniform())!
      const [i, j] = [left.contestantId, right.contestantId]
      all.left[count] = i
      all.right[count] = j
      all.outcome[count] = outcomeOf(strengths[i] - strengths[j], { ties: TIES }, stream)
    }
    const board = rated(someVotes({ ...all, units: count }, count), {
      rounds: 300,
      seed: 1,
      by: 'vote',
      looks: 'any',
    })
    life.anyFalse ||= declaredPairs(boardOfRated(board), strengths).some(({ isFalse }) => isFalse)
    if (board.state === 'wins') {
      life.namedAt = count
      life.falseWinner = board.deadHeat[0] !== bestOf(strengths)
      return life
    }
    if (sampling === 'focus') contenders = contendersOf(board)
  }
  return life
}

/** The contenders, chosen as `selectContenders` does for a stored board. */
function contendersOf({ deadHeat, standings }: Rated): ReadonlySet<number> {
  if (deadHeat.length === 1) return new Set()
  const unrated = standings.flatMap(({ status }, i) => (status === 'rated' ? [] : [i]))
  return new Set([...deadHeat, ...unrated])
}

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

const inSteps = (contestants: number) => Array.from({ length: contestants }, (_, i) => -0.2 * i)

export const focus = study({
  name: 'focus',
  about: 'Boards that are watched until they name a winner, with uniform draws and with focus.',
  options: [countOption('lives', 'lives of each world', 100)],
  worlds: () =>
    [
      { name: '8, one ahead by 0.2', strengths: leading(8, 0.2), votes: 60_000 },
      { name: '20, one ahead by 0.2', strengths: leading(20, 0.2), votes: 100_000 },
      { name: '8 in steps of 0.2', strengths: inSteps(8), votes: 60_000 },
      { name: '20 in steps of 0.2', strengths: inSteps(20), votes: 60_000 },
      { name: '8 equals', strengths: equal(8), votes: 20_000 },
      { name: '20 equals', strengths: equal(20), votes: 20_000 },
    ].flatMap((world) => (['uniform', 'focus'] as const).map((sampling) => ({ ...world, sampling }))),
  titleOf: ({ name, sampling }) => `${name}, ${sampling}`,
  score: (world: FocusWorld, { lives, seed }: { lives: number; seed: number }) =>
    Array.from({ length: lives }, (_, n) => liveOnce(world, seed, n)),
  columns: [
    { head: 'contestants', of: ({ world }) => world.name },
    { head: 'sampling', of: ({ world }) => world.sampling, isText: true },
    { head: 'winner named', of: shareOfLives(({ namedAt }) => namedAt !== null) },
    { head: 'votes until then, median', of: medianVotes },
    { head: 'any false', of: shareOfLives(({ anyFalse }) => anyFalse) },
    { head: 'false winner', of: shareOfLives(({ falseWinner }) => falseWinner) },
  ],
})
