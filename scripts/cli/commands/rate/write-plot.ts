import { basename } from 'node:path'
import { drawPng } from '../../../../server/leaderboard/plate/png.ts'
import { readConfig } from '../../../../server/platform/config.ts'
import { mustBeReadable } from '../../../../server/platform/fonts.ts'
import type { Board } from '../../../../shared/contracts/index.ts'
import { plateSvg } from '../../../../shared/plate/index.ts'
import { note } from '../../terminal/output.ts'
import { pathFrom } from '../../terminal/terminal.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { writeFileWhole } from '../../terminal/write-file.ts'

/**
 * Writes the picture of a board as SVG or PNG, by the ending of its name.
 * @param votes  the file of the votes, whose name is the title; `-` has none
 * @throws {UsageError} if the file cannot be written
 */
export async function writePlot(
  terminal: Terminal,
  board: Board,
  votes: string,
  output: string,
): Promise<void> {
  const title = votes === '-' ? '' : basename(votes).replace(/(\.(csv|jsonl?|gz))+$/i, '')
  const svg = plateSvg(board, { title })
  await writeFileWhole(pathFrom(terminal, output), output, drawn(terminal, svg, output))
  note(terminal, `Wrote ${output}.`)
}

async function* drawn(terminal: Terminal, svg: string, output: string): AsyncGenerator<string | Uint8Array> {
  if (/\.svg$/i.test(output)) return yield svg
  const { fonts } = readConfig(terminal.env)
  await mustBeReadable(fonts)
  yield await drawPng(svg, fonts)
}
