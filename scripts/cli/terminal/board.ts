import type { Board } from '../../../shared/contracts/index.ts'
import { renderMarkdown } from '../../../server/leaderboard/render/markdown.ts'
import { renderRatingsCsv } from '../../../server/leaderboard/render/ratings-csv.ts'
import { renderText } from '../../../server/leaderboard/render/text.ts'
import { UsageError } from './errors.ts'
import { choice, type FormatsByEnding } from './options.ts'
import { mayColour, printNote, print, terminalWidth, resolveFilePath, type Terminal } from './terminal.ts'
import { reportsText, type Reports } from '../../../server/ratings/reports/compute-reports.ts'
import { writeFileWhole } from './write-file.ts'
import type { Command } from 'commander'
import { Readable } from 'node:stream'

const BOARD_FORMATS = ['table', 'json', 'csv', 'md', 'svg', 'png'] as const
export type BoardFormat = (typeof BOARD_FORMATS)[number]

/** Whether a format has the ratings alone. */
export const hasNoReports = (format: BoardFormat): boolean => ['csv', 'svg', 'png'].includes(format)

export const BOARD_ENDINGS: FormatsByEnding<BoardFormat> = {
  '.json': ['json'],
  '.csv': ['csv'],
  '.md': ['md'],
  '.txt': ['table'],
  '.svg': ['svg'],
  '.png': ['png'],
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
  if (output === '-') {
    if (how.format === 'png')
      throw new UsageError('A PNG is written to a file: name it, as in --output board.png.')
    return print(terminal, await boardText(terminal, board, how, mayColour(terminal)))
  }
  const text = await boardText(terminal, board, how)
  const content = how.format === 'png' ? await pngOf(terminal, text) : text
  await writeFileWhole(resolveFilePath(terminal, output), output, Readable.from([content]))
  printNote(terminal, `Wrote ${output}.`)
}

async function boardText(
  terminal: Terminal,
  board: Board,
  { format, reports = {}, closedAt = null }: BoardOutput,
  colour = false,
): Promise<string> {
  if (format === 'json') return `${JSON.stringify({ ...board, ...reports }, null, 2)}\n`
  if (format === 'csv') return renderRatingsCsv(board)
  if (format === 'svg' || format === 'png') return svgOf(board)
  const width = terminalWidth(terminal)
  const text = reportsText(reports, board, width)
  if (format === 'md')
    return renderMarkdown(board, closedAt) + (text === null ? '' : `\n${text.replace(/^(?=.)/gm, '    ')}`)
  return renderText(board, { width, closedAt, colour }) + (text === null ? '' : `\n${text}`)
}

/** The board as a picture of 1200 × 630 pixels. Its parts are loaded when a picture is asked for. */
async function svgOf(board: Board): Promise<string> {
  const { boardView, finishBoard, shareSvg } = await import('../../../shared/finish/index.ts')
  const { pictureTitle } = await import('../../../server/leaderboard/render/cells.ts')
  return shareSvg(boardView(finishBoard(board, { title: pictureTitle('', board) })), { theme: 'light' })
}

async function pngOf(terminal: Terminal, svg: string): Promise<Uint8Array> {
  const { readConfig } = await import('../../../server/platform/config/config.ts')
  const { requireReadable } = await import('../../../server/platform/pages/fonts.ts')
  const { drawPng } = await import('../../../server/leaderboard/plate/png.ts')
  const { fonts } = readConfig(terminal.env)
  await requireReadable(fonts)
  return drawPng(svg, fonts)
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
