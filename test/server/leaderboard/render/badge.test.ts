import { describe, expect, it } from 'vitest'
import { renderBadge } from '../../../../server/leaderboard/render/badge.ts'
import { boardOf, times, votesFrom } from '../../ratings/boards.ts'

const people = { view: { source: 'humans', criterion: null, category: null, from: null, to: null } }
const even = votesFrom(times(20, 'A>B B>A A>C C>A B>C C>B'))
const clear = (name = 'A') =>
  boardOf(
    votesFrom(times(60, 'A>B A>C B>C C>B A>B A>C B>A')).map((vote) => ({
      ...vote,
      contestantA: vote.contestantA.replace(/^A$/, () => name),
      contestantB: vote.contestantB.replace(/^A$/, () => name),
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
    expect(promised('any')).toMatch(/ at most 5 % of the time, over all looks while votes come in\.$/)
    expect(promised('one')).toMatch(
      / at most 5 % of the time if you look once, at a time chosen beforehand\.$/,
    )
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
