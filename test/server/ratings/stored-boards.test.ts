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

it('the newest 200 boards by dates are stored for visitors', async () => {
  const arena = await arenaNamed(app.deps.db, 'stored')
  const computed_at = app.clock.now()
  const earlier = { arena_id: arena.id, kept: false, basis: '0:0:0', board: '{}', etag: '""', computed_at }
  await app.deps.db
    .insertInto('snapshots')
    .values(Array.from({ length: 200 }, (_, n) => ({ ...earlier, view_key: `earlier ${n}` })))
    .execute()
  const days = ['2020-01-01', '2020-01-02', '2020-01-03', '2020-01-04', '2020-01-05']
  const keys: string[] = []
  for (const from of days) {
    const view = await resolveView(app.deps, arena, { from })
    keys.push(view.key)
    await currentSnapshot(app.deps, arena, view)
  }
  const rows = await app.deps.db
    .selectFrom('snapshots')
    .select('view_key')
    .where('kept', '=', false)
    .orderBy('id')
    .execute()
  const left = Array.from({ length: 195 }, (_, n) => `earlier ${n + 5}`)
  expect(rows.map(({ view_key }) => view_key)).toEqual([...left, ...keys])
})
