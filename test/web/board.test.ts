/** What the page of a board shows: order, standing, switches, and the same finding everywhere. */
import { describe, expect, it, beforeAll } from 'vitest'
import type { Board } from '../../shared/contracts/board.ts'
import {
  RowOrder,
  arranged,
  isByRating,
  keepOrder,
  sortAfter,
  parseSort,
  sortText,
} from '../../web/src/pages/leaderboard/columns.ts'
import { rated } from './contestant.ts'
import fc from 'fast-check'
import { ratingSpan, compareSpans } from '../../web/src/charts/scales.ts'
import { boardView } from '../../shared/finish/board-view.ts'
import { finishBoard } from '../../shared/finish/finish-board.ts'
import { labelledRows, boardLines, thinPaths } from '../../web/src/pages/leaderboard/rows.ts'
import { votersLabel, overlapGroups, standingWords } from '../../web/src/pages/leaderboard/words.ts'
import type { ArenaDetail } from '../../shared/contracts/arena.ts'
import { isNarrowed, viewSearch, parseView } from '../../web/src/api/view.ts'
import {
  choiceParameters,
  simulatedElsewhere,
  arenaSwitches,
} from '../../web/src/pages/leaderboard/switches.ts'
import { sourceLabel } from '../../web/src/words/source.ts'
import { viewWords } from '../../web/src/words/view.ts'
import { matchRoute } from '../../web/src/state/routes.ts'
import type { PageRenderer } from '../../shared/contracts/index.ts'
import { boardOf, vote } from '../server/ratings/boards.ts'
import './all-words.ts'

const viewOf = (contestants: Board['contestants'], more: Pick<Board, 'deadHeat' | 'finishLine'>) => {
  const board = {
    state: 'dead_heat',
    leader: null,
    clearBy: null,
    view: { source: 'people' },
    level: 0.95,
    units: [],
  }
  return boardView(finishBoard({ ...board, votes: 3000, contestants, ...more } as unknown as Board))
}

describe('the order of rows', () => {
  const VIEW = { source: 'people' } as Board['view']
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join('')
  const ROWS = [
    rated('A', 1100, { votes: 10, costUsd: null, place: [1, 3] }),
    rated('B', 1050, { votes: 30, costUsd: 0.5, place: [1, 2] }),
    rated('C', 1000, { votes: 20, costUsd: 0.1, place: [2, 3] }),
  ]

  /** The rows of a board in which all cross the line. */
  const viewOfRows = (rows: Board['contestants']) =>
    viewOf(rows, { deadHeat: rows.map(({ name }) => name), finishLine: 1000 })
  const sorted = (rows: Board['contestants'], sort = parseSort(null)) =>
    arranged(viewOfRows(rows), rows, sort)

  describe('sorting', () => {
    it('by rating is the order of the board and leaves no trace in the address', () => {
      expect(names(sorted(ROWS))).toBe('ABC')
      expect(sortText(parseSort(null))).toBeNull()
      expect(isByRating(parseSort('-rating'))).toBe(false)
    })

    it('by another column goes from most to least, then the other way', () => {
      const once = sortAfter(parseSort(null), 'votes')
      const twice = sortAfter(once, 'votes')
      expect(names(sorted(ROWS, once))).toBe('BCA')
      expect(names(sorted(ROWS, twice))).toBe('ACB')
      expect(parseSort(sortText(twice))).toEqual(twice)
    })

    it('by name starts at A, by place at the best; a missing number comes last both ways', () => {
      expect(names(sorted([...ROWS].reverse(), parseSort('name')))).toBe('ABC')
      expect(names(sorted(ROWS, parseSort('place')))).toBe('BAC')
      expect(names(sorted(ROWS, parseSort('costUsd')))).toBe('BCA')
      expect(names(sorted(ROWS, parseSort('-costUsd')))).toBe('CBA')
    })

    it('takes an unknown column for none', () => {
      expect(parseSort('price')).toEqual(parseSort(null))
      expect(parseSort('-')).toEqual(parseSort(null))
    })

    it('leaves out who has no rating', () => {
      expect(names(sorted([...ROWS, { ...ROWS[0], name: 'D', status: 'too_few_votes', rating: null }]))).toBe(
        'ABC',
      )
    })
  })

  describe('while somebody looks at a row', () => {
    const shown = (order: RowOrder, rows: Board['contestants'], sort: string | null, isBusy: boolean) =>
      names(order.of(viewOfRows(rows), { contestants: rows, view: VIEW }, parseSort(sort), isBusy))
    const overtaken = [ROWS[1], ROWS[0], ROWS[2], rated('D', 900)]

    it('rows keep their place and newcomers come last', () => {
      expect(names(keepOrder([rated('D', 1200), ...overtaken.slice(0, 3)], ['A', 'B', 'C']))).toBe('ABCD')
    })

    it('a new snapshot re-orders only afterwards', () => {
      const order = new RowOrder()
      expect(shown(order, ROWS, null, true)).toBe('ABC')
      const swapped = [rated('B', 1120), rated('A', 1100), ROWS[2]]
      expect(shown(order, swapped, null, true)).toBe('ABC')
      expect(shown(order, swapped, null, false)).toBe('BAC')
    })

    it('a sort that was asked for is not held back', () => {
      const order = new RowOrder()
      shown(order, ROWS, null, true)
      expect(shown(order, ROWS, 'votes', true)).toBe('BCA')
    })
  })
})

describe('the standing of rows', () => {
  it('is above or below only where the intervals do not touch', () => {
    const chosen = { low: 10, high: 20 }
    expect(compareSpans({ low: 20, high: 30 }, chosen)).toBe('equal')
    expect(compareSpans({ low: 21, high: 30 }, chosen)).toBe('above')
    expect(compareSpans({ low: 0, high: 9 }, chosen)).toBe('below')
  })

  it('is mutual', () => {
    const span = fc.tuple(fc.integer(), fc.nat(1000)).map(([low, width]) => ({ low, high: low + width }))
    const mirrored = { equal: 'equal', above: 'below', below: 'above' }
    fc.assert(
      fc.property(span, span, (a, b) => {
        expect(compareSpans(a, b)).toBe(mirrored[compareSpans(b, a)])
      }),
    )
  })

  it('of all others to a selected row is in words: names if they are few, else their number', () => {
    const rows = [rated('A', 1100), rated('B', 1030), rated('C', 1000), rated('D', 900)]
    const standings = overlapGroups(rows, rows[1])!
    expect(standings).toEqual({ overlaps: ['A', 'C'], below: ['D'], above: [] })
    expect(standingWords(standings)).toEqual({
      overlaps: 'overlaps two:',
      rest: 'A and C. It is above D.',
    })
    const many = Array.from({ length: 20 }, (_, nth) => `Contestant ${nth}`)
    expect(standingWords({ overlaps: many, below: many, above: [] })).toEqual({
      overlaps: 'overlaps 20.',
      rest: 'It is above 20.',
    })
    expect(overlapGroups(rows, { ...rows[0], interval: null })).toBeNull()
    expect(ratingSpan(rows[0])).toEqual({ low: 1060, high: 1140 })
  })
})

describe('the lines of a board', () => {
  const many = (size: number) =>
    Array.from({ length: size }, (_, nth) =>
      rated(`M${nth}`, 1500 - nth, { interval: [1480 - nth, 1520 - nth] }),
    )
  const viewOfMany = (size: number) => {
    const contestants = many(size)
    return viewOf(contestants, {
      deadHeat: contestants.slice(0, 41).map(({ name }) => name),
      finishLine: 1480,
    })
  }
  const kinds = (size: number, more: Partial<Parameters<typeof boardLines>[1]>) =>
    boardLines(viewOfMany(size), {
      names: many(size).map(({ name }) => name),
      isGrouped: true,
      isFolded: true,
      named: new Set(),
      ...more,
    })

  it('stand in groups only in the usual order', () => {
    expect(kinds(60, {}).filter(({ kind }) => kind === 'group')).toHaveLength(2)
    expect(kinds(60, {}).filter(({ kind }) => kind === 'row')).toHaveLength(60)
    expect(kinds(60, { isGrouped: false }).every(({ kind }) => kind === 'row')).toBe(true)
  })

  it('of more than 100 name those in the heat, and draw each other one as a thin bar', () => {
    const lines = kinds(300, {})
    expect(lines.filter(({ kind }) => kind === 'row')).toHaveLength(41)
    const thin = lines.at(-1)!
    expect(thin).toMatchObject({ kind: 'thin', first: 42, isAll: true })
    if (thin.kind !== 'thin') return
    expect(thin.rows).toHaveLength(259)
    expect(thinPaths(thin.rows).bars.match(/M/g)).toHaveLength(259)
    expect(labelledRows(42, 259).map(({ position }) => position)).toEqual([50, 100, 150, 200, 250, 300])
  })

  it('name one of these that is searched or pinned; unfolded, they name all', () => {
    const lines = kinds(300, { named: new Set(['M200']) })
    expect(lines.filter(({ kind }) => kind === 'row')).toHaveLength(42)
    expect(lines.at(-1)).toMatchObject({ kind: 'thin', isAll: false })
    expect(kinds(300, { isFolded: false }).filter(({ kind }) => kind === 'row')).toHaveLength(300)
  })
})

describe('switches', () => {
  const VIEW = { source: 'people', criterion: null, category: null, from: null, to: null }
  const detail = (more: Partial<ArenaDetail>) =>
    ({ sources: [], criteria: ['overall'], categories: [], ...more }) as unknown as ArenaDetail

  describe('the switches of a board', () => {
    it('offer only what the arena has, and no switch with a single choice except a judge', () => {
      const namesOf = (source: string) =>
        arenaSwitches(detail({ sources: [{ source, kind: 'human', votes: 3 }] }), VIEW).map(
          ({ name }) => name,
        )
      expect(['people', 'judge:strict', 'simulated'].map(namesOf)).toEqual([[], ['source'], ['source']])
      expect(arenaSwitches(detail({}), VIEW)).toEqual([])
    })

    it('mark what the board shows, even if the address does not name it', () => {
      const criteria = ['overall', 'tone']
      const [criterion] = arenaSwitches(detail({ criteria }), { ...VIEW, criterion: 'overall' })
      expect(criterion).toMatchObject({ name: 'criterion', current: 'overall' })
      expect(criterion.options.map(({ label }) => label)).toEqual(['Overall', 'Tone'])
    })

    it('let the reader clear a category', () => {
      const [category] = arenaSwitches(detail({ categories: ['angry', 'refunds'] }), VIEW)
      expect(category.options[0]).toEqual({ value: null, label: 'All' })
      expect(category.current).toBeNull()
    })

    it('offer the groups with a board, and remove what the board of a group cannot have', () => {
      const arena = detail({ groups: ['crowd', 'experts'], categories: ['angry', 'refunds'] })
      const [category, group] = arenaSwitches(arena, { ...VIEW, group: 'experts' })
      expect(group.options.map(({ label }) => label)).toEqual(['Everybody', 'crowd', 'experts'])
      expect(group.current).toBe('experts')
      expect(choiceParameters(group, 'crowd')).toEqual({
        source: null,
        category: null,
        from: null,
        to: null,
        group: 'crowd',
      })
      expect(choiceParameters(group, null)).toEqual({ group: null })
      expect(choiceParameters(category, 'angry')).toEqual({ group: null, category: 'angry' })
    })

    it('name sources in words, and simulated votes as simulated', () => {
      const labels = ['people', 'judges', 'judge:strict', 'simulated'].map(sourceLabel)
      expect(labels.join()).toBe('People,Judges,Judge “strict”,Simulated')
    })
  })

  describe('simulated votes of an arena', () => {
    const sources = [
      { source: 'people', kind: 'human' as const, votes: 1 },
      { source: 'simulated', kind: 'simulated' as const, votes: 400 },
    ]
    const unrated = rated('A', 0, { status: 'too_few_votes', rating: null })
    const shown = (source: string, contestants = [unrated]) =>
      ({ view: { ...VIEW, source }, contestants }) as unknown as Board

    it('get a hint if no contestant is rated without them', () => {
      expect(simulatedElsewhere(shown('people'), detail({ sources }))).toBe(true)
    })

    it('get no hint if a contestant is rated, if they are shown, or if there are none', () => {
      expect(simulatedElsewhere(shown('people', [unrated, rated('B', 1000)]), detail({ sources }))).toBe(
        false,
      )
      expect(simulatedElsewhere(shown('simulated'), detail({ sources }))).toBe(false)
      expect(simulatedElsewhere(shown('people'), detail({ sources: sources.slice(0, 1) }))).toBe(false)
      expect(simulatedElsewhere(shown('people'), null)).toBe(false)
    })
  })

  describe('the view in the address', () => {
    it('is the same after writing and reading, without empty or unknown parts', () => {
      const view = parseView(new URLSearchParams('source=judge%3Aa+b&category=&row=X&from=2026-01-31'))
      expect(view).toEqual({ source: 'judge:a b', from: '2026-01-31' })
      expect(parseView(new URLSearchParams(viewSearch(view)))).toEqual(view)
      expect(viewSearch({})).toBe('')
    })

    it('counts as narrowed if a new vote may be outside it', () => {
      expect([{}, { source: 'people' }].some(isNarrowed)).toBe(false)
      expect([{ source: 'judges' }, { to: '2026-01-31' }].every(isNarrowed)).toBe(true)
    })

    it('has a description in words', () => {
      expect(viewWords(VIEW)).toBe('People')
      expect(viewWords({ ...VIEW, criterion: 'tone', from: '2026-01-31' })).toBe(
        'People · tone · since 31 Jan 2026',
      )
      expect(votersLabel('people', 61)).toBe('61 people')
      expect(votersLabel('judge:strict', 1)).toBe('1 judge')
    })
  })

  it.each([
    ['/', { page: 'arenas' }],
    ['/a/support', { page: 'leaderboard', arena: 'support' }],
    ['/a/support/', { page: 'leaderboard', arena: 'support' }],
    ['/a/support-2/vote', { page: 'vote', arena: 'support-2' }],
    ['/a/support.md', { page: 'missing' }],
    ['/a/Support', { page: 'missing' }],
    ['/a/support/votes', { page: 'missing' }],
  ])('routes: %s', (path, route) => expect(matchRoute(path)).toEqual(route))
})

describe('findings', () => {
  /** The page shows of every board what its sentence says. */

  let renderer: PageRenderer
  beforeAll(async () => {
    renderer = (await import(new URL('../../dist/render/render.js', import.meta.url).href)) as PageRenderer
  })

  const view = { source: 'people', criterion: null, category: null, from: null, to: null }
  /** The name of one holds what HTML, Markdown and badge write otherwise. */
  const NAMES = ['Ash', 'Birch <b>', 'Cedar & *co*', 'Doug_Fir', 'Elm']

  /** Boards of votes that lean towards the first names: with a winner, with dead heats, with none rated, with none at all. */
  const anyBoard = fc
    .record({
      votes: fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 4 }), fc.nat(9), fc.nat(7)), {
        maxLength: 160,
      }),
      lean: fc.nat(9),
      /** So many votes in which the first beats the others, but for one in ten. */
      ahead: fc.constantFrom(0, 0, 40, 200),
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

  it('names the same leader, or the same dead heat, as the sentence of the board', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(anyBoard, (board) => {
        const begin = { board, detail }
        const { body } = renderer.draw({ url: 'http://x/a/x', language: 'en', arena: detail, begin })
        const { headline, rule } = boardView(finishBoard(board))
        const said = (part: RegExp) => plain(part.exec(body)?.[0] ?? '')
        expect(said(/<h1.*?<\/h1>/s)).toBe(`${headline.lead} ${headline.rest}`.trim())
        expect(said(/<p class="rule.*?<\/p>/s)).toBe(`${rule.lead} ${rule.rest}`.trim())
        const inFront = [...body.matchAll(/data-contestant="([^"]*)"[^"]*class="rated long/g)].map(
          ([, name]) => plain(name!.replaceAll('<', '&lt;')),
        )
        const hasRatings = board.state !== 'first_votes'
        expect(inFront.sort()).toEqual(hasRatings ? board.deadHeat.toSorted() : [])
        expect(body.includes('<table class="counts')).toBe(!hasRatings)
        seen.add(board.state)
      }),
      { numRuns: 60, seed: 5 },
    )
    expect([...seen].sort()).toEqual(['dead_heat', 'first_votes', 'wins'])
  })
})
