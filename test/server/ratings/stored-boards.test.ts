/** What is stored of the boards: never an older one over a newer, and not without end. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { currentSnapshot, resolveView } from '../../../server/ratings/index.ts'
import { takeSnapshot } from '../../../server/ratings/take-snapshot.ts'
import { createTestApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await importInto(app.deps, arenaOf('stored', { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
})
afterAll(() => app?.close())

it('a board of older data never replaces a newer one', async () => {
  const arena = await arenaNamed(app.deps.db, 'stored')
  const view = await resolveView(app.deps, arena, {})
  const { basis } = await currentSnapshot(app.deps, arena, view)
  const [revision, votes, retractions] = basis.split(':').map(Number)
  const newer = [revision, votes! + 1, retractions].join(':')
  await app.deps.db
    .insertInto('snapshots')
    .values({
      arena_id: arena.id,
      view_key: view.key,
      kept: true,
      basis: newer,
      board: '{}',
      etag: '"newer"',
      computed_at: app.clock.now(),
    })
    .execute()
  const stored = await takeSnapshot(app.deps, arena, view, basis, 'tracked')
  expect(stored).toMatchObject({ basis: newer, etag: '"newer"' })
})

it('the newest 200 boards by dates are stored for visitors', { timeout: 120_000 }, async () => {
  const arena = await arenaNamed(app.deps.db, 'stored')
  const days = Array.from({ length: 205 }, (_, day) =>
    new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10),
  )
  for (const from of days)
    await currentSnapshot(app.deps, arena, await resolveView(app.deps, arena, { from }))
  const rows = await app.deps.db
    .selectFrom('snapshots')
    .select('view_key')
    .where('kept', '=', false)
    .execute()
  expect(rows).toHaveLength(200)
  expect(rows.map(({ view_key }) => view_key).join()).not.toContain(days[4])
  expect(rows.map(({ view_key }) => view_key).join()).toContain(days[204])
})
