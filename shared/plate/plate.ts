import type { Board, BoardContestant } from '../contracts/board.ts'
import {
  shortSentence,
  stillNeeds,
  unitOf,
  type Language,
  headline,
  isPlaced,
  leaderOf,
  placeText,
  shownPlaces,
  type Placed,
  firstAmong,
  accented,
  firstLineOf,
  mayBeFirst,
  shownFirst,
} from '../sentence/index.ts'
import {
  COLOURS,
  type Colours,
  type Theme,
  textAt,
  widthOf,
  escaped,
  px,
  visible,
  isolated,
  cutToFit,
  textWidth,
} from './text.ts'
import { PLATE_SIZE } from './embed-code.ts'
import { placesPlot } from './places.ts'
import { words } from './words/index.ts'
import type { Face } from './widths.ts'
import { judgeIn, parseSource } from '../contracts/source.ts'
import type { Voters } from './words/en.ts'
import { ratingExtent, thickOf, ticksWithin, withMargin } from '../rating-axis/index.ts'

export interface PlateOptions {
  /** The name of the arena or file. */
  title: string
  /** The question that voters were asked; may be empty. */
  question?: string | undefined
  language?: Language | undefined
  /** `auto`: light or dark as the reader's browser prefers. */
  theme?: Theme | 'auto' | undefined
  /** Since when people can no longer vote. Null: they can. */
  closedAt?: string | null | undefined
  /** Where the board itself is, without the protocol. */
  address?: string | undefined
}

const { width: WIDTH, height: HEIGHT } = PLATE_SIZE
const SIDE = 56
const ROOM = WIDTH - 2 * SIDE
/** Other serif faces may be wider than the measured one by this factor. */
const SLACK = 1.08
const TOP = 62
const FOOT = HEIGHT - 30
const TALLEST_ROW = 56
const AXIS_HEAD = 54
const GAP = 18
/** The height of the legend, with what is free above it. */
const LEGEND = 30
/** The width of the brand, and what is free left of it. */
const BRAND = 104

/**
 * A board as one picture of 1200 × 630 pixels: question, sentence, the rows that fit with their intervals, legend and
 * source. The text of the SVG needs no script and no fonts of its own. Names are shown as text, and long ones cut.
 */
export function plateSvg(board: Board, options: PlateOptions): string {
  const { title, question = '', language = 'en', theme = 'light', closedAt = null, address = '' } = options
  const rows = plateRows(board)
  const places = shownPlaces(board)
  const lines = headlineLines(headline(board, language, closedAt), ROOM / SLACK)
  const headTop = TOP + 12 + lines.size
  const headEnd = headTop + (lines.lines.length - 1) * lines.leading
  const { lead, rest } = shortSentence(board, language, closedAt)
  const [from, to] = [headEnd + 26, FOOT - 34]
  const drawn = places
    ? placesPlot(board, places, language, { from, to, left: SIDE, right: WIDTH - SIDE })
    : plot(board, rows, language, from, to)
  // an arena that was given no title has its slug as one, often the name of a file
  const named = title === board.arena ? '' : title
  const top = [named, question, ...viewParts(board, language)].filter(Boolean).join(' · ')
  const brand = WIDTH - SIDE - BRAND
  const shownAddress = cutToFit(visible(address), 'sans', 17, ROOM / 3)
  const source = [...(closedAt ? [words[language].final] : []), sourceLine(board, language)].join(' · ')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="t" lang="${language}">
<title id="t">${escaped(visible([named && `${named}:`, lead, rest].filter(Boolean).join(' ')))}</title>
<style>${theme === 'auto' ? eitherStyle : styleOf(COLOURS[theme])}</style>
<rect class="p" width="${WIDTH}" height="${HEIGHT}"/>
${textAt({ x: SIDE, y: TOP - 8, size: 19, text: top, room: ROOM, tone: 's' })}
${lines.lines.map((line, nth) => headLine(line, lines.size, headTop + nth * lines.leading)).join('\n')}
${drawn}
${textAt({ x: SIDE, y: FOOT, size: 17, text: source, room: brand - SIDE - widthOf(shownAddress, 17) - GAP, tone: 's' })}
${shownAddress && textAt({ x: brand, y: FOOT, size: 17, text: shownAddress, anchor: 'end', tone: 's' })}
<text class="b" x="${WIDTH - SIDE}" y="${FOOT}" font-size="20" text-anchor="end">Deadheat</text>
</svg>
`
}

function headLine(runs: ReturnType<typeof headlineLines>['lines'][number], size: number, y: number): string {
  const spans = runs.map(
    ({ text, face }) => `<tspan class="${face === 'bold' ? 'b' : 'h'}">${escaped(text)}</tspan>`,
  )
  return `<text class="h" xml:space="preserve" x="${SIDE}" y="${px(y)}" font-size="${size}">${spans.join('')}</text>`
}

/** The rows between the heights `from` and `to`. */
function plot(board: Board, rows: PlateRows, language: Language, from: number, to: number): string {
  const count = rows.placed.length + rows.others.length + (rows.folded ? 1 : 0)
  if (count === 0) return ''
  const draft = columnsOf(rows, 18)
  const line = firstLineOf(board)
  const scaled = scaleOf(rows, draft.plot, WIDTH - SIDE)
  const first = from + (scaled ? AXIS_HEAD : 8)
  const labels = scaled ? labelsOf(board, language) : []
  const height = Math.min(TALLEST_ROW, (to - (labels.length > 0 ? LEGEND : 0) - first) / count)
  const within = scaled && line !== null && line >= scaled.low && line <= scaled.high ? line : null
  const size = Math.min(19, height * 0.64)
  const columns = columnsOf(rows, size)
  const end = first + count * height
  return [
    scaled ? ground(scaled, within, first, end, firstAmong(board) !== null) : '',
    scaled ? axisHead(board, scaled, within, first, language) : '',
    scaled ? columnHeads(columns, first, language) : '',
    separators(count, first, height),
    ...rowLines(board, rows, scaled, language, {
      size,
      columns,
      lineAt: scaled && within !== null ? scaled.x(within) : Infinity,
      yOf: (row) => first + (row + 0.5) * height,
    }),
    legendOf(labels, WIDTH - SIDE, end + GAP),
  ].join('\n')
}

/** The left ends of names and plot, and the right end of ratings, for a font size. */
function columnsOf({ placed, others }: PlateRows, size: number) {
  const widest = (texts: readonly string[]) =>
    texts.reduce((width, text) => Math.max(width, widthOf(text, size)), 0)
  const name = SIDE + Math.max(42, widest(placed.map(rankText))) + GAP
  const names = Math.min(290, Math.max(80, widest([...placed, ...others].map(({ name: text }) => text))))
  const rating = name + names + GAP + widest(placed.map(ratingText))
  return { name, names, rating, plot: rating + 28 }
}

/** What ranks and ratings are, in the line of the axis. */
function columnHeads({ rating }: ReturnType<typeof columnsOf>, top: number, language: Language): string {
  const at = { y: top - 12, size: 15, tone: 's' } as const
  const { rank, rating: ofRating } = words[language]
  return [
    textAt({ ...at, x: SIDE, text: rank }),
    textAt({ ...at, x: rating, text: ofRating, anchor: 'end' }),
  ].join('')
}

interface Place {
  size: number
  columns: ReturnType<typeof columnsOf>
  /** Where the line stands. Infinity: there is none. */
  lineAt: number
  yOf: (row: number) => number
}

function rowLines(
  board: Board,
  { placed, others, folded }: PlateRows,
  scale: Scale | null,
  language: Language,
  { size, columns, lineAt, yOf }: Place,
): string[] {
  const say = words[language]
  const [first, inAccent] = [mayBeFirst(board), accented(board)]
  const leader = shownFirst(board)?.name
  const isHollow = firstAmong(board) !== null
  const base = (row: number) => yOf(row) + size * 0.35
  const nameOf = ({ name, retired }: { name: string; retired?: boolean | undefined }) =>
    retired ? say.retired(name) : name
  const withMarks = placed.map((row, nth) => [
    textAt({ x: SIDE, y: base(nth), size, text: rankText(row) }),
    textAt({ x: columns.name, y: base(nth), size, text: nameOf(row), room: columns.names }),
    textAt({ x: columns.rating, y: base(nth), size, text: ratingText(row), anchor: 'end' }),
    scale
      ? rowMarks(row, scale, yOf(nth), {
          tone: `${inAccent.has(row.name) ? 'f' : 'o'}${isHollow ? ' c' : ''}`,
          isFirst: row.name === leader,
          before: leader === undefined ? Infinity : lineAt - 9,
        })
      : '',
  ])
  const withWords = others.map((row, nth) => {
    const y = base(placed.length + nth)
    const needs = stillNeeds(row, board.ties, language, unitOf(board)) ?? ''
    return [
      textAt({ x: SIDE, y, size, text: '–', tone: 's' }),
      textAt({ x: columns.name, y, size, text: nameOf(row), room: columns.names }),
      textAt({ x: columns.plot, y, size, text: needs, room: WIDTH - SIDE - columns.plot, tone: 's' }),
    ]
  })
  const last = folded
    ? foldedLine(folded, first, inAccent, scale, language, {
        y: yOf(placed.length + others.length),
        size,
        end: Math.max(columns.plot, Math.min(lineAt, WIDTH - SIDE)),
      })
    : []
  return [...withMarks, ...withWords, last].map((parts) => parts.join(''))
}

/** One line for those that have no row: how many, and a mark at the upper end of each thin whisker, which decides who may be first. */
function foldedLine(
  { placed, others }: NonNullable<PlateRows['folded']>,
  first: ReadonlySet<string>,
  inAccent: ReadonlySet<string>,
  scale: Scale | null,
  language: Language,
  { y, size, end }: { y: number; size: number; end: number },
): string[] {
  const say = words[language]
  const inHeat = placed.filter(({ name }) => first.has(name)).length
  const text = [
    ...(placed.length > 0 ? [say.folded(placed.length, inHeat)] : []),
    ...(others > 0 ? [say.unrated(others)] : []),
  ].join('; ')
  const upperEnd = ({ rating, comparison }: Placed) =>
    Math.min(scale!.high, (comparison ? comparison[1] : rating) ?? Infinity)
  const drawn = scale ? placed.filter((row) => upperEnd(row) >= scale.low) : []
  const xOf = (row: Placed) => scale!.x(upperEnd(row))
  const free = drawn.reduce((left, row) => Math.min(left, xOf(row)), placed.length > 0 ? end : WIDTH - SIDE)
  const room = free - SIDE - GAP
  const marks = drawn.map(
    (row) =>
      `<rect class="${inAccent.has(row.name) ? 'x' : 'y'}" x="${px(xOf(row) - 1)}" y="${px(y - 5)}" width="2" height="10"/>`,
  )
  return [textAt({ x: SIDE, y: y + size * 0.35, size: Math.min(size, 17), text, room, tone: 's' }), ...marks]
}

const separators = (count: number, first: number, height: number) =>
  `<path class="r" d="${Array.from({ length: count + 1 }, (_, nth) => `M${SIDE} ${px(first + nth * height)}H${WIDTH - SIDE}`).join('')}"/>`

function rankText({ rankInterval }: PlateRows['placed'][number]): string {
  return rankInterval ? placeText({ best: rankInterval[0], worst: rankInterval[1] }) : '–'
}

const ratingText = ({ rating }: PlateRows['placed'][number]) => String(Math.round(rating))

const SERIF = "'Source Serif 4','Iowan Old Style',Palatino,Georgia,serif"
const SANS = "Arimo,'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif"

function styleOf(c: Colours): string {
  return `text{font-family:${SANS};fill:${c.ink}}.h,.b{font-family:${SERIF}}.b{font-weight:600}
.p{fill:${c.paper}}.s{fill:${c.ink2}}.a{fill:${c.accent}}.w{fill:${c.accentWash}}
.r{fill:none;stroke:${c.rule}}.l{fill:none;stroke:${c.accent};stroke-width:1.5}
.n{fill:none;stroke-width:2}.k{fill:none;stroke-width:7}.z{stroke-width:11}.d{stroke:${c.paper};stroke-width:2}
.o .n{stroke:${c.mark}}.o .k{stroke:${c.markSoft}}.o .d{fill:${c.ink}}
.f .n{stroke:${c.accent}}.f .k{stroke:${c.accentSoft}}.f .d{fill:${c.accent}}
.c .d{fill:${c.paper}}.o.c .d{stroke:${c.ink}}.f.c .d{stroke:${c.accent}}
.x{fill:${c.accent}}.y{fill:${c.mark}}.u{fill:${c.rule}}`
}

const eitherStyle = `${styleOf(COLOURS.light)}
@media(prefers-color-scheme:dark){${styleOf(COLOURS.dark)}}`

const SIZE = 15
const LABEL = 16
/** Between the labels of ticks. */
const CLEAR = 12

/** Grid, shade and line behind the rows, from the height `top` to `end`; a board of few people has a dashed line alone. */
function ground(
  { ticks, x, right }: Scale,
  line: number | null,
  top: number,
  end: number,
  isHollow: boolean,
): string {
  const grid = `<path class="r" d="${ticks.map((tick) => `M${px(x(tick))} ${px(top)}V${px(end)}`).join('')}"/>`
  if (line === null) return grid
  const at = x(line)
  const rule = (dashes: string) => `<path class="l"${dashes} d="M${px(at)} ${px(top - 6)}V${px(end)}"/>`
  if (isHollow) return `${grid}${rule(' stroke-dasharray="6 6"')}`
  const shade = `<rect class="w" x="${px(at)}" y="${px(top)}" width="${px(right - at)}" height="${px(end - top)}"/>`
  return `${shade}${grid}${rule('')}`
}

/** The labels above the rows: ticks, the rating of the line, and what reaching it means. */
function axisHead(
  board: Board,
  { ticks, x, left, right }: Scale,
  line: number | null,
  top: number,
  language: Language,
): string {
  const y = top - 12
  const label = (rating: number) => String(Math.round(rating))
  const half = (rating: number) => widthOf(label(rating), SIZE) / 2
  const clear = (tick: number) =>
    line === null || Math.abs(x(tick) - x(line)) > half(tick) + half(line) + CLEAR
  const inFrame = (rating: number) => Math.min(right - half(rating), Math.max(left + half(rating), x(rating)))
  const numbers = ticks
    .filter(clear)
    .map((tick) =>
      textAt({ x: inFrame(tick), y, size: SIZE, text: label(tick), anchor: 'middle', tone: 's' }),
    )
  if (line === null) return numbers.join('')
  const say = words[language]
  const among = firstAmong(board)
  const text = leaderOf(board) === null ? say.mayBeFirst : among === null ? say.leads : say.firstAmong(among)
  const fitsRight = x(line) + widthOf(text, LABEL) <= right
  return [
    ...numbers,
    textAt({ x: inFrame(line), y, size: SIZE, text: label(line), anchor: 'middle', tone: 'a' }),
    textAt({
      x: fitsRight ? x(line) : right,
      y: y - 20,
      size: LABEL,
      text,
      anchor: fitsRight ? 'start' : 'end',
      tone: 'a',
    }),
  ].join('')
}

/** A part of a line in one face. */
interface Run {
  text: string
  face: Face
}

/** The headline in lines that fit. */
interface Lines {
  /** Font size and distance of the lines, in pixels. */
  size: number
  leading: number
  lines: Run[][]
}

/** Sizes of the headline, largest first, each with the most lines that it may have. */
const SIZES = [
  { size: 44, leading: 54, most: 2 },
  { size: 38, leading: 47, most: 2 },
  { size: 33, leading: 41, most: 3 },
  { size: 28, leading: 35, most: 4 },
] as const
/** Longer names are cut, in times the font size. */
const LONGEST_NAME = 11

/** The short sentence of a board, in the largest letters in which it fits `room` pixels; cut if it fits in none. */
function headlineLines(said: ReturnType<typeof headline>, room: number): Lines {
  const fitting = SIZES.map(({ size, leading, most }) => {
    const lines = broken(wordsOf(said, size), size, room)
    return { size, leading, most, lines }
  })
  const found = fitting.find(({ lines, most }) => lines.length <= most)
  if (found) return found
  const { size, leading, most, lines } = fitting.at(-1)!
  const last = [...lines[most - 1]!, { text: ' …', face: 'serif' as const }]
  return { size, leading, lines: [...lines.slice(0, most - 1), last] }
}

function wordsOf({ lead, rest }: ReturnType<typeof headline>, size: number): Run[] {
  const runs = (pieces: typeof lead, face: Face) =>
    pieces.map(({ text, isName }) =>
      isName ? isolated(cutToFit(visible(text), face, size, LONGEST_NAME * size)) : visible(text),
    )
  const inFace = (pieces: typeof lead, face: Face) =>
    runs(pieces, face)
      .join('')
      .split(' ')
      .filter(Boolean)
      .map((text) => ({ text, face }))
  return [...inFace(lead, 'bold'), ...inFace(rest, 'serif')]
}

/** Fills lines with words, and joins neighbours of one face. */
function broken(words: readonly Run[], size: number, room: number): Run[][] {
  const lines: Run[][] = [[]]
  let used = 0
  for (const word of words) {
    const width = textWidth(word.text, word.face, size)
    const space = used > 0 ? textWidth(' ', 'serif', size) : 0
    const starts = used > 0 && used + space + width > room
    if (starts) lines.push([])
    used = starts ? width : used + space + width
    const line = lines.at(-1)!
    const before = line.at(-1)
    if (before?.face === word.face) before.text += ` ${word.text}`
    else line.push({ text: before ? ` ${word.text}` : word.text, face: word.face })
  }
  return lines
}

/** "640 votes by 61 people on 24 prompts, 20 Nov 2026" */
function sourceLine(board: Board, language: Language): string {
  const say = words[language]
  const { votes, voters, prompts, view, computedAt, looks, level } = board
  const who = sourceOf(view.source)
  const judge = judgeIn(view.source)
  return [
    say.votes(votes, who),
    judge !== null ? say.judge(judge) : voters && who !== 'simulated' ? say.voters(voters, who) : '',
    prompts ? say.prompts(prompts) : '',
    `, ${say.day(new Date(computedAt))}`,
    looks ? ` · ${say.promise(Math.round(1 / (1 - level)), looks === 'one')}` : '',
  ].join('')
}

/** What the view is narrowed to, for the line on top: group, criterion, category and days. */
function viewParts({ view }: Board, language: Language): string[] {
  const say = words[language]
  const { group, criterion, category, from, to } = view
  const days = [from && say.from(from.slice(0, 10)), to && say.to(to.slice(0, 10))]
  return [group, criterion, category, ...days].filter((part): part is string => Boolean(part))
}

function sourceOf(source: string): Voters {
  const kinds = parseSource(source)?.kinds ?? []
  if (kinds.every((kind) => kind === 'human' || kind === 'live')) return 'people'
  if (kinds.length === 1 && kinds[0] === 'judge') return 'judges'
  return kinds[0] === 'simulated' ? 'simulated' : 'mixed'
}

const SAMPLE = 30
const SPACE = 8

/** The meaning of a line. */
interface Label {
  kind: 'k' | 'n'
  text: string
  width: number
}

/** What thick and thin lines mean. */
function labelsOf({ level, contestants }: Board, language: Language): Label[] {
  const say = words[language]
  const answersFirst = contestants.some(({ first }) => first)
  const label = (kind: 'k' | 'n', text: string) => ({ kind, text, width: widthOf(text, SIZE) })
  return [
    ...(contestants.some(thickOf)
      ? [label('k', answersFirst ? say.whoIsFirst : say.thick(Math.round(100 * level)))]
      : []),
    ...(contestants.some(({ comparison }) => comparison)
      ? [label('n', answersFirst ? say.whoIsAbove : say.thin)]
      : []),
  ]
}

/** A sample of each line with its meaning, below the rows. */
function legendOf(labels: readonly Label[], right: number, y: number): string {
  const between = 3 * SPACE
  const widthOfAll = labels.reduce((sum, { width }) => sum + SAMPLE + SPACE + width + between, -between)
  let x = right - widthOfAll
  return labels
    .map(({ kind, text, width }) => {
      const sample = `<g class="o"><path class="${kind}" d="M${px(x)} ${px(y)}h${SAMPLE}"/></g>`
      const meaning = textAt({ x: x + SAMPLE + SPACE, y: y + 5, size: SIZE, text, tone: 's' })
      x += SAMPLE + SPACE + width + between
      return sample + meaning
    })
    .join('')
}

/** An interval in pixels, within the axis, and whether it goes on beyond it. */
interface Reach {
  from: number
  to: number
  leavesLeft: boolean
  leavesRight: boolean
}

/** Where an interval is drawn. Open ends leave the axis. */
function reachOf([low, high]: readonly [number | null, number | null], scale: Scale): Reach {
  const at = (end: number | null, open: number) =>
    end === null ? open : Math.min(scale.right, Math.max(scale.left, scale.x(end)))
  return {
    from: at(low, scale.left),
    to: at(high, scale.right),
    leavesLeft: low === null || low < scale.low,
    leavesRight: high === null || high > scale.high,
  }
}

/**
 * The whiskers and the dot of a row at the height `y`, in the colours of `tone`.
 * @param isFirst  whether its thick bar says that it leads; all its orders are known then
 * @param before  where thin whiskers end at the latest, in pixels
 */
function rowMarks(
  row: BoardContestant,
  scale: Scale,
  y: number,
  { tone, isFirst, before }: { tone: string; isFirst: boolean; before: number },
): string {
  const { rating, comparison, first } = row
  const bar = thickOf(row)
  const whole = isFirst ? null : comparison && reachOf(comparison, scale)
  const isCut = whole !== null && whole.to > before
  const thin = isCut ? { ...whole, to: Math.max(before, whole.from), leavesRight: false } : whole
  const thick = bar && reachOf(bar, scale)
  /** The cap of a thin whisker; across a thick bar it is taller, to be seen. */
  const capOf = (x: number) => {
    const reach = thick && x > thick.from && x < thick.to ? 9 : 5
    return stroke(`M${px(x)} ${px(y - reach)}v${2 * reach}`)
  }
  const arrows = [thin, thick].flatMap((reach) => (reach ? [reach] : []))
  const parts = [
    thin ? line('n', thin, y) : '',
    arrows.some(({ leavesLeft }) => leavesLeft) ? arrowhead(scale.left, y, 1) : '',
    arrows.some(({ leavesRight }) => leavesRight) ? arrowhead(scale.right, y, -1) : '',
    thick ? line(first ? 'k z' : 'k', thick, y) : '',
    thin && !thin.leavesLeft ? capOf(thin.from) : '',
    thin && !thin.leavesRight && !isCut ? capOf(thin.to) : '',
    rating === null ? '' : `<circle class="d" cx="${px(scale.x(rating))}" cy="${px(y)}" r="6.5"/>`,
  ]
  return `<g class="${tone}">${parts.join('')}</g>`
}

const line = (kind: string, { from, to }: Reach, y: number) =>
  `<path class="${kind}" d="M${px(from)} ${px(y)}H${px(to)}"/>`

const stroke = (path: string) => `<path class="n" d="${path}"/>`

/** An open arrowhead whose tip is at `x`. */
const arrowhead = (x: number, y: number, direction: 1 | -1) =>
  stroke(`M${px(x + 7 * direction)} ${px(y - 5)}L${px(x)} ${px(y)}L${px(x + 7 * direction)} ${px(y + 5)}`)

/** The axis of a picture. */
interface Scale {
  low: number
  high: number
  /** Pixels of the left and the right end. */
  left: number
  right: number
  ticks: number[]
  /** The horizontal place of a rating, in pixels; not clamped. */
  x: (rating: number) => number
}

const MARGIN = 0.025
const MOST_TICKS = 8
/** Folded contestants may take at most this share of the axis. */
const MOST_FOLDED = 0.5

/** The axis on which all shown rows lie, and if there is room the folded ones. Null without a shown rating. */
function scaleOf({ placed, folded }: PlateRows, left: number, right: number): Scale | null {
  const extent = ratingExtent(placed)
  if (!extent) return null
  const [lowest, highest] = extent
  const farthest = highest - (highest - lowest) / (1 - MOST_FOLDED)
  const lowestFolded = (folded?.placed ?? []).reduce((least, { rating }) => Math.min(least, rating), lowest)
  const [low, high] = withMargin([Math.max(farthest, lowestFolded), highest], MARGIN)
  const x = (rating: number) => left + ((rating - low) / (high - low)) * (right - left)
  return { low, high, left, right, ticks: ticksWithin([low, high], MOST_TICKS), x }
}

/** The rows of a picture, and what is folded into its last line. */
interface PlateRows {
  /** With a rating, highest first. */
  placed: Placed[]
  /** Without a rating or with too few votes, in the order of the board. */
  others: BoardContestant[]
  folded: { placed: Placed[]; others: number } | null
}

/** The most lines of a picture, the folded one included. */
const MOST_ROWS = 12

/** The contestants that a picture shows: all of them, or the first eleven and a line about the others. */
function plateRows({ contestants }: Board): PlateRows {
  const placed = contestants.filter(isPlaced).sort((a, b) => b.rating - a.rating)
  const others = contestants.filter((row) => !isPlaced(row))
  if (contestants.length <= MOST_ROWS) return { placed, others, folded: null }
  const shown = placed.slice(0, MOST_ROWS - 1)
  const shownOthers = others.slice(0, MOST_ROWS - 1 - shown.length)
  return {
    placed: shown,
    others: shownOthers,
    folded: { placed: placed.slice(shown.length), others: others.length - shownOthers.length },
  }
}
