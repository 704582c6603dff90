import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import MarkdownIt from 'markdown-it'
import { columnWidth } from '../../../shared/finish/text.ts'
import { renderMarkdown } from '../../../server/leaderboard/render/markdown.ts'
import { renderRatingsCsv } from '../../../server/leaderboard/render/ratings-csv.ts'
import { renderText } from '../../../server/leaderboard/render/text.ts'
import { escapedMarkdown } from '../../../shared/finish/index.ts'
import { computeBoardWithMethod } from '../../../server/ratings/compute-board.ts'
import { columnsFromRows } from '../../../shared/votes/vote-table.ts'
import { boardOf, times, votesFrom } from '../ratings/boards.ts'
import { renderBadge } from '../../../server/leaderboard/render/badge.ts'

const spread = boardOf(votesFrom(times(40, 'A>B A>B A>B B>A A>C B>C C>B C>D D>C A>D D>B')))
const withOthers = boardOf(votesFrom(times(5, 'A>B B>A W>A'), 3), { contestants: [{ name: 'Z' }] })
const byElo = computeBoardWithMethod('elo', columnsFromRows(votesFrom(times(9, 'A>B B>A'))), {
  arena: null,
  view: spread.view,
  rounds: 200,
  seed: 1,
  computedAt: spread.computedAt,
  version: spread.version,
})
/** A board of two, one of them named so. */
const oddly = (name: string, options = {}) =>
  boardOf(
    votesFrom(times(5, 'A>B B>A'), 1).map((one) => ({
      ...one,
      contestantA: one.contestantA.replace('A', () => name),
      contestantB: one.contestantB.replace('A', () => name),
    })),
    options,
  )

describe('a board as text', () => {
  it.each([60, 80, 100, 200])('fits %i columns', (width) => {
    const long = oddly('A long name '.repeat(9), { baseline: 'B' })
    for (const board of [spread, withOthers, long, oddly('模型'.repeat(30)), oddly('👩‍🚀e\u0301')])
      for (const line of renderText(board, { width }).split('\n'))
        expect(columnWidth(line)).toBeLessThanOrEqual(width)
  })

  it('has sentence, places, ratings, intervals, and what the other contestants still need', () => {
    const lines = renderText(withOthers, { width: 100 }).split('\n')
    expect(lines[0]).toBe(' Dead heat. A and B cross the line together.')
    expect(lines.find((line) => / A .*┃/.test(line))).toMatch(/^ 1–2 A 1000 {2}\d+–1\d{3} +▚█+┃█+$/)
    expect(lines).toContain(' W  5 of 10 votes')
    expect(lines).toContain(' Z  no vote compares it with the others')
    expect(lines.some((line) => line.startsWith('Warning (few_units): Only 5 prompts'))).toBe(true)
    expect(lines.join(' ')).toContain('200 bootstrap rounds over prompts, seed 1')
  })

  it('says that its intervals are of endless rounds, and that people may look at any time', () => {
    const text = (options = {}) =>
      renderText(boardOf(votesFrom(times(9, 'A>B B>C C>A'), 3), options), { width: 200 })
    expect(text({ looks: 'any' })).toContain('at one look. A winner must hold however often you look.')
    expect(text({ looks: 'one' })).toContain('at one look. A winner is declared for this look alone.')
    expect(text({ rounds: 0 })).toContain(' · bootstrap over prompts, endless rounds · ')
  })

  it('labels simulated votes, as Markdown does', () => {
    const view = { source: 'simulated', criterion: null, category: null, from: null, to: null }
    for (const render of [(board = spread) => renderText(board, { width: 100 }), renderMarkdown]) {
      expect(render({ ...spread, view })).toContain('These votes were made by a simulation, not by people.')
      expect(render(spread)).not.toContain('simulation')
    }
  })

  it('says nothing of first place without intervals', () => {
    const text = renderText(byElo, { width: 100 })
    expect(text).toContain('Ratings without intervals. They say nothing of who is first.')
    expect(text).not.toMatch(/[█▒░]/)
    expect(text).toContain(' · online Elo, K = 4 · no intervals · ')
  })
})

describe('a board of a file with bad rows', () => {
  const board = (votes: number, count: number) => {
    const dirty = { code: 'dirty_rows', message: `${count} rows were left out.`, count, lines: [7, 9] }
    return boardOf(votesFrom(times(votes / 2, 'A>B B>A')), { warnings: [dirty] })
  }
  const forms = [
    ['text', (one = board(4, 5)) => renderText(one, { width: 100 }), 'Warning (dirty_rows): '],
    ['Markdown', (one = board(4, 5)) => renderMarkdown(one), '- Warning (`dirty_rows`): '],
  ] as const

  it.each(forms)('reports them once at the top if they outnumber the votes, in %s', (_, render, warning) => {
    const text = render()
    expect(text.startsWith(`${warning}5 rows were left out. Lines 7, 9.\n\n`)).toBe(true)
    expect(text.split('dirty_rows')).toHaveLength(2)
  })

  it.each(forms)('reports them at the end if they do not, in %s', (_, render, warning) => {
    const text = render(board(4, 4))
    expect(text).toMatch(/^( |\*\*)(On these 2 prompts, a dead heat|Dead heat|\d+ votes)\./)
    expect(text).toContain(`\n${warning}4 rows were left out.`)
  })
})

describe('a board as Markdown', () => {
  it('has win rates if the request names a baseline', () => {
    const text = renderMarkdown(boardOf(votesFrom(times(30, 'A>B B>A')), { baseline: 'B' }))
    expect(text).toMatch(/\n- A beats B: 50 % \(\d+–\d+ %\)\n/)
    expect(text).not.toContain('B beats B')
  })
})

describe('a board as CSV', () => {
  const records = (board = spread) =>
    parse(renderRatingsCsv(board), { columns: true }) as Record<string, string>[]

  it('begins with the columns that other tools know', () => {
    const header = 'model,rating,rating_lower,rating_upper,place_best,place_worst,win_rate,votes,'
    expect(renderRatingsCsv(spread).startsWith(header)).toBe(true)
  })

  it('has every number unrounded, and empty cells for missing ones', () => {
    records(withOthers).forEach((record, i) => {
      const { name, rating, interval, place, votes, status } = withOthers.contestants[i]!
      expect(record).toMatchObject({ model: name, votes: String(votes), status })
      expect([record['rating'], record['rating_lower'], record['place_worst']]).toEqual(
        [rating, interval?.[0], place?.[1]].map((value) => String(value ?? '')),
      )
    })
    expect(records().some((record) => /\.\d{9}/.test(record['rating_upper']!))).toBe(true)
  })

  it.each(['=1+1', '+x', '-x', '@x'])('escapes the name %s, and no number', (name) => {
    const all = records(oddly(name))
    expect(all.map(({ model }) => model).sort()).toEqual([`'${name}`, 'B'].sort())
  })
})

// Names in Markdown are text: nothing of them becomes a link, a mention or a reference where it is rendered.

/** As it is read: its texts, one for each run that a mention could be found in, and what is not text. */
function read(markdown: string) {
  const tokens = new MarkdownIt({ html: true, linkify: true }).parseInline(markdown, {})[0].children!
  const isText = (type: string) => type === 'text' || type === 'text_special'
  return {
    texts: tokens.filter(({ type }) => isText(type)).map(({ content }) => content),
    others: tokens
      .filter(({ type, content }) => !isText(type) && content !== '<!-- -->')
      .map(({ type }) => type),
  }
}

it.each([
  '@octocat',
  'model by @octocat/team',
  'ann@evil.example',
  'https://evil.example/x',
  'HTTP://evil.example',
  'ftp://evil.example',
  'www.evil.example',
  'owner/repo#12',
  'GH-12',
])('the name %s becomes no link, mention or reference', (name) => {
  const { texts, others } = read(escapedMarkdown(name))
  expect(others).toEqual([])
  expect(texts.join('')).toBe(name)
  for (const text of texts) expect(text).not.toMatch(/@\w|:\/\/|www\.|#\d|GH-\d/)
  expect(escapedMarkdown(name)).not.toMatch(/@\w|:\/\/|www\.|#\d|GH-\d/)
})

it('names without Markdown characters stay unchanged', () => {
  expect(escapedMarkdown('gpt-4.1 (mini): fast')).toBe('gpt-4.1 (mini): fast')
})

const people = { view: { source: 'people', criterion: null, category: null, from: null, to: null } }
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

describe('a badge', () => {
  it('declares nothing if the board declares nothing', () => {
    expect(texts(renderBadge('Replies', byElo))[1]).toBe('ratings without intervals')
  })

  it('names source and filter if the board does not show all votes of people', () => {
    const view = { source: 'simulated', criterion: 'tone', category: 'Refunds', from: '2026-01-02', to: null }
    expect(renderBadge('Replies', boardOf(even, { view }))).toContain(
      'Replies · simulated votes · tone · Refunds · from 2026-01-02',
    )
    const judge = { ...view, source: 'judge:strict', criterion: null, category: null, from: null }
    expect(texts(renderBadge('Replies', boardOf(even, { view: judge })))[0]).toBe('Replies · judge strict')
  })

  it('shows hostile names as text, and shortens long ones', () => {
    const svg = renderBadge('<b>&"\'</b>\u202e\ud800\uffff', clear('</svg><script>alert(1)</script>\u0007'))
    for (const bad of ['<script', '<b>', '\u0007', '\u202e', '\ud800', '\uffff'])
      expect(svg).not.toContain(bad)
    expect(svg.match(/<\/svg>/g)).toHaveLength(1)
    const long = texts(renderBadge('T'.repeat(300), clear('N'.repeat(300))))
    expect(long).toEqual([expect.stringMatching(/^T{5,40}…$/), expect.stringMatching(/^N{5,40}… wins/)])
  })
})
