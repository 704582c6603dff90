/** Gates on few cases, and what stopping for want of chances saves and misses. */
import { predictivePower } from '../../shared/stats/compare/power.ts'
import { headToHead, higherSide } from '../../shared/stats/compare/head-to-head.ts'
import type { Answer } from '../../shared/contracts/comparison.ts'
import { TIE_POINTS } from '../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { percentText, shareOfBoards, study, total, type Turn } from './study.ts'

interface Strengths {
  /** The lead of the first contestant, in logits. */
  lead: number
  /** The share of ties. */
  ties: number
}

const ALPHA = 0.05
/** The cases of a gate. */
const [FEWEST, MOST] = [3, 50]

/** One result on each of so many tasks. Shape (tasks,). */
const drawScores = (tasks: number, { lead, ties }: Strengths, stream: RandomStream): number[] =>
  Array.from({ length: tasks }, () => {
    const isTie = stream.uniform() < ties
    const isWon = stream.uniform() < 1 / (1 + Math.exp(-lead))
    return isTie ? TIE_POINTS : Number(isWon)
  })

function answerTo(scores: readonly number[], looks: 'one' | 'any') {
  const result = headToHead(scores, [...scores.keys()], { looks })!
  const answer: Answer = result.p > ALPHA ? 'not_shown' : higherSide(result) === 'own' ? 'better' : 'worse'
  return { result, answer }
}

/** What a gate of 3 to 50 cases says of the first, at one look. */
function playGate(strengths: Strengths, { n, seed }: Turn): Answer {
  const stream = new RandomStream(seed, n)
  const tasks = FEWEST + Math.floor(stream.uniform() * (MOST - FEWEST + 1))
  return answerTo(drawScores(tasks, strengths, stream), 'one').answer
}

export const gates = study({
  name: 'gates',
  about: 'Equals under gates of 3 to 50 cases: how often one is called better or worse.',
  worlds: [0, 0.2, 0.5].map((ties) => ({ name: `${100 * ties} % ties`, ties, lead: 0 })),
  boards: 10_000,
  play: playGate,
  columns: [
    { head: 'ties', cell: ({ world }) => `${100 * world.ties} %` },
    { head: 'better', cell: shareOfBoards((answer) => answer === 'better') },
    { head: 'worse', cell: shareOfBoards((answer) => answer === 'worse') },
  ],
})

// `npm run simulate -- stops`.

interface StopWorld extends Strengths {
  name: string
  tasks: number
  looks: 'one' | 'any'
}

/** As `try` judges: so many tasks between two looks. */
const BATCH = 20
const [MIN_WIN_RATE, MIN_CHANCE] = [0.55, 0.05]

/** Tasks that a stop for want of chances saves, and whether the default gate is passed with such stops and without. */
function playStops(world: StopWorld, { n, seed }: Turn) {
  const { tasks, looks } = world
  const scores = drawScores(tasks, world, new RandomStream(seed, n))
  const isEnd = (count: number, answer: Answer) =>
    count === tasks || (looks === 'any' && answer !== 'not_shown')
  let saved = 0
  for (let count = Math.min(tasks, BATCH); ; count = Math.min(tasks, count + BATCH)) {
    const { result, answer } = answerTo(scores.slice(0, count), looks)
    if (isEnd(count, answer)) {
      const passes = answer === 'better' && result.winRate >= MIN_WIN_RATE
      return { saved, ships: passes && saved === 0, shipsWithout: passes }
    }
    const chance = predictivePower(result, {
      votes: count,
      planned: tasks,
      minWinRate: MIN_WIN_RATE,
      alpha: ALPHA,
      looks,
    })
    if (saved === 0 && chance < MIN_CHANCE) saved = tasks - count
  }
}

const STOP_WORLDS = (
  [
    [40, 'one'],
    [100, 'one'],
    [400, 'any'],
  ] as const
).flatMap(([tasks, looks]) =>
  [-0.4, 0, 0.2, 0.4, 0.8].map((lead): StopWorld => ({
    name: `${tasks} tasks, lead ${lead}`,
    tasks,
    looks,
    lead,
    ties: 0.2,
  })),
)

export const stops = study({
  name: 'stops',
  about:
    'Judging two that stops once the default gate is passed in less than 5 of 100 cases: saved tasks, missed ships.',
  worlds: STOP_WORLDS,
  boards: 2000,
  play: playStops,
  columns: [
    { head: 'tasks', cell: ({ world }) => String(world.tasks) },
    { head: 'looks', cell: ({ world }) => world.looks },
    { head: 'true win rate', cell: ({ world }) => `${Math.round(100 / (1 + Math.exp(-world.lead)))} %` },
    {
      head: 'tasks saved',
      cell: ({ world, results }) =>
        percentText(
          total(results, ({ saved }) => saved),
          results.length * world.tasks,
        ),
    },
    { head: 'ships', cell: shareOfBoards(({ ships }) => ships) },
    { head: 'ships without stops', cell: shareOfBoards(({ shipsWithout }) => shipsWithout) },
  ],
})
