/** The front page: the list of public arenas as the server draws it, or the only arena. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { arenaOf } from './arena-import.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

const get = (headers: Record<string, string> = {}) => app.request('/', { headers })
const bring = (slug: string, arena = {}) => importInto(app.deps, arenaOf(slug, { arena }))
/** The page without the data for the browser. */
const drawn = async (headers = {}) =>
  (await (await get(headers)).text()).split('<script type="application/json"')[0]!

it('explains how to make an arena while there is none, in the language of the reader', async () => {
  expect(await drawn()).toContain('No arena yet.')
  expect(await drawn({ 'accept-language': 'de' })).toContain('Noch keine Arena')
})

it('leads to the only public arena', async () => {
  await bring('open')
  await bring('hidden', { visibility: 'private' })
  const response = await get()
  expect([response.status, response.headers.get('location')]).toEqual([302, '/a/open'])
})

it('lists all public arenas, is not sent again unchanged, and shows titles as text', async () => {
  await bring('second', { title: 'Second <b>arena</b>' })
  const page = await drawn()
  expect(page).toMatch(/<a href="\/a\/open"[^>]*>Arena open<\/a>/)
  expect(page).toMatch(/<a href="\/a\/second"[^>]*>Second &lt;b>arena&lt;\/b><\/a>/)
  expect(page).not.toContain('/a/hidden')
  const etag = (await get()).headers.get('etag')!
  expect((await get({ 'if-none-match': etag })).status).toBe(304)
  await bring('third')
  expect((await get({ 'if-none-match': etag })).status).toBe(200)
})
