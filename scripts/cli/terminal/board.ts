import type { Board } from '../../../shared/contracts/index.ts'
import { renderLatex } from '../../../server/leaderboard/render/latex.ts'
import { renderMarkdown } from '../../../server/leaderboard/render/markdown.ts'
import { renderRatingsCsv } from '../../../server/leaderboard/render/ratings-csv.ts'
import { renderText } from '../../../server/leaderboard/render/text.ts'
import type { Reports } from '../../../server/ratings/reports/compute-reports.ts'
import { paintOf, print, printJson, widthOf } from './output.ts'
import { reportsText } from './reports/reports.ts'
import type { Terminal } from './terminal.ts'

/** The formats of a board. */
export const BOARD_FORMATS = ['table', 'json', 'csv', 'md', 'latex'] as const
export type BoardFormat = (typeof BOARD_FORMATS)[number]

/** Prints a board to stdout in the requested format, then the reports; in JSON they are further keys. */
export function printBoard(
  terminal: Terminal,
  board: Board,
  format: BoardFormat,
  reports: Reports = {},
): void {
  if (format === 'json') return printJson(terminal, { ...board, ...reports })
  if (format === 'csv') return print(terminal, renderRatingsCsv(board))
  if (format === 'latex') return print(terminal, renderLatex(board))
  const width = widthOf(terminal)
  const text = reportsText(reports, board.baseline ?? null, width)
  if (format === 'md')
    print(terminal, renderMarkdown(board) + (text === null ? '' : `\n${text.replace(/^(?=.)/gm, '    ')}`))
  else
    print(
      terminal,
      renderText(board, { width, paint: paintOf(terminal) }) + (text === null ? '' : `\n${text}`),
    )
}
