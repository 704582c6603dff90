import type { Board, BoardContestant, Warning } from '../../../shared/contracts/index.ts'
import {
  hasTooFewVotes,
  isPlaced,
  sentence,
  smallPrint,
  stillNeeds,
  unitOf,
  warningText,
} from '../../../shared/sentence/index.ts'
import {
  baselineCell,
  intervalCell,
  pointsCell,
  rowsOf,
  recordCell,
  provenance,
  simulatedText,
  warningsAround,
} from './cells.ts'
import { visible } from './columns.ts'

/**
 * A board as Markdown, for READMEs and people without JavaScript. Names are shown as they are, never as markup.
 * @param closedAt since when people can no longer vote; null: they can
 */
export function renderMarkdown(board: Board, closedAt: string | null = null): string {
  const { lead, rest } = sentence(board, 'en', closedAt)
  const { rated } = rowsOf(board)
  const others = board.contestants.filter((row) => !isPlaced(row))
  const { first, last } = warningsAround(board)
  const parts = [`**${escaped(lead)}**${rest && ` ${escaped(rest)}`}`]
  const simulated = simulatedText(board)
  if (simulated !== null) parts.push(escaped(simulated))
  if (first.length > 0) parts.unshift(warningList(first))
  if (rated.length > 0) parts.push(ratedTable(board))
  if (others.length > 0) parts.push(others.map((row) => otherLine(row, board)).join('\n'))
  if (last.length > 0) parts.push(warningList(last))
  const promised = smallPrint(board)
  if (promised.length > 0) parts.push(`<sub>${escaped(promised.join(' '))}</sub>`)
  parts.push(`<sub>${escaped(provenance(board))}</sub>`)
  return `${parts.join('\n\n')}\n`
}

function warningList(warnings: readonly Warning[]): string {
  return warnings
    .map((warning) => `- Warning (\`${warning.code}\`): ${escaped(warningText(warning))}`)
    .join('\n')
}

function ratedTable(board: Board): string {
  const { rated, rank, rankOf } = rowsOf(board)
  const baseline = board.baseline
  const head = [rank, 'Contestant', 'Rating', 'Comparison interval', 'Votes', 'Won/lost/tied']
  if (baseline !== undefined) head.push(`Beats ${escaped(baseline)}`)
  const rows = rated.map((row) => {
    const cells = [
      rankOf(row),
      nameCell(row),
      pointsCell(row.rating),
      intervalCell(row.comparison),
      String(row.votes),
      recordCell(row),
    ]
    return baseline === undefined ? cells : [...cells, baselineCell(row)]
  })
  const rule = head.map((_, i) => (i === 1 ? '---' : '--:'))
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function otherLine(row: BoardContestant, board: Board): string {
  return `- ${nameCell(row)} (${hasTooFewVotes(row) ? 'provisional' : row.status}): ${stillNeeds(row, board.ties, 'en', unitOf(board))}`
}

function nameCell({ name, retired }: BoardContestant): string {
  return escaped(name) + (retired ? ' (retired)' : '')
}

/** Invisible in HTML. Splits text that GitHub would turn into a link or a mention after parsing Markdown. */
const PARTED = '<!-- -->'

/** Text escaped for Markdown and GitHub: no name becomes a link, a mention or a reference. */
export function escaped(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]#+!|~>]/g, '\\$&')
    .replace(/@(?=[\w-])|:\/(?=\/)|\\#(?=\d)|\bwww(?=\.)|\bGH(?=-\d)/gi, `$&${PARTED}`)
}
