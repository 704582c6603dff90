/** Who wins on a live board does so at all looks at it, or at one look once voting has come to an end that was set beforehand. Anybody may ask for the other. */
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { rateArena } from '../../../server/ratings/snapshots.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { Board, type ListedArena } from '../../../shared/contracts/index.ts'
import { finishBoard, headline } from '../../../shared/finish/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { exportedRows } from '../exported-rows.ts'
import { Visitor } from '../visitor.ts'

const [first, second, third] = NAMES as [string, string, string]
/** The first wins 3 of 4 votes against both others, on 60 prompts. */
const VOTES = Array.from({ length: 240 }, (_, i) =>
  voteOf(
    i % 2 ? first : third,
    i % 2 ? (i % 4 === 1 ? second : third) : second,
    Math.floor(i / 4) % 4 < 3 ? 'left' : 'right',
    {
      prompt: `p${1 + (i % 60)}`,
    },
  ),
)

const app = appFor({}, async () => {
  await app.import(arenaOf('watched', { prompts: 60, votes: VOTES }))
  await app.settle()
})

const text = async (path: string): Promise<string> => (await app.request(path)).text()
const boardAt = async (query = '', route = ''): Promise<Board> =>
  Board.parse(JSON.parse(await text(`/api/arenas/watched/leaderboard${route}${query}`)))

it('the board holds for all looks unless the request names one look: bars are the same, and only who wins differs', async () => {
  const [any, one, anyRequested] = [await boardAt(), await boardAt('?looks=one'), await boardAt('?looks=any')]
  expect(any).toMatchObject({ looks: 'any', leader: first })
  expect(one).toMatchObject({ looks: 'one', state: 'wins', leader: first, votesSha256: any.votesSha256 })
  expect(['leads', 'wins']).toContain(any.state)
  expect(anyRequested).toEqual(any)
  expect(any.contestants).toEqual(one.contestants)
  expect([any.deadHeat, any.clearBy, any.finishLine]).toEqual([one.deadHeat, one.clearBy, one.finishLine])
})

it.each(['', '?looks=one'])('the board %s is recomputed from the exported votes', async (query) => {
  const board = await boardAt(query)
  const rows = await exportedRows(await text(`/api/arenas/watched/export/votes.jsonl${query}`))
  expect(verifyBoard(board, rows, { version: VERSION })).toMatchObject({ agrees: true, differences: [] })
})

it('a board that was stored when boards held for one look is computed again', async () => {
  const any = await boardAt()
  await app.database.pool.query(
    `update snapshots set data_version = '1:240:0:0', board = jsonb_set(board::jsonb - 'looks', '{leader}', '"old"')::text
     where view_key not like '%one%'`,
  )
  expect(await boardAt()).toEqual(any)
  await app.database.pool.query(
    `update snapshots set data_version = split_part(data_version, ':any', 1), board = '{}'`,
  )
  const { id } = await app.arena('watched')
  await rateArena(app.deps, id)
  expect(await boardAt()).toEqual({ ...any, computedAt: expect.any(String) })
})

describe('if nobody says for how many looks', () => {
  const close = (slug: string, json: object) => app.asAdmin(`/api/admin/arenas/${slug}/closing`, json)
  const archive = (slug: string) => app.asAdmin(`/api/admin/arenas/${slug}/archive`, { archived: true })
  const voteOnce = async (slug: string, by = app) => {
    const visitor = new Visitor(by)
    expect((await visitor.vote(await visitor.battle(slug), 'left')).status).toBe(201)
    app.clock.advance(20)
  }
  const looksOf = async (slug: string, query = '') =>
    Board.parse(JSON.parse(await text(`/api/arenas/${slug}/leaderboard${query}`))).looks
  const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + 1000 * seconds).toISOString()
  const made = (slug: string) => app.import(arenaOf(slug, { prompts: 40, votes: [] }))

  it('every surface holds for all looks until the number of votes is reached, and then for one', async () => {
    await made('counted')
    await close('counted', { votes: 4 })
    const promises = async () => {
      const pages = ['.txt', '.md'].map((page) => `/a/counted${page}`)
      const texts = await Promise.all(pages.map(text))
      const stream = await app.request('/api/arenas/counted/leaderboard/stream')
      const { value } = await stream.body!.getReader().read()
      return [
        ...texts.map((page) => !page.includes('any look')),
        /"looks": ?"one"/.test(new TextDecoder().decode(value)),
        (await looksOf('counted')) === 'one',
      ]
    }
    for (let vote = 0; vote < 3; vote++) await voteOnce('counted')
    await app.settle()
    expect(await promises()).toEqual(Array(4).fill(false))
    await voteOnce('counted')
    await app.settle()
    expect(await promises()).toEqual(Array(4).fill(true))
    expect(await looksOf('counted', '?looks=any')).toBe('any')
    expect(await looksOf('counted', '?source=all')).toBe('any')
    expect(await looksOf('counted', `?to=${inSeconds(0).slice(0, 10)}`)).toBe('any')
    const history = JSON.parse(await text('/api/arenas/counted/history')) as { points: unknown[] }
    expect(history.points.length).toBeGreaterThan(0)
    const { arenas } = JSON.parse(await text('/api/arenas')) as { arenas: ListedArena[] }
    const own = Board.parse(JSON.parse(await text('/api/arenas/counted/leaderboard')))
    const { finding, closedAt } = arenas.find(({ arena }) => arena === 'counted')!
    expect(finding!.en.lead).toBe(headline(finishBoard(own, { closedAt: closedAt ?? null })).lead)
  })

  it('a date that was set before the first vote is such an end', async () => {
    await made('dated')
    await close('dated', { at: inSeconds(3600) })
    await voteOnce('dated')
    await app.settle()
    expect(await looksOf('dated')).toBe('any')
    app.clock.advance(3600)
    expect(await looksOf('dated')).toBe('one')
    await archive('dated')
    expect(await looksOf('dated')).toBe('one')
  })

  it('an end that somebody could have chosen by what the board showed is none', async () => {
    const ends: Record<string, () => Promise<unknown>> = {
      focused: () =>
        app.database.pool.query(
          `update battles set pair_probability = 0.5 where arena_id = (select id from arenas where slug = 'focused')`,
        ),
      set: () => close('set', { at: inSeconds(60) }),
      changed: () => close('changed', { votes: 1 }),
      archived: () => archive('archived'),
      described: () =>
        app.import(arenaOf('described', { prompts: 40, votes: [voteOf(first, second, 'left')] })),
    }
    for (const [slug, end] of Object.entries(ends)) {
      await made(slug)
      if (slug !== 'set') await close(slug, slug === 'changed' ? { votes: 9 } : { at: inSeconds(60) })
      await voteOnce(slug)
      await end()
      app.clock.advance(60)
      await app.settle()
      expect([slug, await looksOf(slug)]).toEqual([slug, 'any'])
    }
  })
})
