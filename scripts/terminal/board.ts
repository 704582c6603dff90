import type { Board } from '../../shared/contracts/index.ts'
import { renderMarkdown } from '../../server/leaderboard/render/markdown.ts'
import { renderRatingsCsv } from '../../server/leaderboard/render/ratings-csv.ts'
import { renderText } from '../../server/leaderboard/render/text.ts'
import { paintOf, print, printJson, widthOf } from './output.ts'
import type { Terminal } from './terminal.ts'

export type BoardFormat = 'table' | 'json' | 'csv' | 'md'

/** Prints a board to stdout in the format asked for. */
export function printBoard(terminal: Terminal, board: Board, format: BoardFormat): void {
  if (format === 'json') printJson(terminal, board)
  else if (format === 'csv') print(terminal, renderRatingsCsv(board))
  else if (format === 'md') print(terminal, renderMarkdown(board))
  else print(terminal, renderText(board, { width: widthOf(terminal), paint: paintOf(terminal) }))
}
