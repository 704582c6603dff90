/** How much of a budget becomes votes. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../../support/app.ts'
import { testModels } from '../../../support/providers/models.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import {
  alphabetically,
  KEYS,
  modelsThat,
  progressWhen,
  setUpJudged,
  start,
  votesOf,
} from './judged-arena.ts'
import { JUDGE_MODEL } from './models-and-judges.ts'

test('of the calls that $2, $4 and $6 pay, at least 95 % lead to votes', async () => {
  const models = await testModels({ reply: modelsThat(alphabetically) })
  const prices = join(await temporaryFolder(), 'prices.json')
  const row = { models: [JUDGE_MODEL], input: 0, output: 3000 }
  await writeFile(prices, JSON.stringify({ asOf: '2026-01-01', prices: [row] }))
  const app = await createTestApp({ clock: 'runs', env: KEYS, prices })
  onTestFinished(() => app.close())
  await app.work()
  const params = { max_tokens: 30 }
  for (const budgetUsd of [2, 4, 6]) {
    models.clear()
    const arena = await setUpJudged(app.deps, {
      slug: `usd-${budgetUsd}`,
      baseUrl: models.openAiUrl,
      answered: true,
      prompts: 60,
      judges: [{ params }],
    })
    await start(app.deps, arena, { budgetUsd })
    const { status, spentUsd } = await progressWhen(app.deps, arena)
    expect(status).toBe('budget_reached')
    expect(spentUsd).toBeLessThanOrEqual(budgetUsd)
    // it stops only when the two orders of another judgement might not fit
    expect(spentUsd).toBeGreaterThan(budgetUsd - 2 * params.max_tokens * 0.003)
    expect(models.calls.length).toBeGreaterThan(20)
    // a judgement may be recorded just after the run stopped
    const share = async () =>
      (2 * (await votesOf(app.deps, arena)).reduce((sum, { votes }) => sum + votes, 0)) / models.calls.length
    await expect.poll(share).toBeGreaterThanOrEqual(0.95)
  }
})
