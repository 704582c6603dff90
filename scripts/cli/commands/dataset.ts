import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Command } from 'commander'
import { promptsOfPosts } from '../../../server/transfer/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { wholeNumber } from '../terminal/options.ts'
import { printNote, print, printJson, resolveFilePath, type Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'
import { fileReadFailure } from '../../../server/platform/setup-error.ts'

interface DatasetFlags {
  minWords: number
}

/** `dataset fill-in-the-middle FILE…`: posts become prompts with references. */
export function dataset(program: Command, terminal: Terminal): void {
  const group = program.command('dataset')
  group
    .command('fill-in-the-middle')
    .description('make a prompt from each post, with its middle part as the reference; JSONL on stdout')
    .argument('<files...>', 'Markdown or plain text, one post a file, at least three paragraphs; - is stdin')
    .option('--min-words <n>', 'smallest number of words in the middle', wholeNumber(1), 40)
    .action(async (files: string[], { minWords }: DatasetFlags) => {
      const uniqueFiles = [...new Set(files)]
      const posts = await Promise.all(
        uniqueFiles.map(async (file) => ({ file, text: await read(terminal, file) })),
      )
      const dataset = promptsOfPosts(posts, minWords)
      if (dataset.prompts.length === 0)
        throw new UsageError(
          `no prompt could be made: ${dataset.skipped.map(({ file, because }) => `${file}: ${because}`).join('; ')}. Use longer posts, or lower --min-words.`,
        )
      for (const { file, because } of dataset.skipped) printNote(terminal, `${file} was skipped: ${because}.`)
      if (terminal.json) return printJson(terminal, dataset)
      print(terminal, dataset.prompts.map((prompt) => JSON.stringify(prompt)).join('\n'))
    })
}

async function read(terminal: Terminal, file: string): Promise<string> {
  const bytes = await (
    file === '-' ? buffer(terminal.stdin) : readFile(resolveFilePath(terminal, file))
  ).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(fileReadFailure(file, error))
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(msg('file_not_utf8', { file }))
  }
}
