/** Votes on every pair that can be drawn, met or not. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { SamplingCounts } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, voteOf } from '../arena-import.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  const names = ['Ash', 'Birch', 'Cedar', 'Dogwood']
  const votes = [
    ...Array.from({ length: 5 }, () => voteOf('Ash', 'Birch', 'left')),
    voteOf('Cedar', 'Ash', 'tie'),
    voteOf('Ash', 'Cedar', 'both_bad'),
    voteOf('Cedar', 'Ash', 'right'),
  ]
  await importInto(app.deps, arenaOf('even', { names, votes }))
  await importInto(app.deps, arenaOf('fresh'))
})
afterAll(() => app?.close())

const get = (arena = 'even', headers = {}, query = '') =>
  app.request(`/api/arenas/${arena}/sampling${query}`, { headers })
const counts = async (arena = 'even', query = '') =>
  SamplingCounts.parse(await (await get(arena, {}, query)).json())

it('counts the votes of each pair of contestants with votes, whatever the outcome, and how even they are', async () => {
  const { contestants, votes, pairs, evenness } = await counts()
  expect([contestants, votes]).toEqual([['Ash', 'Birch', 'Cedar'], 8])
  expect(pairs!.map(({ a, b, votes: own }) => [a, b, own])).toEqual([
    [0, 1, 5],
    [0, 2, 3],
    [1, 2, 0],
  ])
  expect(pairs![0].ofExpected).toBeCloseTo(1.875, 12)
  expect(evenness).toMatchObject({ degreesOfFreedom: 2 })
  expect(evenness!.chiSquare).toBeCloseTo((3 * 34) / 8 - 8, 9)
})

it('counts pairs by their votes; pairs=none leaves their list out', async () => {
  const { pairs, byVotes, evenness } = await counts('even', '?pairs=none')
  expect(pairs).toBeUndefined()
  expect(byVotes).toEqual([
    { votes: 0, pairs: 1 },
    { votes: 3, pairs: 1 },
    { votes: 5, pairs: 1 },
  ])
  expect(evenness).toEqual((await counts()).evenness)
})

it('is empty without votes, and not sent again to a client that has it', async () => {
  expect(await counts('fresh')).toMatchObject({ contestants: [], pairs: [], votes: 0, evenness: null })
  const etag = (await get()).headers.get('etag')!
  expect((await get('even', { 'if-none-match': etag })).status).toBe(304)
})

it('leaves out retired contestants, since they are no longer drawn', async () => {
  const etag = (await get()).headers.get('etag')!
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const retired = await app.request('/api/admin/arenas/even/contestants/birch/retire', {
    method: 'POST',
    headers,
  })
  expect(retired.status).toBe(200)
  expect((await get('even', { 'if-none-match': etag })).status).toBe(200)
  expect(await counts()).toMatchObject({ contestants: ['Ash', 'Cedar'], votes: 3, evenness: null })
})
