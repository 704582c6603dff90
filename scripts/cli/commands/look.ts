import type { Command } from 'commander'
// not by the index of each domain, which would load the server
import { openAndPreview } from '../../../server/transfer/import/preview.ts'
import { openFile } from '../../../server/transfer/formats/open-file.ts'
import { readAdjacentPicture, PictureExtractor } from '../../../server/pictures/picture-taker.ts'
import { lookText } from '../../../server/transfer/import/look-text.ts'
import { readingOptions, withReading, type ReadingFlags } from '../terminal/read-plan.ts'
import {
  withCommandPrefix,
  resolveFilePath,
  print,
  printJson,
  terminalWidth,
  type Terminal,
} from '../terminal/terminal.ts'

/** `look FILE…`: what each file would be read as, without a database or server. Exit 1: refused or doubtful. */
export function look(program: Command, terminal: Terminal): void {
  const command = program.command('look').argument('<files...>', 'any file that import reads; - is stdin')
  withReading(command).action((files: string[], flags: ReadingFlags) => run(terminal, files, flags))
}

async function run(terminal: Terminal, files: readonly string[], flags: ReadingFlags): Promise<void> {
  const open = async (file: string) => {
    const path = resolveFilePath(terminal, file)
    const pictures = new PictureExtractor((name) => (path === '-' ? null : readAdjacentPicture(path, name)))
    return { ...(await openFile(path, { stdin: terminal.stdin })), pictures }
  }
  const looks = await openAndPreview(files, open, await readingOptions(terminal, flags))
  if (looks.files.some(({ refused, doubts }) => refused !== null || doubts.length > 0)) terminal.exitCode = 1
  if (terminal.json) return printJson(terminal, looks)
  print(terminal, withCommandPrefix(lookText(looks, terminalWidth(terminal))))
}
