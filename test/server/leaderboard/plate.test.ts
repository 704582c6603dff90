import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf } from '../visitor.ts'

const [first, second] = NAMES as [string, string]
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  const votes = [voteOf(first, second, 'left'), voteOf(second, first, 'left')]
  await importInto(app.deps, arenaOf('open', { votes, prompts: 20, categories: ['tone', 'facts'] }))
  await importInto(app.deps, arenaOf('hidden', { arena: { visibility: 'private' } }))
})
afterAll(() => app?.close())

const plate = (arena: string, query = '', headers = {}) =>
  app.request(`/a/${arena}/plate.svg${query}`, { headers })

it('is an image that other sites may show, and is not sent again while nothing changes', async () => {
  const response = await plate('open')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await response.text()).toContain('Arena open')
  const etag = response.headers.get('etag')!
  expect((await plate('open', '', { 'if-none-match': etag })).status).toBe(304)
  expect((await plate('open', '?theme=dark', { 'if-none-match': etag })).status).toBe(200)
})

it('follows language, theme and the switches of the view', async () => {
  const text = async (query: string) => (await plate('open', query)).text()
  expect(await text('?lang=de')).toContain('2 Stimmen')
  expect(await text('?theme=dark')).toContain('#131416')
  expect(await text('?category=facts')).toContain('Arena open · facts')
  expect(await text('?to=2024-04-30')).toContain('No votes yet.')
})

it('reports what is wrong, and reveals nothing about private arenas', async () => {
  for (const query of ['?source=aliens', '?lang=fr', '?theme=pink'])
    expect(await problemOf(await plate('open', query))).toEqual([400, 'invalid_request'])
  for (const arena of ['hidden', 'nowhere'])
    expect(await problemOf(await plate(arena))).toEqual([404, 'arena_unknown'])
})
