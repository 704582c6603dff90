import type { Command } from 'commander'
import type { Board } from '../../../shared/contracts/index.ts'
import type { PairVotes } from '../../../shared/finish/index.ts'
import { plotFile } from '../commands/rate/options.ts'
import { msg } from '../../../shared/messages/index.ts'
import { UsageError } from './errors.ts'
import { printNote, resolveFilePath, type Terminal } from './terminal.ts'
import { writeFileWhole } from './write-file.ts'

/** A larger matrix cannot be read, and takes too much memory to draw. */
const MAX_ROWS = 100

/** The pictures that a command may write beside the board. */
export interface PictureFlags {
  plot?: string
  matrix?: string
}

/** The options of a command that writes pictures of a board. */
export const withPictures = (command: Command): Command =>
  command
    .option(
      '--plot <file>',
      'also write the board as a picture of 1200 × 630 pixels, to a file named .svg or .png',
      plotFile,
    )
    .option(
      '--matrix <file>',
      'also write the votes of all pairs as a picture, to a file named .svg or .png',
      plotFile,
    )

/**
 * Writes the pictures of a board as SVG or PNG, by the endings of their names.
 * @param pairs  asked for with `matrix` alone
 * @throws {UsageError} if a file cannot be written, or a matrix would be too large; nothing is written then
 */
export async function writePictures(
  terminal: Terminal,
  { plot, matrix }: PictureFlags,
  { board, pairs }: { board: Board; pairs: () => readonly PairVotes[] },
): Promise<void> {
  const names = board.contestants.map(({ name }) => name)
  if (matrix !== undefined && names.length > MAX_ROWS)
    throw new UsageError(msg('matrix_large', { count: names.length, most: MAX_ROWS }))
  if (plot === undefined && matrix === undefined) return
  const [{ boardView, finishBoard, matrixSvg, shareSvg }, { pictureTitle }] = await Promise.all([
    import('../../../shared/finish/index.ts'),
    import('../../../server/leaderboard/render/cells.ts'),
  ])
  if (plot !== undefined) {
    const shown = finishBoard(board, { title: pictureTitle('', board) })
    await write(terminal, shareSvg(boardView(shown), { theme: 'light' }), plot)
  }
  if (matrix !== undefined) await write(terminal, matrixSvg(pairs(), names), matrix)
}

async function write(terminal: Terminal, svg: string, output: string): Promise<void> {
  await writeFileWhole(resolveFilePath(terminal, output), output, drawn(terminal, svg, output))
  printNote(terminal, `Wrote ${output}.`)
}

async function* drawn(terminal: Terminal, svg: string, output: string): AsyncGenerator<string | Uint8Array> {
  if (/\.svg$/i.test(output)) return yield svg
  const [{ readConfig }, { requireReadable }, { drawPng }] = await Promise.all([
    import('../../../server/platform/config/config.ts'),
    import('../../../server/platform/pages/fonts.ts'),
    import('../../../server/leaderboard/plate/png.ts'),
  ])
  const { fonts } = readConfig(terminal.env)
  await requireReadable(fonts)
  yield await drawPng(svg, fonts)
}
