/** Tournaments of forty variants: whether the best stays in the dead heat, how many stay with it, and for how many calls. */
import {
  drawStage,
  mostInTournament,
  tournamentStanding,
  type StageInput,
} from '../../server/judging/plan/tournament.ts'
import type { PlanAnswer } from '../../server/judging/plan/planned.ts'
import type { JudgementForm } from '../../shared/contracts/judging.ts'
import { LEFT, RIGHT, TIE, type Votes } from '../../shared/stats/fit/votes.ts'
import { rateBoard } from '../../shared/stats/board/rate-board.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { normalQuantile } from '../../shared/stats/numbers/distributions.ts'
import { countCoveringLists } from '../../server/judging/plan/draw-groups.ts'
import { batchesOf, countOption, percentOf, study, sumOf, type Batch } from './study.ts'

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
  form: JudgementForm
  /** In logits; shape (CONTESTANTS,). */
  strengths: (stream: RandomStream) => number[]
}

interface Setting {
  runs: number
  seed: number
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

interface JudgedVote {
  left: number
  right: number
  outcome: number
  prompt: number
}

/** The votes of a judgement in both orders: where the two differ on a pair, it is a tie. */
function judgePrompt(
  prompt: number,
  shownContestants: readonly number[],
  appeal: (contestant: number) => number,
  form: JudgementForm,
  stream: RandomStream,
): JudgedVote[] {
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

const columnsOf = (contestants: number, votes: readonly JudgedVote[]): Votes => ({
  contestants,
  left: Int32Array.from(votes, ({ left }) => left),
  right: Int32Array.from(votes, ({ right }) => right),
  outcome: Uint8Array.from(votes, ({ outcome }) => outcome),
  prompt: Int32Array.from(votes, ({ prompt }) => prompt),
  person: null,
})

/** Runs one tournament to its end. */
export function runTournament(
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
  const votes: JudgedVote[] = []
  const judged = new Set<string>()
  const pairKey = (promptId: number, a: number, b: number) =>
    `${promptId} ${Math.min(a, b)} ${Math.max(a, b)}`
  const limit = mostInTournament(CONTESTANTS, PROMPTS, { form, listSize: LIST_SIZE })
  let judgements = 0
  const stageOf = (standing: StageInput['standing']) =>
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
    const standing = tournamentStanding(columnsOf(CONTESTANTS, votes))
    const stage = stageOf(standing)
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

export function scoreTournaments(
  { strengths: draw, form }: TournamentWorld,
  { seed }: Pick<Setting, 'seed'>,
  { from, to }: Batch,
) {
  const runs = to - from
  const everything = 2 * mostEverything(form)
  const counts = { runs, everything, bestIn: 0, few: 0, heat: 0, calls: 0, most: 0, wins: 0, falseWins: 0 }
  for (let run = from; run < to; run++) {
    const stream = new RandomStream(seed, run)
    const strengths = draw(stream)
    const top = Math.max(...strengths)
    const best = strengths.flatMap((strength, i) => (strength === top ? [i] : []))
    const { calls, deadHeat, hasWinner } = runTournament(strengths, form, run, stream)
    counts.calls += calls
    counts.most = Math.max(counts.most, calls)
    counts.heat += deadHeat.length
    if (best.some((i) => deadHeat.includes(i))) counts.bestIn++
    if (deadHeat.length <= 6) counts.few++
    if (hasWinner) counts.wins++
    if (hasWinner && (best.length > 1 || deadHeat[0] !== best[0])) counts.falseWins++
  }
  return counts
}

/** Judgements of everything: of each pair, or of lists that hold each pair, on every prompt. */
const mostEverything = (form: JudgementForm): number =>
  form === 'pairwise'
    ? PROMPTS * ((CONTESTANTS * (CONTESTANTS - 1)) / 2)
    : PROMPTS * countCoveringLists(CONTESTANTS, LIST_SIZE)

const normals = (deviation: number) => (stream: RandomStream) =>
  Array.from({ length: CONTESTANTS }, () => deviation * normal(stream))

const STRENGTHS: Pick<TournamentWorld, 'name' | 'strengths'>[] = [
  { name: 'as far apart as the models of AlpacaEval, sd 1', strengths: normals(1) },
  { name: 'as far apart as the models of LLMFAO by people, sd 0.5', strengths: normals(0.5) },
  {
    name: 'two best, sd 1',
    strengths: (stream) => {
      const [first, , ...further] = normals(1)(stream).sort((a, b) => b - a)
      return [first, first, ...further]
    },
  },
  {
    name: 'one beats 39 clones 75 : 25',
    strengths: () => Array.from({ length: CONTESTANTS }, (_, i) => (i === 0 ? Math.log(3) : 0)),
  },
  { name: 'all equal', strengths: () => new Array<number>(CONTESTANTS).fill(0) },
]

export const WORLDS: readonly TournamentWorld[] = STRENGTHS.flatMap((world) => [
  { ...world, form: 'pairwise' },
  { ...world, form: 'listwise' },
])

/** Tournaments of a task of one thread. */
const BATCH = 20
const SUMMED = ['runs', 'bestIn', 'few', 'heat', 'calls', 'wins', 'falseWins'] as const

export const tournament = study({
  name: 'tournament',
  about: 'Forty variants on 60 prompts: what a tournament leaves in the dead heat, and for how many calls.',
  options: [countOption('runs', 'tournaments a world', 200)],
  worlds: () => WORLDS,
  titleOf: ({ name, form }) => `${name}, ${form}`,
  batches: (_, { runs }: Setting) => batchesOf(runs, BATCH),
  score: (world, setting: Setting, batch) => scoreTournaments(world, setting, batch),
  sum: (score, more) => ({
    ...score,
    ...Object.fromEntries(SUMMED.map((key) => [key, score[key] + more[key]])),
    most: Math.max(score.most, more.most),
  }),
  columns: [
    { head: 'strengths', of: ({ world }) => world.name },
    {
      head: 'judged in',
      of: ({ world }) => (world.form === 'pairwise' ? 'pairs' : 'lists of six'),
      isText: true,
    },
    { head: 'best in the dead heat', of: ({ score }) => percentOf(score.bestIn, score.runs) },
    { head: 'six or fewer in it', of: ({ score }) => percentOf(score.few, score.runs) },
    { head: 'in it, mean', of: ({ score }) => (score.heat / score.runs).toFixed(1) },
    { head: 'calls, mean', of: ({ score }) => Math.round(score.calls / score.runs) },
    { head: 'calls, most', of: ({ score }) => score.most },
    { head: 'of everything', of: ({ score }) => score.everything },
    { head: 'wins', of: ({ score }) => percentOf(score.wins, score.runs) },
    { head: 'false winners', of: ({ score }) => percentOf(score.falseWins, score.runs) },
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
    strengths: Array.from({ length: contestants }, (_, i) => (i < 2 ? 0 : -0.5)),
    prompts,
  })),
)

/** How often one of two best wins: after the first run, which is one look that was planned, and ever, each later run being a look at any time. */
export function scoreRuns(
  { strengths, prompts }: RunsWorld,
  { seed }: Pick<Setting, 'seed'>,
  { from, to }: Batch,
) {
  const counts = { lives: to - from, first: 0, ever: 0 }
  for (let life = from; life < to; life++) {
    const stream = new RandomStream(seed, life)
    const votes: JudgedVote[] = []
    let hasWon = false
    for (let run = 0; run < RUNS; run++) {
      for (let n = 0; n < prompts; n++) {
        const likes = strengths.map(() => LIKES * normal(stream))
        for (const [i] of strengths.entries())
          for (let j = i + 1; j < strengths.length; j++)
            votes.push(
              ...judgePrompt(
                run * prompts + n,
                [i, j],
                (at) => strengths[at] + likes[at],
                'pairwise',
                stream,
              ),
            )
      }
      const looks = run === 0 ? 'one' : 'any'
      const isWon =
        rateBoard(columnsOf(strengths.length, votes), { rounds: 0, seed: 1, looks }).state === 'wins'
      if (isWon && run === 0) counts.first++
      hasWon ||= isWon
    }
    if (hasWon) counts.ever++
  }
  return counts
}

export const runs = study({
  name: 'runs',
  about: 'Ten runs of a judge, one after another, on boards with two best: how often one of them wins.',
  options: [countOption('lives', 'boards a world', 1000)],
  worlds: () => RUNS_WORLDS,
  titleOf: ({ name }) => name,
  batches: (_, { lives }: { lives: number; seed: number }) => batchesOf(lives, BATCH),
  score: (world, setting, batch) => scoreRuns(world, setting, batch),
  sum: sumOf,
  columns: [
    { head: 'board', of: ({ world }) => world.name },
    { head: 'wins falsely after the first run', of: ({ score }) => percentOf(score.first, score.lives) },
    { head: 'after any of ten', of: ({ score }) => percentOf(score.ever, score.lives) },
  ],
})
