import type { Board, BoardContestant } from '../../../shared/contracts/index.ts'
import { boardView, finishBoard, smallPrint } from '../../../shared/finish/index.ts'
import {
  baselineCell,
  placeCell,
  pointsCell,
  provenance,
  recordCell,
  simulatedText,
  warningsAround,
} from './cells.ts'
import { visible } from './columns.ts'

/**
 * A board as a LaTeX table for papers. It needs the package booktabs, and for names beyond Latin a font that has
 * their letters. The caption has the sentence and its small print. Names are shown as they are, never as commands.
 */
export function renderLatex(board: Board): string {
  const { headline, rule, groups } = boardView(finishBoard(board))
  const hasRatings = board.state !== 'first_votes'
  const isShown = ({ rating }: BoardContestant) => !hasRatings || rating !== null
  const columns = hasRatings ? columnsOf(board) : COUNTS
  const { first, last } = warningsAround(board)
  const lacks = new Map(
    groups.flatMap((group) => group.rows).map(({ slug, name, lacks: what }) => [slug ?? name, what]),
  )
  const texts = [headline.rest, rule.lead, rule.rest, simulatedText(board) ?? '', ...smallPrint(board)]
  const caption = [`\\textbf{${escaped(headline.lead)}}`, ...texts.filter(Boolean).map(escaped)].join(' ')
  const rows = board.contestants.filter(isShown).map((row) => line(columns.map(({ cell }) => cell(row))))
  const without = board.contestants
    .filter((row) => !isShown(row))
    .map((row) =>
      line(['', nameCell(row), note(lacks.get(row.slug ?? row.name) ?? row.status, columns.length - 2)]),
    )
  return [
    `% ${comment(provenance(board))}`,
    ...[...first, ...last].map(({ code, message }) => `% Warning (${code}): ${comment(message)}`),
    '% \\usepackage{booktabs}',
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${caption}}`,
    `  \\begin{tabular}{@{}${columns.map(({ align }) => align).join('')}@{}}`,
    '    \\toprule',
    line(columns.map(({ title }) => title)),
    '    \\midrule',
    ...rows,
    ...(rows.length > 0 && without.length > 0 ? ['    \\midrule'] : []),
    ...without,
    '    \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n')
}

interface LatexColumn {
  title: string
  align: 'l' | 'r'
  cell: (row: BoardContestant) => string
}

const NAME: LatexColumn = { title: 'Contestant', align: 'l', cell: nameCell }
const VOTES: LatexColumn = { title: 'Votes', align: 'r', cell: ({ votes }) => String(votes) }
const RECORD: LatexColumn = { title: 'W/L/T', align: 'r', cell: recordCell }
/** Before the first ratings. */
const COUNTS = [NAME, VOTES, RECORD]

function columnsOf(board: Board): LatexColumn[] {
  const { baseline, level } = board
  const percent = Math.round(100 * level)
  const columns: LatexColumn[] = [
    { title: 'Place', align: 'r', cell: (row) => placeCell(row).replace('–', '--') },
    NAME,
    { title: 'Rating', align: 'r', cell: ({ rating }) => pointsCell(rating) },
    { title: `${percent}\\,\\% interval`, align: 'r', cell: ({ interval }) => intervalText(interval) },
    VOTES,
    RECORD,
  ]
  if (baseline === undefined) return columns
  const beats = { title: `Beats ${escaped(baseline)}`, align: 'r' as const }
  return [...columns, { ...beats, cell: (row) => escaped(baselineCell(row)).replace('–', '--') }]
}

/** "[1081, 1263]" */
function intervalText(interval: BoardContestant['interval']): string {
  // braces keep \\ followed by [ from being read as a length
  const [low, high] = (interval ?? []).map((end) => `$${Math.round(end)}$`)
  return interval ? `{[}${low}, ${high}{]}` : ''
}

function nameCell({ name, retired }: BoardContestant): string {
  return escaped(name) + (retired ? ' (retired)' : '')
}

const note = (text: string, columns: number) => `\\multicolumn{${columns}}{l}{${escaped(text)}}`

const line = (cells: readonly string[]) => `    ${cells.join(' & ')} \\\\`

/** A text that stays on the line of its comment. */
const comment = (text: string) => visible(text).replace(/\s+/gu, ' ')

const COMMANDS: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\symbol{34}',
}

/** Signs that LaTeX joins with the next one: two hyphens become a dash, two apostrophes a quotation mark. */
const JOINED = /[-'`](?=[-'`])|[?!](?=`)/g

/** Text escaped for LaTeX. */
export function escaped(text: string): string {
  return visible(text)
    .replace(/[\\~^<>|"#$%&_{}]/g, (sign) => COMMANDS[sign] ?? `\\${sign}`)
    .replace(JOINED, '$&{}')
}
