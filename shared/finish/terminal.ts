import { decisionText, notesBelow, type BoardView, type Group, type Row } from './board-view.ts'
import { headline, boardWords } from './headline.ts'
import { wrap } from './lines.ts'
import { columnWidth, cutToColumns, shortName } from './text.ts'

export interface TerminalOptions {
  /** The most columns of a line, at least 60. */
  width: number
  /** Whether escape codes may colour the lines. They read the same without. */
  colour: boolean
}

const MIN_WIDTH = 60
/** The fewest columns of a plot, the widest name, and the widest name in a headline. */
const MIN_PLOT = 20
const MAX_NAME = 32
const HEADLINE_NAME = 40

type Paint = Record<'state' | 'strong' | 'faint', (text: string) => string>

const PLAIN: Paint = { state: String, strong: String, faint: String }

function choosePaint({ state }: BoardView, colour: boolean): Paint {
  if (!colour) return PLAIN
  const code = (open: string, close: string) => (text: string) =>
    text && `\u001b[${open}m${text}\u001b[${close}m`
  const strong = code('1', '22')
  const tone = state === 'dead_heat' ? '31' : '32'
  return {
    strong,
    state: state === 'first_votes' ? strong : code(`1;${tone}`, '22;39'),
    faint: code('2', '22'),
  }
}

/** A board as lines of at most `width` columns: `░` before the finish line, `█` past it, `▒` a lead, `┃` the rating, `▚` the line. */
export function terminalLines(view: BoardView, { width: requestedWidth, colour }: TerminalOptions): string[] {
  const width = Math.max(MIN_WIDTH, requestedWidth)
  const room = width - 1
  const paint = choosePaint(view, colour)
  const columns = columnsIn(view, room)
  const groups = view.groups.flatMap((group) => groupLines(group, view, columns, paint, room))
  return [
    ...headLines(view, room, paint),
    ...(view.outlook?.isFirst ? lines(view.outlook.text, room) : []),
    ...lines([view.rule.lead, view.rule.short].filter(Boolean).join(' '), room).map(paint.faint),
    ...decisionLines(view, room, paint),
    ...(view.progress ? [progressLine(view.progress, room, paint)] : []),
    ...(groups.length > 0 ? ['', ...groups] : []),
    '',
    ...lines(view.source, room).map(paint.faint),
    ...notesBelow(view).flatMap((text) => lines(text, room)),
  ].map((line) => (line === '' ? '' : ` ${line}`.trimEnd()))
}

const lines = (text: string, room: number) => (text === '' ? [] : wrap(text, room))

/** The sentence, its first part in the colour of the state. */
function headLines(view: BoardView, room: number, paint: Paint): string[] {
  const formatName = (name: string) => shortName(name, Math.min(HEADLINE_NAME, room - 10))
  const { lead, rest } = headline(view.board, view.language, { formatName })
  let left = lead.split(' ').filter(Boolean).length
  return lines(`${lead} ${rest}`.trim(), room).map((line) => {
    const head = line.split(' ').slice(0, left).join(' ')
    left = Math.max(0, left - line.split(' ').length)
    return paint.state(head) + line.slice(head.length)
  })
}

/** The decision, with a bar of how far the votes are. */
function decisionLines(view: BoardView, room: number, paint: Paint): string[] {
  const { decision } = view
  if (!decision) return []
  const bar = decision.share === null ? '' : `${progressBar(decision.share, 12, paint)} `
  const free = room - (bar === '' ? 0 : 14)
  return lines(decisionText(view), free).map((line, nth) => (nth === 0 ? bar : bar && ' '.repeat(14)) + line)
}

function progressBar(share: number, width: number, paint: Paint): string {
  const done = Math.min(width, Math.round(width * share))
  return `${'█'.repeat(done)}${paint.faint('░'.repeat(width - done))}▚`
}

function progressLine(
  { share, text, note }: NonNullable<BoardView['progress']>,
  room: number,
  paint: Paint,
): string {
  return `${progressBar(share, 24, paint)} ${cutToColumns(`${text} ${note}`, room - 26)}`
}

interface Columns {
  place: number
  name: number
  rating: number
  interval: number
  /** 0: no room for a plot. */
  plot: number
}

function columnsIn(view: BoardView, room: number): Columns {
  const rows = view.groups
    .filter(({ kind }) => kind !== 'unrated')
    .flatMap(({ rows: named, thin }) => [...named, ...thin])
  const widest = (texts: readonly string[]) =>
    texts.reduce((most, text) => Math.max(most, columnWidth(text)), 0)
  const place = widest(rows.map((row) => row.place))
  const rating = widest(rows.map((row) => row.rating))
  const interval = widest(rows.map((row) => row.interval))
  const names = Math.min(MAX_NAME, widest(rows.map((row) => row.name)))
  // single spaces before name and rating, two before interval and plot
  const left = room - place - rating - interval - 6
  const name = Math.min(names, Math.max(8, left - MIN_PLOT))
  const plot = view.axis && left - name >= MIN_PLOT ? left - name : 0
  return { place, name: plot > 0 ? name : Math.max(1, Math.min(names, left)), rating, interval, plot }
}

function groupLines(group: Group, view: BoardView, columns: Columns, paint: Paint, room: number): string[] {
  const isFirst = group.kind === 'first'
  const heading = isFirst
    ? paint.state(cutToColumns(group.label, room))
    : paint.strong(cutToColumns(group.label, room))
  const rows = [...group.rows, ...group.thin]
  if (group.kind === 'counts') return countLines(rows, view, room, paint)
  if (group.kind === 'unrated') {
    const name = Math.min(MAX_NAME, Math.max(...rows.map((row) => columnWidth(row.name))))
    return [
      heading,
      ...rows.map((row) => {
        const paddedName = padded(row.name, name)
        return `${paddedName}  ${paint.faint(cutToColumns(row.lacks ?? '', room - name - 2))}`
      }),
    ]
  }
  return [heading, ...rows.map((row) => rowLine(row, isFirst, view, columns, paint))]
}

function rowLine(row: Row, isFirst: boolean, view: BoardView, columns: Columns, paint: Paint): string {
  const name = padded(row.name, columns.name)
  const parts = [
    `${padded(row.place, columns.place)} ${isFirst ? paint.strong(name) : name} ${row.rating.padStart(columns.rating)}`,
    paint.faint(padded(row.interval, columns.interval)),
  ]
  return (columns.plot > 0 ? [...parts, plotLine(row, view, columns.plot, isFirst, paint)] : parts).join('  ')
}

/** The bar of a row in so many columns. Neighbours of one tone are painted at once. */
function plotLine(
  { bar, tick }: Row,
  { axis, state }: BoardView,
  width: number,
  isFirst: boolean,
  paint: Paint,
): string {
  const cellAt = (position: number) => Math.min(width - 1, Math.round(position * (width - 1)))
  // a column right of the line stays free for a bar past it
  const line = Math.min(width - 2, Math.max(1, cellAt(axis!.finishLine.position)))
  const cells = new Array<string>(width).fill(' ')
  if (bar) {
    const [from, to] = [cellAt(bar.low), cellAt(bar.high)]
    const [first, last] =
      bar.past === null
        ? [Math.min(from, line - 1), Math.min(to, line - 1)]
        : [Math.min(from, line), Math.max(to, line + 1)]
    cells.fill('░', first, last + 1)
    if (bar.past) cells.fill(state === 'leads' ? '▒' : '█', line + 1, last + 1)
    if (bar.leavesLow) cells[first] = '←'
    if (bar.leavesHigh) cells[last] = '→'
  }
  cells[line] = '▚'
  // the line stands above a rating in its column; one that is short of it stays before it
  const mark = tick === null ? null : cellAt(tick)
  if (mark !== null) cells[isFirst ? mark : Math.min(mark, line - 1)] = '┃'
  const text = cells.join('')
  return text.replace(/[░█▒←→]+/g, isFirst ? paint.state : paint.faint)
}

function countLines(rows: readonly Row[], view: BoardView, room: number, paint: Paint): string[] {
  const say = boardWords(view.language)
  const heads = [say.won, say.lost, say.tied, say.votesHead]
  const widths = heads.map((head, nth) =>
    Math.max(columnWidth(head), ...rows.map(({ counts }) => counts[nth]!.length)),
  )
  const figures = widths.reduce((sum, width) => sum + width + 2, 0)
  const names = Math.max(columnWidth(say.contestant), ...rows.map(({ name }) => columnWidth(name)))
  const name = Math.max(8, Math.min(MAX_NAME, names, room - figures))
  const line = (first: string, cells: readonly string[]) =>
    padded(first, name) + cells.map((cell, nth) => `  ${cell.padStart(widths[nth]!)}`).join('')
  return [
    paint.faint(line(say.contestant, heads)),
    ...rows.map(({ name: label, counts }) => line(label, counts)),
  ]
}

/** The text cut and filled with spaces to so many columns. */
function padded(text: string, columns: number): string {
  const fitted = cutToColumns(text, columns)
  return fitted + ' '.repeat(Math.max(0, columns - columnWidth(fitted)))
}
