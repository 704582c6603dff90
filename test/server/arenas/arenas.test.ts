/** Which arenas there are and what their switches offer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizesQuery } from '../../../server/arenas/arena.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { ArenaDetail, ListedArena } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { workOf } from '../../support/query-work.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const [first, second] = NAMES as [string, string]

describe('arenas', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
    const votes = [voteOf(first, second, 'left'), voteOf(first, second, 'left', { source: 'simulated' })]
    await importInto(
      app.deps,
      arenaOf('zoo', { votes, prompts: 6, categories: ['b', 'a'], arena: { criteria: ['x', 'y'] } }),
    )
    await importInto(app.deps, arenaOf('alike', { says: () => 'the same' }))
    await importInto(app.deps, arenaOf('linked', { arena: { visibility: 'link' } }))
    await importInto(app.deps, arenaOf('hidden', { arena: { visibility: 'private' } }))
  })
  afterAll(() => app.close())

  const list = async () => {
    const { arenas } = (await (await app.request('/api/arenas')).json()) as { arenas: unknown[] }
    return arenas.map((one) => ListedArena.strict().parse(one))
  }
  const detail = async (slug: string, headers = {}) => app.request(`/api/arenas/${slug}`, { headers })

  it('are listed if they are public, oldest first', async () => {
    expect((await list()).map(({ arena, votable }) => [arena, votable])).toEqual([
      ['zoo', true],
      ['alike', false],
    ])
  })

  it('count real and simulated votes separately, without retracted ones', async () => {
    const visitor = new Visitor(app)
    const shown = await visitor.battle('zoo')
    await visitor.vote(shown, 'left')
    expect((await list())[0]).toMatchObject({ contestants: 3, votes: 2, simulatedVotes: 1 })
    await visitor.takeBack(shown)
    expect((await list())[0]).toMatchObject({ votes: 1, simulatedVotes: 1 })
  })

  it('list what their switches offer', async () => {
    expect(ArenaDetail.strict().parse(await (await detail('zoo')).json())).toEqual({
      arena: 'zoo',
      title: 'Arena zoo',
      description: '',
      contestants: 3,
      votes: 1,
      simulatedVotes: 1,
      votable: true,
      visibility: 'public',
      criteria: ['x', 'y'],
      categories: ['a', 'b'],
      sources: [
        { source: 'humans', kind: 'human', votes: 1 },
        { source: 'simulated', kind: 'simulated', votes: 1 },
      ],
      defaultSource: 'humans',
      prompts: 6,
      firstRatings: 8,
      retiredPrompts: 0,
      references: 0,
    })
  })

  it('with a link are found by anyone with the link, private ones by the admin', async () => {
    expect((await detail('linked')).status).toBe(200)
    expect((await detail('hidden')).status).toBe(404)
    expect((await detail('hidden', { authorization: `Bearer ${ADMIN_TOKEN}` })).status).toBe(200)
    const [unknown, hidden] = await Promise.all(
      ['nowhere', 'hidden'].map(async (slug) => (await detail(slug)).json()),
    )
    const withoutSlug = (problem: unknown, slug: string) =>
      JSON.stringify({ ...(problem as object), requestId: '' }).replaceAll(slug, 'SLUG')
    expect(withoutSlug(hidden, 'hidden')).toBe(withoutSlug(unknown, 'nowhere'))
  })

  it('of many contestants are listed in work that grows with their number, without statistics too', async () => {
    const names = Array.from({ length: 500 }, (_, i) => `c${i}`)
    await importInto(app.deps, arenaOf('crowd', { names, prompts: 1 }))
    const { id } = await app.database.db
      .selectFrom('arenas')
      .select('id')
      .where('slug', '=', 'crowd')
      .executeTakeFirstOrThrow()
    const { sql, parameters } = sizesQuery(id).compile(app.database.db)
    expect((await workOf(app.database.pool, sql, [...parameters])).touched).toBeLessThan(10 * names.length)
  })
})
