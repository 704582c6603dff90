import { afterAll, beforeAll, expect, it, describe } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'
import { renderBadge } from '../../../server/leaderboard/render/badge.ts'
import { boardOf, times, votesFrom } from '../ratings/boards.ts'

describe('the badge of an arena', () => {
  const [first, second] = NAMES as [string, string]
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ publishEvery: 600, clock: '2024-05-01T12:00:00.000Z' })
    const castAt = new Date('2024-05-01T11:55:00.000Z')
    const votes = [voteOf(first, second, 'left'), voteOf(second, first, 'left')].map((vote) => ({
      ...vote,
      castAt,
    }))
    await importInto(app.deps, arenaOf('open', { votes, prompts: 20, categories: ['tone', 'facts'] }))
    await importInto(app.deps, arenaOf('hidden', { arena: { visibility: 'private' } }))
    await app.publish()
  })
  afterAll(() => app?.close())

  const badge = (arena: string, query = '', headers = {}) =>
    app.request(`/a/${arena}/badge.svg${query}`, { headers })

  it('is an image that other sites may show, of the published board', async () => {
    const response = await badge('open')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await response.text()).toContain('>too little known</text>')
    const elsewhere = await app.request('/a/open.txt')
    expect(elsewhere.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('is not sent again while nothing has changed, and counts a vote once it is published', async () => {
    const etag = (await badge('open')).headers.get('etag')!
    const visitor = new Visitor(app)
    app.clock.advance(5)
    await visitor.vote(await visitor.battle('open'), 'tie')
    const unchanged = await badge('open', '', { 'if-none-match': etag })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    await app.publish()
    await app.settle()
    expect((await badge('open', '', { 'if-none-match': etag })).status).toBe(200)
  })

  it('follows the switches of the view', async () => {
    const before = await (await badge('open', '?to=2024-04-30')).text()
    expect(before).toContain('>Arena open · to 2024-04-30</text>')
    expect(before).toContain('>no votes yet</text>')
    expect(await (await badge('open', '?category=facts')).text()).toContain('>Arena open · facts</text>')
  })

  it('reports what is wrong, and reveals nothing about private arenas', async () => {
    expect(await problemOf(await badge('open', '?source=aliens'))).toEqual([400, 'invalid_request'])
    for (const arena of ['hidden', 'nowhere'])
      expect(await problemOf(await badge(arena))).toEqual([404, 'arena_unknown'])
  })
})

const people = { view: { source: 'humans', criterion: null, category: null, from: null, to: null } }
const even = votesFrom(times(20, 'A>B B>A A>C C>A B>C C>B'))
const clear = (name = 'A') =>
  boardOf(
    votesFrom(times(60, 'A>B A>C B>C C>B A>B A>C B>A')).map((vote) => ({
      ...vote,
      contestantA: vote.contestantA.replace(/^A$/, () => name),
      contestantB: vote.contestantB.replace(/^A$/, () => name),
      voter: null,
    })),
    people,
  )
const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
const titleOf = (svg: string) => /<title id="t">([^<]*)<\/title>/.exec(svg)![1]

describe('a badge', () => {
  it('names the leader, the number of leaders, or the lack of votes in a few words', () => {
    expect(texts(renderBadge('Replies', clear()))).toEqual(['Replies', 'A leads'])
    expect(texts(renderBadge('Replies', boardOf(even, people)))).toEqual(['Replies', 'dead heat: 3 of 3'])
    expect(texts(renderBadge('Replies', boardOf([], people)))).toEqual(['Replies', 'no votes yet'])
  })

  it('counts contestants without a rating apart from the dead heat', () => {
    const more = { ...people, contestants: [{ name: 'Y' }, { name: 'Z' }] }
    expect(texts(renderBadge('Replies', boardOf(even, more)))[1]).toBe(
      'dead heat: 3 of 3, 2 others not rated',
    )
  })

  it('declares nothing if the board declares nothing', () => {
    for (const board of [boardOf(even, { ...people, rounds: 0 }), { ...clear(), method: 'elo' }])
      expect(texts(renderBadge('Replies', board))[1]).toBe('nothing declared')
  })

  it('names source and filter if the board does not show all votes of people', () => {
    const view = { source: 'simulated', criterion: 'tone', category: 'Refunds', from: '2026-01-02', to: null }
    expect(texts(renderBadge('Replies', boardOf(even, { view })))[0]).toBe(
      'Replies · simulated votes · tone · Refunds · from 2026-01-02',
    )
    const judge = { ...view, source: 'judge:strict', criterion: null, category: null, from: null }
    expect(texts(renderBadge('Replies', boardOf(even, { view: judge })))[0]).toBe('Replies · judge strict')
  })

  it('gives the whole sentence to screen readers', () => {
    expect(titleOf(renderBadge('Replies', clear()))).toBe(
      'Replies: A leads. Its interval lies above every other.',
    )
  })

  it('tells screen readers for which looks the result holds, if the board says so', () => {
    const promised = (looks: 'any' | 'one') =>
      titleOf(renderBadge('Replies', boardOf(even, { ...people, arena: 'replies', looks })))
    expect(promised('any')).toMatch(
      / At most 1 board in 20 names a winner or a difference wrongly, however often you look\.$/,
    )
    expect(promised('one')).toMatch(/ wrongly, if you look once, at a time chosen beforehand\.$/)
    const empty = boardOf([], { ...people, arena: 'replies', looks: 'any' })
    expect(titleOf(renderBadge('Replies', empty))).not.toContain('looks')
  })

  it('shows hostile names as text, and shortens long ones', () => {
    const svg = renderBadge('<b>&"\'</b>\u202e\ud800\uffff', clear('</svg><script>alert(1)</script>\u0007'))
    for (const bad of ['<script', '<b>', '\u0007', '\u202e', '\ud800', '\uffff'])
      expect(svg).not.toContain(bad)
    expect(svg.match(/<\/svg>/g)).toHaveLength(1)
    const long = texts(renderBadge('T'.repeat(300), clear('N'.repeat(300))))
    expect(long).toEqual([`${'T'.repeat(31)}…`, `${'N'.repeat(23)}… leads`])
  })

  it('follows light and dark, and uses the accent only if a contestant may be first', () => {
    expect(renderBadge('Replies', clear())).toContain('prefers-color-scheme:dark')
    expect(renderBadge('Replies', clear())).toContain('class="line"')
    expect(renderBadge('Replies', boardOf([], people))).not.toContain('class="line"')
  })
})
