import type { Board, BoardContestant, Warning } from '../../../shared/contracts/index.ts'
import {
  hasTooFewVotes,
  isPlaced,
  leaderOf,
  mayBeFirst,
  sentence,
  type Sentence,
  smallPrint,
  stillNeeds,
  unitOf,
  warningText,
  firstLineOf,
  shownFirst,
  shownPlaces,
  type Place,
} from '../../../shared/sentence/index.ts'
import { align, type Column, cutToWidth, displayWidth, visible, wrap } from './columns.ts'
import {
  baselineCell,
  pointsCell,
  rowsOf,
  recordCell,
  provenance,
  simulatedText,
  warningsAround,
} from './cells.ts'
import { ratingExtent, thickOf } from '../../../shared/rating-axis/index.ts'

/** Shows weight and accent; plain text by default. */
export interface Paint {
  strong: (text: string) => string
  accent: (text: string) => string
  faint: (text: string) => string
}

interface TextOptions {
  /** The most columns of the text. */
  width: number
  paint?: Paint
  /** Since when people can no longer vote. Null: they can. */
  closedAt?: string | null
}

const PLAIN: Paint = { strong: String, accent: String, faint: String }
const MIN_PLOT = 16
const MAX_PLOT = 60
const MIN_NAME = 8
const GAP = 2

/** A board as plain text that fits the width. Ends with a line break. */
export function renderText(board: Board, { width, paint = PLAIN, closedAt = null }: TextOptions): string {
  const { rated } = rowsOf(board)
  const others = board.contestants.filter((row) => !isPlaced(row))
  const { first, last } = warningsAround(board)
  const parts = [headLines(sentence(board, 'en', closedAt), width, paint)]
  const simulated = simulatedText(board)
  if (simulated !== null) parts.push(wrap(simulated, width))
  if (first.length > 0) parts.unshift(warningLines(first, width))
  if (rated.length > 0) parts.push(ratedLines(board, rated, width, paint))
  if (others.length > 0) parts.push(otherLines(others, board, width))
  const checks = checkLines(board, width)
  if (checks.length > 0) parts.push(checks)
  if (last.length > 0) parts.push(warningLines(last, width))
  const promised = smallPrint(board)
  if (promised.length > 0) parts.push(wrap(visible(promised.join(' ')), width).map(paint.faint))
  parts.push(wrap(visible(provenance(board)), width).map(paint.faint))
  return parts.map((lines) => `${lines.join('\n')}\n`).join('\n')
}

function warningLines(warnings: readonly Warning[], width: number): string[] {
  return warnings.flatMap((warning) =>
    wrap(visible(`Warning (${warning.code}): ${warningText(warning)}`), width, '  '),
  )
}

function headLines({ lead, rest }: Sentence, width: number, { strong }: Paint): string[] {
  const [shownLead, shownRest] = [visible(lead), visible(rest)]
  const lines = wrap(`${shownLead} ${shownRest}`.trim(), width)
  return lines.map((line, i) =>
    i === 0 && line.startsWith(shownLead) ? strong(shownLead) + line.slice(shownLead.length) : line,
  )
}

function ratedLines(board: Board, rated: readonly BoardContestant[], width: number, paint: Paint): string[] {
  const table = fitting(board, rated, width)
  const first = mayBeFirst(board)
  return table.map((line, i) => {
    if (i === 0) return paint.faint(line)
    return first.has(rated[i - 1]?.name ?? '') ? paint.accent(line) : line
  })
}

/** The fullest table that fits. Votes and records are dropped before the plot; then names are cut. */
function fitting(board: Board, rated: readonly BoardContestant[], width: number): string[] {
  const columns = columnsOf(board)
  const without = (dropped: number) => columns.filter(({ drop }) => drop === 0 || drop > dropped)
  for (let dropped = 0; dropped <= LAST_DROP; dropped++) {
    const room = width - widest(tableOf(without(dropped), rated, Infinity)) - GAP
    const plot = room >= MIN_PLOT ? plotOf(board, Math.min(MAX_PLOT, room)) : null
    if (plot)
      return [...tableOf(withPlot(without(dropped), plot), rated, Infinity), '', ...legend(board, width)]
  }
  for (let dropped = 0; dropped < LAST_DROP; dropped++) {
    const table = tableOf(without(dropped), rated, Infinity)
    if (widest(table) <= width) return table
  }
  const narrow = without(LAST_DROP)
  const over = Math.max(0, widest(tableOf(narrow, rated, Infinity)) - width)
  return tableOf(narrow, rated, Math.max(MIN_NAME, longestName(rated) - over))
}

function withPlot(columns: readonly BoardColumn[], cell: BoardColumn['cell']): BoardColumn[] {
  const plot: BoardColumn = { title: '', align: 'left', drop: 0, cell }
  return [...columns.slice(0, 3), plot, ...columns.slice(3)]
}

/** What is drawn beside a row: its places, or its whiskers. Null: there is nothing to draw. */
function plotOf(board: Board, width: number): BoardColumn['cell'] | null {
  const { places } = rowsOf(board)
  if (places) return (row) => placeBar(places.placeOf(row), places.all, width)
  const axis = axisOf(board, width)
  return axis && ((row) => whiskers(row, axis))
}

/** A bar over the places that a row may have. Who may be first begins at the line; characters are coarse, so no other does. */
function placeBar({ best, worst, isFirst }: Place, all: number, width: number): string {
  const start = isFirst ? 0 : Math.max(1, Math.floor(((best - 1) / all) * width))
  const end = Math.max(start + 1, Math.ceil((worst / all) * width))
  return ' '.repeat(start) + (isFirst ? '┝' : '━') + '━'.repeat(end - start - 1)
}

interface BoardColumn extends Column {
  /** The order in which columns are dropped for width; 0: never. */
  drop: number
  cell: (row: BoardContestant) => string
}

const LAST_DROP = 3

function columnsOf(board: Board): BoardColumn[] {
  const { rank, rankOf, places } = rowsOf(board)
  const beside = places ? [places] : []
  return [
    { title: rank.toLowerCase(), align: 'right', drop: 0, cell: rankOf },
    { title: 'contestant', align: 'left', drop: 0, cell: nameCell },
    { title: 'rating', align: 'right', drop: 0, cell: ({ rating }) => pointsCell(rating) },
    ...beside.flatMap(({ above, below }) => [
      { title: 'above', align: 'right' as const, drop: 0, cell: above },
      { title: 'below', align: 'right' as const, drop: 0, cell: below },
    ]),
    ...(board.baseline === undefined
      ? []
      : [
          {
            title: `beats ${cutToWidth(visible(board.baseline), 16)}`,
            align: 'right' as const,
            drop: 3,
            cell: baselineCell,
          },
        ]),
    { title: 'votes', align: 'right', drop: 2, cell: ({ votes }) => String(votes) },
    { title: 'won/lost/tied', align: 'right', drop: 1, cell: recordCell },
  ]
}

function tableOf(
  columns: readonly BoardColumn[],
  rated: readonly BoardContestant[],
  nameWidth: number,
): string[] {
  const rows = rated.map((row) =>
    columns.map(({ title, cell }) => (title === 'contestant' ? cutToWidth(cell(row), nameWidth) : cell(row))),
  )
  return align(columns, rows)
}

function nameCell({ name, retired }: BoardContestant): string {
  return visible(name) + (retired ? ' (retired)' : '')
}

/** A row without a number is shown as provisional, even if it has a rating that says nothing. */
const shownStatus = (row: BoardContestant) => (hasTooFewVotes(row) ? 'provisional' : row.status)

function otherLines(others: readonly BoardContestant[], board: Board, width: number): string[] {
  const room = Math.max(8, Math.floor(width / 2))
  const rows = others.map((row) => [
    shownStatus(row),
    cutToWidth(nameCell(row), room),
    stillNeeds(row, board.ties, 'en', unitOf(board)) ?? '',
  ])
  const [, ...lines] = align(
    [
      { title: '', align: 'left' },
      { title: '', align: 'left' },
      { title: '', align: 'left' },
    ],
    rows,
  )
  return lines.map((line) => cutToWidth(line, width))
}

function legend(board: Board, width: number): string[] {
  if (shownPlaces(board))
    return wrap(`━ which places are open  ┝ ${leaderOf(board) === null ? 'may be first' : 'first'}`, width)
  const thick = board.contestants.some(({ first }) => first) ? 'who is first?' : 'how well it is known'
  const line = shownFirst(board) ? 'nobody else reaches the line' : 'who reaches the line may be first'
  return wrap(`● rating  ━ ${thick}  ─ who is above whom?  │ ${line}`, width)
}
const widest = (lines: readonly string[]) =>
  lines.reduce((width, line) => Math.max(width, displayWidth(line)), 0)
const longestName = (rated: readonly BoardContestant[]) =>
  rated.reduce((width, row) => Math.max(width, displayWidth(nameCell(row))), 0)

/**
 * A line for each check: how many answers of each contestant pass, and whether that reaches the required share, if
 * there is one.
 */
function checkLines({ contestants }: Board, width: number): string[] {
  const all = contestants.flatMap(({ name, checks = [] }) =>
    checks.map((check) => ({ contestant: name, ...check })),
  )
  return [...Map.groupBy(all, ({ name }) => name)].flatMap(([name, rows]) => {
    const bar = rows[0].mustPass
    const requirement = bar === undefined ? '' : ` (${Number((100 * bar).toPrecision(6))} % must pass)`
    const results = rows.map(
      ({ contestant, passed, of, holds }) =>
        `${contestant} ${passed} of ${of}${holds === false ? ', too few' : ''}`,
    )
    return wrap(visible(`Check ${name}${requirement}: ${results.join('; ')}.`), width, '  ')
  })
}

/** One axis for all rows, with the range of the page's axis. */
interface Axis {
  from: number
  to: number
  /** In characters. */
  width: number
  /** The line: whoever reaches it may still be first. */
  line: number | null
  /** Whose thick bar says that it leads; it has no thin whisker. */
  leader?: string | undefined
}

export function axisOf(board: Board, width: number): Axis | null {
  const extent = ratingExtent(board.contestants.filter(isPlaced).filter(thickOf))
  if (!extent) return null
  const [lowest, highest] = extent
  return {
    from: lowest,
    to: highest > lowest ? highest : lowest + 1,
    width,
    line: firstLineOf(board),
    leader: shownFirst(board)?.name,
  }
}

/**
 * The plot of a row: a thin whisker for orders, a thick bar for first place, a dot, and the line. An arrow
 * marks an interval that leaves the axis. Characters are coarse, so a whisker that ends just before the line is drawn
 * one character before it.
 */
export function whiskers(row: BoardContestant, axis: Axis): string {
  const { name, rating } = row
  const thick = thickOf(row)
  const comparison = name === axis.leader ? null : row.comparison
  const cells = new Array<string>(axis.width).fill(' ')
  const line = axis.line === null ? null : Math.max(1, cellOf(axis.line, axis))
  const mayReach = axis.leader === undefined || name === axis.leader
  const reaches =
    line === null || (mayReach && (!comparison || comparison[1] === null || comparison[1] >= axis.line!))
  const last = reaches ? axis.width - 1 : line - 1
  const cellAt = (value: number) => Math.min(last, cellOf(value, axis))
  const draw = ([lower, upper]: readonly [number | null, number | null], stroke: string) =>
    cells.fill(stroke, lower === null ? 0 : cellAt(lower), (upper === null ? last : cellAt(upper)) + 1)

  if (comparison) draw(comparison, '─')
  if (thick) draw(thick, '━')
  if (comparison && thick) for (const end of hiddenEnds(comparison, thick)) cells[cellAt(end)] = '╂'
  if (line !== null) cells[line] = CROSSED[reaches && cells[line] === ' ' ? '─' : cells[line]]
  for (const [lower, upper] of [thick, comparison].flatMap((ends) => (ends ? [ends] : []))) {
    if (lower === null || lower < axis.from) cells[0] = '←'
    if (reaches && (upper === null || upper > axis.to)) cells[last] = '→'
  }
  if (rating !== null) cells[cellAt(rating)] = '●'
  return cells.join('')
}

function cellOf(value: number, { from, to, width }: Axis): number {
  return Math.min(width - 1, Math.max(0, Math.round(((value - from) / (to - from)) * (width - 1))))
}

/** The ends of a thin whisker that the thick one hides: with few contestants the thin one is shorter. */
function hiddenEnds(
  [lower, upper]: readonly [number | null, number | null],
  [low, high]: readonly [number, number],
): number[] {
  return [lower !== null && lower > low ? lower : null, upper !== null && upper < high ? upper : null].filter(
    (end) => end !== null,
  )
}

const CROSSED: Record<string, string> = { ' ': '│', '─': '┼', '━': '┿', '╂': '╂' }
