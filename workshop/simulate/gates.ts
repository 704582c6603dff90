/** Gates on few cases, and what stopping for want of chances saves and misses. */
import { predictivePower } from '../../shared/stats/compare/power.ts'
import { headToHead, higherSide } from '../../shared/stats/compare/head-to-head.ts'
import type { Answer } from '../../shared/contracts/comparison.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { countOption, percentOf, study } from './study.ts'

interface Strengths {
  /** The lead of the first contestant, in logits. */
  lead: number
  /** The share of ties. */
  ties: number
}

interface Setting {
  runs: number
  seed: number
}

const ALPHA = 0.05
/** The cases of a gate. */
const [FEWEST, MOST] = [3, 50]

/** One result on each of so many tasks. Shape (tasks,). */
const drawScores = (tasks: number, { lead, ties }: Strengths, stream: RandomStream): number[] =>
  Array.from({ length: tasks }, () => {
    const isTie = stream.uniform() < ties
    const isWon = stream.uniform() < 1 / (1 + Math.exp(-lead))
    return isTie ? 0.5 : Number(isWon)
  })

function answerTo(scores: readonly number[], looks: 'one' | 'any') {
  const result = headToHead(scores, [...scores.keys()], { looks })!
  const answer: Answer = result.p > ALPHA ? 'not_shown' : higherSide(result) === 'own' ? 'better' : 'worse'
  return { result, answer }
}

/** How often a gate of 3 to 50 cases calls the first better or worse, at one look. */
export function scoreGates(strengths: Strengths, { runs, seed }: Setting) {
  const counts = { gates: runs, better: 0, worse: 0 }
  for (let run = 0; run < runs; run++) {
    const stream = new RandomStream(seed, run)
    const tasks = FEWEST + Math.floor(stream.uniform() * (MOST - FEWEST + 1))
    const { answer } = answerTo(drawScores(tasks, strengths, stream), 'one')
    if (answer !== 'not_shown') counts[answer]++
  }
  return counts
}

interface StopWorld extends Strengths {
  tasks: number
  looks: 'one' | 'any'
}

/** As `try` judges: so many tasks between two looks. */
const BATCH = 20
const [MIN_WIN_RATE, MIN_CHANCE] = [0.55, 0.05]

/** How many tasks are judged, and how often the default gate is passed, with and without stops for want of chances. */
export function scoreStops(world: StopWorld, { runs, seed }: Setting) {
  const { tasks, looks } = world
  const counts = { runs, planned: runs * tasks, saved: 0, shipped: 0, shippedWithout: 0 }
  for (let run = 0; run < runs; run++) {
    const scores = drawScores(tasks, world, new RandomStream(seed, run))
    const ends = Array.from({ length: Math.ceil(tasks / BATCH) }, (_, batch) =>
      Math.min(tasks, (batch + 1) * BATCH),
    )
    const passesAt = (count: number) => {
      const { result, answer } = answerTo(scores.slice(0, count), looks)
      return { result, answer, passes: answer === 'better' && result.winRate >= MIN_WIN_RATE }
    }
    const isEnd = (count: number, answer: string) =>
      count === tasks || (looks === 'any' && answer !== 'not_shown')
    let hasStopped = false
    for (const count of ends) {
      const { result, answer, passes } = passesAt(count)
      if (isEnd(count, answer)) {
        if (passes) counts.shippedWithout++
        if (passes && !hasStopped) counts.shipped++
        break
      }
      const chance = predictivePower(result, {
        votes: count,
        planned: tasks,
        minWinRate: MIN_WIN_RATE,
        alpha: ALPHA,
        looks,
      })
      if (!hasStopped && chance < MIN_CHANCE) {
        hasStopped = true
        counts.saved += tasks - count
      }
    }
  }
  return counts
}

const GATE_WORLDS = [0, 0.2, 0.5].map((ties) => ({ ties, lead: 0 }))

export const gates = study({
  name: 'gates',
  about: 'Equals under gates of 3 to 50 cases: how often one is called better or worse.',
  options: [countOption('runs', 'gates a world', 10_000)],
  worlds: () => GATE_WORLDS,
  titleOf: ({ ties }) => `${100 * ties} % ties`,
  score: (world, setting: Setting) => scoreGates(world, setting),
  columns: [
    { head: 'ties', of: ({ world }) => `${100 * world.ties} %` },
    { head: 'better', of: ({ score }) => percentOf(score.better, score.gates) },
    { head: 'worse', of: ({ score }) => percentOf(score.worse, score.gates) },
  ],
})

const STOP_WORLDS: StopWorld[] = [
  [40, 'one'],
  [100, 'one'],
  [400, 'any'],
].flatMap(([tasks, looks]) =>
  [-0.4, 0, 0.2, 0.4, 0.8].map((lead) => ({ tasks, looks, lead, ties: 0.2 }) as StopWorld),
)

export const stops = study({
  name: 'stops',
  about:
    'Judging two that stops once the default gate is passed in less than 5 of 100 cases: saved tasks, missed ships.',
  options: [countOption('runs', 'comparisons a world', 2000)],
  worlds: () => STOP_WORLDS,
  titleOf: ({ tasks, lead }) => `${tasks} tasks, lead ${lead}`,
  score: (world, setting: Setting) => scoreStops(world, setting),
  columns: [
    { head: 'tasks', of: ({ world }) => String(world.tasks) },
    { head: 'looks', of: ({ world }) => world.looks },
    { head: 'true win rate', of: ({ world }) => `${Math.round(100 / (1 + Math.exp(-world.lead)))} %` },
    { head: 'tasks saved', of: ({ score }) => percentOf(score.saved, score.planned) },
    { head: 'ships', of: ({ score }) => percentOf(score.shipped, score.runs) },
    { head: 'ships without stops', of: ({ score }) => percentOf(score.shippedWithout, score.runs) },
  ],
})
