/** The operator's page shows what an arena does by itself, and pauses and resumes each entry. */
import { beforeAll, expect, test } from 'vitest'
import { arenaNamed } from '../../server/arenas/index.ts'
import { importInto } from '../../server/transfer/index.ts'
import type { Schedule, ScheduledComparison } from '../../shared/contracts/index.ts'
import { arenaOf } from '../server/arena-import.ts'
import { ADMIN_TOKEN } from '../support/app.ts'
import { isNarrow, operated, signIn } from './operator.ts'
import { PHONE } from './site.ts'
import { violations } from './violations.ts'

const there = operated()

const SCHEDULE: Schedule = {
  timezone: 'Europe/Berlin',
  entries: [
    { name: 'weekly judging', does: 'judge', cron: '0 3 * * 1', budgetUsd: 1.5 },
    {
      name: 'turns',
      does: 'rotate',
      cron: '0 4 1 * *',
      judges: ['careful', 'quick'],
      prompts: 40,
      overlap: 0.25,
    },
    { name: 'nightly builds', does: 'compare', cron: '0 2 * * *', shipped: 'v16' },
  ],
}

/** Four nights: two builds pass or stay open, the third falls. */
const NIGHTS: [
  current: string,
  winRate: number,
  interval: [number, number],
  verdict: 'ship' | 'do_not_ship' | 'not_decided_yet',
][] = [
  ['v17', 0.55, [0.4, 0.69], 'not_decided_yet'],
  ['v17', 0.61, [0.51, 0.7], 'ship'],
  ['v18-a-long-name-of-a-build-with-its-commit-4f2c9d1', 0.52, [0.38, 0.66], 'not_decided_yet'],
  ['v19', 0.31, [0.2, 0.44], 'do_not_ship'],
]

beforeAll(async () => {
  const { db } = there.site.app.deps
  await importInto(there.site.app.deps, arenaOf('planned'))
  const { id } = await arenaNamed(db, 'planned')
  await db
    .updateTable('arenas')
    .set({ settings: JSON.stringify({ schedule: SCHEDULE }) })
    .where('id', '=', id)
    .execute()
  const of = (entry: string, does: 'rotate' | 'compare', day: number, result: object) => ({
    arena_id: id,
    entry,
    does,
    due_at: new Date(`2026-11-${10 + day}T01:00:00Z`),
    state: 'done' as const,
    ended_at: new Date(`2026-11-${10 + day}T01:20:00Z`),
    result: JSON.stringify(result),
  })
  const nights = NIGHTS.map(([current, winRate, interval, verdict], day) =>
    of('nightly builds', 'compare', day, {
      current,
      shipped: 'v16',
      verdict,
      criteria: [{ criterion: 'overall', winRate, interval, votes: 40 + 20 * day, verdict }],
    } satisfies ScheduledComparison),
  )
  const agreement = { hits: 26, n: 30, share: 26 / 30, interval: [0.7, 0.95], kappa: 0.71 }
  const turn = of('turns', 'rotate', 1, {
    judge: 'quick',
    before: 'careful',
    prompts: 40,
    overlap: 10,
    agreement: [{ criterion: 'overall', agreement, kappaInterval: [0.4, 0.9] }],
  })
  await db
    .insertInto('schedule_occurrences')
    .values([...nights, turn])
    .execute()
})

test('shows what comes next and what happened, pauses an entry and resumes it, in both languages', async () => {
  const page = await there.site.visit('/admin/a/planned?show=schedule')
  await signIn(page)
  const judging = page.getByRole('row', { name: 'weekly judging' })
  await judging.getByText('at most $1.50 each time').waitFor()
  await judging.getByText('not yet').waitFor()
  const turns = page.getByRole('row', { name: 'turns' })
  await turns.getByText('same verdict on 87 % of 30 pairs by overall, κ 0.71').waitFor()
  const fallen = page.getByRole('row', { name: /^v19/ })
  expect(await fallen.innerText()).toMatch(/31\s%\s+20\.0–44\.0\s%\s+100\s+do not ship/)
  await page.getByRole('button', { name: 'weekly judging: Pause' }).click()
  await judging.getByText('paused since').waitFor()
  expect(await violations(page)).toEqual([])
  await page.reload()
  await judging.getByText('paused since').waitFor()
  await page.getByRole('button', { name: 'weekly judging: Resume' }).click()
  await page.getByText('weekly judging is resumed.').waitFor()
  await expect.poll(() => judging.getByText('paused since').count()).toBe(0)

  const phone = await there.site.visit('/admin/a/planned?show=schedule', {
    viewport: PHONE,
    locale: 'de',
    colorScheme: 'dark',
  })
  await phone.locator('input[type=password]').first().fill(ADMIN_TOKEN)
  await phone.keyboard.press('Enter')
  await phone.getByRole('heading', { name: 'Zeitplan' }).waitFor()
  await phone.getByText('nicht ausliefern').first().waitFor()
  expect(await violations(phone)).toEqual([])
  expect(await isNarrow(phone)).toBe(true)
  const { width } = (await phone.locator('td.plot .lane').first().boundingBox())!
  expect(width).toBeGreaterThan(100)
})
