/** Who may stay at a stream, and what a request for its head costs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Watcher } from './watcher.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await importInto(app.deps, arenaOf('secretive', { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
  await app.settle()
})
afterAll(() => app?.close())

it('a stream ends for visitors when its arena becomes private', async () => {
  const watcher = await Watcher.of(await app.serve(), 'secretive')
  expect((await watcher.next())!.board.votes).toBe(1)
  const hidden = arenaOf('secretive', { votes: [voteOf(NAMES[0], NAMES[2], 'left')] })
  await importInto(app.deps, { ...hidden, arena: { slug: 'secretive', visibility: 'private' } })
  // the first board may come once more, computed in full; none that holds the new vote
  for (let last = await watcher.next(); last; last = await watcher.next()) expect(last.board.votes).toBe(1)
})

it('a HEAD request for a stream leaves no watcher behind', async () => {
  await importInto(app.deps, arenaOf('open'))
  const watching: number[] = []
  const { notifications } = app.deps
  const counted = {
    ...notifications,
    onBoard(arenaId: number, listener: () => void) {
      watching.push(arenaId)
      return notifications.onBoard(arenaId, listener)
    },
  }
  const { createApp } = await import('../../../server/app.ts')
  const other = createApp({ ...app.deps, notifications: counted })
  const response = await other.request('/api/arenas/open/leaderboard/stream', { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(watching).toEqual([])
})
