import type { Board, BoardContestant } from '../../../shared/contracts/index.ts'
import {
  hasTooFewVotes,
  isPlaced,
  sentence,
  smallPrint,
  stillNeeds,
  unitOf,
} from '../../../shared/sentence/index.ts'
import { baselineCell, pointsCell, rowsOf, provenance, simulatedText, warningsAround } from './cells.ts'
import { visible } from './columns.ts'

/**
 * A board as a LaTeX table for papers. It needs the package booktabs, and for names beyond Latin a font that has
 * their letters. The caption has the sentence and its small print. Names are shown as they are, never as commands.
 */
export function renderLatex(board: Board): string {
  const { rated } = rowsOf(board)
  const others = board.contestants.filter((row) => !isPlaced(row))
  const columns = columnsOf(board)
  const { lead, rest } = sentence(board)
  const { first, last } = warningsAround(board)
  const caption = [
    `\\textbf{${escaped(lead)}}`,
    ...[rest, simulatedText(board) ?? '', ...smallPrint(board)].filter(Boolean).map(escaped),
  ].join(' ')
  const rows = rated.map((row) => line(columns.map(({ cell }) => cell(row))))
  const without = others.map((row) => line(['', nameCell(row), note(row, board, columns.length - 2)]))
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

function columnsOf(board: Board): LatexColumn[] {
  const { baseline, level } = board
  const { rank, rankOf } = rowsOf(board)
  const percent = Math.round(100 * level)
  const columns: LatexColumn[] = [
    { title: rank, align: 'r', cell: (row) => rankOf(row).replace('–', '--') },
    { title: 'Contestant', align: 'l', cell: nameCell },
    { title: 'Rating', align: 'r', cell: ({ rating }) => pointsCell(rating) },
    { title: `${percent}\\,\\% interval`, align: 'r', cell: ({ marginal }) => intervalText(marginal) },
    { title: 'Comparison interval', align: 'r', cell: ({ comparison }) => intervalText(comparison) },
    { title: 'Votes', align: 'r', cell: ({ votes }) => String(votes) },
    { title: 'W/L/T', align: 'r', cell: ({ wins, losses, ties }) => `${wins}/${losses}/${ties}` },
  ]
  if (baseline === undefined) return columns
  const beats = { title: `Beats ${escaped(baseline)}`, align: 'r' as const }
  return [...columns, { ...beats, cell: (row) => escaped(baselineCell(row)).replace('–', '--') }]
}

/** "[1081, 1263]"; an open end is ∞. */
function intervalText(interval: BoardContestant['comparison']): string {
  if (!interval) return ''
  const [low, high] = interval
  const end = (value: number | null, open: string) => `$${value === null ? open : Math.round(value)}$`
  // braces keep \\ followed by [ from being read as a length
  return `{[}${end(low, '-\\infty')}, ${end(high, '\\infty')}{]}`
}

function nameCell({ name, retired }: BoardContestant): string {
  return escaped(name) + (retired ? ' (retired)' : '')
}

function note(row: BoardContestant, board: Board, columns: number): string {
  const status = hasTooFewVotes(row) ? 'provisional' : row.status
  const text = `${status}: ${stillNeeds(row, board.ties, 'en', unitOf(board)) ?? ''}`
  return `\\multicolumn{${columns}}{l}{${escaped(text)}}`
}

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
