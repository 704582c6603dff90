import { expect, it, test } from 'vitest'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { isAbove } from '../../../shared/stats/declare/declare.ts'
import { LEFT, RIGHT } from '../../../shared/stats/fit/tally.ts'
import { normal } from '../../../workshop/simulate/world.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { scorePairs, PAIR_WORLDS } from '../../../workshop/simulate/compare.ts'

/** Contestants with several answers to a prompt: the prompt stays the unit, and more answers make it say more. */
const [PROMPTS, VOTES, BOARDS] = [40, 20, 300]
/** The standard deviations in logits of what a prompt likes in a contestant, and of its answers to one prompt. */
const [LIKES, ANSWERS] = [0.3, 1]

/** Votes of two equals on every prompt. Each vote shows one of the contestant's `samples` answers. */
function drawVotes(samples: number, stream: RandomStream) {
  const votes = PROMPTS * VOTES
  const left = new Int32Array(votes)
  const right = new Int32Array(votes).fill(1)
  const outcome = new Uint8Array(votes)
  const unit = Int32Array.from(outcome, (_, vote) => Math.floor(vote / VOTES))
  for (let prompt = 0; prompt < PROMPTS; prompt++) {
    const answers = [0, 1].map(() => {
      const liked = LIKES * normal(stream)
      return Array.from({ length: samples }, () => liked + ANSWERS * normal(stream))
    })
    for (let n = 0; n < VOTES; n++) {
      const [one, other] = answers.map((all) => all[Math.floor(samples * stream.uniform())])
      outcome[prompt * VOTES + n] = stream.uniform() < sigmoid(one! - other!) ? LEFT : RIGHT
    }
  }
  return { contestants: 2, units: PROMPTS, left, right, outcome, unit }
}

/** How many boards of equals declare one above the other, and the mean length of the intervals. */
function boards(samples: number, by: 'unit' | 'vote') {
  let [declared, length] = [0, 0]
  for (let board = 0; board < BOARDS; board++) {
    const votes = drawVotes(samples, new RandomStream(17, board))
    const options = {
      rounds: 100,
      seed: board,
      ties: 'half',
      intervals: 'bootstrap',
      baseline: null,
    } as const
    const [a, b] = rate(votes, { ...options, by }).standings.map(({ interval }) => interval)
    declared += Number(isAbove(a, b) || isAbove(b, a))
    length += (a![1] - a![0]) / BOARDS
  }
  return { declared: (100 * declared) / BOARDS, length }
}
/** 5 % of boards, with two standard errors. */
const MOST = 5 + 200 * Math.sqrt((0.05 * 0.95) / BOARDS)

it('by prompt, boards of equals declare within 5 % with any number of answers, and intervals get shorter', () => {
  const [one, three, ten] = [1, 3, 10].map((samples) => boards(samples, 'unit'))
  for (const { declared } of [one!, three!, ten!]) expect(declared).toBeLessThan(MOST)
  expect([one!, three!, ten!].map(({ declared }) => declared.toFixed(1))).toEqual(['3.3', '4.7', '4.3'])
  expect([three!, ten!].map(({ length }) => (length / one!.length).toFixed(2))).toEqual(['0.69', '0.54'])
})

it('by vote, they declare far too often', () => {
  const shares = [1, 3].map((samples) => boards(samples, 'vote').declared)
  for (const share of shares) expect(share).toBeGreaterThan(2 * MOST)
  expect(shares.map((share) => share.toFixed(1))).toEqual(['42.3', '25.7'])
})

// Two contestants, in worlds whose truth is known.

test.each(PAIR_WORLDS.filter(({ lead }) => lead === 0).map((world) => [world.name, world] as const))(
  'two equal contestants are separated in at most about 5 %% of runs, at one look or many: %s',
  (_name, world) => {
    const runs = 60
    const { once, atAnyLook } = scorePairs(world, { runs, seed: 5 })
    // what a true 5 % exceeds in fewer than 1 of 500 such tests
    expect(once).toBeLessThanOrEqual(9)
    expect(atAnyLook).toBeLessThanOrEqual(9)
  },
)
