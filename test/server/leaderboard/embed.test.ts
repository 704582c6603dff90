/** The board in frames of other sites, and how other sites find it. */
import { describe, expect, it } from 'vitest'
import { COLOURS } from '../../../shared/finish/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf } from '../visitor.ts'

const [first, second] = NAMES as [string, string]
const HOSTILE = '"><script>ran()</script><img src=x onerror=ran()>\u202e'
const app = appFor({}, async () => {
  const votes = [voteOf(first, second, 'left'), voteOf(second, first, 'left')]
  await app.import(arenaOf('open', { votes, prompts: 20, categories: ['tone', 'facts'] }))
  await app.import(arenaOf('hidden', { arena: { visibility: 'private' } }))
  const names = [HOSTILE, second]
  const hostileVotes = [voteOf(HOSTILE, second, 'left'), voteOf(second, HOSTILE, 'left')]
  const arena = { title: HOSTILE, description: HOSTILE }
  await app.import(arenaOf('hostile', { arena, names, votes: hostileVotes }))
})

const embed = (arena: string, query = '', headers = {}) =>
  app.request(`/a/${arena}/embed${query}`, { headers })
const bodyOf = async (response: Response) => {
  expect(response.status).toBe(200)
  return response.text()
}

describe('the embedded board', () => {
  it('is the one page that other sites may frame', async () => {
    const { headers } = await embed('open')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; font-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *",
    )
    expect(headers.has('x-frame-options')).toBe(false)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    for (const path of ['/', '/a/open', '/a/open/vote', '/a/open/plate.svg', '/a/open/embed/', '/admin']) {
      const closed = (await app.request(path)).headers
      expect(closed.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
      expect(closed.get('x-frame-options'), path).toBe('SAMEORIGIN')
    }
  })

  it('shows the picture of the board and links to the board, without a script', async () => {
    const html = await bodyOf(await embed('open'))
    expect(html).toContain('<svg xmlns="http://www.w3.org/2000/svg"')
    expect(html).toContain('<title>Arena open</title>')
    expect(html).toContain('<a href="/a/open" target="_blank" rel="noopener">Arena open: all results</a>')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toMatch(/<script|<form|<link|@import|url\((?!\/assets\/[\w-]+\.woff2\)|#)/)
  })

  it('is light or dark as the browser prefers, unless the address names a theme', async () => {
    const [light, dark] = [COLOURS.light.paper, COLOURS.dark.paper]
    const either = await bodyOf(await embed('open'))
    expect(either.match(/@media\(prefers-color-scheme:dark\)/g)).toHaveLength(1)
    expect([either.includes(light), either.includes(dark)]).toEqual([true, true])
    for (const [theme, shown, other] of [
      ['light', light, dark],
      ['dark', dark, light],
    ] as const) {
      const html = await bodyOf(await embed('open', `?theme=${theme}`))
      expect([html.includes(shown), html.includes(other)], theme).toEqual([true, false])
      expect(html).not.toContain('prefers-color-scheme')
    }
  })

  it('follows language and the switches of the view, and its link leads to the same view', async () => {
    const german = await bodyOf(await embed('open', '?lang=de&category=facts&theme=dark&utm=x'))
    expect(german).toContain('<html lang="de">')
    expect(german).toContain('Arena open · facts')
    expect(german).toContain('<a href="/a/open?category=facts" target="_blank"')
    expect(german).toContain('Arena open: alle Ergebnisse</a>')
  })

  it('shows hostile titles and names as text', async () => {
    const html = await bodyOf(await embed('hostile'))
    expect(html).not.toMatch(/<script|<img|\u202e/)
    expect(html).toContain('&#60;script&#62;ran()')
  })
})

describe('oEmbed', () => {
  const oembed = (url: string, more = {}, headers = {}) =>
    app.request(`/oembed?${new URLSearchParams({ url, ...more })}`, { headers })
  const found = async (url: string, more = {}) => JSON.parse(await bodyOf(await oembed(url, more)))
  const BOARD = 'http://localhost/a/open'

  it('gives the frame of a board with its picture', async () => {
    const response = await oembed(BOARD, { format: 'json' })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({
      version: '1.0',
      type: 'rich',
      title: 'Arena open',
      provider_name: 'Deadheat',
      provider_url: 'http://localhost',
      thumbnail_url: 'http://localhost/a/open/plate.png',
      thumbnail_width: 1200,
      thumbnail_height: 630,
      html: '<iframe src="http://localhost/a/open/embed" width="800" height="460" title="Arena open" style="border:0;max-width:100%" loading="lazy"></iframe>',
      width: 800,
      height: 460,
    })
    const etag = response.headers.get('etag')!
    expect((await oembed(BOARD, { format: 'json' }, { 'if-none-match': etag })).status).toBe(304)
  })

  it('keeps view, language and theme of the address, and takes that of the frame', async () => {
    for (const path of ['', '/', '/embed']) {
      const url = `${BOARD}${path}?category=facts&lang=de&theme=dark&sort=name#rows`
      const { html, thumbnail_url: picture } = await found(url)
      expect(html).toContain('src="http://localhost/a/open/embed?category=facts&#38;lang=de&#38;theme=dark"')
      expect(picture).toBe('http://localhost/a/open/plate.png?category=facts&lang=de&theme=dark')
      expect((await app.request(picture)).status).toBe(200)
    }
  })

  it.each([
    [{ maxwidth: 400, maxheight: 1000 }, 400, 250],
    [{ maxheight: 250 }, 400, 250],
    [{ maxwidth: 2000, maxheight: 2000 }, 800, 460],
    [{ maxwidth: 50, maxheight: 10 }, 50, 10],
    [{ maxheight: 10 }, 200, 10],
  ])('fits into %j', async (room, width, height) => {
    const answer = await found(BOARD, room)
    expect([answer.width, answer.height]).toEqual([width, height])
    expect(answer.html).toContain(`width="${width}" height="${height}"`)
    expect(answer.thumbnail_url !== undefined).toBe(room.maxheight === 2000)
  })

  it('escapes hostile titles in its HTML', async () => {
    const { title, html } = await found('http://localhost/a/hostile')
    expect(title).toBe(HOSTILE)
    expect(html.match(/[<>]/g)).toHaveLength(4)
    expect(html).toContain('title="&#34;&#62;&#60;script')
  })

  it('answers 501 to other formats', async () => {
    for (const format of ['xml', 'yaml'])
      await expect(oembed(BOARD, { format })).toBeProblem(501, 'format_unsupported')
  })

  it('knows no other addresses and no private arenas', async () => {
    for (const url of [
      'http://elsewhere.example/a/open',
      'http://localhost:81/a/open',
      'http://localhost/',
      'http://localhost/a/open/vote',
      'http://localhost/a/open/embed/x',
      'javascript://localhost/a/open',
      '/a/open',
      '',
    ])
      expect(await problemOf(await oembed(url)), url).toEqual([404, 'not_found'])
    for (const arena of ['hidden', 'nowhere'])
      await expect(oembed(`http://localhost/a/${arena}`)).toBeProblem(404, 'arena_unknown')
  })

  it('reports what is wrong', async () => {
    await expect(app.request('/oembed')).toBeProblem(400, 'invalid_request')
    for (const more of [{ maxwidth: 0 }, { maxheight: 'wide' }, { maxwidth: 1.5 }])
      await expect(oembed(BOARD, more)).toBeProblem(400, 'invalid_request')
    await expect(oembed(`${BOARD}?theme=pink`)).toBeProblem(400, 'invalid_request')
  })
})

describe('the page of a board', () => {
  const linkIn = (html: string) =>
    /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)"/.exec(html)?.[1]

  it('leads to its oEmbed response', async () => {
    for (const [accepted, query, search] of [
      ['en', '', ''],
      ['de', '?category=facts&sort=name', '?category=facts&#38;lang=de'],
    ] as const) {
      const page = await app.request(`/a/open${query}`, { headers: { 'accept-language': accepted } })
      const href = linkIn(await page.text())!.replaceAll('&#38;', '&')
      expect(href).toMatch(/^http:\/\/localhost\/oembed\?format=json&url=http%3A%2F%2Flocalhost%2Fa%2Fopen/)
      const { html } = JSON.parse(await bodyOf(await app.request(href)))
      expect(html).toContain(`src="http://localhost/a/open/embed${search}"`)
    }
  })

  it('has no such link if the arena is private', async () => {
    const page = await app.asAdmin('/a/hidden')
    expect(linkIn(await page.text())).toBeUndefined()
  })
})
