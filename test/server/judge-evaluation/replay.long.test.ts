/** Real judges against real people, through the real import: counts that others made are the measure. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../../support/import-files.ts'
import { evaluateJudges } from '../../../server/judge-evaluation/evaluate-judges.ts'
import type { JudgesReport } from '../../../shared/contracts/index.ts'
import { appFor } from '../../support/app.ts'
import { hasReferenceData } from '../../shared/stats/reference.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''

describe.skipIf(!hasReferenceData)('judges compared with the votes of real people', () => {
  const app = appFor()

  const tried = async (slug: string, ...files: string[]): Promise<JudgesReport> => {
    for (const file of files) {
      await importFiles(app.deps, { slug, file: join(folder, file) })
    }
    return evaluateJudges(app.deps, await app.arena(slug))
  }

  it('GPT-4 agrees with the majority of voters on the same answers as often as an independent count', async () => {
    const { judges, humans } = await tried(
      'llmfao',
      'llmfao/battles_human.jsonl',
      'llmfao/battles_gpt4.jsonl',
    )
    const { figures, state, boards } = judges[0]
    expect(judges.length).toBe(1)
    expect(figures).toMatchObject({
      votes: 2139,
      shared: 2139,
      threeWay: { hits: 828, n: 2139 },
      decisive: { hits: 778, n: 1043 },
      // one order each, for all that the file says
      consistency: { n: 0, share: null },
      firstPosition: { n: 0 },
    })
    expect(figures.threeWay.kappa).toBeCloseTo(0.17810436635966312, 12)
    expect(figures.decisive.kappa).toBeCloseTo(0.49304576060101957, 12)
    expect(state).toBe('uncalibrated')
    const [low, high] = boards[0].interval!
    expect(boards).toMatchObject([{ criterion: 'overall' }])
    expect(low).toBeGreaterThan(0.4)
    expect(low).toBeLessThan(boards[0].tau!)
    expect(high).toBeGreaterThan(boards[0].tau!)
    expect(humans.votes).toBe(8931)
  })

  it('six judges of MT-bench contradict themselves as often as in an independent count', async () => {
    const { judges } = await tried('mtbench', 'mtbench_en_llmjudge/battles.jsonl')
    const counts = judges.map(({ judge, figures }) => [
      judge,
      figures.consistency.n,
      figures.consistency.hits,
    ])
    expect(counts).toEqual([
      ['EXAONE-3.5-32B-Instruct-AWQ', 1200, 1200 - 506],
      ['Gemma-4-12B-it', 1180, 1180 - 234],
      ['Qwen2.5-14B-Instruct', 1200, 1200 - 541],
      ['Qwen2.5-32B-Instruct', 1198, 1198 - 371],
      ['Qwen2.5-7B-Instruct', 1200, 1200 - 951],
      ['gpt-4o-mini', 1193, 1193 - 399],
    ])
    expect(judges.map(({ state, figures }) => [state, figures.shared])).toEqual(
      Array.from({ length: 6 }, () => ['not_measured', 0]),
    )
  })

  it('PandaLM and GPT-3.5 agree with the majority of three annotators as often as published, and the annotators with each other', async () => {
    const expected = JSON.parse(readFileSync(join(folder, 'pandalm/agreement.expected.json'), 'utf8'))
    const { judges, humans } = await tried(
      'pandalm',
      'pandalm/battles_human.jsonl',
      'pandalm/battles_judges.jsonl',
    )
    const { 'gpt-3.5-turbo': gpt, 'pandalm-7b': pandalm } = expected.judge_vs_human_majority
    const [ofGpt, ofPandalm] = judges.map(({ figures }) => figures.threeWay)
    expect(judges.map(({ judge, state }) => [judge, state])).toEqual([
      ['gpt-3.5-turbo', 'calibrated'],
      // 75 % are required, and its interval begins below
      ['pandalm-7b', 'not_measured'],
    ])
    expect(ofPandalm).toMatchObject({ hits: 667, n: pandalm.n })
    expect((100 * ofPandalm!.share!).toFixed(2)).toBe(String(pandalm.accuracy))
    expect(ofPandalm!.kappa!.toFixed(4)).toBe(String(pandalm.cohen_kappa))
    // 25 unreadable replies count as disagreement there, and are no votes here
    expect(ofGpt).toMatchObject({ n: gpt.n - 25 })
    expect(((100 * ofGpt!.hits) / gpt.n).toFixed(2)).toBe(String(gpt.accuracy))
    const { threeWay } = humans.betweenVoters
    const kappas = Object.values(expected.cohen_kappa_between_annotators as Record<string, number>)
    expect(humans).toMatchObject({ voters: 3, votes: 2997 })
    expect(threeWay.n).toBeCloseTo(999, 9)
    expect(threeWay.kappa).toBeCloseTo(kappas.reduce((sum, one) => sum + one) / 3, 2)
  })
})
