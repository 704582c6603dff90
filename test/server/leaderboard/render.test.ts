import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import MarkdownIt from 'markdown-it'
import { displayWidth } from '../../../server/leaderboard/render/columns.ts'
import { escaped as escapedInLatex, renderLatex } from '../../../server/leaderboard/render/latex.ts'
import { renderMarkdown, escaped } from '../../../server/leaderboard/render/markdown.ts'
import { renderRatingsCsv } from '../../../server/leaderboard/render/ratings-csv.ts'
import { renderText, axisOf, whiskers } from '../../../server/leaderboard/render/text.ts'
import { boardOf, times, votesFrom } from '../ratings/boards.ts'
import { renderBadge } from '../../../server/leaderboard/render/badge.ts'

const spread = boardOf(votesFrom(times(40, 'A>B A>B A>B B>A A>C B>C C>B C>D D>C A>D D>B')))
const withOthers = boardOf(votesFrom(times(5, 'A>B B>A W>A'), 3), { contestants: [{ name: 'Z' }] })
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
  it.each([40, 50, 60, 80, 100, 200])('fits %i columns', (width) => {
    const long = oddly('A long name '.repeat(9), { baseline: 'B' })
    for (const board of [spread, withOthers, long, oddly('模型'.repeat(30)), oddly('👩‍🚀e\u0301')])
      for (const line of renderText(board, { width }).split('\n'))
        expect(displayWidth(line)).toBeLessThanOrEqual(width)
  })

  it('has sentence, ranks, ratings, records, and what the other contestants still need', () => {
    const lines = renderText(withOthers, { width: 100 }).split('\n')
    expect(lines[0]).toMatch(/^No winner yet\. W is rated highest, but A and B may be first/)
    expect(lines.find((line) => line.includes('  A  '))).toMatch(/^ 1–3  A .* 15 +5\/10\/0$/)
    expect(lines).toContain('unrated  Z  no votes yet')
    expect(lines.some((line) => line.startsWith('Warning (few_units): Only 5 prompts'))).toBe(true)
    expect(lines.join(' ')).toContain('200 rounds by prompt, seed 1')
  })

  it('says for how many looks it holds, unless it declares nothing', () => {
    const text = (options = {}) =>
      renderText(boardOf(votesFrom(times(9, 'A>B B>C C>A'), 3), options), { width: 200 })
    expect(text({ looks: 'one' })).toContain(' · for one look · ')
    expect(text({ looks: 'any' })).toContain(' · however often you look · ')
    expect(text({ looks: 'one', rounds: 0 })).not.toContain('look')
    const adaptive = { ...boardOf(votesFrom(times(9, 'A>B B>C C>A'), 3), { looks: 'one' }) }
    adaptive.warnings = [{ code: 'adaptive_pairing', message: 'Pairing followed results.' }]
    adaptive.contestants = adaptive.contestants.map((row) => ({ ...row, comparison: null }))
    expect(renderText(adaptive, { width: 200 })).not.toContain('one look')
  })

  it('labels simulated votes before the table, as Markdown does', () => {
    const view = { source: 'simulated', criterion: null, category: null, from: null, to: null }
    for (const render of [(board = spread) => renderText(board, { width: 100 }), renderMarkdown]) {
      const rendered = render({ ...spread, view })
      expect(rendered.split('\n')[2]).toBe('These votes were made by a simulation, not by people.')
      expect(render(spread)).not.toContain('simulation')
    }
  })

  it('marks exactly those who may be first', () => {
    const paint = { strong: String, faint: String, accent: (text: string) => `<${text}>` }
    const marked = (board = spread) =>
      renderText(board, { width: 100, paint })
        .split('\n')
        .flatMap((line) => /^<\s*\S+\s+(\w)/.exec(line)?.[1] ?? [])
    expect(marked()).toEqual(spread.winner ? [spread.winner] : spread.deadHeatForFirst)
    expect(marked(withOthers).sort()).toEqual(['A', 'B', 'W'])
  })

  it('shows of many contestants the places in the order of the page, as Markdown does', () => {
    const board = boardOf(votesFrom(times(2, 'A>B')))
    const names = Array.from({ length: 24 }, (_, i) => `N${String(i).padStart(2, '0')}`)
    const contestants = names.map((name, i) => {
      const comparison: [number, number] = [900 - 20 * i, 1100 - 20 * i]
      return {
        ...board.contestants[0],
        status: 'rated' as const,
        reason: null,
        name,
        rating: 1000 - 20 * i,
        comparison,
      }
    })
    // the last has the highest rating and the widest interval, so that it is last among those that may be first
    contestants[23] = { ...contestants[23], rating: 1010, comparison: [100, 1900] }
    const many = { ...board, contestants, winner: null, deadHeatForFirst: [...names.slice(0, 11), 'N23'] }
    const table = renderText(many, { width: 100 }).split('\n')
    expect(table.find((line) => line.startsWith('places'))).toMatch(/contestant +rating +above +below +votes/)
    const order = (lines: string[]) =>
      lines.flatMap((line) => /^\|? *\d+–\d+ [ |]*(N\d\d)/.exec(line)?.[1] ?? [])
    const expected = [...names.slice(0, 11), 'N23', ...names.slice(11, 23)]
    expect(order(table)).toEqual(expected)
    expect(order(renderMarkdown(many).split('\n'))).toEqual(expected)
    expect(table.filter((line) => line.includes('┝━'))).toHaveLength(12)
  })

  it('removes from names what moves the cursor or hides text', () => {
    const text = renderText(oddly('A\u001b[2J\u202e'), { width: 100 })
    expect(text).toContain('A\ufffd[2J\ufffd')
    for (const hidden of ['\u001b', '\u202e']) expect(text).not.toContain(hidden)
  })

  it('has no plot without intervals', () => {
    const text = renderText(boardOf(votesFrom(times(3, 'A>B B>A')), { rounds: 0 }), { width: 100 })
    expect(text).not.toMatch(/[─━●]/)
    expect(text).toContain('Intervals were not computed')
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
    expect(text).toContain('few_units')
  })

  it.each(forms)('reports them at the end if they do not, in %s', (_, render, warning) => {
    const text = render(board(4, 4))
    expect(text).toMatch(/^(\*\*)?No winner yet/)
    expect(text).toContain(`\n${warning}4 rows were left out.`)
  })
})

describe('the whiskers', () => {
  it.each([16, 24, 60])(
    'reach the line exactly if the contestant may be first, at %i characters',
    (width) => {
      const axis = axisOf(spread, width)!
      const line = axis.line!
      expect(line).toBe(spread.contestants.find(({ name }) => name === spread.winner)!.first![0])
      for (const row of spread.contestants) {
        const plot = whiskers(row, axis)
        expect(plot).toHaveLength(width)
        const column = [...plot].findIndex((mark) => '│┼┿'.includes(mark))
        const reaches = row.name === spread.winner
        expect(column < 0 ? plot.includes('●') : plot[column] !== '│').toBe(reaches || column < 0)
        if (!reaches) expect(plot.slice(column + 1).trim()).toBe('')
      }
    },
  )

  it('end short of the line if the interval does, however small the gap', () => {
    const axis = { from: 0, to: 1000, width: 20, line: 520 }
    const [row] = spread.contestants
    const near = {
      ...row!,
      rating: 450,
      first: [440, 460] as [number, number],
      comparison: [400, 519.9] as [number, number],
    }
    expect(whiskers(near, axis).indexOf('│')).toBe(10)
    expect(whiskers({ ...near, comparison: [400, 520] }, axis)).toContain('┼')
  })
})

describe('a board as Markdown', () => {
  it('has the sentence, a table and the remaining contestants', () => {
    const text = renderMarkdown(withOthers)
    expect(text).toMatch(/^\*\*No winner yet\.\*\* /)
    expect(text).toContain(
      '| Rank | Contestant | Rating | Comparison interval | Votes | Won/lost/tied |\n| --: | --- |',
    )
    expect(text).toMatch(/\n\| 1–3 \| A \| \d+ \| -?\d+ … \d+ \| 15 \| 5\/10\/0 \|\n/)
    expect(text).toContain('- Z (unrated): no votes yet')
    expect(text).toContain('- Warning (`few\\_units`)'.replace('\\_', '_'))
  })

  it('shows names as they are, never as markup', () => {
    const text = renderMarkdown(oddly('<b>|*[x](y)`&'))
    expect(text).toContain('| &lt;b\\>\\|\\*\\[x\\](y)\\`&amp; |')
  })

  it('has win rates if the request names a baseline', () => {
    const text = renderMarkdown(boardOf(votesFrom(times(30, 'A>B B>A')), { baseline: 'B' }))
    expect(text).toContain('| Beats B |')
    expect(text).toMatch(/\| A \|.*\| 50 % \(\d+–\d+ %\) \|/)
  })
})

describe('a board as CSV', () => {
  const records = (board = spread) =>
    parse(renderRatingsCsv(board), { columns: true }) as Record<string, string>[]

  it('begins with the columns that other tools know', () => {
    const header = 'model,rating,rating_lower,rating_upper,rank,rank_lower,rank_upper,votes,'
    expect(renderRatingsCsv(spread).startsWith(header)).toBe(true)
  })

  it('has every number unrounded, and empty cells for missing ones', () => {
    records(withOthers).forEach((record, i) => {
      const { name, rating, marginal, rankInterval, votes, theta } = withOthers.contestants[i]!
      expect(record).toMatchObject({
        model: name,
        votes: String(votes),
        theta: theta === null ? '' : String(theta),
      })
      expect([record['rating'], record['rating_lower'], record['rank_upper']]).toEqual(
        [rating, marginal?.[0], rankInterval?.[1]].map((value) => String(value ?? '')),
      )
    })
    expect(records().some(({ theta }) => Number(theta) < 0)).toBe(true)
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
  const { texts, others } = read(escaped(name))
  expect(others).toEqual([])
  expect(texts.join('')).toBe(name)
  for (const text of texts) expect(text).not.toMatch(/@\w|:\/\/|www\.|#\d|GH-\d/)
  expect(escaped(name)).not.toMatch(/@\w|:\/\/|www\.|#\d|GH-\d/)
})

it('names without Markdown characters stay unchanged', () => {
  expect(escaped('gpt-4.1 (mini): fast')).toBe('gpt-4.1 (mini): fast')
})

describe('a board in LaTeX', () => {
  it('is a booktabs table with a row for each contestant, and the sentence as caption', () => {
    const lines = renderLatex(spread).split('\n')
    expect(lines).toContain('% \\usepackage{booktabs}')
    expect(lines).toContain('  \\begin{tabular}{@{}rlrrrrr@{}}')
    expect(lines.find((line) => line.includes('\\caption'))).toMatch(
      /\\caption\{\\textbf\{A leads\.\} Its interval/,
    )
    const rows = lines.filter((line) => line.endsWith('\\\\'))
    expect(rows).toHaveLength(5)
    expect(rows[1]).toMatch(/^ {4}1 & A & \d+ & \{\[\}\$\d+\$, \$\d+\$\{\]\} & .* & 240 & \d+\/\d+\/0 \\\\$/)
    for (const row of rows) expect(row.split(' & ')).toHaveLength(7)
  })

  it('says what contestants without a rating need, and compares with a baseline if the board does', () => {
    const apart = votesFrom(times(5, 'A>B B>A A>C C>A W>V'), 1)
    const text = renderLatex(boardOf(apart, { baseline: 'B' }))
    expect(text).toContain(
      '& W & \\multicolumn{6}{l}{provisional: no vote links it to the rated contestants} \\\\',
    )
    expect(text).toContain('& Beats B \\\\')
  })

  it('shows names as they are, whatever signs they have', () => {
    expect(escapedInLatex('50 % of {a_b} & $x^2$ #1 ~ <y> \\input{z} "q" | --v')).toBe(
      '50 \\% of \\{a\\_b\\} \\& \\$x\\textasciicircum{}2\\$ \\#1 \\textasciitilde{} \\textless{}y\\textgreater{} \\textbackslash{}input\\{z\\} \\symbol{34}q\\symbol{34} \\textbar{} -{}-v',
    )
    const text = renderLatex(oddly('x\n\\end{table}%\u0007&'))
    expect(text.match(/\\end\{table\}/g)).toHaveLength(1)
    expect(text).toContain('x\ufffd\\textbackslash{}end\\{table\\}\\%\ufffd\\&')
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
