/** Gates on few cases. */
import { headToHead, higherSide } from '../../shared/stats/compare/head-to-head.ts'
import type { Answer } from '../../shared/contracts/comparison.ts'
import { TIE_POINTS } from '../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { shareOfBoards, study, type Turn } from './study.ts'

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
