/** What people read below a board, as plain text over HTTP: the same figures as the JSON, in words. */
import { describe, expect, it } from 'vitest'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'

const [first, second] = NAMES as [string, string]
const API = '/api/arenas/ARENA'

describe('a text of what stands below a board', () => {
  const app = appFor({ clock: '2024-05-01T12:00:00.000Z' }, async () => {
    const castAt = new Date('2024-05-01T11:55:00.000Z')
    const votes = [voteOf(first, second, 'left', { castAt }), voteOf(second, first, 'left', { castAt })]
    await app.import(arenaOf('open', { votes, prompts: 3, arena: { title: 'The open arena' } }))
    await app.settle()
  })

  const get = (path: string, headers: Record<string, string> = { accept: 'text/plain' }) =>
    app.request(path.replace('ARENA', 'open'), { headers })
  const battlePath = async () => {
    const { battles } = (await (await get(`${API}/battles`, {})).json()) as { battles: { id: string }[] }
    return `/api/battles/${battles[0]!.id}`
  }

  it.each<[path: string, said: (string | RegExp)[]]>([
    ['/api/arenas', ['The open arena', '/a/open', '2 votes']],
    [`${API}/history`, [/\d boards? of these votes, newest first/, '1 May 2024']],
    [`${API}/head-to-head`, ['Head to head', first, second]],
    [`${API}/contestants`, ['contestant', first, second]],
    [`${API}/reports?source=people`, ['Left or right', 'Length and Markdown of answers']],
    [`${API}/contestants/quillon-7b`, ['Won 1, lost 1, tied 0.', 'Against each opponent']],
  ])('%s', async (path, said) => {
    const answer = await get(path)
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('vary')).toContain('accept')
    for (const part of said) expect(text).toMatch(part)
    expect(text.endsWith('\n')).toBe(true)
    const narrow = await (await get(path, { accept: 'text/plain; width=50' })).text()
    expect(Math.max(...narrow.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(50)
    expect((await get(path, {})).headers.get('content-type')).toContain('application/json')
  })

  it.each(['/api/arenas', `${API}/history`, `${API}/head-to-head`, `${API}/win-rates`])(
    '%s has an ETag of its own',
    async (path) => {
      const etag = (await get(path)).headers.get('etag')!
      expect(etag).not.toBe((await get(path, {})).headers.get('etag'))
      expect((await get(path, { accept: 'text/plain', 'if-none-match': etag })).status).toBe(304)
    },
  )

  it('one battle says who won, and why no texts are there', async () => {
    const text = await (await get(await battlePath())).text()
    expect(text).toMatch(/ against /)
    expect(text).toMatch(/result: \S.* won against .*, by a person, 1 May 2024/)
    expect(text).toContain('texts: ')
  })
})
