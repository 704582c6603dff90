import { expect, it } from 'vitest'
import { drawPairs } from '../../../../server/judging/injection/plan-trials.ts'

const answers = (prompts: number, contestants: number) =>
  Array.from({ length: prompts * contestants }, (_, i) => ({
    id: i,
    promptId: Math.floor(i / contestants),
    contestantId: i % contestants,
    text: `text ${i}`,
    turns: [`text ${i}`],
    context: null,
  }))

it('every prompt gives one pair before any gives a second one, and no answer is drawn twice', () => {
  const pairs = drawPairs(answers(4, 5), 6, 1)
  const counts = [...Map.groupBy(pairs, ([one]) => one.promptId).values()].map((all) => all.length)
  expect(counts.toSorted()).toEqual([1, 1, 2, 2])
  expect(new Set(pairs.flat().map(({ id }) => id)).size).toBe(12)
  expect(
    pairs.every(([one, other]) => one.promptId === other.promptId && one.contestantId !== other.contestantId),
  ).toBe(true)
})

it('the seed decides the draw', () => {
  const drawn = (seed: number) => drawPairs(answers(30, 4), 25, seed).map((pair) => pair.map(({ id }) => id))
  expect(drawn(1)).toEqual(drawn(1))
  expect(drawn(1)).not.toEqual(drawn(2))
})

it('equal texts and two answers of one contestant are no pair', () => {
  const [one, other] = answers(1, 2)
  expect(drawPairs([one!, { ...other!, text: one!.text }], 25, 1)).toEqual([])
  expect(drawPairs([one!, { ...other!, contestantId: 0 }], 25, 1)).toEqual([])
})
