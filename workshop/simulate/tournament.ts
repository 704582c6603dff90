/** Tournaments of forty variants: whether the best stays in the dead heat, how many stay with it, and for how many calls. */
import {
  drawStage,
  mostInTournament,
  tournamentStanding,
  type StageInput,
} from '../../server/judging/plan/tournament.ts'
import type { PlanAnswer } from '../../server/judging/plan/planned.ts'
import type { JudgementForm } from '../../shared/contracts/judging.ts'
import { LEFT, RIGHT, TIE } from '../../shared/stats/fit/votes.ts'
import { rateBoard } from '../../shared/stats/board/rate-board.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { normalQuantile } from '../../shared/stats/numbers/distributions.ts'
import { countCoveringLists } from '../../server/judging/plan/draw-groups.ts'
import { shareOfBoards, study, total, type Turn } from './study.ts'
import { leading, pairs, votesFromRows, type DrawnRow } from './world.ts'

const [CONTESTANTS, PROMPTS, LIST_SIZE] = [40, 60, 6]
/** Standard deviation, in logits, of what a prompt likes in a contestant. */
const LIKES = 0.5
/** The share of pairs on which a judge takes the first answer, and of pairs on which it has another opinion in the second order. */
const [BLIND, ANEW] = [0.15, 0.06]
/** By how many logits a list favours its first place over its middle, and the noise of a place. */
const [FIRST_PLACE, PLACE_NOISE] = [0.4, 0.3]

const normal = (stream: RandomStream): number => normalQuantile(positive(stream))
const gumbel = (stream: RandomStream): number => -Math.log(-Math.log(positive(stream)))
/** Between 0 and 1, without both. */
const positive = (stream: RandomStream): number => (1e-12 + stream.uniform()) / (1 + 2e-12)

interface TournamentWorld {
  name: string
  title: string
  form: JudgementForm
  /** In logits; shape (CONTESTANTS,). */
  strengths: (stream: RandomStream) => number[]
}

/** How a tournament ended. */
interface Ending {
  calls: number
  deadHeat: number[]
  hasWinner: boolean
}

/** A judge's call for one prompt: an outcome for each pair of the answers it is shown. */
function judgeShown(
  shownContestants: readonly number[],
  appeal: (contestant: number) => number,
  form: JudgementForm,
  stream: RandomStream,
): number[][] {
  const isInPairs = form === 'pairwise'
  const isBlind = isInPairs && stream.uniform() < BLIND
  const isAnew = stream.uniform() < ANEW
  const opinion = shownContestants.map((contestant) => appeal(contestant) + gumbel(stream))
  return [false, true].map((isReversed) =>
    shownContestants.map((contestant, i) => {
      const place = isReversed ? shownContestants.length - 1 - i : i
      if (isBlind) return -place
      const base = isAnew && isReversed ? appeal(contestant) + gumbel(stream) : opinion[i]
      if (isInPairs) return base
      return (
        base + PLACE_NOISE * normal(stream) + FIRST_PLACE * (1 - (2 * place) / (shownContestants.length - 1))
      )
    }),
  )
}

/** The votes of a judgement in both orders: where the two differ on a pair, it is a tie. */
function judgePrompt(
  prompt: number,
  shownContestants: readonly number[],
  appeal: (contestant: number) => number,
  form: JudgementForm,
  stream: RandomStream,
): DrawnRow[] {
  const [first, second] = judgeShown(shownContestants, appeal, form, stream)
  return shownContestants.flatMap((left, i) =>
    shownContestants.slice(i + 1).map((right, further) => {
      const j = i + 1 + further
      const isWon = first[i] > first[j]
      const outcome = isWon !== second[i] > second[j] ? TIE : isWon ? LEFT : RIGHT
      return { left, right, outcome, prompt }
    }),
  )
}

/** Runs one tournament to its end. */
function runTournament(
  strengths: readonly number[],
  form: JudgementForm,
  seed: number,
  stream: RandomStream,
): Ending {
  const likes = Array.from({ length: PROMPTS }, () => strengths.map(() => LIKES * normal(stream)))
  const answers: PlanAnswer[] = likes.flatMap((row, promptId) =>
    row.map((_, contestantId) => {
      const id = promptId * CONTESTANTS + contestantId
      return { id, promptId, contestantId, category: null, text: `${id}` }
    }),
  )
  const votes: DrawnRow[] = []
  const judged = new Set<string>()
  const pairKey = (promptId: number, a: number, b: number) =>
    `${promptId} ${Math.min(a, b)} ${Math.max(a, b)}`
  const limit = mostInTournament(CONTESTANTS, PROMPTS, { form, listSize: LIST_SIZE })
  let judgements = 0
  const drawNextStage = (standing: StageInput['standing']) =>
    drawStage({
      answers,
      calls: [{ form, listSize: LIST_SIZE }],
      isJudged: (_, promptId, a, b) => judged.has(pairKey(promptId, a, b)),
      standing,
      isAsked: () => true,
      left: () => limit - judgements,
      seed: seed + judgements,
    })
  for (;;) {
    const standing = tournamentStanding(votesFromRows(CONTESTANTS, votes))
    const stage = drawNextStage(standing)
    if (stage.length === 0)
      return {
        calls: 2 * judgements,
        deadHeat: standing.deadHeat,
        hasWinner: standing.isDecided,
      }
    for (const { promptId, answerIds } of stage) {
      judgements++
      const shownContestants = answerIds.map((id) => id % CONTESTANTS)
      const made = judgePrompt(
        promptId,
        shownContestants,
        (i) => strengths[i] + likes[promptId][i],
        form,
        stream,
      )
      for (const { left, right } of made) judged.add(pairKey(promptId, left, right))
      votes.push(...made)
    }
  }
}

function playTournament({ strengths: draw, form }: TournamentWorld, { n, seed }: Turn) {
  const stream = new RandomStream(seed, n)
  const strengths = draw(stream)
  const top = Math.max(...strengths)
  const best = strengths.flatMap((strength, i) => (strength === top ? [i] : []))
  const { calls, deadHeat, hasWinner } = runTournament(strengths, form, n, stream)
  return {
    calls,
    deadHeat: deadHeat.length,
    hasBest: best.some((i) => deadHeat.includes(i)),
    hasWinner,
    winsFalsely: hasWinner && (best.length > 1 || deadHeat[0] !== best[0]),
  }
}

/** Calls for everything: for each pair, or for lists that hold each pair, on every prompt in both orders. */
export const callsForAll = (form: JudgementForm): number =>
  2 *
  PROMPTS *
  (form === 'pairwise' ? (CONTESTANTS * (CONTESTANTS - 1)) / 2 : countCoveringLists(CONTESTANTS, LIST_SIZE))

const normals = (deviation: number) => (stream: RandomStream) =>
  Array.from({ length: CONTESTANTS }, () => deviation * normal(stream))

const STRENGTHS = [
  { title: 'as far apart as the models of AlpacaEval, sd 1', strengths: normals(1) },
  { title: 'as far apart as the models of LLMFAO by people, sd 0.5', strengths: normals(0.5) },
  {
    title: 'two best, sd 1',
    strengths: (stream: RandomStream) => {
      const [first, , ...further] = normals(1)(stream).sort((a, b) => b - a)
      return [first, first, ...further]
    },
  },
  {
    title: 'one beats 39 clones 75 : 25',
    strengths: () => Array.from({ length: CONTESTANTS }, (_, i) => (i === 0 ? Math.log(3) : 0)),
  },
  { title: 'all equal', strengths: () => new Array<number>(CONTESTANTS).fill(0) },
]

export const tournament = study({
  name: 'tournament',
  about: 'Forty variants on 60 prompts: what a tournament leaves in the dead heat, and for how many calls.',
  worlds: STRENGTHS.flatMap((world) =>
    (['pairwise', 'listwise'] as const).map((form): TournamentWorld => ({
      ...world,
      name: `${world.title}, ${form}`,
      form,
    })),
  ),
  boards: 200,
  play: playTournament,
  columns: [
    { head: 'strengths', cell: ({ world }) => world.title },
    {
      head: 'judged in',
      cell: ({ world }) => (world.form === 'pairwise' ? 'pairs' : 'lists of six'),
      isText: true,
    },
    { head: 'best in the dead heat', cell: shareOfBoards(({ hasBest }) => hasBest) },
    { head: 'six or fewer in it', cell: shareOfBoards(({ deadHeat }) => deadHeat <= 6) },
    {
      head: 'in it, mean',
      cell: ({ results }) => (total(results, ({ deadHeat }) => deadHeat) / results.length).toFixed(1),
    },
    {
      head: 'calls, mean',
      cell: ({ results }) => Math.round(total(results, ({ calls }) => calls) / results.length),
    },
    { head: 'calls, most', cell: ({ results }) => Math.max(...results.map(({ calls }) => calls)) },
    { head: 'of everything', cell: ({ world }) => callsForAll(world.form) },
    { head: 'wins', cell: shareOfBoards(({ hasWinner }) => hasWinner) },
    { head: 'false winners', cell: shareOfBoards(({ winsFalsely }) => winsFalsely) },
  ],
})

// `npm run simulate -- runs`: ten runs of a judge, one after another, where two are best.

const RUNS = 10

interface RunsWorld {
  name: string
  /** In logits; the first two are the best. */
  strengths: number[]
  /** Prompts that each run adds. */
  prompts: number
}

const RUNS_WORLDS: RunsWorld[] = [2, 4, 8].flatMap((contestants) =>
  [8, 30].map((prompts) => ({
    name: `two best of ${contestants}, ${prompts} prompts a run`,
    strengths: leading(contestants, 0.5, 2).map((strength) => strength - 0.5),
    prompts,
  })),
)

/** Whether one of two best wins: after the first run, which is one look that was planned, and ever, each later run being a look at any time. */
function playRuns({ strengths, prompts }: RunsWorld, { n: life, seed }: Turn) {
  const stream = new RandomStream(seed, life)
  const votes: DrawnRow[] = []
  const isWon = Array.from({ length: RUNS }, (_run, run) => {
    for (let n = 0; n < prompts; n++) {
      const likes = strengths.map(() => LIKES * normal(stream))
      const appeal = (i: number) => strengths[i] + likes[i]
      for (const [i, j] of pairs(strengths.length))
        votes.push(...judgePrompt(run * prompts + n, [i, j], appeal, 'pairwise', stream))
    }
    const looks = run === 0 ? 'one' : 'any'
    return rateBoard(votesFromRows(strengths.length, votes), { rounds: 0, seed: 1, looks }).state === 'wins'
  })
  return { first: isWon[0], ever: isWon.includes(true) }
}

export const runs = study({
  name: 'runs',
  about: 'Ten runs of a judge, one after another, on boards with two best: how often one of them wins.',
  worlds: RUNS_WORLDS,
  boards: 1000,
  play: playRuns,
  columns: [
    { head: 'board', cell: ({ world }) => world.name },
    { head: 'wins falsely after the first run', cell: shareOfBoards(({ first }) => first) },
    { head: 'after any of ten', cell: shareOfBoards(({ ever }) => ever) },
  ],
})
