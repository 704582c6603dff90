/** Every form of a board: for whom it is, and that it is not sent again until a published vote changes it. */
import { describe, expect, it } from 'vitest'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'

const [first, second] = NAMES as [string, string]
const API = '/api/arenas/ARENA'
const FORMS: [path: string, type: string, forOtherSites?: true][] = [
  [`${API}/leaderboard`, 'application/json'],
  [`${API}/head-to-head`, 'application/json'],
  [`${API}/sampling`, 'application/json'],
  [`${API}/history`, 'application/json'],
  [`${API}/reports`, 'application/json'],
  [`${API}/win-rates`, 'application/json'],
  [`${API}/differences?contestant=quillon-7b`, 'application/json'],
  ['/a/ARENA.md', 'text/markdown; charset=utf-8'],
  ['/a/ARENA.txt', 'text/plain; charset=utf-8'],
  ['/a/ARENA/badge.svg', 'image/svg+xml; charset=utf-8', true],
  ['/a/ARENA/plate.svg', 'image/svg+xml; charset=utf-8', true],
  ['/a/ARENA/plate.png', 'image/png', true],
  ['/a/ARENA/embed', 'text/html; charset=utf-8', true],
]
const OTHERS = ['', '/leaderboard/stream', '/contestants', '/battles', '/export/votes.csv'].map(
  (path) => API + path,
)

describe('a form of a board', () => {
  const app = appFor({ publishEvery: 600, clock: '2024-05-01T12:00:00.000Z' }, async () => {
    const castAt = new Date('2024-05-01T11:55:00.000Z')
    const votes = [voteOf(first, second, 'left', { castAt }), voteOf(second, first, 'left', { castAt })]
    await app.import(arenaOf('open', { votes, prompts: 20, categories: ['tone', 'facts'] }))
    await app.import(arenaOf('hidden', { arena: { visibility: 'private' } }))
    await app.publish()
    await app.settle()
  })

  const get = (path: string, arena = 'open', headers: Record<string, string> = {}) =>
    app.request(path.replace('ARENA', arena), { headers })
  const etagOf = async (path: string) => (await get(path)).headers.get('etag')!

  it.each(FORMS)('%s is %s, and has a strong ETag', async (path, type, forOtherSites) => {
    const { status, headers } = await get(path)
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(type)])
    const policy = forOtherSites ? 'cross-origin' : 'same-origin'
    expect(headers.get('cross-origin-resource-policy')).toBe(policy)
    const etag = headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const known of [etag, `W/${etag}`, `"older", ${etag}`, '*']) {
      const answer = await get(path, 'open', { 'if-none-match': known })
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await get(path, 'open', { 'if-none-match': '"older"' })).status).toBe(200)
  })

  const narrowed = [...FORMS.map(([path]) => path), `${API}/leaderboard/stream`, `${API}/export/votes.csv`]
  it.each(narrowed)('%s refuses what is wrong', async (path) => {
    for (const wrong of ['source=aliens', 'category=none', 'to=2024-13-01', 'looks=two'])
      expect(await problemOf(await get(`${path}${path.includes('?') ? '&' : '?'}${wrong}`)), wrong).toEqual([
        400,
        'invalid_request',
      ])
  })

  it.each([...FORMS.map(([path]) => path), ...OTHERS])(
    '%s of a private arena is for its token alone',
    async (path) => {
      for (const arena of ['hidden', 'nowhere'])
        await expect(get(path, arena)).toBeProblem(404, 'arena_unknown')
      // ten wrong tokens may be tried in a minute
      app.clock.advance(60)
      const wrong = await get(path, 'hidden', { authorization: 'Bearer wrong', 'if-none-match': '*' })
      await expect(wrong).toBeProblem(401, 'token_invalid')
      const admin = await get(path, 'hidden', AS_ADMIN)
      expect(admin.status).toBe(200)
      if (admin.headers.has('etag')) expect(admin.headers.get('vary')).toContain('authorization')
      await admin.body?.cancel()
    },
  )

  it.each([
    ['text/plain', '.txt'],
    ['text/plain; width=100; colour=0', '.txt'],
    ['text/markdown', '.md'],
  ])(
    'the JSON of the board is its text where %s is accepted, with an ETag of its own',
    async (accept, form) => {
      const answer = await get(`${API}/leaderboard`, 'open', { accept })
      expect(answer.headers.get('content-type')).toBe(`${accept.split(';')[0]}; charset=utf-8`)
      expect(answer.headers.get('vary')).toContain('accept,')
      expect(await answer.text()).toBe(await (await get(`/a/ARENA${form}`)).text())
      const etag = answer.headers.get('etag')!
      expect(etag).not.toBe(await etagOf(`${API}/leaderboard`))
      const again = await get(`${API}/leaderboard`, 'open', { accept, 'if-none-match': etag })
      expect(again.status).toBe(304)
      const since = '?since=2024-05-01T11:00:00.000Z'
      const changed = await (await get(`${API}/leaderboard${since}`, 'open', { accept })).text()
      expect(changed).toBe(await (await get(`/a/ARENA${form}${since}`)).text())
      expect((await get(`${API}/leaderboard${since}`)).headers.get('etag')).toBe(
        await etagOf(`${API}/leaderboard`),
      )
      const narrow = await get(`${API}/leaderboard`, 'open', { accept: 'text/plain; width=60' })
      expect(Math.max(...(await narrow.text()).split('\n').map(({ length }) => length))).toBeLessThanOrEqual(
        60,
      )
    },
  )

  it('follows the switches of the view, and says so', async () => {
    for (const form of ['.md', '.txt', '/badge.svg', '/plate.svg', '/embed']) {
      const text = async (query: string) => (await get(`/a/ARENA${form}${query}`)).text()
      expect(await text('?category=facts'), form).toContain('facts')
      expect(await text('?to=2024-04-30'), form).toMatch(/no votes yet|: 0 of about 30 votes/i)
    }
  })

  it('is another one once a vote is published, and not before', async () => {
    const paths = FORMS.map(([path]) => path)
    const etags = await Promise.all(paths.map(etagOf))
    const statuses = async () =>
      Promise.all(
        paths.map(async (path, i) => (await get(path, 'open', { 'if-none-match': etags[i]! })).status),
      )
    const visitor = new Visitor(app)
    app.clock.advance(5)
    await visitor.vote(await visitor.battle('open'), 'tie')
    expect(await statuses()).toEqual(paths.map(() => 304))
    await app.publish()
    await app.settle()
    expect(await statuses()).toEqual(paths.map(() => 200))
  })
})
