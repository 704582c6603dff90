/** A server that only shows what is there, such as a public demo. */
import { expect, it } from 'vitest'
import { appFor, AS_ADMIN } from '../support/app.ts'
import { arenaOf, NAMES, voteOf } from './arena-import.ts'

const votes = [voteOf(NAMES[0]!, NAMES[1]!, 'left', {})]
const app = appFor({ readOnly: true }, () => app.import(arenaOf('shown', { prompts: 9, votes })))

const counts =
  () => app.sql`select (select count(*) from battles) as battles, (select count(*) from arenas) as arenas,
  (select count(*) from pending_votes) as choices, (select count(*) from model_keys) as keys`

it.each([
  '/api/arenas',
  '/a/shown',
  '/a/shown/vote',
  '/api/arenas/shown/leaderboard',
  '/api/arenas/shown/export/votes.csv',
  '/healthz',
])('%s is shown, and changes nothing', async (path) => {
  const before = await counts()
  // as a browser opens it: a page of voting then comes with its first pair
  expect((await app.request(path, { headers: { 'sec-fetch-dest': 'document' } })).status).toBe(200)
  expect(await counts()).toEqual(before)
})

it('offers no vote and no live battle', async () => {
  await app.sql`update arenas set settings = settings || '{"live": {}}'`
  expect(await app.json('/api/arenas')).toMatchObject({ arenas: [{ arena: 'shown', votable: false }] })
  const detail = await app.json('/api/arenas/shown')
  expect(detail).toMatchObject({ votable: false })
  expect(detail).not.toHaveProperty('live')
  const page = await (await app.request('/a/shown')).text()
  expect(page).toContain('data-drawn')
  expect(page).not.toContain('/a/shown/vote')
})

it.each([
  ['POST', '/api/arenas/shown/battles', {}],
  ['POST', '/api/battles/00000000-0000-4000-8000-000000000000/vote', {}],
  ['POST', '/api/admin/arenas', {}],
  ['POST', '/api/admin/keys', { variable: 'OPENAI_API_KEY', key: 'sk-0123456789abcdefghij' }],
  ['DELETE', '/api/battles/00000000-0000-4000-8000-000000000000/vote', undefined],
  ['PUT', '/api/nowhere', undefined],
])('%s %s changes nothing, whoever asks', async (method, path, json) => {
  const before = await counts()
  const response = await app.request(path, {
    method,
    headers: { ...AS_ADMIN, 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  })
  expect([response.status, await response.json()]).toEqual([
    403,
    expect.objectContaining({
      code: 'read_only',
      detail: 'This server only shows what is there: nobody can vote or change anything here.',
    }),
  ])
  expect(await counts()).toEqual(before)
})
