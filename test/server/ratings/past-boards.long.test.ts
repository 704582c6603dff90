/** Boards of many days: at most 60 of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { History } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: '2024-05-01T12:00:00.000Z' })
})
afterAll(() => app?.close())

it('counts at most 60 days of a view, the first and the last among them', async () => {
  const votes = Array.from({ length: 400 }, (_, i) =>
    voteOf(NAMES[i % 3], NAMES[(i + 1) % 3], i % 2 ? 'left' : 'right', {
      prompt: `p${1 + (i % 4)}`,
      castAt: new Date(Date.UTC(2023, 0, 1 + (i % 200), 12)),
    }),
  )
  await importInto(app.deps, arenaOf('years', { votes }))
  await app.settle()
  const answer = await app.request('/api/arenas/years/history')
  const { points, countedLater } = History.parse(await answer.json())
  expect(countedLater).toEqual({ counted: 60, of: 60 })
  expect([points.length, points[0].at, points[59].at]).toEqual([
    61,
    '2023-01-01T23:59:59.999Z',
    '2023-07-19T23:59:59.999Z',
  ])
})
