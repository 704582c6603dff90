/** Contestants with several answers to a prompt: which of them a judge is shown. */
import { describe, expect, it } from 'vitest'
import { drawJudgements } from '../../../server/judging/plan/draw-judgements.ts'
import type { ExistingJudgement, JudgeCall, PlanAnswer } from '../../../server/judging/plan/planned.ts'

const PROMPTS = 900
const SPEC = { votesPerPair: null, baseline: null, repeats: 1 }
const call = (versionId: number, form: JudgeCall['form'] = 'pairwise'): JudgeCall => ({
  versionId,
  form,
  criteria: ['overall'],
  listSize: 3,
  categories: null,
})

/** The id says contestant, prompt and sample. */
const answersOf = (contestants: number, samples: number, prompts = PROMPTS): PlanAnswer[] =>
  Array.from({ length: contestants * prompts * samples }, (_, i) => {
    const sample = i % samples
    const promptId = 1 + (Math.floor(i / samples) % prompts)
    const contestantId = 1 + Math.floor(i / samples / prompts)
    const id = 10 * (promptId + 10_000 * contestantId) + sample
    return { id, promptId, contestantId, category: null, text: String(id) }
  })

const draw = (answers: PlanAnswer[], calls = [call(1)], existing: ExistingJudgement[] = []) =>
  drawJudgements(answers, calls, existing, SPEC, 1)
const asExisting = ({ judgements }: ReturnType<typeof draw>): ExistingJudgement[] =>
  judgements.map((one) => ({ ...one, failed: false }))
const samplesOf = (ids: number[]) =>
  ids
    .toSorted((a, b) => a - b)
    .map((id) => id % 10)
    .join(' ')

describe('a plan over several answers of each contestant', () => {
  it('has as many judgements as one over single answers, and draws all combinations equally often', () => {
    const { judgements } = draw(answersOf(2, 3))
    expect(judgements).toHaveLength(PROMPTS)
    const counts = Object.values(Object.groupBy(judgements, ({ answerIds }) => samplesOf(answerIds)))
    expect(counts).toHaveLength(9)
    const statistic = counts.reduce((sum, all) => sum + (all!.length - PROMPTS / 9) ** 2 / (PROMPTS / 9), 0)
    // 99.9 % quantile of chi-square with 8 degrees of freedom: Fisher & Yates, Statistical Tables, table IV
    expect(statistic).toBeLessThan(26.12)
  })

  it('shows every judge the same answers', () => {
    const { judgements } = draw(answersOf(3, 4, 40), [call(1), call(2)])
    const shown = (version: number) =>
      judgements
        .filter(({ versionId }) => versionId === version)
        .map(({ answerIds }) => answerIds.join(' '))
        .sort()
    expect(shown(1)).toHaveLength(120)
    expect(shown(2)).toEqual(shown(1))
  })

  it('adds nothing once all is judged, even if contestants have more answers by then', () => {
    const first = draw(answersOf(3, 2, 40))
    expect(draw(answersOf(3, 2, 40), [call(1)], asExisting(first)).judgements).toEqual([])
    const later = draw(answersOf(3, 5, 40), [call(1)], asExisting(first))
    expect(later.judgements).toEqual([])
    expect(later.existing).toBe(120)
  })

  it('shows a later judge the answers that the first judge saw', () => {
    const first = asExisting(draw(answersOf(3, 2, 40)))
    const { judgements } = draw(answersOf(3, 5, 40), [call(1), call(2)], first)
    const key = ({ answerIds }: { answerIds: number[] }) => answerIds.toSorted((a, b) => a - b).join(' ')
    expect(judgements.map(key).sort()).toEqual(first.map(key).sort())
  })

  it('never has two answers of one contestant in a list', () => {
    const { judgements } = draw(answersOf(4, 3, 30), [call(1, 'listwise')])
    expect(judgements.length).toBeGreaterThan(0)
    for (const { answerIds } of judgements)
      expect(new Set(answerIds.map((id) => Math.floor(id / 100_000))).size).toBe(answerIds.length)
  })
})
