import { expect, it, test } from 'vitest'
import { rateBoard } from '../../../shared/stats/board/rate-board.ts'
import { LEFT, RIGHT, type Votes } from '../../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { normal } from '../../../workshop/simulate/world.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { scorePairs, PAIR_WORLDS } from '../../../workshop/simulate/compare.ts'

/** Contestants with several answers to a prompt: the prompt stays the unit, and more answers make it say more. */
const [PROMPTS, VOTES, BOARDS] = [40, 20, 300]
/** The standard deviations in logits of what a prompt likes in a contestant, and of its answers to one prompt. */
const [LIKES, ANSWERS] = [0.3, 1]

/** Votes of two equals on every prompt. Each vote shows one of the contestant's `samples` answers. */
function drawVotes(samples: number, stream: RandomStream): Votes {
  const votes = PROMPTS * VOTES
  const left = new Int32Array(votes)
  const right = new Int32Array(votes).fill(1)
  const outcome = new Uint8Array(votes)
  const prompts = Int32Array.from(outcome, (_, vote) => Math.floor(vote / VOTES))
  for (let prompt = 0; prompt < PROMPTS; prompt++) {
    const answers = [0, 1].map(() => {
      const liked = LIKES * normal(stream)
      return Array.from({ length: samples }, () => liked + ANSWERS * normal(stream))
    })
    for (let n = 0; n < VOTES; n++) {
      const [a, b] = answers.map((all) => all[Math.floor(samples * stream.uniform())])
      outcome[prompt * VOTES + n] = stream.uniform() < sigmoid(a! - b!) ? LEFT : RIGHT
    }
  }
  return { contestants: 2, left, right, outcome, prompt: prompts, person: null }
}

/** How many boards of equals name a winner, and the mean length of the intervals. */
function boards(samples: number, by: 'prompt' | 'vote') {
  let [won, length] = [0, 0]
  for (let board = 0; board < BOARDS; board++) {
    const votes = drawVotes(samples, new RandomStream(17, board))
    const named = by === 'prompt' ? votes : { ...votes, prompt: null }
    const { state, measured } = rateBoard(named, { rounds: 0, seed: 1, looks: 'one' })
    won += Number(state === 'wins')
    length += (2 * measured!.half[0]!) / BOARDS
  }
  return { won: (100 * won) / BOARDS, length }
}
/** 5 % of boards, with two standard errors. */
const MOST = 5 + 200 * Math.sqrt((0.05 * 0.95) / BOARDS)

it('by prompt, boards of equals name a winner within 5 % with any number of answers, and intervals get shorter', () => {
  const [single, three, ten] = [1, 3, 10].map((samples) => boards(samples, 'prompt'))
  for (const { won } of [single!, three!, ten!]) expect(won).toBeLessThan(MOST)
  expect(three!.length / single!.length).toBeCloseTo(0.69, 1)
  expect(ten!.length / single!.length).toBeCloseTo(0.54, 1)
})

it('by vote, they do far too often', () => {
  for (const samples of [1, 3]) expect(boards(samples, 'vote').won).toBeGreaterThan(2 * MOST)
})

// Two contestants, in worlds whose truth is known.

test.each(PAIR_WORLDS.filter(({ lead }) => lead === 0).map((world) => [world.name, world] as const))(
  'two equal contestants are separated in about 5 of 100 runs or fewer, at one look or many: %s',
  (_name, world) => {
    const runs = 40
    const { once, atAnyLook } = scorePairs(world, { runs, seed: 5 })
    // what a true 5 % exceeds in fewer than 1 of 500 such tests
    expect(once).toBeLessThanOrEqual(7)
    expect(atAnyLook).toBeLessThanOrEqual(7)
  },
)
