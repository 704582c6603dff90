import type { Command } from 'commander'
import type { Board } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { invalidArgument } from './options.ts'
import { printNote, resolveFilePath, type Terminal } from './terminal.ts'
import { writeFileWhole } from './write-file.ts'

/** The option of a command that draws a board. */
export const withPlot = (command: Command): Command =>
  command.option(
    '--plot <file>',
    'also write the board as a picture of 1200 × 630 pixels, to a file named .svg or .png',
    plotFile,
  )

/** The name of a picture, whose ending names its format. */
function plotFile(text: string): string {
  if (!/\.(svg|png)$/i.test(text))
    throw invalidArgument(msg('must_be', { must: 'a file that ends in .svg or .png' }))
  return text
}

/**
 * Writes a board as a picture: SVG or PNG, by the ending of its name.
 * @throws {UsageError} if the file cannot be written
 */
export async function writePlot(terminal: Terminal, board: Board, plot: string): Promise<void> {
  await writeFileWhole(resolveFilePath(terminal, plot), plot, drawn(terminal, board, plot))
  printNote(terminal, `Wrote ${plot}.`)
}

async function* drawn(terminal: Terminal, board: Board, plot: string): AsyncGenerator<string | Uint8Array> {
  const [{ boardView, finishBoard, shareSvg }, { pictureTitle }] = await Promise.all([
    import('../../../shared/finish/index.ts'),
    import('../../../server/leaderboard/render/cells.ts'),
  ])
  const shown = finishBoard(board, { title: pictureTitle('', board) })
  const svg = shareSvg(boardView(shown), { theme: 'light' })
  if (/\.svg$/i.test(plot)) return yield svg
  const [{ readConfig }, { requireReadable }, { drawPng }] = await Promise.all([
    import('../../../server/platform/config/config.ts'),
    import('../../../server/platform/pages/fonts.ts'),
    import('../../../server/leaderboard/plate/png.ts'),
  ])
  const { fonts } = readConfig(terminal.env)
  await requireReadable(fonts)
  yield await drawPng(svg, fonts)
}
