import { beforeEach, describe, expect, it } from 'vitest'
import { Hono } from 'hono'
import { snapshotWithTimeout } from '../../../server/leaderboard/visible-snapshot.ts'
import { boardStreams } from '../../../server/leaderboard/stream-board.ts'
import type { Env } from '../../../server/platform/http/http.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { serve } from '../../../server/serve.ts'
import { createTestApp, appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { Watcher } from './watcher.ts'

// The live board over real HTTP: at once, then with every change, until one side leaves.

const [first, second, third] = NAMES as [string, string, string]
const votes = () => [
  voteOf(first, second, 'left'),
  voteOf(second, third, 'left'),
  voteOf(third, first, 'left'),
]

describe('a stream', () => {
  let address: string
  let arena: string
  let arenas = 0
  const app = appFor({}, async () => {
    address = await app.serve()
    await app.work()
  })

  beforeEach(async () => {
    arena = `stream-${++arenas}`
    await app.import(arenaOf(arena, { prompts: 20, votes: votes() }))
    await app.settle()
  })

  const castVote = async () => {
    const visitor = new Visitor(app)
    await visitor.vote(await visitor.battle(arena), 'left')
  }

  it('sends the current board at once, the same as the other routes', async () => {
    const watcher = await Watcher.of(address, arena)
    expect(watcher.response.headers.get('content-type')).toContain('text/event-stream')
    expect(watcher.response.headers.get('cache-control')).toContain('no-cache')
    const served = await app.json(`/api/arenas/${arena}/leaderboard`)
    const event = await watcher.next()
    expect(event!.board).toEqual(served)
    expect(event!.id).toMatch(/^\d+$/)
    await watcher.leave()
  })

  it('sends the next board after a vote to every watcher, and reads it once for all', async () => {
    const watchers = await Promise.all(Array.from({ length: 100 }, () => Watcher.of(address, arena)))
    const before = await Promise.all(watchers.map((watcher) => watcher.next()))
    const { pool } = app.database
    let taken = 0
    const count = () => void taken++
    pool.on('acquire', count)
    await castVote()
    const after = await Promise.all(watchers.map((watcher) => watcher.next()))
    pool.off('acquire', count)
    expect(taken).toBeLessThan(100)
    expect(new Set(before.map((event) => event!.board.votes))).toEqual(new Set([3]))
    expect(new Set(after.map((event) => event!.board.votes))).toEqual(new Set([4]))
    expect(Number(after[0]!.id)).toBeGreaterThan(Number(before[0]!.id))
    await Promise.all(watchers.map((watcher) => watcher.leave()))
  })

  it('reaches watchers on another server with the same database', async () => {
    const other = await createTestApp({ database: app.database })
    const watcher = await Watcher.of(await other.serve(), arena)
    await watcher.next()
    await castVote()
    expect((await watcher.next())!.board.votes).toBe(4)
    await watcher.leave()
    await other.close()
  })

  it('also sends a view that no job keeps current', async () => {
    const watcher = await Watcher.of(address, arena, '?source=all&from=2024-01-01')
    expect((await watcher.next())!.board.votes).toBe(3)
    await castVote()
    expect((await watcher.next())!.board).toMatchObject({
      votes: 4,
      view: { source: 'all', from: '2024-01-01' },
    })
    await watcher.leave()
  })

  it('changes to humans with the vote that gives them most, if the request names no source', async () => {
    const simulated = votes()
      .slice(0, 1)
      .map((vote) => ({ ...vote, source: 'simulated' as const }))
    await app.import(arenaOf('shifting', { prompts: 20, votes: simulated }))
    await app.settle()
    const watcher = await Watcher.of(address, 'shifting')
    expect((await watcher.next())!.board).toMatchObject({ votes: 1, view: { source: 'simulated' } })
    arena = 'shifting'
    await castVote()
    expect((await watcher.next())!.board).toMatchObject({ votes: 1, view: { source: 'people' } })
    await watcher.leave()
  })

  it('shows a contestant as retired at once', async () => {
    const watcher = await Watcher.of(address, arena)
    expect((await watcher.next())!.board.contestants.some(({ retired }) => retired)).toBe(false)
    const path = `/api/admin/arenas/${arena}/contestants/marlowe-xl/retire`
    expect((await app.request(path, { method: 'POST', headers: AS_ADMIN })).status).toBe(200)
    const { board } = (await watcher.next())!
    expect(board.contestants.filter(({ retired }) => retired).map(({ name }) => name)).toEqual(['Marlowe-xl'])
    await watcher.leave()
  })

  it('of one arena is not woken by another', async () => {
    const watcher = await Watcher.of(address, arena)
    const mine = arena
    await watcher.next()
    arena = 'stream-1'
    await castVote()
    await app.settle()
    arena = mine
    await castVote()
    expect((await watcher.next())!.board).toMatchObject({ arena: mine, votes: 4 })
    await watcher.leave()
  })
})

describe('a server that stops', () => {
  it('ends every stream before its next heartbeat', async () => {
    const app = await createTestApp()
    await app.import(arenaOf('ending', { votes: votes() }))
    const serving = await serve({ host: '127.0.0.1', port: 0 }, app.deps)
    const watchers = await Promise.all([1, 2, 3].map(() => Watcher.of(serving.address, 'ending')))
    for (const watcher of watchers) await watcher.next()
    app.endStreams()
    expect(await Promise.all(watchers.map((watcher) => watcher.next()))).toEqual([null, null, null])
    await serving.stop(600_000)
    await expect(fetch(serving.address)).rejects.toThrow(/fetch failed/)
    await app.close()
  })

  it('cuts streams that do not end within its time limit', async () => {
    const app = await createTestApp()
    await app.import(arenaOf('cut', { votes: votes() }))
    const serving = await serve({ host: '127.0.0.1', port: 0 }, app.deps)
    const watcher = await Watcher.of(serving.address, 'cut')
    await watcher.next()
    await serving.stop(50)
    await expect(watcher.next()).rejects.toThrow(/terminated/)
    await app.close()
  })
})

/** Who may stay at a stream, and what a request for its head costs. */
describe('who may stay at a stream', () => {
  const app = appFor({}, async () => {
    await app.import(arenaOf('secretive', { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
    await app.settle()
  })

  it('a stream ends for visitors when its arena becomes private', async () => {
    const watcher = await Watcher.of(await app.serve(), 'secretive')
    expect((await watcher.next())!.board.votes).toBe(1)
    const hidden = arenaOf('secretive', { votes: [voteOf(NAMES[0], NAMES[2], 'left')] })
    await app.import({ ...hidden, arena: { slug: 'secretive', visibility: 'private' } })
    // the first board may come once more, computed in full; none that holds the new vote
    for (let last = await watcher.next(); last; last = await watcher.next()) expect(last.board.votes).toBe(1)
  })

  it('a HEAD request for a stream leaves no watcher behind', async () => {
    await app.import(arenaOf('open'))
    const watching: number[] = []
    const {
      postgres: { notifications },
    } = app.deps
    const counted = {
      ...notifications,
      onBoard(arenaId: number, listener: () => void) {
        watching.push(arenaId)
        return notifications.onBoard(arenaId, listener)
      },
    }
    const { createApp } = await import('../../../server/app.ts')
    const other = createApp({ ...app.deps, postgres: { ...app.deps.postgres, notifications: counted } })
    const response = await other.request('/api/arenas/open/leaderboard/stream', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(watching).toEqual([])
  })
})

describe('a board that takes long', () => {
  const app = appFor()
  const viewIn = async (slug: string) => {
    const arena = await app.arena(slug)
    return { arena, view: await resolveView(app.deps, arena, {}) }
  }

  it('is refused for now, and computed all the same', async () => {
    await app.import(arenaOf('long', { votes: votes() }))
    const { arena, view } = await viewIn('long')
    await expect(snapshotWithTimeout(app.deps, arena, view, 0)).rejects.toMatchObject({
      code: 'board_computing',
      status: 503,
      more: { retryAfter: 10 },
    })
    const stored = () => app.deps.db.selectFrom('snapshots').select('id').execute()
    await expect.poll(stored, { timeout: 20_000 }).toHaveLength(1)
    const { board } = await snapshotWithTimeout(app.deps, arena, view)
    expect(Board.parse(JSON.parse(board)).votes).toBe(3)
  })

  it('keeps a stream open meanwhile', async () => {
    await app.import(arenaOf('silent', { votes: votes() }))
    const { arena } = await viewIn('silent')
    const streamBoard = boardStreams(app.deps, 1)
    const server = new Hono<Env>().get('/', (c) => streamBoard(c, arena, {}, false))
    const watcher = new Watcher(await server.request('/'))
    expect(await watcher.beginning()).toBe(': still here')
    expect((await watcher.next())!.board.votes).toBe(3)
    await watcher.leave()
  })
})
