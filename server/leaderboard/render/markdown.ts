import type { Board, Warning } from '../../../shared/contracts/index.ts'
import {
  boardView,
  escapedMarkdown,
  finishBoard,
  markdownTable,
  smallPrint,
} from '../../../shared/finish/index.ts'
import { warningText } from '../../../shared/sentence/index.ts'
import { baselineCell, provenance, simulatedText, warningsAround } from './cells.ts'

/**
 * A board as Markdown, for READMEs and people without JavaScript. Names are shown as they are, never as markup.
 * @param closedAt since when people can no longer vote
 * @param changed what changed since a day
 */
export function renderMarkdown(
  board: Board,
  closedAt: string | null = null,
  changed: string | null = null,
): string {
  const { first, last } = warningsAround(board)
  const small = [simulatedText(board) ?? '', ...smallPrint(board), provenance(board)].filter(Boolean)
  const parts = [
    warningList(first),
    markdownTable(boardView(finishBoard(board, { closedAt }))).trimEnd(),
    changed === null ? '' : escapedMarkdown(changed),
    baselineList(board),
    warningList(last),
    ...small.map((text) => `<sub>${escapedMarkdown(text)}</sub>`),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function warningList(warnings: readonly Warning[]): string {
  return warnings
    .map((warning) => `- Warning (\`${warning.code}\`): ${escapedMarkdown(warningText(warning))}`)
    .join('\n')
}

/** The predicted win rate of each contestant against the baseline, if one was requested. */
function baselineList({ baseline, contestants }: Board): string {
  return contestants
    .filter(({ name, againstBaseline }) => againstBaseline && name !== baseline)
    .map((row) => `- ${escapedMarkdown(`${row.name} beats ${baseline}: ${baselineCell(row)}`)}`)
    .join('\n')
}
