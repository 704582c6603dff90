/** A board is served as it was computed, with a strong ETag, to permitted readers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'

const [first, second, third] = NAMES as [string, string, string]
const votes = () => [
  voteOf(first, second, 'left'),
  voteOf(second, third, 'left'),
  voteOf(third, first, 'left'),
]

describe('a board in a cache', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
    await app.work()
    await importInto(app.deps, arenaOf('cached', { votes: votes() }))
    await importInto(app.deps, arenaOf('hidden', { votes: votes(), arena: { visibility: 'private' } }))
    await app.settle()
  })
  afterAll(() => app.close())

  const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
  const faces = ['/api/arenas/cached/leaderboard', '/a/cached.md', '/a/cached.txt']

  it.each(faces)('at %s has a strong ETag, and is not sent again to a client that has it', async (path) => {
    const full = await get(path)
    const etag = full.headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect(full.headers.get('cache-control')).toBe('no-cache')
    for (const known of [etag, `W/${etag}`, `"older", ${etag}`, '*']) {
      const answer = await get(path, { 'if-none-match': known })
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag])
    }
    const other = await get(path, { 'if-none-match': '"older"' })
    expect([other.status, await other.text()]).toEqual([200, await full.text()])
  })

  it('has its content type', async () => {
    const types = await Promise.all(faces.map(async (path) => (await get(path)).headers.get('content-type')))
    expect(types).toEqual([
      'application/json; charset=utf-8',
      'text/markdown; charset=utf-8',
      'text/plain; charset=utf-8',
    ])
  })

  it('stays the same to the last byte while no vote comes', async () => {
    const [path] = faces as [string]
    const before = await (await get(path)).text()
    app.clock.advance(3600)
    expect(await (await get(path)).text()).toBe(before)
  })

  it('gets another ETag with the next vote', async () => {
    const [path] = faces as [string]
    const etag = (await get(path)).headers.get('etag')!
    const visitor = new Visitor(app)
    await visitor.vote(await visitor.battle('cached'), 'left')
    await app.settle()
    const next = await get(path, { 'if-none-match': etag })
    expect(next.status).toBe(200)
    expect(next.headers.get('etag')).not.toBe(etag)
  })

  it('of a private arena does not exist without the token', async () => {
    const paths = ['/api/arenas/hidden/leaderboard', '/api/arenas/hidden/leaderboard/stream', '/a/hidden.md']
    const others = ['/a/hidden.txt', '/api/arenas/hidden', '/api/arenas/hidden/export/votes.csv']
    for (const path of [...paths, ...others]) {
      expect([path, ...(await problemOf(await get(path)))]).toEqual([path, 404, 'arena_unknown'])
      const wrong = await get(path, { authorization: 'Bearer wrong', 'if-none-match': '*' })
      expect([path, ...(await problemOf(wrong))]).toEqual([path, 401, 'token_invalid'])
      const admin = await get(path, { authorization: `Bearer ${ADMIN_TOKEN}` })
      expect([path, admin.status]).toEqual([path, 200])
      await admin.body?.cancel()
    }
    expect((await get(paths[0], { authorization: `Bearer ${ADMIN_TOKEN}` })).headers.get('vary')).toContain(
      'authorization',
    )
  })

  it('of an unknown arena does not exist in any format', async () => {
    for (const path of ['/a/nowhere.md', '/a/nowhere.txt', '/api/arenas/nowhere/leaderboard'])
      expect(await problemOf(await get(path))).toEqual([404, 'arena_unknown'])
  })
})
