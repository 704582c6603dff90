/** What boards advise: votes to settle first place, and draws with focus. */
import { rateBoard } from '../../shared/stats/board/rate-board.ts'
import { votesToDecide } from '../../shared/stats/board/votes-to-decide.ts'
import type { Votes } from '../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { buildPool } from '../../server/sampling/pool.ts'
import { sampleWithFocus } from '../../server/sampling/focus.ts'
import { isFalseLeader, METHODS } from './method.ts'
import { medianVotes, percentText, shareOfBoards, study, type Played, type Turn } from './study.ts'
import { anyPair, equal, firstVotes, leading, drawOutcome, votesFromRows, type DrawnRow } from './world.ts'

/** The share of ties between equals, in all worlds of these studies. */
const TIES = 0.3

const LIVE = { rounds: 0, seed: 1, looks: 'any' } as const

/** A board that can grow: votes on random pairs on each prompt. More prompts or more votes leave all earlier votes. */
function drawGrowingVotes(
  strengths: readonly number[],
  likes: number,
  seed: number,
  prompts: number,
  votes: number,
): Votes {
  const rows = Array.from({ length: prompts }, (_, prompt) => {
    const stream = new RandomStream(seed, prompt + 1)
    const liked = strengths.map((strength) => strength + likes * stream.normal())
    return Array.from({ length: votes }, (): DrawnRow => {
      const [left, right] = anyPair(strengths.length, stream)
      return { prompt, left, right, outcome: drawOutcome(liked[left] - liked[right], { ties: TIES }, stream) }
    })
  })
  return votesFromRows(strengths.length, rows.flat())
}

// `npm run simulate -- settle`: boards that follow their own advice.

/** Boards of one kind, each of which grows as it says itself. */
interface Advised {
  name: string
  contestants: number
  /** The standard deviation of the preference of a prompt for a contestant, in logits. */
  likes: number
  prompts: number
  /** Votes on each prompt, each on a random pair. */
  votes: number
  boards: number
}

/** The standard deviation of strengths, in logits. */
const STRENGTHS = 0.3

/** What happened to a board: it had a leader, or asked for more than `FARTHEST` times its votes, or led after them or not. */
type Advice = 'led before' | 'not tried' | { isByPrompts: boolean; leadsThen: boolean }

/** Larger numbers are not tried. */
const FARTHEST = 20

/** Draws a board, and adds the votes that it asks for. */
function followAdvice({ contestants, likes, prompts, votes }: Advised, { n, seed }: Turn): Advice {
  const drawn = seed * 100_000 + n
  const stream = new RandomStream(drawn, 0)
  const strengths = Array.from({ length: contestants }, () => STRENGTHS * stream.normal())
  const after = (promptGrowth: number, voteGrowth: number) =>
    rateBoard(
      drawGrowingVotes(
        strengths,
        likes,
        drawn,
        Math.round(prompts * promptGrowth),
        Math.round(votes * voteGrowth),
      ),
      LIVE,
    )
  const today = after(1, 1)
  if (today.state !== 'dead_heat' || !today.measured) return 'led before'
  const advice = votesToDecide(today.measured, { votes: prompts * votes, ...today.units.counts })
  const growth = 1 + (advice?.votes ?? Infinity) / (prompts * votes)
  if (!advice || growth > FARTHEST) return 'not tried'
  const isByPrompts = advice.by !== 'votes'
  const grown = isByPrompts ? after(growth, 1) : after(1, growth)
  return { isByPrompts, leadsThen: grown.state !== 'dead_heat' }
}

const triedAdvice = ({ results }: Played<Advised, Advice>) =>
  results.flatMap((advice) => (typeof advice === 'object' ? [advice] : []))

export const settle = study({
  name: 'settle',
  about: 'Boards that follow their own advice: how often somebody then leads.',
  worlds: [
    { contestants: 3, prompts: 25, votes: 12, boards: 200 },
    { contestants: 5, prompts: 25, votes: 20, boards: 200 },
    { contestants: 8, prompts: 25, votes: 32, boards: 150 },
    { contestants: 20, prompts: 40, votes: 60, boards: 100 },
  ].flatMap((size) =>
    [0, 0.5].map((likes): Advised => ({
      name: `${size.contestants} contestants, sd ${likes}`,
      ...size,
      likes,
    })),
  ),
  boards: 200,
  play: followAdvice,
  columns: [
    { head: 'contestants', cell: ({ world }) => world.contestants },
    { head: 'sd of prompts', cell: ({ world }) => world.likes },
    { head: 'no leader', cell: ({ results }) => results.filter((advice) => advice !== 'led before').length },
    { head: 'number tried', cell: (played) => triedAdvice(played).length },
    {
      head: 'by prompts',
      cell: (played) => triedAdvice(played).filter(({ isByPrompts }) => isByPrompts).length,
    },
    {
      head: 'somebody leads then',
      cell: (played) =>
        percentText(
          triedAdvice(played).filter(({ leadsThen }) => leadsThen).length,
          triedAdvice(played).length,
        ),
    },
  ],
})

// `npm run simulate -- focus`: live boards that grow until they name a winner.

interface FocusWorld {
  name: string
  contestants: string
  strengths: number[]
  sampling: 'uniform' | 'focus'
  /** The number of votes at which a life ends. */
  votes: number
}

interface GrownBoard {
  winsAt: number | null
  winsFalsely: boolean
  /** Whether somebody led falsely at any look. */
  leadsFalsely: boolean
}

/** The votes for each contestant at the first look, and the factor by which votes grow from look to look. */
const FIRST = 10
const GROWTH = 1.15

/** One life of a board. Votes are independent. Draws with focus come from the code that serves voters. */
function grow({ strengths, votes: most, sampling }: FocusWorld, { n, seed }: Turn): GrownBoard {
  const stream = new RandomStream(seed, n)
  const pool = buildPool(
    strengths.map((_, id) => ({ contestant_id: id, prompt_id: 1, answer_id: id, text_sha256: `${id}` })),
  )
  const votes = {
    contestants: strengths.length,
    left: new Int32Array(most),
    right: new Int32Array(most),
    outcome: new Uint8Array(most),
    prompt: null,
    person: null,
  }
  let deadHeat: readonly number[] = []
  let count = 0
  const life: GrownBoard = { winsAt: null, winsFalsely: false, leadsFalsely: false }
  for (let look = FIRST * strengths.length; count < most; look = Math.ceil(GROWTH * look)) {
    // as `selectContenders` does for a stored board
    const contenders = new Set(sampling === 'focus' && deadHeat.length > 1 ? deadHeat : [])
    for (const until = Math.min(look, most); count < until; count++) {
      const { left, right } = sampleWithFocus(pool, contenders, new Set(), () => stream.uniform())!
      const [i, j] = [left.contestantId, right.contestantId]
      votes.left[count] = i
      votes.right[count] = j
      votes.outcome[count] = drawOutcome(strengths[i] - strengths[j], { ties: TIES }, stream)
    }
    const board = METHODS.deadheat(firstVotes(votes, count), LIVE)
    const isFalse = isFalseLeader(board, board.leader, strengths)
    life.leadsFalsely ||= isFalse
    if (board.winner !== null) return { ...life, winsAt: count, winsFalsely: isFalse }
    deadHeat = board.deadHeat
  }
  return life
}

const inSteps = (contestants: number) => Array.from({ length: contestants }, (_place, i) => -0.2 * i)

export const focus = study({
  name: 'focus',
  about: 'Boards that are watched until somebody wins: uniform draws and focus.',
  worlds: [
    { contestants: '8, one ahead by 0.2', strengths: leading(8, 0.2), votes: 30_000 },
    { contestants: '8 in steps of 0.2', strengths: inSteps(8), votes: 30_000 },
    { contestants: '20 in steps of 0.2', strengths: inSteps(20), votes: 30_000 },
    { contestants: '8 equals', strengths: equal(8), votes: 6000 },
    { contestants: 'two 1 ahead of 6', strengths: leading(8, 1, 2), votes: 6000 },
  ].flatMap((world) =>
    (['uniform', 'focus'] as const).map((sampling): FocusWorld => ({
      name: `${world.contestants}, ${sampling}`,
      ...world,
      sampling,
    })),
  ),
  boards: 60,
  play: grow,
  columns: [
    { head: 'contestants', cell: ({ world }) => world.contestants },
    { head: 'pairs', cell: ({ world }) => world.sampling, isText: true },
    { head: 'lives', cell: ({ results }) => results.length },
    { head: 'somebody wins', cell: shareOfBoards(({ winsAt }) => winsAt !== null) },
    {
      head: 'votes until then, median',
      cell: ({ results }) => {
        const median = medianVotes(results.map(({ winsAt }) => winsAt))
        return median === Infinity ? '' : median.toLocaleString('en')
      },
    },
    { head: 'wins falsely', cell: shareOfBoards(({ winsFalsely }) => winsFalsely) },
    { head: 'leads falsely', cell: shareOfBoards(({ leadsFalsely }) => leadsFalsely) },
  ],
})
