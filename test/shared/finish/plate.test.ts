import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  badgeSvg,
  boardView,
  COLOURS,
  drawPlate,
  plateSvg,
  shareSvg,
  type BoardView,
} from '../../../shared/finish/index.ts'
import { maxTextWidth, type Face } from '../../../shared/finish/text.ts'
import {
  boardOfBars,
  demo,
  firstVotes,
  hostileBoards,
  HOSTILE_NAMES,
  judged,
  many,
  unrated,
} from './boards.ts'

/** A text of a picture with its edges, in pixels. */
interface PlacedText {
  text: string
  left: number
  right: number
  y: number
}

const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))

/** All texts of a picture, measured as the picture measures them. */
function textsOf(svg: string): PlacedText[] {
  return [...svg.matchAll(/<text ([^>]*)>([^]*?)<\/text>/g)].map(([, attributes = '', content = '']) => {
    const numberIn = (name: string) => Number(new RegExp(`(?:^| )${name}="([\\d.-]+)"`).exec(attributes)![1])
    const parts = content.includes('<tspan')
      ? [...content.matchAll(/<tspan([^>]*)>([^<]*)<\/tspan>/g)].map(([, face = '', text = '']) => ({
          face,
          text,
        }))
      : [{ face: attributes, text: content.replace(/<title>[^<]*<\/title>/, '') }]
    const width = parts.reduce((sum, part) => {
      const family = part.face.includes('Source Serif') ? 'serif' : 'sans'
      const face: Face = part.face.includes('font-weight="600"') ? `${family}-bold` : family
      return sum + maxTextWidth(unescaped(part.text), face, numberIn('font-size'))
    }, 0)
    const anchor = /text-anchor="(\w+)"/.exec(attributes)?.[1] ?? 'start'
    const left = numberIn('x') - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0)
    const text = parts.map((part) => unescaped(part.text)).join('')
    return { text, left, right: left + width, y: numberIn('y') }
  })
}

const texts = (svg: string) => textsOf(svg).map(({ text }) => text)

/** Pairs of texts of nearly the same height that overlap, and texts that leave the picture. */
function collisionsIn(svg: string, width: number): string[] {
  const placed = textsOf(svg).filter(({ text }) => text.trim() !== '')
  const outside = placed.filter(({ left, right }) => left < -0.5 || right > width + 0.5)
  const crossing = placed.flatMap((a, nth) =>
    placed
      .slice(nth + 1)
      .filter((b) => Math.abs(a.y - b.y) < 6 && a.left < b.right - 0.5 && b.left < a.right - 0.5)
      .map((b) => `${a.text} / ${b.text}`),
  )
  return [...outside.map(({ text }) => `outside: ${text}`), ...crossing]
}

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
  // another file may have begun it in this process
  await initWasm(readFileSync(file)).catch((error: unknown) => {
    if (!String(error).includes('Already initialized')) throw error
  })
})

/** Throws if the text is not XML. */
const sizeOf = (svg: string) => {
  // the types of the project leave out its size
  const { width, height } = new Resvg(svg) as unknown as { width: number; height: number }
  return { width, height }
}

const BOARDS = {
  'a dead heat': demo(),
  'two contestants': many(2),
  '59 contestants': many(59),
  '300 contestants': many(300),
  'a lead': judged(),
  'a winner': judged({ state: 'wins' }),
  'first votes': firstVotes(),
  'seven people': demo({ speaksFor: 'these_people', units: ['prompt'], voters: 7 }),
  'one contestant': boardOfBars([['A', 1000, 900, 1100]]),
  'unrated ones': judged({
    contestants: [...judged().contestants, ...HOSTILE_NAMES.map((name) => unrated(name))],
  }),
  'hostile names': boardOfBars(
    HOSTILE_NAMES.map((name, nth) => [name, 1100 - 20 * nth, 1050 - 20 * nth, 1150 - 20 * nth] as const),
  ),
  'a vast axis': boardOfBars([
    ['A', -98765.4, -123456.7, -90000],
    ['B', 98765.4, 90000, 123456.7],
  ]),
}

describe.each(Object.entries(BOARDS))('the picture of %s', (_, board) => {
  it.each(['en', 'de'] as const)('has no text over another in %s, at any width', (language) => {
    const view = boardView(board, language)
    for (const width of [240, 320, 400, 560, 561, 700, 800, 999, 1000, 1280])
      expect(collisionsIn(plateSvg(view, { theme: 'light', width }), width), `${width} px`).toEqual([])
    expect(collisionsIn(shareSvg(view, { theme: 'dark' }), 1200)).toEqual([])
  })

  it('is XML of the size that it says', () => {
    const view = boardView(board)
    for (const width of [320, 600, 1280]) {
      const { svg, ...size } = drawPlate(view, { theme: 'dark', width })
      expect(sizeOf(svg)).toEqual(size)
    }
    expect(sizeOf(shareSvg(view, { theme: 'light' }))).toEqual({ width: 1200, height: 630 })
    expect(sizeOf(badgeSvg(view)).height).toBe(24)
  })

  it('says the headline and each row to those who do not see it', () => {
    const { groups, headline } = boardView(board)
    const svg = plateSvg(boardView(board), { theme: 'light', width: 600, ids: 'b1' })
    expect(svg).toContain('role="img" aria-labelledby="b1-title" aria-describedby="b1-desc"')
    const desc = unescaped(/<desc id="b1-desc">([^<]*)<\/desc>/.exec(svg)![1]!)
    expect(unescaped(/<title id="b1-title">([^<]*)<\/title>/.exec(svg)![1]!)).toContain(headline.lead)
    for (const { description } of groups.flatMap(({ rows, thin }) => [...rows, ...thin]))
      expect(desc).toContain(description)
  })
})

/** Whether a rectangle or path of this colour is in the picture. */
const fills = (svg: string, colour: string) => svg.includes(`fill="${colour}"`)

describe('the marks', () => {
  it('tell the state by colour and shape', () => {
    const drawn = (view: BoardView, theme: 'light' | 'dark' = 'light') =>
      plateSvg(view, { theme, width: 1280 })
    for (const theme of ['light', 'dark'] as const) {
      const { red, green } = COLOURS[theme]
      const heat = drawn(boardView(demo()), theme)
      expect([red.edge, red.pale, red.zone, green.edge].map((colour) => fills(heat, colour))).toEqual([
        true,
        true,
        true,
        false,
      ])
      const won = drawn(boardView(judged({ state: 'wins' })), theme)
      expect([red.edge, green.edge, green.pale].map((colour) => fills(won, colour))).toEqual([
        false,
        true,
        false,
      ])
      const led = drawn(boardView(judged()), theme)
      expect(led).toContain(`fill="${green.pale}" stroke="${green.edge}" stroke-width="2.5"`)
      expect(led).not.toMatch(new RegExp(`<path d="[^"]*" fill="${green.edge}"`))
    }
    expect(texts(drawn(boardView(judged())))).toContain('61 points clear')
    const first = drawn(boardView(firstVotes()))
    expect(fills(first, COLOURS.light.red.edge) || fills(first, COLOURS.light.green.edge)).toBe(false)
    expect(texts(first)).toContain('15 of about 60 votes until the first ratings')
  })

  it('meet at the right edge of the finish line, and short bars never reach past it', () => {
    const svg = plateSvg(boardView(demo()), { theme: 'light', width: 1280 })
    const { red, grey } = COLOURS.light
    const zone = Number(new RegExp(`<rect x="(\\d+)"[^>]*fill="${red.zone}"`).exec(svg)![1])
    const past = [
      ...svg.matchAll(new RegExp(`<path d="M([\\d.]+) [\\d.]+H([\\d.]+)[^"]*" fill="${red.edge}"`, 'g')),
    ]
    expect(past.map(([, from]) => Number(from))).toEqual([zone, zone, zone])
    for (const [, from, to] of past) expect(Number(to) - Number(from)).toBeGreaterThanOrEqual(3)
    const short = [
      ...svg.matchAll(new RegExp(`<path d="M([\\d.]+) [\\d.]+H([\\d.]+)[^"]*" fill="${grey.pale}"`, 'g')),
    ]
    expect(short).toHaveLength(5)
    for (const [, , to] of short) expect(Number(to)).toBeLessThan(zone)
    // the strip of squares: right edge of the right column
    const [, column, width] = /<path d="M([\d.]+) [^>]*stroke-width="(\d+)"[^>]*stroke-dashoffset/.exec(svg)!
    expect(Number(column) + Number(width) / 2).toBe(zone)
  })

  it('shows at least 3 pixels of a bar that only touches the line', () => {
    const board = boardOfBars([
      ['A', 1100, 1050, 1150],
      ['B', 1000, 950, 1050],
    ])
    const svg = plateSvg(boardView(board), { theme: 'light', width: 1280 })
    const ends = [...svg.matchAll(/<path d="M([\d.]+) [\d.]+H([\d.]+)[^"]*" fill="#c8361a"/g)]
    expect(ends.map(([, from, to]) => Number(to) - Number(from)).at(-1)).toBe(3)
  })

  it('shorten long names, and keep all of them in a title', () => {
    const name = 'x'.repeat(200)
    const board = boardOfBars([
      [name, 1100, 1050, 1150],
      ['B', 900, 850, 950],
    ])
    for (const width of [600, 1280]) {
      const svg = plateSvg(boardView(board), { theme: 'light', width })
      expect(svg).toContain(`<title>${name}</title>`)
      expect(texts(svg).join('\n')).toMatch(/^x{3,60}…$/m)
      expect(texts(svg)[1]).toMatch(/^x+…/)
    }
  })

  it('has no text below 22 pixels in the picture to share, and names whom it has room for', () => {
    for (const board of Object.values(BOARDS)) {
      const svg = shareSvg(boardView(board), { theme: 'light' })
      expect(
        Math.min(...[...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size))),
      ).toBeGreaterThanOrEqual(22)
    }
    const shown = texts(shareSvg(boardView(many(300)), { theme: 'light' }))
    expect(shown.filter((text) => text.startsWith('prompt-'))).toHaveLength(5)
    expect(texts(shareSvg(boardView(demo(), 'de'), { theme: 'light' })).join(' ')).toContain(
      'gehen gemeinsam durchs Ziel',
    )
  })

  it('never has a number that is none, and stays XML without collisions, for any board', () => {
    fc.assert(
      fc.property(hostileBoards, fc.integer({ min: 240, max: 1400 }), (board, width) => {
        const view = boardView(board, width % 2 ? 'en' : 'de')
        const plate = plateSvg(view, { theme: 'light', width })
        const share = shareSvg(view, { theme: 'dark' })
        for (const svg of [plate, share, badgeSvg(view)]) {
          expect(svg).not.toMatch(/NaN|Infinity|undefined/)
          expect(sizeOf(svg).width).toBeGreaterThan(0)
        }
        expect([...collisionsIn(plate, width), ...collisionsIn(share, 1200)]).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('the badge', () => {
  const titleOf = (svg: string) => unescaped(/<title>([^<]*)<\/title>/.exec(svg)![1]!)

  it('says title and finding', () => {
    expect(titleOf(badgeSvg(boardView(demo())))).toBe('Customer support replies: dead heat, 3 of 8')
    const named = { leader: 'EXAONE-3.5', title: 'mt-bench' }
    expect(titleOf(badgeSvg(boardView(judged(named))))).toBe('mt-bench: EXAONE-3.5 leads, 61 clear')
    expect(titleOf(badgeSvg(boardView(judged({ ...named, state: 'wins' }))))).toBe(
      'mt-bench: EXAONE-3.5 wins, 61 clear',
    )
    expect(titleOf(badgeSvg(boardView(firstVotes({ title: '' }))))).toBe('deadheat: 15 of about 60 votes')
    expect(titleOf(badgeSvg(boardView(demo(), 'de')))).toMatch(/: totes Rennen, 3 von 8$/)
    const few = demo({ speaksFor: 'these_people', voters: 7 })
    expect(titleOf(badgeSvg(boardView(few)))).toMatch(/: among these 7 people: dead heat, 3 of 8$/)
  })

  it('says what changes how its board is read, as the picture does', () => {
    const warned = (code: string, more: Parameters<typeof demo>[0] = {}) =>
      boardView(demo({ warnings: [{ code, message: '' }], ...more }))
    expect(titleOf(badgeSvg(warned('uncalibrated_judge')))).toMatch(/dead heat, 3 of 8 · judges not checked$/)
    const { svg } = drawPlate(warned('uncalibrated_judge'), { theme: 'light', width: 1200 })
    expect(texts(svg).join(' ')).toContain('Judges not checked.')
    expect(titleOf(badgeSvg(warned('dirty_rows')))).toMatch(/dead heat, 3 of 8$/)
    const few = warned('few_units', { speaksFor: 'these_people', voters: 7 })
    expect(titleOf(badgeSvg(few))).not.toContain('few prompts')
  })

  it('has the five topmost bars, or no picture', () => {
    const bars = (svg: string) => svg.match(/stroke="#7a8190"/g)?.length ?? 0
    expect(bars(badgeSvg(boardView(demo())))).toBe(2)
    expect(bars(badgeSvg(boardView(demo()), { hasPicture: false }))).toBe(0)
    const [whole, short] = [badgeSvg(boardView(demo())), badgeSvg(boardView(demo()), { hasPicture: false })]
    expect(sizeOf(whole).width - sizeOf(short).width).toBe(70)
  })
})
