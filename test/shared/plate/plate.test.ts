import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Board } from '../../../shared/contracts/index.ts'
import { PLATE_SIZE, plateSvg, textWidth, matrixSvg } from '../../../shared/plate/index.ts'
import { placesOf } from '../../../shared/sentence/index.ts'
import { hostileBoards } from '../../support/hostile-board.ts'
import { boardOf, times, votesFrom } from '../../server/ratings/boards.ts'

/** A text of an SVG with its edges in pixels. */
interface PlacedText {
  text: string
  left: number
  right: number
  y: number
}

const ENTITY = /&#(\d+);/g
const TEXT = /<text ([^>]*)>([^]*?)<\/text>/g

/** All texts of a picture, measured by the table of widths. */
function textsOf(svg: string): PlacedText[] {
  return [...svg.matchAll(TEXT)].map(([, attributes = '', content = '']) => {
    const numberIn = (name: string) => Number(new RegExp(`(?:^| )${name}="([\\d.-]+)"`).exec(attributes)![1])
    const text = content
      .replace(/<[^>]*>/g, '')
      .replace(ENTITY, (_, code) => String.fromCodePoint(Number(code)))
    const face = content.includes('<tspan') ? 'bold' : 'sans'
    const width = textWidth(text, face, numberIn('font-size'))
    const anchor = /text-anchor="(\w+)"/.exec(attributes)?.[1] ?? 'start'
    const left = numberIn('x') - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0)
    return { text, left, right: left + width, y: numberIn('y') }
  })
}

const people = { view: { source: 'humans', criterion: null, category: null, from: null, to: null } }
const even = () => boardOf(votesFrom(`${times(20, 'A>B B>A A>C C>A B>C C>B')} A>B`), people)
const clear = () => {
  const votes = votesFrom(times(60, 'A>B A>C B>C C>B A>B A>C B>A'))
  return boardOf(
    votes.map((vote) => ({ ...vote, voter: null })),
    people,
  )
}
const apart = () => boardOf(votesFrom(times(90, 'A>B A>B A>B B>A B>C B>C B>C C>B A>C A>C A>C C>A')), people)
const many = () => {
  const words = Array.from({ length: 30 }, (_, i) => `M${i}>M${(i + 1) % 30} M${(i + 1) % 30}>M${i}`)
  return boardOf(votesFrom(times(12, words.join(' '))), people)
}
/** A board of 30, of which eleven may be first. */
const ordered = (): Board => {
  const board = many()
  const contestants = board.contestants.map((row, i) => {
    const rating = 1000 - 20 * i
    return { ...row, rating, first: undefined, comparison: [rating - 100, rating + 100] as [number, number] }
  })
  return { ...board, contestants, deadHeatForFirst: contestants.slice(0, 11).map(({ name }) => name) }
}
const texts = (svg: string) => textsOf(svg).map(({ text }) => text)

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
  await initWasm(readFileSync(file))
})

/** Throws if the text is not XML. */
const parsed = (svg: string) => new Resvg(svg)

describe('the picture of a board', () => {
  it('has the question, the sentence, each contestant with rank and rating, and the source', () => {
    const shown = texts(plateSvg(even(), { title: 'Replies', question: 'Which reply is better?' }))
    expect(shown[0]).toBe('Replies · Which reply is better?')
    expect(shown.slice(1, 3).join(' ')).toBe('No winner yet. A is rated highest, but C and B may be first.')
    for (const name of ['A', 'B', 'C', 'Rank', '1–3', 'Rating', 'may be first']) expect(shown).toContain(name)
    expect(shown).toContain('121 votes by 3 people on 13 prompts, 1 Jan 2026')
  })

  it('names where the board is and how often such boards err, and takes no slug for a title', () => {
    const live: Board = { ...even(), arena: 'replies', looks: 'any' }
    const shown = texts(plateSvg(live, { title: 'replies', address: 'example.org/a/replies' }))
    expect(shown[0]).toBe('')
    expect(shown).toContain('example.org/a/replies')
    expect(shown.at(-3)).toMatch(/^121 votes .* · wrong at most 1 time in 20$/)
    const many = texts(plateSvg(ordered(), { title: '' })).join(' ')
    expect(many).toContain('bar: M0 may have the places 1–11, as none of the others are known to be above')
  })

  it('explains thick and thin below the rows, each with a sample', () => {
    const about = /^(thick: who is first\?|thin: who is above whom\?)$/
    for (const board of [apart(), even(), many()]) {
      const svg = plateSvg(board, { title: '' })
      expect(texts(svg).filter((text) => about.test(text))).toHaveLength(2)
      expect(svg.match(/<path class="[kn]" d="M[\d.]+ [\d.]+h30"/g)).toHaveLength(2)
    }
  })

  it('shows at most twelve lines, and says how many others there are', () => {
    const shown = texts(plateSvg(many(), { title: 'Many' }))
    expect(shown.filter((text) => /^M\d+$/.test(text))).toHaveLength(11)
    expect(shown).toContain('19 others may be first')
    expect(texts(plateSvg(many(), { title: '', language: 'de' }))).toContain('19 andere könnten vorn liegen')
    expect(plateSvg(many(), { title: 'Many' }).match(/<rect class="y"/g)).toHaveLength(19)
  })

  it('shows of many contestants the places, both ends as rows and the others in small, as the page does', () => {
    const svg = plateSvg(ordered(), { title: 'Many' })
    const shown = texts(svg)
    const { rows } = placesOf(ordered())!
    const ends = [...rows.slice(0, 5), ...rows.slice(-3)]
    expect(shown.filter((text) => /^M\d+$/.test(text))).toEqual(ends.map(({ contestant }) => contestant.name))
    for (const text of ['Places', 'Is above', 'Is below', '1–11', '20–30', 'may be first', 'last place'])
      expect(shown).toContain(text)
    expect(shown).toContain('22 others, 6 of them may be first')
    expect(svg.match(/<path class="k" d="([^"]*)"/)![1]!.match(/M/g)).toHaveLength(8)
    expect(texts(plateSvg(ordered(), { title: '', language: 'de' }))).toContain('letzter Platz')
  })

  it('is German and dark on request', () => {
    const svg = plateSvg(even(), { title: 'Replies', language: 'de', theme: 'dark' })
    expect(texts(svg)).toContain('121 Stimmen von 3 Personen zu 13 Prompts, 1. Jan. 2026')
    expect(texts(svg)).toContain('könnte Erster sein')
    expect(svg).toContain('#131416')
    expect(plateSvg(even(), { title: 'Replies' })).not.toContain('#131416')
  })

  it('says what is missing: votes, or enough of them', () => {
    const none = boardOf([], { ...people, contestants: [{ name: 'A' }, { name: 'B' }] })
    expect(texts(plateSvg(none, { title: '' }))).toEqual(
      expect.arrayContaining(['No votes yet.', 'A', 'B', 'no votes yet', '0 votes, 1 Jan 2026']),
    )
    const few = boardOf(votesFrom('A>B A>B B>C'), people)
    expect(texts(plateSvg(few, { title: '' })).join(' ')).toContain('too few votes')
  })

  it('names a winner, and that nobody else reaches the line', () => {
    const shown = texts(plateSvg(clear(), { title: '' }))
    expect(shown).toContain('no other reaches this line')
    expect(shown[1]).toMatch(/^A leads\./)
  })

  it('marks intervals that leave the axis with open arrowheads', () => {
    const board = even()
    const open = {
      ...board,
      contestants: board.contestants.map((row, nth) =>
        nth === 0 ? { ...row, comparison: [null, 1200] as [null, number] } : row,
      ),
    }
    const heads = (svg: string) => svg.match(/L[\d.]+ [\d.]+L/g)?.length ?? 0
    expect([heads(plateSvg(board, { title: '' })), heads(plateSvg(open, { title: '' }))]).toEqual([0, 1])
  })

  it('is well-formed, small and inside its frame for every board and every name', () => {
    const names = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.constantFrom(
          '</svg><script>',
          '\u202e\ud800\uffff',
          'ﷺ'.repeat(40),
          '長'.repeat(90),
          'W'.repeat(200),
          'مساعد'.repeat(20),
          '\u0300'.repeat(50),
        ),
      ),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(hostileBoards, names, fc.constantFrom('en', 'de'), (board, named, language) => {
        const nameOf = (name: string, nth: number) => (named[nth % named.length] ?? '') + name
        const hostile = {
          ...board,
          contestants: board.contestants.map((row, nth) => ({ ...row, name: nameOf(row.name, nth) })),
          deadHeatForFirst: board.contestants.map(({ name }, nth) => nameOf(name, nth)),
        }
        const svg = plateSvg(hostile, {
          title: named[0]!,
          question: named.at(-1),
          language: language as 'en',
        })
        parsed(svg)
        expect(svg.length).toBeLessThan(200_000)
        const shown = textsOf(svg)
        for (const { left, right, y } of shown) {
          expect(left).toBeGreaterThanOrEqual(0)
          expect(right).toBeLessThanOrEqual(PLATE_SIZE.width)
          expect(y).toBeGreaterThan(0)
          expect(y).toBeLessThan(PLATE_SIZE.height)
        }
        expect(svg.match(/<script|\u202e/g)).toBeNull()
        const ticks = /<path class="r" d="([^"]*)"/.exec(svg)![1]!.match(/V/g) ?? []
        expect(ticks.length).toBeLessThanOrEqual(9)
      }),
      { numRuns: 60, seed: 14 },
    )
  })
})

const pairs = [
  { contestants: ['A', 'B'] as const, wins: 30, losses: 10, ties: 4, interval: [0.6, 0.85] as const },
  { contestants: ['B', 'C <i>'] as const, wins: 3, losses: 2, ties: 0, interval: [0.2, 0.9] as const },
  { contestants: ['A', 'C <i>'] as const, wins: 0, losses: 0, ties: 7, interval: null },
]
const textsIn = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

describe('the picture of all pairs', () => {
  const svg = matrixSvg(pairs, ['B', 'A', 'C <i>', 'D'])

  it('has the share and the votes of each pair from both sides, in the order of the board', () => {
    const texts = textsIn(svg)
    expect(texts.slice(0, 8)).toEqual(['B', 'A', 'C &#60;i&#62;', 'D', 'B', 'A', 'C &#60;i&#62;', 'D'])
    // B against A, B against C; A against B, A against C; C against B, C against A; D met nobody
    expect(texts.slice(8, -2)).toEqual(['25', '44', '60', '5', '75', '44', '–', '7', '40', '5', '–', '7'])
  })

  it('has a tint for the pairs whose interval excludes 50 % alone', () => {
    expect(svg.match(/fill-opacity="[^"]*"/g)).toEqual(['fill-opacity="0.30"', 'fill-opacity="0.30"'])
    expect(svg).toMatch(/fill="#777a82" fill-opacity.*fill="#b63a10" fill-opacity/s)
  })

  it('is well-formed without contestants', () => {
    expect(matrixSvg([], [])).toMatch(/^<svg [^>]* viewBox="0 0 [\d.]+ [\d.]+".*<\/svg>\n$/s)
  })
})
