/** How often the votes that a comparison asks for make it significant, on new prompts and on the same ones. */
import { expect, it } from 'vitest'
import { normal } from '../../../scripts/dev/simulate/field/world.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { moreVotesFor } from '../../../shared/stats/compare/gates.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'

const [PROMPTS, VOTES_EACH, ALPHA, MOST_TIMES] = [30, 5, 0.05, 20]

/** Share of comparisons without significance that have it after the votes they ask for. */
function significantThen(likes: number, where: 'new prompts' | 'the same prompts'): number {
  let [open, then] = [0, 0]
  for (let run = 0; run < 1500; run++) {
    const stream = new RandomStream(11, run)
    const gap = 0.5 * normal(stream)
    const [score, unit, liked]: number[][] = [[], [], []]
    const add = (prompt: number) => {
      liked[prompt] ??= likes * Math.SQRT2 * normal(stream)
      score.push(Number(stream.uniform() < sigmoid(gap + liked[prompt])))
      unit.push(prompt)
    }
    for (let vote = 0; vote < PROMPTS * VOTES_EACH; vote++) add(Math.floor(vote / VOTES_EACH))
    const { p } = headToHead(score, unit, ALPHA)!
    const more = moreVotesFor(p, ALPHA, score.length)
    if (p <= ALPHA || more === null || more > MOST_TIMES * score.length) continue
    open++
    for (let vote = 0; vote < more; vote++)
      add(where === 'new prompts' ? PROMPTS + Math.floor(vote / VOTES_EACH) : vote % PROMPTS)
    if (headToHead(score, unit, ALPHA)!.p <= ALPHA) then++
  }
  expect(open).toBeGreaterThan(500)
  return then / open
}

it.each([0, 0.5, 1])(
  'the predicted votes on new prompts suffice in about half of the cases, with prompt preferences of sd %s',
  (likes) => {
    const share = significantThen(likes, 'new prompts')
    expect(share).toBeGreaterThan(0.38)
    expect(share).toBeLessThan(0.56)
  },
)

it('votes on the same prompts seldom suffice if prompts matter', () => {
  expect(significantThen(0.5, 'the same prompts')).toBeLessThan(0.3)
  expect(significantThen(1, 'the same prompts')).toBeLessThan(0.15)
})
