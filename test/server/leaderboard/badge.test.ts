import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'

const [first, second] = NAMES as [string, string]
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ publishEvery: 600, clock: '2024-05-01T12:00:00.000Z' })
  const castAt = new Date('2024-05-01T11:55:00.000Z')
  const votes = [voteOf(first, second, 'left'), voteOf(second, first, 'left')].map((vote) => ({
    ...vote,
    castAt,
  }))
  await importInto(app.deps, arenaOf('open', { votes, prompts: 20, categories: ['tone', 'facts'] }))
  await importInto(app.deps, arenaOf('hidden', { arena: { visibility: 'private' } }))
  await app.publish()
})
afterAll(() => app?.close())

const badge = (arena: string, query = '', headers = {}) =>
  app.request(`/a/${arena}/badge.svg${query}`, { headers })

it('is an image that other sites may show, of the published board', async () => {
  const response = await badge('open')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await response.text()).toContain('>too little known</text>')
  const elsewhere = await app.request('/a/open.txt')
  expect(elsewhere.headers.get('cross-origin-resource-policy')).toBe('same-origin')
})

it('is not sent again while nothing has changed, and counts a vote once it is published', async () => {
  const etag = (await badge('open')).headers.get('etag')!
  const visitor = new Visitor(app)
  app.clock.advance(5)
  await visitor.vote(await visitor.battle('open'), 'tie')
  const unchanged = await badge('open', '', { 'if-none-match': etag })
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  await app.publish()
  await app.settle()
  expect((await badge('open', '', { 'if-none-match': etag })).status).toBe(200)
})

it('follows the switches of the view', async () => {
  const before = await (await badge('open', '?to=2024-04-30')).text()
  expect(before).toContain('>Arena open · to 2024-04-30</text>')
  expect(before).toContain('>no votes yet</text>')
  expect(await (await badge('open', '?category=facts')).text()).toContain('>Arena open · facts</text>')
})

it('reports what is wrong, and reveals nothing about private arenas', async () => {
  expect(await problemOf(await badge('open', '?source=aliens'))).toEqual([400, 'invalid_request'])
  for (const arena of ['hidden', 'nowhere'])
    expect(await problemOf(await badge(arena))).toEqual([404, 'arena_unknown'])
})
