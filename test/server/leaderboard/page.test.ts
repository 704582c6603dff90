import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../../server/platform/pages/page.ts'
import type { Env } from '../../../server/platform/http/http.ts'
import type { PageData, VotePageData } from '../../../shared/contracts/index.ts'
import { SORT_KEYS } from '../../../shared/contracts/limits.ts'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { englishText, msg } from '../../../shared/messages/index.ts'
import { pageCache } from '../../../server/leaderboard/board-page.ts'

/** The page of a board as the server sends it: read here as text, as without JavaScript. */
describe('pages drawn on the server', () => {
  const HOSTILE = ['</script><script>alert(1)</script>', '<!--<img src=x onerror=alert(1)>', "$& $` $' `A"]
  /** Enough votes for an interval of every contestant. */
  const votesAmong = ([a, b, c]: string[]) =>
    Array.from({ length: 20 }, (_, n) => `p${n + 1}`).flatMap((prompt, n) =>
      [a, b, c].map((name, i, all) =>
        voteOf(name!, all[(i + 1) % 3], n % 2 === 0 ? 'left' : 'right', { prompt }),
      ),
    )

  const app = appFor({}, async () => {
    await app.import(arenaOf('open', { votes: votesAmong(NAMES), prompts: 20 }))
    const hostile = { names: HOSTILE, arena: { title: HOSTILE[0], description: HOSTILE[1] } }
    await app.import(arenaOf('hostile', { ...hostile, votes: votesAmong(HOSTILE), prompts: 20 }))
    await app.import(arenaOf('empty'))
    const drawn = [voteOf(NAMES[0], NAMES[1], 'left', { source: 'simulated' })]
    await app.import(arenaOf('drawn', { votes: drawn }))
    await app.import(arenaOf('by-link', { arena: { visibility: 'link' } }))
    await app.import(arenaOf('hidden', { arena: { visibility: 'private', title: 'Not for you' } }))
  })

  async function get(path: string, headers: Record<string, string> = {}) {
    const response = await app.request(path, { headers })
    const html = await response.text()
    const embedded = /<script type="application\/json" id="begin">(.*?)<\/script>/s.exec(html)?.[1]
    const begin = embedded === undefined ? null : (JSON.parse(embedded) as PageData)
    return { response, html, begin, title: /<title>(.*?)<\/title>/.exec(html)?.[1] }
  }

  describe('the page of a board', () => {
    it('contains sentence, ranks and plot, styles, and the board that the API returns', async () => {
      const { response, html, begin, title } = await get('/a/open')
      expect(response.status).toBe(200)
      expect(title).toBe('Arena open · Deadheat')
      expect(html).toMatch(/<h1[^>]*><strong[^>]*>.*[Dd]ead heat\./)
      for (const name of NAMES) expect(html).toContain(`data-contestant="${name}"`)
      expect(html).toMatch(/<i class="bar [^>]*>/)
      expect(html).toMatch(/<link rel="stylesheet"[^>]*LeaderboardPage[^>]*>/)
      expect(html).not.toContain('This page needs JavaScript')
      const [board, detail] = await Promise.all(
        ['/api/arenas/open/leaderboard', '/api/arenas/open'].map(async (path) =>
          (await app.request(path)).json(),
        ),
      )
      expect(begin).toEqual({ board, detail })
    })

    it('shows the view in its address', async () => {
      const { begin, html } = await get('/a/open?source=judges&sort=name&row=Marlowe-xl')
      expect(begin).toMatchObject({ board: { view: { source: 'judges' }, votes: 0 } })
      expect(html).toContain('No votes yet.')
      const pinned = await get('/a/open?row=Marlowe-xl')
      expect(pinned.html).toMatch(/class="rated[^"]*\bchosen\b/)
    })

    it('uses the chosen language, else the language of the browser', async () => {
      const pageWith = (headers: Record<string, string>) => get('/a/open', headers).then(({ html }) => html)
      expect(await pageWith({})).toContain('<html lang="en"')
      expect(await pageWith({ 'accept-language': 'fr, de;q=0.5' })).toContain('<html lang="de"')
      expect(await pageWith({ 'accept-language': 'de', cookie: 'language=en' })).toContain('<html lang="en"')
      expect((await get('/a/open')).response.headers.get('vary')).toContain('accept-language')
    })

    it('never mixes two simultaneous requests', async () => {
      const wishes = Array.from({ length: 40 }, (_, i) => ({
        arena: i % 2 ? 'open' : 'hostile',
        language: i % 3 ? 'de' : 'en',
        sort: SORT_KEYS[i % 2],
      }))
      const pages = await Promise.all(
        wishes.map(({ arena, language, sort }) =>
          get(`/a/${arena}?sort=${sort}`, { 'accept-language': language }),
        ),
      )
      for (const [i, { arena, language, sort }] of wishes.entries()) {
        const { html, begin } = pages[i]
        expect(html).toContain(`<html lang="${language}"`)
        expect(html).toContain(language === 'de' ? 'Zum Inhalt springen' : 'Skip to the content')
        expect(html.includes('data-contestant="Marlowe-xl"')).toBe(arena === 'open')
        expect(html).toMatch(new RegExp(`data-sorted="${sort}"`))
        expect(begin).toMatchObject({ detail: { arena } })
      }
    })

    it('is not sent again while it is unchanged', async () => {
      const { response } = await get('/a/open')
      const etag = response.headers.get('etag')!
      const again = (headers = {}) => get('/a/open', { 'if-none-match': etag, ...headers })
      expect((await again()).response.status).toBe(304)
      expect((await get('/a/open?utm=x', { 'if-none-match': etag })).response.status).toBe(304)
      expect((await again({ 'accept-language': 'de' })).response.status).toBe(200)
      const visitor = new Visitor(app)
      await visitor.vote(await visitor.battle('open'), 'tie')
      await app.settle()
      const { response: later, begin } = await again()
      expect(later.status).toBe(200)
      expect(begin).toMatchObject({ board: { votes: 61 } })
    })

    it('shows hostile names as text', async () => {
      const { html, begin } = await get('/a/hostile')
      expect(html).not.toMatch(/<script>alert|<img src=x/)
      expect(begin).toMatchObject({ detail: { title: HOSTILE[0], description: HOSTILE[1] } })
      expect(html.match(/id="begin"/g)).toHaveLength(1)
      expect(html).toContain('data-contestant="$&amp; $` $\' `A"')
    })

    it('of an arena without votes has a sentence about that', async () => {
      expect((await get('/a/empty')).html).toMatch(/<strong[^>]*>.*No votes yet\./)
    })

    it('of an unknown arena is the same as of an arena that this visitor may not see', async () => {
      for (const arena of ['nowhere', 'hidden']) {
        const { response, html, begin } = await get(`/a/${arena}`)
        expect(response.status).toBe(404)
        expect(html).toContain(`There is no arena “${arena}” here.`)
        expect(html).not.toContain('Not for you')
        expect(begin).toMatchObject({ failure: { code: 'arena_unknown' } })
      }
      expect((await get('/a/hidden', AS_ADMIN)).title).toBe('Not for you · Deadheat')
    })

    it('of an arena by link is not indexed by search engines', async () => {
      expect((await get('/a/by-link')).html).toContain('<meta name="robots" content="noindex">')
      expect((await get('/a/open')).html).not.toContain('noindex')
    })

    it('explains an invalid address', async () => {
      const { response, html } = await get('/a/open?source=aliens')
      expect(response.status).toBe(400)
      expect(html).toContain(englishText(msg('source_asked')))
    })

    it('gives other sites its title and its result without scripts', async () => {
      const { html } = await get('/a/open')
      expect(html).toContain('<title>Arena open · Deadheat</title>')
      expect(html).toMatch(/<meta property="og:title" content="Arena open: [^"]*[Dd]ead heat\. [^"]+">/)
      expect(html).toMatch(/<meta property="og:description" content="[^"]*[Dd]ead heat\. [^"]+">/)
      expect(html).toContain('<link rel="canonical" href="/a/open">')
      expect(html).toContain('<meta property="og:image" content="http://localhost/a/open/plate.png">')
      const german = await get('/a/open?source=judges', { 'accept-language': 'de' })
      expect(german.html).toContain(
        '<meta property="og:image" content="http://localhost/a/open/plate.png?source=judges&#38;lang=de">',
      )
      const hidden = await get('/a/hidden', AS_ADMIN)
      expect(hidden.html).not.toContain('og:image')
      expect((await get('/a/drawn')).html).toContain(
        'property="og:description" content="Simulated votes, not people’s: 1 vote.',
      )
    })
  })

  it('other pages have title and description, and list what is possible without JavaScript', async () => {
    const { html, title, begin } = await get('/a/open/vote', { 'accept-language': 'de' })
    expect(begin).toBeNull()
    expect(title).toBe('Abstimmen · Arena open · Deadheat')
    expect(html).toMatch(
      /<noscript>\s*<main class="sheet"><p>Zum Abstimmen ist JavaScript nötig.*href="\/a\/open"/,
    )
    expect((await get('/a/hidden/vote')).title).toBe('Deadheat')
    expect((await get('/admin')).html).toContain('<div id="page"></div>')
  })

  describe('the page to vote on', () => {
    const VISIT = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
    const battles = async () =>
      Number((await app.database.pool.query('select count(*) from battles')).rows[0].count)

    it('has the first pair of a new visitor in it, which nobody stores and no name leaves', async () => {
      const { response, html, begin } = await get('/a/open/vote', VISIT)
      const { pair, detail } = begin as VotePageData
      expect(detail.arena).toBe('open')
      expect(response.headers.get('cache-control')).toBe('no-store')
      for (const { text } of [pair.battle.left, pair.battle.right]) expect(html).toContain(`<p>${text}</p>`)
      expect(html).toMatch(/<button[^>]* data-outcome="both_bad"/)
      for (const name of NAMES) expect(html).not.toContain(name)

      const visitor = new Visitor(app)
      visitor.cookie = response.headers.get('set-cookie')!.split(';')[0]
      expect((await visitor.vote(pair, 'tie')).status).toBe(201)
      const german = await get('/a/open/vote', { ...VISIT, 'accept-language': 'de' })
      expect(german.html).toContain('Links ist besser')
    })

    it('draws none for whoever is known, invited, ahead of a visit, or no browser', async () => {
      const visitor = new Visitor(app)
      await visitor.battle('open')
      const before = await battles()
      const others: [string, Record<string, string>][] = [
        ['', {}],
        ['', { 'sec-fetch-dest': 'iframe' }],
        ['', { ...VISIT, 'sec-purpose': 'prefetch;prerender' }],
        ['', { ...VISIT, purpose: 'prefetch' }],
        ['', { ...VISIT, cookie: visitor.cookie }],
        ['?invited', VISIT],
        ['?calibrate=x', VISIT],
        ['?criterion=unheard', VISIT],
      ]
      for (const [query, headers] of others) {
        const { response, begin } = await get(`/a/open/vote${query}`, headers)
        expect([query, headers, response.status, begin]).toEqual([query, headers, 200, null])
        expect(response.headers.get('cache-control')).toBe('no-cache')
      }
      await app.request('/a/open/vote', { method: 'HEAD', headers: VISIT })
      expect(await battles()).toBe(before)
    })

    it('is left to the browser with its pair if a text is long, or can only be drawn there', async () => {
      for (const text of ['word '.repeat(20_000), '[a](http://b.example "&auml;")']) {
        const slug = `texts-${text.length}`
        await app.import(arenaOf(slug, { says: (name) => `${text} ${name.length}` }))
        const { html, begin } = await get(`/a/${slug}/vote`, VISIT)
        expect(html).toContain('<div id="page"></div>')
        expect((begin as VotePageData).pair.battle.left.text).toContain(text)
      }
    })
  })

  it('are left to the browser if they cannot be rendered, and the log has the reason', async () => {
    const logged: string[] = []
    const log = {
      ...app.deps.services.log,
      error: (_: object, text: string) => void logged.push(text),
    } as never
    const broken = { board: {}, detail: {} } as unknown as PageData
    const drawn = await new Hono<Env>()
      .use(requestId())
      .get('/a/x', async (c) =>
        c.json({ html: (await openPage(c, log))!.draw(c.req.url, null, broken) ?? null }),
      )
      .request('/a/x')
    expect(await drawn.json()).toEqual({ html: null })
    expect(logged).toEqual(['a page could not be drawn here'])
  })

  describe('a page of something that does not exist', () => {
    const status = async (path: string) => (await get(path, { accept: 'text/html' })).response.status

    it.each([
      ['/a/nowhere/vote', 404],
      ['/a/nowhere/c/someone', 404],
      ['/a/hidden/vote', 404],
      ['/a/hidden/c/quillon-7b', 404],
      ['/a/open/c/nobody', 404],
      ['/a/open/b/00000000-0000-4000-8000-000000000000', 404],
      ['/a/open/c/quillon-7b', 200],
      ['/a/by-link/c/quillon-7b', 200],
      ['/a/open/vote', 200],
    ])('%s answers %i', async (path, expected) => {
      expect(await status(path)).toBe(expected)
    })

    it('answers 404 before the vote on a battle counts, and 200 for the voter and everybody after', async () => {
      const visitor = new Visitor(app)
      const issued = await visitor.battle('open')
      const path = `/a/open/b/${issued.battle.id}`
      expect(await status(path)).toBe(404)
      await visitor.vote(issued, 'left')
      app.clock.advance(11)
      expect(await status(path)).toBe(200)
    })
  })
})

it('a page is rendered once, until newer pages displace it', () => {
  const cached = pageCache(10)
  let drawn = 0
  const page = (tag: string) => cached(tag, () => `${tag}${++drawn}`.padEnd(4))
  expect([page('a'), page('b'), page('a')]).toEqual(['a1  ', 'b2  ', 'a1  '])
  expect(page('c')).toBe('c3  ')
  expect([page('a'), page('b')]).toEqual(['a1  ', 'b4  '])
})

it('a page larger than the cache is rendered each time, and a failure is not cached', () => {
  const cached = pageCache(3)
  let drawn = 0
  const page = () => cached('x', () => `page ${++drawn}`)
  expect([page(), page()]).toEqual(['page 1', 'page 2'])
  expect(cached('y', () => undefined)).toBeUndefined()
  expect(cached('y', () => 'y')).toBe('y')
})
