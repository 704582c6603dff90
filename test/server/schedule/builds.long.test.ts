/** Nightly comparisons of builds, driven by a clock that stands still. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startModelServer,
  type ModelServer,
  type ReceivedCall,
} from '../../../scripts/dev/model-server/index.ts'
import type { Arena } from '../../../server/arenas/index.ts'
import { findNotices } from '../../../server/notices/find-notices.ts'
import type { ScheduledComparison } from '../../../shared/contracts/index.ts'
import { inEnglish, type CodedMessage } from '../../../shared/messages/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { KEYS, modelsThat, shownIn } from '../judging/judge-pair/judged-arena.ts'
import { JUDGE_MODEL } from '../judging/judge-pair/models-and-judges.ts'
import { comesTo, occurrencesOf, resultsOf, scheduled } from './scheduled-arena.ts'

let app: TestApp
let models: ModelServer
let folder: string

/** From worst to best: what is not named is as good as the shipped build. */
let order: string[] = []
const byOrder = (call: ReceivedCall) => {
  const [one, other] = shownIn(call).map((name) => order.indexOf(name))
  return one! > other! ? 'first' : 'second'
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deadheat-builds-'))
  const prices = join(folder, 'prices.json')
  const row = { models: [JUDGE_MODEL], input: 0.1, output: 100 }
  await writeFile(prices, JSON.stringify({ asOf: '2026-01-01', prices: [row] }))
  models = await startModelServer({ reply: modelsThat(byOrder) })
  app = await createTestApp({ clock: '2026-11-20T12:00:00Z', env: KEYS, prices })
  await findNotices(app.deps)
  await app.work()
})
afterAll(async () => {
  await app?.close()
  await models?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const nightly = (more: object = {}) => ({
  entries: [{ name: 'builds', does: 'compare' as const, cron: '0 2 * * *', shipped: 'amber', ...more }],
})
const builds = { prompts: 24, judges: [{ params: { max_tokens: 100 } }] }

async function notices({ id }: Arena): Promise<string[]> {
  await findNotices(app.deps)
  const rows = await app.deps.db
    .selectFrom('notices')
    .select('finding')
    .where('arena_id', '=', id)
    .where('kind', '=', 'gate_fell')
    .orderBy('happened_at')
    .execute()
  return rows.map(({ finding }) => inEnglish(finding as CodedMessage))
}

test('the newest build is compared each night, and a build that falls has one notice, until another one falls', async () => {
  app.clock.set('2026-11-20T12:00:00Z')
  order = ['amber', 'birch']
  const options = { slug: 'builds', baseUrl: models.openAiUrl, ...builds }
  const arena = await scheduled(app.deps, nightly(), { ...options, contestants: ['amber', 'birch'] })
  await comesTo(app, '2026-11-20T12:00:00Z')
  await comesTo(app, '2026-11-21T02:00:00Z')
  expect(await resultsOf<ScheduledComparison>(app.deps, arena)).toMatchObject([
    { current: 'birch', shipped: 'amber', verdict: 'ship', criteria: [{ criterion: 'overall', winRate: 1 }] },
  ])
  expect(await notices(arena)).toEqual([])

  order = ['cedar', 'amber', 'birch']
  await scheduled(app.deps, nightly(), { ...options, contestants: ['amber', 'birch', 'cedar'] })
  await comesTo(app, '2026-11-22T02:00:00Z')
  const [, fallen] = await resultsOf<ScheduledComparison>(app.deps, arena)
  expect(fallen).toMatchObject({ current: 'cedar', verdict: 'do_not_ship', criteria: [{ winRate: 0 }] })
  const { votes, interval } = fallen.criteria[0]
  expect(interval![1]).toBeLessThan(0.5)
  // it stops once the gate is decided, and so before all prompts are judged
  expect(votes).toBe(20)
  const notice = `Arena builds: the ship gate fell. By the scheduled comparison “builds”, cedar should not replace amber. By “overall” it wins 0 % after 20 votes.`
  expect(await notices(arena)).toEqual([notice.replace('Arena builds', 'builds')])
  await comesTo(app, '2026-11-23T02:00:00Z')
  await comesTo(app, '2026-11-24T02:00:00Z')
  expect(await notices(arena)).toHaveLength(1)

  order = ['dogwood', 'cedar', 'amber', 'birch']
  await scheduled(app.deps, nightly(), {
    ...options,
    contestants: ['amber', 'birch', 'cedar', 'dogwood'],
  })
  await comesTo(app, '2026-11-25T02:00:00Z')
  expect(await notices(arena)).toEqual([expect.stringContaining('cedar'), expect.stringContaining('dogwood')])
})

test('a night costs no more than its budget, and the next night goes on with a budget of its own', async () => {
  app.clock.set('2026-11-26T12:00:00Z')
  order = ['amber', 'birch']
  const budgetUsd = 0.035
  const arena = await scheduled(app.deps, nightly({ current: 'birch', budgetUsd }), {
    slug: 'budget',
    baseUrl: models.openAiUrl,
    contestants: ['amber', 'birch'],
    ...builds,
  })
  for (const day of ['26T12', '27T02', '28T02']) await comesTo(app, `2026-11-${day}:00:00Z`)
  expect(await occurrencesOf(app.deps, arena)).toEqual([
    '11-27 02:00 builds: stopped, 1 runs',
    '11-28 02:00 builds: stopped, 1 runs',
  ])
  const runs = await app.deps.db
    .selectFrom('runs')
    .selectAll()
    .where('arena_id', '=', arena.id)
    .orderBy('id')
    .execute()
  expect(runs.map(({ status }) => status)).toEqual(['cancelled', 'budget_reached'])
  for (const { spent_usd: spent } of runs) {
    expect(spent).toBeGreaterThan(0)
    expect(spent).toBeLessThanOrEqual(budgetUsd)
  }
  const [first, second] = await resultsOf<ScheduledComparison>(app.deps, arena)
  expect(second.criteria[0].votes).toBeGreaterThan(first.criteria[0].votes)
})

test('an arena with one contestant says what is missing, and has a notice', async () => {
  app.clock.set('2026-12-01T12:00:00Z')
  const arena = await scheduled(app.deps, nightly(), {
    slug: 'alone',
    baseUrl: models.openAiUrl,
    contestants: ['amber'],
  })
  for (const day of ['01T12', '02T02']) await comesTo(app, `2026-12-${day}:00:00Z`)
  expect(await occurrencesOf(app.deps, arena)).toEqual(['12-02 02:00 builds: failed, 0 runs'])
  await findNotices(app.deps)
  const { finding } = await app.deps.db
    .selectFrom('notices')
    .select('finding')
    .where('arena_id', '=', arena.id)
    .where('kind', '=', 'schedule_failed')
    .executeTakeFirstOrThrow()
  expect(inEnglish(finding as CodedMessage)).toBe(
    'alone: the scheduled entry “builds” could not do its work. There is no contestant besides "amber" to compare with it. Enter the current build, or name it as `current` of the entry.',
  )
})
