/** Real judgements through a real import: counts and win rates as they were published. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto, openImport } from '../../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { compared } from './compared.ts'

const folder = join(process.env['DEADHEAT_REFERENCE_DATA'] ?? '', 'alpacaeval')

interface Published {
  published: { n_wins: number; n_wins_base: number; n_draws: number; discrete_win_rate: number }
}

describe.skipIf(!process.env['DEADHEAT_REFERENCE_DATA'])('fifteen models against a fixed reference', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
    const { incoming } = await openImport({
      slug: 'alpaca',
      file: join(folder, 'battles_judge.jsonl'),
      strict: true,
      orders: 'merge',
      stdin: Readable.from([]),
      onProgress: () => {},
    })
    await importInto(app.deps, incoming)
  })
  afterAll(() => app?.close())

  it('have the published counts and win rates, and their standard error', async () => {
    const { published } = JSON.parse(readFileSync(join(folder, 'battles_judge.expected.json'), 'utf8')) as {
      published: { models: Record<string, Published> }
    }
    const models = Object.entries(published.models)
    expect(models.length).toBe(15)
    for (const [model, { published }] of models) {
      const [w, l, t] = [published.n_wins, published.n_wins_base, published.n_draws]
      const { criteria, verdict } = await compared(app, 'alpaca', [model, 'gpt4_1106_preview'])
      const overall = criteria[0]
      expect([model, overall.wins, overall.losses, overall.ties]).toEqual([model, w, l, t])
      expect(100 * overall.winRate).toBeCloseTo(published.discrete_win_rate, 8)
      const n = w + l + t
      const rate = (w + t / 2) / n
      const squares = w * (1 - rate) ** 2 + l * rate ** 2 + t * (0.5 - rate) ** 2
      expect(overall.standardError).toBeCloseTo(Math.sqrt(squares / (n - 1) / n), 10)
      expect([verdict, overall.because]).toEqual(['do_not_ship', 'lost'])
    }
    const turned = await compared(app, 'alpaca', ['gpt4_1106_preview', 'phi-2'], {
      gate: { preset: 'critical' },
    })
    expect(turned.verdict).toBe('ship')
  })
})
