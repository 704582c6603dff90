/** What a board says beside its ratings: order, standing, switches, findings. */
import { describe, expect, it, beforeAll } from 'vitest'
import type { Board } from '../../shared/contracts/board.ts'
import {
  RowOrder,
  arranged,
  byRating,
  heldInPlace,
  sortAfter,
  sortFrom,
  sortText,
} from '../../web/src/pages/leaderboard/columns.ts'
import { rated } from './contestant.ts'
import fc from 'fast-check'
import { lineWithin, comparisonSpan, standing } from '../../web/src/charts/scales.ts'
import { plotWords, positionCounts, madeBy, needOf } from '../../web/src/pages/leaderboard/words.ts'
import type { ArenaDetail } from '../../shared/contracts/arena.ts'
import { isNarrowed, searchOf, viewOf } from '../../web/src/api/view.ts'
import {
  choiceOf,
  simulatedElsewhere,
  sourceLabel,
  switchesOf,
} from '../../web/src/pages/leaderboard/switches.ts'
import { viewWords } from '../../web/src/words/method.ts'
import { routeOf } from '../../web/src/state/routes.ts'
import { renderBadge } from '../../server/leaderboard/render/badge.ts'
import { renderMarkdown } from '../../server/leaderboard/render/markdown.ts'
import { renderText } from '../../server/leaderboard/render/text.ts'
import { plateSvg } from '../../shared/plate/index.ts'
import {
  findingsOf,
  firstLineOf,
  isPlaced,
  isShownAbove,
  lineOf,
  mayBeFirst,
} from '../../shared/sentence/index.ts'
import { isLittleKnown } from '../../shared/sentence/too-few-votes.ts'
import type { PageRenderer } from '../../shared/contracts/index.ts'
import { boardOf, vote } from '../server/ratings/boards.ts'

describe('the order of rows', () => {
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join('')
  const ROWS = [
    rated('A', 1100, { votes: 10, costUsd: null, rankInterval: [1, 3] }),
    rated('B', 1050, { votes: 30, costUsd: 0.5, rankInterval: [1, 2] }),
    rated('C', 1000, { votes: 20, costUsd: 0.1, rankInterval: [2, 3] }),
  ]

  describe('sorting', () => {
    it('by rating is the order of the board and leaves no trace in the address', () => {
      expect(names(arranged(ROWS, sortFrom(null)))).toBe('ABC')
      expect(sortText(sortFrom(null))).toBeNull()
      expect(byRating(sortFrom('-rating'))).toBe(false)
    })

    it('by another column goes from most to least, then the other way', () => {
      const once = sortAfter(sortFrom(null), 'votes')
      const twice = sortAfter(once, 'votes')
      expect(names(arranged(ROWS, once))).toBe('BCA')
      expect(names(arranged(ROWS, twice))).toBe('ACB')
      expect(sortFrom(sortText(twice))).toEqual(twice)
    })

    it('by name starts at A, by rank at the best; a missing number comes last both ways', () => {
      expect(names(arranged([...ROWS].reverse(), sortFrom('name')))).toBe('ABC')
      expect(names(arranged(ROWS, sortFrom('rank')))).toBe('BAC')
      expect(names(arranged(ROWS, sortFrom('costUsd')))).toBe('BCA')
      expect(names(arranged(ROWS, sortFrom('-costUsd')))).toBe('CBA')
    })

    it('takes an unknown column for none', () => {
      expect(sortFrom('price')).toEqual(sortFrom(null))
      expect(sortFrom('-')).toEqual(sortFrom(null))
    })

    it('leaves out who has no rating', () => {
      expect(
        names(
          arranged([...ROWS, { ...ROWS[0], name: 'D', status: 'unrated', rating: null }], sortFrom(null)),
        ),
      ).toBe('ABC')
    })
  })

  describe('while somebody looks at a row', () => {
    const board = (contestants: Board['contestants']) =>
      ({ contestants, view: { source: 'humans' } }) as Board
    const overtaken = [ROWS[1], ROWS[0], ROWS[2], rated('D', 900)]

    it('rows keep their place and newcomers come last', () => {
      expect(names(heldInPlace([rated('D', 1200), ...overtaken.slice(0, 3)], ['A', 'B', 'C']))).toBe('ABCD')
    })

    it('a new snapshot re-orders only afterwards', () => {
      const order = new RowOrder()
      expect(names(order.of(board(ROWS), sortFrom(null), true))).toBe('ABC')
      const swapped = board([rated('B', 1120), rated('A', 1100), ROWS[2]])
      expect(names(order.of(swapped, sortFrom(null), true))).toBe('ABC')
      expect(names(order.of(swapped, sortFrom(null), false))).toBe('BAC')
    })

    it('a sort that was asked for is not held back', () => {
      const order = new RowOrder()
      order.of(board(ROWS), sortFrom(null), true)
      expect(names(order.of(board(ROWS), sortFrom('votes'), true))).toBe('BCA')
    })
  })
})

describe('the standing of rows', () => {
  const board = (more: Partial<Board>) =>
    ({ winner: null, deadHeatForFirst: [], contestants: [], ...more }) as unknown as Board

  describe('standing', () => {
    it('is above or below only where the intervals do not touch', () => {
      const chosen = { low: 10, high: 20 }
      expect(standing({ low: 20, high: 30 }, chosen)).toBe('equal')
      expect(standing({ low: 21, high: 30 }, chosen)).toBe('above')
      expect(standing({ low: 0, high: 9 }, chosen)).toBe('below')
    })

    it('is mutual', () => {
      const span = fc.tuple(fc.integer(), fc.nat(1000)).map(([low, width]) => ({ low, high: low + width }))
      const mirrored = { equal: 'equal', above: 'below', below: 'above' }
      fc.assert(
        fc.property(span, span, (a, b) => {
          expect(standing(a, b)).toBe(mirrored[standing(b, a)])
        }),
      )
    })

    it('is counted for the selected row', () => {
      const others = [
        { low: 30, high: 40 },
        { low: 18, high: 28 },
        { low: 0, high: 5 },
      ]
      expect(positionCounts(others, { low: 10, high: 20 })).toEqual({ equal: 1, above: 1, below: 1 })
    })
  })

  describe('the line', () => {
    it('is the highest lower end, an unbeaten contestant included', () => {
      const contestants = [
        rated('A', 1100, { comparison: [1050, 1150] }),
        { ...rated('B', 0), status: 'provisional', rating: null, comparison: [1080, null] },
      ]
      expect(lineOf(board({ contestants } as Partial<Board>))).toBe(1080)
    })

    it('is missing without intervals, and is not drawn beyond the axis', () => {
      expect(lineOf(board({ contestants: [rated('A', 1000, { comparison: null })] }))).toBeNull()
      expect(lineWithin([900, 1100], 1080)).toBe(1080)
      expect(lineWithin([900, 1100], 1180)).toBeNull()
    })

    it('marks as first whom the board names, the winner alone if there is one', () => {
      expect([...mayBeFirst(board({ winner: 'A' }))]).toEqual(['A'])
      expect([...mayBeFirst(board({ deadHeatForFirst: ['A', 'B'] }))]).toEqual(['A', 'B'])
    })
  })

  describe('the findings of thick and thin bars', () => {
    const own = (name: string, first: [number, number], best: number) => ({
      ...rated(name, 1000, { comparison: [900, 1100], rankInterval: [best, 3] }),
      first,
    })

    it('of a leader: its thick bar is the line, and nobody reaches it', () => {
      const contestants = [own('A', [1080, 1100], 1), own('B', [1000, 1079], 2), own('C', [900, 950], 3)]
      const one = board({ winner: 'A', contestants } as Partial<Board>)
      expect(firstLineOf(one)).toBe(1080)
      expect(findingsOf(one)).toEqual({
        highest: 'A',
        isFirst: true,
        among: null,
        ordered: 3,
        pairs: 3,
      })
    })

    it('of a dead heat: nobody is first, and how many orders are known', () => {
      const contestants = [own('A', [1050, 1100], 1), own('B', [1000, 1050], 1), own('C', [900, 1049], 2)]
      const one = board({ winner: null, deadHeatForFirst: ['A', 'B'], contestants } as Partial<Board>)
      expect(firstLineOf(one)).toBe(lineOf(one))
      expect(findingsOf(one)).toEqual({
        highest: 'A',
        isFirst: false,
        among: null,
        ordered: 1,
        pairs: 3,
      })
    })
  })

  it.each([
    [[1050, 1130.4], 'about 1093, between 1050 and 1130'],
    [[1050, null], 'about 1093, at least 1050'],
    [[null, 1130], 'about 1093, at most 1130'],
  ] as const)('an interval in words: %j is "%s"', (comparison, words) => {
    const contestant = rated('A', 1093, { comparison: [...comparison] })
    expect(plotWords(1093, comparisonSpan(contestant))).toBe(words)
  })
})

describe('switches', () => {
  const VIEW = { source: 'humans', criterion: null, category: null, from: null, to: null }
  const detail = (more: Partial<ArenaDetail>) =>
    ({ sources: [], criteria: ['overall'], categories: [], ...more }) as unknown as ArenaDetail

  describe('the switches of a board', () => {
    it('offer only what the arena has, and no switch with a single choice except a judge', () => {
      const namesOf = (source: string) =>
        switchesOf(detail({ sources: [{ source, kind: 'human', votes: 3 }] }), VIEW).map(({ name }) => name)
      expect(['humans', 'judge:strict', 'simulated'].map(namesOf)).toEqual([[], ['source'], ['source']])
      expect(switchesOf(detail({}), VIEW)).toEqual([])
    })

    it('mark what the board shows, even if the address does not name it', () => {
      const criteria = ['overall', 'tone']
      const [criterion] = switchesOf(detail({ criteria }), { ...VIEW, criterion: 'overall' })
      expect(criterion).toMatchObject({ name: 'criterion', current: 'overall' })
      expect(criterion.options.map(({ label }) => label)).toEqual(['Overall', 'Tone'])
    })

    it('let the reader clear a category', () => {
      const [category] = switchesOf(detail({ categories: ['angry', 'refunds'] }), VIEW)
      expect(category.options[0]).toEqual({ value: null, label: 'All' })
      expect(category.current).toBeNull()
    })

    it('offer the groups with a board, and remove what the board of a group cannot have', () => {
      const arena = detail({ groups: ['crowd', 'experts'], categories: ['angry', 'refunds'] })
      const [category, group] = switchesOf(arena, { ...VIEW, group: 'experts' })
      expect(group.options.map(({ label }) => label)).toEqual(['Everybody', 'crowd', 'experts'])
      expect(group.current).toBe('experts')
      expect(choiceOf(group, 'crowd')).toEqual({
        source: null,
        category: null,
        from: null,
        to: null,
        together: null,
        group: 'crowd',
      })
      expect(choiceOf(group, null)).toEqual({ group: null })
      expect(choiceOf(category, 'angry')).toEqual({ group: null, category: 'angry' })
    })

    it('name sources in words, and simulated votes as simulated', () => {
      expect(['humans', 'judges', 'judge:strict', 'simulated'].map(sourceLabel)).toEqual([
        'Humans',
        'All judges',
        'Judge “strict”',
        'Simulated',
      ])
    })
  })

  describe('simulated votes of an arena', () => {
    const sources = [
      { source: 'humans', kind: 'human' as const, votes: 1 },
      { source: 'simulated', kind: 'simulated' as const, votes: 400 },
    ]
    const unrated = rated('A', 0, { status: 'unrated', rating: null })
    const shown = (source: string, contestants = [unrated]) =>
      ({ view: { ...VIEW, source }, contestants }) as unknown as Board

    it('get a hint if no contestant is rated without them', () => {
      expect(simulatedElsewhere(shown('humans'), detail({ sources }))).toBe(true)
    })

    it('get no hint if a contestant is rated, if they are shown, or if there are none', () => {
      expect(simulatedElsewhere(shown('humans', [unrated, rated('B', 1000)]), detail({ sources }))).toBe(
        false,
      )
      expect(simulatedElsewhere(shown('simulated'), detail({ sources }))).toBe(false)
      expect(simulatedElsewhere(shown('humans'), detail({ sources: sources.slice(0, 1) }))).toBe(false)
      expect(simulatedElsewhere(shown('humans'), null)).toBe(false)
    })
  })

  describe('the view in the address', () => {
    it('is the same after writing and reading, without empty or unknown parts', () => {
      const view = viewOf(new URLSearchParams('source=judge%3Aa+b&category=&row=X&from=2026-01-31'))
      expect(view).toEqual({ source: 'judge:a b', from: '2026-01-31' })
      expect(viewOf(new URLSearchParams(searchOf(view)))).toEqual(view)
      expect(searchOf({})).toBe('')
    })

    it('counts as narrowed if a new vote may be outside it', () => {
      expect([{}, { source: 'humans' }, { source: 'judges' }, { to: '2026-01-31' }].map(isNarrowed)).toEqual([
        false,
        false,
        true,
        true,
      ])
    })

    it('has a description in words', () => {
      expect(viewWords(VIEW)).toBe('humans')
      expect(viewWords({ ...VIEW, criterion: 'tone', from: '2026-01-31' })).toBe(
        'humans · tone · since Jan 31, 2026',
      )
      expect(madeBy('humans', 61)).toBe('61 people')
      expect(madeBy('judge:strict', 1)).toBe('1 judge')
    })
  })

  it('a contestant without a rating says what it needs, without "yet" in a part of the arena', () => {
    const unrated = rated('A', 0, { status: 'unrated', rating: null, votes: 0 })
    expect(needOf(unrated, 'half', false)).toMatch(/^unrated, no votes yet/)
    expect(needOf(unrated, 'half', true)).toMatch(/^unrated, no votes in this view/)
    expect(needOf({ ...unrated, status: 'provisional', reason: 'unbeaten', votes: 6 }, 'half', true)).toMatch(
      /won all its 6 votes/,
    )
    expect(needOf({ ...unrated, votes: 3, ties: 3 }, 'drop', true)).toBe(
      'unrated, only ties in 3 votes, and ties do not count here',
    )
  })

  it.each([
    ['/', { page: 'arenas' }],
    ['/a/support', { page: 'leaderboard', arena: 'support' }],
    ['/a/support/', { page: 'leaderboard', arena: 'support' }],
    ['/a/support-2/vote', { page: 'vote', arena: 'support-2' }],
    ['/a/support.md', { page: 'missing' }],
    ['/a/Support', { page: 'missing' }],
    ['/a/support/votes', { page: 'missing' }],
  ])('routes: %s', (path, route) => expect(routeOf(path)).toEqual(route))
})

describe('findings', () => {
  /** Page, text, Markdown and badge are four surfaces with one finding. */

  let renderer: PageRenderer
  beforeAll(async () => {
    renderer = (await import(new URL('../../dist/render/render.js', import.meta.url).href)) as PageRenderer
  })

  const view = { source: 'humans', criterion: null, category: null, from: null, to: null }
  /** The name of one holds what HTML, Markdown and badge write otherwise. */
  const NAMES = ['Ash', 'Birch <b>', 'Cedar & *co*', 'Doug_Fir', 'Elm']

  /** Boards of votes that lean towards the first names: with a winner, with dead heats, with none rated, with none at all. */
  const anyBoard = fc
    .record({
      votes: fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 4 }), fc.nat(9), fc.nat(7)), {
        maxLength: 90,
      }),
      lean: fc.nat(9),
      /** So many votes in which the first beats the others, but for one in ten. */
      ahead: fc.constantFrom(0, 0, 200),
      rounds: fc.constantFrom(0, 100, 100, 100),
    })
    .map(({ votes, lean, ahead: far, rounds }): Board => {
      const cast = votes.map(([one, ahead, draw, prompt], i) => {
        const [a, b] = [one, (one + ahead) % NAMES.length].sort() as [number, number]
        const outcome = draw < lean ? 'left' : draw === 9 ? 'tie' : 'right'
        const sides = { contestantA: NAMES[a], contestantB: NAMES[b] }
        return vote(`v${i}`, { ...sides, outcome, prompt: `p${prompt}` })
      })
      const clear = Array.from({ length: far }, (_, i) => {
        const [contestantA, contestantB] = [NAMES[0], NAMES[1 + (i % 4)]]
        const outcome = i % 11 === 10 ? 'right' : 'left'
        return vote(`c${i}`, { contestantA, contestantB, outcome, prompt: `q${i % 37}` })
      })
      return boardOf([...cast, ...clear], { view, rounds, contestants: NAMES.map((name) => ({ name })) })
    })

  const detail: ArenaDetail = {
    arena: 'x',
    title: 'X',
    description: '',
    contestants: NAMES.length,
    votes: 1,
    simulatedVotes: 0,
    votable: true,
    visibility: 'public',
    criteria: ['overall'],
    categories: [],
    sources: [],
    defaultSource: null,
    retiredPrompts: 0,
    prompts: 8,
    references: 0,
    firstRatings: 1,
  }

  const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&nbsp;': '\u00a0' }
  const plain = (html: string) =>
    html
      .replace(/<!--.*?-->|<[^>]*>/gs, '')
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
      .replace(/\s+/g, ' ')
      .trim()

  const firstLine = (text: string) => text.slice(0, text.indexOf('\n\n')).replace(/\s+/g, ' ').trim()

  /** Each surface's whole sentence, and who is marked as maybe first where rows are. */
  function surfaces(board: Board) {
    const begin = { board, detail }
    const { body } = renderer.draw({ url: 'http://x/a/x', language: 'en', arena: detail, begin })
    const badge = renderBadge('X', board)
    const accent = (text: string) => `\u0001${text}`
    const painted = renderText(board, { width: 200, paint: { strong: String, faint: String, accent } })
    return {
      page: plain(
        [/<h1.*?<\/h1>/s, /<p class="why.*?<\/p>/s].map((part) => part.exec(body)?.[0] ?? '').join(' '),
      ),
      text: firstLine(renderText(board, { width: 10_000 })),
      markdown: firstLine(renderMarkdown(board))
        .replace(/\*\*(.*?)\*\* ?/, '$1 ')
        .replace(/&lt;/g, '<')
        .replace(/&amp;/g, '&')
        .replace(/\\(.)/g, '$1')
        .trim(),
      badge: plain(/<title.*?<\/title>/s.exec(badge)![0]).replace(/^X: /, ''),
      badgeSays: plain([...badge.matchAll(/<text.*?<\/text>/gs)][1][0]),
      inPage: [
        ...body.matchAll(
          /<tr [^>]*data-contestant="([^"]*)"(?:(?!<\/tr>).)*?class="row-plot whiskers accent/gs,
        ),
      ].map(([, name]) => plain(name!)),
      inPlate: plateSvg(board, { title: 'X' }).match(/class="f[ "]|<rect class="x"/g)?.length ?? 0,
      inText: painted
        .split('\n')
        .flatMap((line) =>
          line.startsWith('\u0001') ? [NAMES.find((name) => line.includes(`  ${name}  `))!] : [],
        ),
    }
  }

  it('names the same winner, or the same dead heat', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(anyBoard, (board) => {
        const texts = surfaces(board)
        expect(texts.page).toBe(texts.text)
        expect(texts.markdown).toBe(texts.text)
        expect(texts.badge).toBe(texts.text)
        const rated = board.contestants.filter(isPlaced)
        const first = rated.map(({ name }) => name).filter((name) => mayBeFirst(board).has(name))
        expect(texts.inPage.sort()).toEqual(first.toSorted())
        expect(texts.inText.sort()).toEqual(first.toSorted())
        expect(texts.inPlate).toBe(first.length)
        if (first.length > 0)
          expect(rated.filter(({ rank }) => rank === 1).map(({ name }) => name)).toEqual(first)
        // whoever has no rating is neither counted nor named beside two that have one
        const others = board.contestants.filter((one) => !isPlaced(one))
        if (first.length > 1 && board.whyNot?.reason !== 'links')
          for (const { name } of others) expect(texts.page).not.toContain(name)
        // nor does a rank count them, unless they are above, or the dead heat counts them
        const heat = mayBeFirst(board).size
        const shownAbove = (one: Board['contestants'][number]) =>
          others.filter(
            ({ comparison }) => (comparison?.[0] ?? -Infinity) > (one.comparison?.[1] ?? Infinity),
          ).length
        for (const one of rated) {
          if (!one.rankInterval) continue
          const [, last] = one.rankInterval
          expect(last).toBeLessThanOrEqual(rated.length + (first.length === 1 ? heat : 0) + shownAbove(one))
          if (first.includes(one.name)) expect(last).toBeGreaterThanOrEqual(board.winner === null ? heat : 1)
        }
        const isAbove = isShownAbove(board)
        const orders = rated.flatMap(({ name }) => rated.filter((other) => isAbove(name, other.name)))
        expect(orders.length).toBeLessThanOrEqual(findingsOf(board).ordered)
        if (board.winner !== null) expect(texts.badgeSays).toBe(`${board.winner} leads`)
        else expect(texts.badgeSays).not.toMatch(/leads/)
        if (board.winner === null && isLittleKnown(board)) expect(texts.badgeSays).toBe('too little known')
        else if (board.winner === null && heat > 0)
          expect(texts.badgeSays).toMatch(new RegExp(`^dead heat: ${heat} of \\d(, \\d others? not rated)?$`))
        seen.add(
          texts.badgeSays
            .replace(/^.* leads/, 'leads')
            .replace(/, \d others? not rated$/, '')
            .replace(/\d/g, '#'),
        )
      }),
      { numRuns: 100, seed: 5 },
    )
    expect([...seen].sort()).toEqual([
      'dead heat: # of #',
      'leads',
      'no votes yet',
      'nothing declared',
      'too little known',
    ])
  })
})
