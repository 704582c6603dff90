import type { Board } from '../../../shared/contracts/index.ts'
import { renderMarkdown } from '../../../server/leaderboard/render/markdown.ts'
import { renderRatingsCsv } from '../../../server/leaderboard/render/ratings-csv.ts'
import { renderText } from '../../../server/leaderboard/render/text.ts'
import { choice, type FormatsByEnding } from './options.ts'
import { mayColour, printNote, print, terminalWidth, resolveFilePath, type Terminal } from './terminal.ts'
import { reportsText, type Reports } from '../../../server/ratings/reports/compute-reports.ts'
import { writeFileWhole } from './write-file.ts'
import type { Command } from 'commander'
import { Readable } from 'node:stream'

const BOARD_FORMATS = ['table', 'json', 'csv', 'md'] as const
export type BoardFormat = (typeof BOARD_FORMATS)[number]

export const BOARD_ENDINGS: FormatsByEnding<BoardFormat> = {
  '.json': ['json'],
  '.csv': ['csv'],
  '.md': ['md'],
  '.txt': ['table'],
}

interface BoardOutput {
  format: BoardFormat
  /** Follow the board; in JSON they are further keys. */
  reports?: Reports
  /** Since when people can no longer vote. Null: they can. */
  closedAt?: string | null
  /** A file, or `-` for stdout. */
  output?: string
}

/**
 * Writes a board in the requested format to stdout or a file.
 * @throws {UsageError} if the file cannot be written
 */
export async function putBoard(
  terminal: Terminal,
  board: Board,
  { output = '-', ...how }: BoardOutput,
): Promise<void> {
  if (output === '-') return print(terminal, boardText(terminal, board, how, mayColour(terminal)))
  const text = boardText(terminal, board, how)
  await writeFileWhole(resolveFilePath(terminal, output), output, Readable.from([text]))
  printNote(terminal, `Wrote ${output}.`)
}

function boardText(
  terminal: Terminal,
  board: Board,
  { format, reports = {}, closedAt = null }: BoardOutput,
  colour = false,
): string {
  if (format === 'json') return `${JSON.stringify({ ...board, ...reports }, null, 2)}\n`
  if (format === 'csv') return renderRatingsCsv(board)
  const width = terminalWidth(terminal)
  const text = reportsText(reports, board, width)
  if (format === 'md')
    return renderMarkdown(board, closedAt) + (text === null ? '' : `\n${text.replace(/^(?=.)/gm, '    ')}`)
  return renderText(board, { width, closedAt, colour }) + (text === null ? '' : `\n${text}`)
}

/** The options that say how and where a board is written. */
export const withBoardOutput = (command: Command): Command =>
  command
    .addOption(
      choice(
        '--format <format>',
        'how to print the board (default: by the ending of --output, else table)',
        BOARD_FORMATS,
      ),
    )
    .option('-o, --output <file>', 'file to write; - is stdout', '-')
