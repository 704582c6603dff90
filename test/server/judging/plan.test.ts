import { describe, expect, it, test } from 'vitest'
import type { PlannedJudgement } from '../../../server/judging/index.ts'
import {
  type DrawSpec,
  type PlanAnswer,
  type JudgeCall,
  unpackJudgements,
  type ExistingJudgement,
} from '../../../server/judging/plan/planned.ts'
import { drawJudgements } from '../../../server/judging/plan/draw-judgements.ts'
import { tableOf } from '../../support/cases.ts'
import { drawPlan } from '../../../server/judging/plan/plan-judgements.ts'

/** Every contestant answers every prompt with a different text. Ids: contestant 100 c, prompts from 1. */
function answersOf(contestants: number, prompts: number, category = (_: number): string | null => null) {
  const answers: PlanAnswer[] = []
  for (let c = 1; c <= contestants; c++)
    for (let p = 1; p <= prompts; p++)
      answers.push({
        id: c * 1000 + p,
        promptId: p,
        contestantId: c * 100,
        category: category(p),
        text: `${c} ${p}`,
      })
  return answers
}

const pairwise: JudgeCall = {
  versionId: 1,
  criteria: ['overall'],
  form: 'pairwise',
  listSize: 4,
  categories: null,
}
const everything: DrawSpec = { votesPerPair: null, baseline: null, repeats: 1 }
const contestantOf = (answerId: number) => Math.floor(answerId / 1000)
const pairOf = ({ answerIds }: PlannedJudgement) => answerIds.map(contestantOf).sort().join('-')
const standing = (all: readonly PlannedJudgement[], failed = false) => all.map((one) => ({ ...one, failed }))
const counts = <T>(all: readonly T[], key: (one: T) => string) =>
  new Map([...Map.groupBy(all, key)].map(([name, group]) => [name, group.length]))

describe('pairs', () => {
  test('a full plan has each pair on each prompt once, and never pairs answers to different prompts', () => {
    const { judgements } = drawJudgements(answersOf(4, 5), [pairwise], [], everything, 1)
    expect(judgements).toHaveLength(6 * 5)
    expect(new Set(judgements.map((one) => `${pairOf(one)} ${one.promptId}`)).size).toBe(30)
    expect(
      judgements.every(({ promptId, answerIds }) => answerIds.every((id) => id % 1000 === promptId)),
    ).toBe(true)
  })

  test('a limit of votes gives every pair the same number, and every first part of the plan is even over pairs and judges', () => {
    const other = { ...pairwise, versionId: 2 }
    const wish = { ...everything, votesPerPair: 7 }
    const { judgements } = drawJudgements(answersOf(5, 20), [pairwise, other], [], wish, 3)
    expect(judgements).toHaveLength(2 * 10 * 7)
    const half = judgements.slice(0, judgements.length / 2)
    const each = [...counts(half, (one) => `${one.versionId} ${pairOf(one)}`).values()]
    expect(each).toHaveLength(20)
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1)
  })

  test('prompts are drawn uniformly, and each answer is shown first equally often', () => {
    const drawn = Array.from(
      { length: 600 },
      (_, seed) =>
        drawJudgements(answersOf(2, 10), [pairwise], [], { ...everything, votesPerPair: 2 }, seed).judgements,
    )
    const onPrompt = [...counts(drawn.flat(), ({ promptId }) => String(promptId)).values()]
    expect(onPrompt).toHaveLength(10)
    // 120 expected each, standard deviation sqrt(600 · 0.2 · 0.8) = 9.8: four of them
    for (const times of onPrompt) expect(Math.abs(times - 120)).toBeLessThan(40)
    for (const [one, other] of drawn)
      expect(contestantOf(one!.answerIds[0])).not.toBe(contestantOf(other!.answerIds[0]))
    const firsts = drawn.filter(([one]) => contestantOf(one!.answerIds[0]) === 1).length
    // standard deviation 12.2
    expect(Math.abs(firsts - 300)).toBeLessThan(49)
  })

  test('the same seed draws the same plan, and a new prompt does not change the order of the others', () => {
    const draw = (prompts: number, seed: number) =>
      drawJudgements(answersOf(3, prompts), [pairwise], [], everything, seed).judgements
    const order = (all: PlannedJudgement[]) =>
      all.filter((one) => pairOf(one) === '1-2').map((one) => one.promptId)
    expect(draw(8, 5)).toEqual(draw(8, 5))
    expect(order(draw(8, 5))).not.toEqual(order(draw(8, 6)))
    expect(order(draw(9, 5)).filter((promptId) => promptId < 9)).toEqual(order(draw(8, 5)))
  })

  test('existing judgements count and are not drawn again; failed ones are neither counted nor drawn', () => {
    const answers = answersOf(2, 10)
    const wish = { ...everything, votesPerPair: 4 }
    const first = drawJudgements(answers, [pairwise], [], wish, 1).judgements
    const done = standing(first.slice(0, 3))
    expect(drawJudgements(answers, [pairwise], standing(first), wish, 1)).toMatchObject({
      judgements: [],
      existing: 4,
    })
    const rest = first.slice(3).map((one) => ({ ...one, place: expect.any(Number) }))
    expect(drawJudgements(answers, [pairwise], done, wish, 1).judgements).toEqual(rest)
    const failed = standing(first.slice(3), true)
    const [instead, ...more] = drawJudgements(answers, [pairwise], [...done, ...failed], wish, 1).judgements
    expect(more).toEqual([])
    expect(first.map(({ promptId }) => promptId)).not.toContain(instead!.promptId)
  })

  test('another version of the judge starts from nothing, on the same pairs', () => {
    const answers = answersOf(3, 6)
    const wish = { ...everything, votesPerPair: 2 }
    const { judgements } = drawJudgements(answers, [pairwise], [], wish, 1)
    const next = { ...pairwise, versionId: 2 }
    const anew = drawJudgements(answers, [next], standing(judgements), wish, 1).judgements
    expect(anew).toEqual(judgements.map((one) => ({ ...one, versionId: 2 })))
  })

  test('equal texts are counted and not judged; a judge sees only its categories', () => {
    const answers = answersOf(3, 6, (p) => (p <= 2 ? 'billing' : null))
    const same = answers.map((one) =>
      one.promptId === 1 && one.contestantId < 300 ? { ...one, text: 'same' } : one,
    )
    const all = drawJudgements(same, [pairwise], [], everything, 1)
    expect([all.judgements.length, all.identical]).toEqual([17, 1])
    const some = drawJudgements(same, [{ ...pairwise, categories: ['billing'] }], [], everything, 1)
    expect(some.judgements.map(({ promptId }) => promptId).sort()).toEqual([1, 1, 2, 2, 2])
  })

  test('with a baseline, all contestants are compared only with it; repeats judge the same answers again', () => {
    const { judgements } = drawJudgements(
      answersOf(4, 3),
      [pairwise],
      [],
      { votesPerPair: 2, baseline: 200, repeats: 3 },
      1,
    )
    expect(judgements).toHaveLength(3 * 2 * 3)
    expect(judgements.every(({ answerIds }) => answerIds.map(contestantOf).includes(2))).toBe(true)
    const once = Map.groupBy(judgements, ({ answerIds }) => answerIds.join(' '))
    expect(once.size).toBe(6)
    for (const group of once.values()) expect(group.map(({ repeat }) => repeat)).toEqual([0, 1, 2])
  })
})

describe('lists', () => {
  const listwise: JudgeCall = { ...pairwise, form: 'listwise' }
  const pairsIn = ({ answerIds, promptId }: PlannedJudgement) =>
    answerIds.flatMap((a, i) =>
      answerIds.slice(i + 1).map((b) => `${[contestantOf(a), contestantOf(b)].sort().join('-')} ${promptId}`),
    )

  test('a full plan covers each pair on each prompt with far fewer judgements than pairs', () => {
    const { judgements } = drawJudgements(answersOf(9, 6), [listwise], [], everything, 1)
    const pairs = judgements.flatMap(pairsIn)
    expect(new Set(pairs).size).toBe(36 * 6)
    expect(judgements.length).toBeLessThan(36 * 6 * 0.4)
    expect(judgements.every(({ answerIds }) => answerIds.length >= 3 && answerIds.length <= 4)).toBe(true)
  })

  test.each(
    tableOf('6 4 3 / 7 4 5 / 8 4 6 / 9 4 8 / 7 3 7 / 9 3 12 / 10 5 6 / 9 6 3 / 5 6 1') as [
      number,
      number,
      number,
    ][],
  )(
    '%i answers in lists of %i take %i lists a prompt, as few as any plan',
    (contestants, listSize, lists) => {
      const call = { ...listwise, listSize }
      const { judgements } = drawJudgements(answersOf(contestants, 25), [call], [], everything, 1)
      expect(new Set(judgements.flatMap(pairsIn)).size).toBe(((contestants * (contestants - 1)) / 2) * 25)
      expect(judgements).toHaveLength(lists * 25)
    },
  )

  test('a new contestant is added with few lists, and what exists is not drawn again', () => {
    const { judgements } = drawJudgements(answersOf(6, 30), [listwise], [], everything, 1)
    const added = drawJudgements(answersOf(7, 30), [listwise], standing(judgements), everything, 1)
    expect(added.existing).toBe(90)
    // two lists of four add six pairs at most, and a seventh contestant has six
    expect(added.judgements).toHaveLength(60)
  })

  test('a limit of votes covers the pairs evenly, and existing judgements are not drawn again', () => {
    const answers = answersOf(8, 40)
    const wish = { ...everything, votesPerPair: 5 }
    const { judgements } = drawJudgements(answers, [listwise], [], wish, 1)
    const times = [
      ...counts([...new Set(judgements.flatMap(pairsIn))], (pair) => pair.split(' ')[0]).values(),
    ]
    expect(times).toHaveLength(28)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...times)).toBeLessThanOrEqual(7)
    expect(drawJudgements(answers, [listwise], standing(judgements), wish, 1)).toMatchObject({
      judgements: [],
      existing: judgements.length,
    })
  })

  test('no ranking has two equal texts, and none has only two answers', () => {
    const same = answersOf(5, 4).map((one) =>
      one.contestantId <= 200 ? { ...one, text: `p${one.promptId}` } : one,
    )
    const { judgements } = drawJudgements(same, [listwise], [], everything, 1)
    expect(judgements.length).toBeGreaterThan(0)
    for (const { answerIds } of judgements)
      expect(answerIds.filter((id) => contestantOf(id) <= 2).length).toBeLessThanOrEqual(1)
    expect(drawJudgements(answersOf(2, 4), [listwise], [], everything, 1).judgements).toEqual([])
  })
})

describe('answers that fail a gating check', () => {
  /** Of these contestants, those to prompts whose number the divisor divides. */
  const failingEvery = (divisor: number, contestants: number[], all = answersOf(4, 60)) =>
    all.map((one) =>
      contestants.includes(contestantOf(one.id)) && one.promptId % divisor === 0
        ? { ...one, failing: ['json'] }
        : one,
    )
  const two = answersOf(2, 60)

  test('are shown to no judge, and their skipped pairs keep the place in the plan', () => {
    const { judgements, skipped } = drawJudgements(
      failingEvery(4, [1], two),
      [{ ...pairwise, criteria: ['clear', 'kind'] }],
      [],
      everything,
      1,
    )
    expect([judgements.length, skipped.length]).toEqual([45, 15])
    expect(judgements.every(({ promptId }) => promptId % 4 !== 0)).toBe(true)
    expect(skipped[0]).toMatchObject({
      criteria: ['clear', 'kind'],
      passes: [false, true],
      checks: ['json'],
    })
    const places = [...judgements, ...skipped].map(({ place }) => place).sort((a, b) => a - b)
    expect(places).toEqual(Array.from({ length: 60 }, (_, i) => i))
    // the mean of 15 of 60 places is 29.5, its standard deviation 17.3 / √15 · √(45/59) = 3.9: four of them
    const mean = skipped.reduce((sum, { place }) => sum + place, 0) / skipped.length
    expect(Math.abs(mean - 29.5)).toBeLessThan(16)
  })

  test('take the same share of a limit of votes as of all pairs', () => {
    const wish = { ...everything, votesPerPair: 12 }
    for (const examiner of [pairwise, { ...pairwise, form: 'listwise' as const }]) {
      let all = 0
      let out = 0
      for (let seed = 0; seed < 40; seed++) {
        const drawn = drawJudgements(failingEvery(3, [1]), [examiner], [], wish, seed)
        const ofOne = drawn.skipped.filter(({ answerIds }) => answerIds.some((id) => contestantOf(id) === 1))
        expect(drawn.skipped.length).toBe(ofOne.length)
        out += ofOne.length
        all += 3 * 12
        expect(
          drawn.judgements.some(
            (one) => one.promptId % 3 === 0 && one.answerIds.some((id) => contestantOf(id) === 1),
          ),
        ).toBe(false)
      }
      // a third of 1440, standard deviation below √(1440 · 2/9) = 17.9: four of them
      expect(Math.abs(out - all / 3)).toBeLessThan(72)
    }
  })

  test('leave each pair with the requested votes, skipped pairs included', () => {
    const wish = { ...everything, votesPerPair: 20 }
    const { judgements, skipped } = drawJudgements(failingEvery(5, [1, 2], two), [pairwise], [], wish, 3)
    expect(judgements.length + skipped.length).toBe(20)
    expect(skipped.every(({ passes }) => !passes[0] && !passes[1])).toBe(true)
  })

  test('keep existing judgements and are not judged again', () => {
    const wish = { ...everything, repeats: 2 }
    const stood = standing(drawJudgements(two, [pairwise], [], everything, 1).judgements)
    const { judgements, skipped } = drawJudgements(failingEvery(4, [2], two), [pairwise], stood, wish, 1)
    expect([judgements.length, skipped.length]).toEqual([45, 0])
    expect(judgements.every(({ promptId, repeat }) => promptId % 4 !== 0 && repeat === 1)).toBe(true)
  })
})

describe('a large plan', () => {
  test('drawn in its thread is the plan that is drawn here, to the last place', async () => {
    const lists: JudgeCall = { ...pairwise, versionId: 2, criteria: ['overall', 'short'], form: 'listwise' }
    const answers = answersOf(6, 200)
    const failing = answers.map((one) => (one.id % 7 === 0 ? { ...one, failing: ['length'] } : one))
    const wish = { ...everything, repeats: 2, sample: 3 }
    const here = drawJudgements(failing, [pairwise, lists], [], wish, 5)
    const { calls, numbers, ...rest } = await drawPlan(failing, [pairwise, lists], [], wish, 5)
    expect([...unpackJudgements({ calls, numbers })]).toEqual(here.judgements)
    expect({ ...rest, judgements: here.judgements }).toEqual(here)
    expect(here.judgements.length).toBeGreaterThan(2000)
  })

  test('leaves this thread free while it is drawn', async () => {
    let turns = 0
    let isDrawn = false
    const drawing = drawPlan(answersOf(8, 300), [pairwise], [], everything, 1).finally(() => (isDrawn = true))
    for (; !isDrawn; turns++) await new Promise((resolve) => setImmediate(resolve))
    await drawing
    expect(turns).toBeGreaterThan(1)
  })
})

// Contestants with several answers to a prompt: which of them a judge is shown.

const PROMPTS = 900
const callOf = (versionId: number, form: JudgeCall['form'] = 'pairwise'): JudgeCall => ({
  ...pairwise,
  versionId,
  form,
  listSize: 3,
})

/** The id says contestant, prompt and sample. */
const sampledAnswers = (contestants: number, samples: number, prompts = PROMPTS): PlanAnswer[] =>
  Array.from({ length: contestants * prompts * samples }, (_, i) => {
    const sample = i % samples
    const promptId = 1 + (Math.floor(i / samples) % prompts)
    const contestantId = 1 + Math.floor(i / samples / prompts)
    const id = 10 * (promptId + 10_000 * contestantId) + sample
    return { id, promptId, contestantId, category: null, text: String(id) }
  })

const drawSampled = (answers: PlanAnswer[], calls = [callOf(1)], existing: ExistingJudgement[] = []) =>
  drawJudgements(answers, calls, existing, everything, 1)
const samplesOf = (ids: number[]) =>
  ids
    .toSorted((a, b) => a - b)
    .map((id) => id % 10)
    .join(' ')

describe('a plan over several answers of each contestant', () => {
  it('has as many judgements as one over single answers, and draws all combinations equally often', () => {
    const { judgements } = drawSampled(sampledAnswers(2, 3))
    expect(judgements).toHaveLength(PROMPTS)
    const counts = Object.values(Object.groupBy(judgements, ({ answerIds }) => samplesOf(answerIds)))
    expect(counts).toHaveLength(9)
    const statistic = counts.reduce((sum, all) => sum + (all!.length - PROMPTS / 9) ** 2 / (PROMPTS / 9), 0)
    // 99.9 % quantile of chi-square with 8 degrees of freedom: Fisher & Yates, Statistical Tables, table IV
    expect(statistic).toBeLessThan(26.12)
  })

  it('shows every judge the same answers', () => {
    const { judgements } = drawSampled(sampledAnswers(3, 4, 40), [callOf(1), callOf(2)])
    const shown = (version: number) =>
      judgements
        .filter(({ versionId }) => versionId === version)
        .map(({ answerIds }) => answerIds.join(' '))
        .sort()
    expect(shown(1)).toHaveLength(120)
    expect(shown(2)).toEqual(shown(1))
  })

  it('adds nothing once all is judged, even if contestants have more answers by then', () => {
    const first = drawSampled(sampledAnswers(3, 2, 40))
    expect(drawSampled(sampledAnswers(3, 2, 40), [callOf(1)], standing(first.judgements)).judgements).toEqual(
      [],
    )
    const later = drawSampled(sampledAnswers(3, 5, 40), [callOf(1)], standing(first.judgements))
    expect(later.judgements).toEqual([])
    expect(later.existing).toBe(120)
  })

  it('shows a later judge the answers that the first judge saw', () => {
    const first = standing(drawSampled(sampledAnswers(3, 2, 40)).judgements)
    const { judgements } = drawSampled(sampledAnswers(3, 5, 40), [callOf(1), callOf(2)], first)
    const key = ({ answerIds }: { answerIds: number[] }) => answerIds.toSorted((a, b) => a - b).join(' ')
    expect(judgements.map(key).sort()).toEqual(first.map(key).sort())
  })

  it('never has two answers of one contestant in a list', () => {
    const { judgements } = drawSampled(sampledAnswers(4, 3, 30), [callOf(1, 'listwise')])
    expect(judgements.length).toBeGreaterThan(0)
    for (const { answerIds } of judgements)
      expect(new Set(answerIds.map((id) => Math.floor(id / 100_000))).size).toBe(answerIds.length)
  })
})
