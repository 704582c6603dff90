/** Boards that were published as win rates against a fixed reference, through a real import. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../../support/import-files.ts'
import { Leaks, WinRates } from '../../../shared/contracts/index.ts'
import { deadheat } from '../../scripts/deadheat.ts'
import { appFor } from '../../support/app.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

interface Published {
  n_wins: number
  n_wins_base: number
  n_draws: number
  discrete_win_rate: number
  length_controlled_winrate: number
}

describe.skipIf(folder === '')('published boards', () => {
  const bring = async (slug: string, file: string, more: { prompts?: string; answers?: string } = {}) => {
    await importFiles(app.deps, { slug, file: join(folder, file), ...more, yes: true })
  }
  /** The published boards count votes on answers that name their model, too. */
  const releaseLeaks = async (slug: string) => {
    const path = `/api/admin/arenas/${slug}/leaks`
    const { leaks } = Leaks.parse(await (await app.asAdmin(path)).json())
    const json = { leaks: leaks.map(({ id }) => id), reason: 'as published' }
    expect((await app.asAdmin(`${path}/release`, json)).status).toBe(200)
  }
  const app = appFor({}, async () => {
    await bring('alpaca', 'alpacaeval/battles_judge.jsonl', {
      prompts: join(folder, 'alpacaeval/prompts.jsonl'),
      answers: join(folder, 'alpacaeval/outputs.jsonl'),
    })
    await releaseLeaks('alpaca')
    await app.settle()
  })

  it('of fifteen models against a fixed reference: counts, win rates and standard errors, plain and length-controlled', async () => {
    const { baseline, contestants } = await app.read(WinRates, '/api/arenas/alpaca/win-rates')
    expect(baseline).toMatchObject({ name: 'gpt4_1106_preview', chosenBy: 'most_met' })
    expect(contestants).toHaveLength(15)
    const { models } = (
      JSON.parse(read('alpacaeval/battles_judge.expected.json')) as {
        published: { models: Record<string, { published: Published }> }
      }
    ).published
    let [controlled, covered] = [0, 0]
    for (const { name, wins, losses, ties, winRate, standardError, lengthControlled } of contestants) {
      const { published: own } = models[name]
      expect([wins, losses, ties], name).toEqual([own.n_wins, own.n_wins_base, own.n_draws])
      expect(100 * winRate).toBeCloseTo(own.discrete_win_rate, 9)
      const n = wins + losses + ties
      const squares = wins * (1 - winRate) ** 2 + losses * winRate ** 2 + ties * (0.5 - winRate) ** 2
      expect(standardError).toBeCloseTo(Math.sqrt(squares / (n - 1) / n), 10)
      // who won nothing of these 150 has none
      if (!lengthControlled) continue
      controlled++
      const [low, high] = lengthControlled.interval!.map((end) => 100 * end)
      if (low! <= own.length_controlled_winrate && own.length_controlled_winrate <= high!) covered++
    }
    // theirs goes by how surely each was preferred, by all 805 answers and with a penalty; ours by 150 and who won
    expect(controlled).toBeGreaterThanOrEqual(13)
    expect(covered).toBeGreaterThanOrEqual(controlled - 2)
    // the same as from the files, where votes say no more than who won
    const input = read('alpacaeval/battles_judge.jsonl').replace(/"preference_b": [^,}]+, /g, '')
    const args = [
      '--json',
      '--yes',
      '--rounds',
      '0',
      '--baseline',
      baseline!.name,
      '--answers',
      join(folder, 'alpacaeval/outputs.jsonl'),
    ]
    const { stdout } = await deadheat(['rate', '-', ...args], { input })
    const { baselineWinRates } = JSON.parse(stdout) as { baselineWinRates: WinRates['contestants'] }
    for (const { name, lengthControlled } of baselineWinRates) {
      const here = contestants.find((one) => one.name === name)!.lengthControlled
      expect(here?.votes).toBe(lengthControlled?.votes)
      expect(here?.winRate ?? 0).toBeCloseTo(lengthControlled?.winRate ?? 0, 9)
      expect(here?.standardError ?? 0).toBeCloseTo(lengthControlled?.standardError ?? 0, 9)
    }
  })
})
