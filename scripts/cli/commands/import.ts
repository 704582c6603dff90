import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { leaveBeforeExit } from '../../../server/platform/process.ts'
import { requestedScoreKind } from '../../../server/transfer/formats/column-changes.ts'
import { openPipe } from '../../../server/transfer/formats/open-file.ts'
import { ArenaSlug } from '../../../shared/contracts/arena.ts'
import { msg } from '../../../shared/messages/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { choice } from '../terminal/options.ts'
import { readingOptions, withDoubts, withReading, type ReadingFlags } from '../terminal/read-plan.ts'
import { resolveFilePath, type Terminal } from '../terminal/terminal.ts'
import { refuseUnread } from './run.ts'

/** `import ARENA FILE`: imports votes, answers, prompts or an arena.yaml; creates the arena if it does not exist. */
export function importCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('import')
    .argument('<arena>', 'its slug: a-z, 0-9 and hyphens')
    .argument(
      '<file>',
      'votes, a table of answers (prompt, NAME, NAME, …), answers, prompts, an arena.yaml, an archive, or a file of another tool; - is stdin',
    )
    .option('--prompts <file>', 'texts of the prompts: id, text')
    .option('--answers <file>', 'texts of the answers: prompt, model, text')
    .option('--title <text>', "the arena's title")
    .option('--question <text>', 'the question that voters are asked')
    .addOption(
      choice(
        '--orders <how>',
        'count the two orders of a judgement as one vote or as two',
        ['merge', 'separate'],
        'merge',
      ),
    )
    .option('--dry-run', 'print what would be added, and add nothing', false)
  withReading(withDoubts(command)).action((slug: string, file: string, flags: ImportFlags) =>
    run(terminal, slug, file, flags),
  )
}

async function run(terminal: Terminal, slug: string, file: string, flags: ImportFlags): Promise<void> {
  if (!ArenaSlug.safeParse(slug).success) throw new UsageError(msg('no_arena_address', { slug }))
  if (flags.title?.trim() === '')
    throw new UsageError('--title has no text. Leave it out, and the title stays as it is.')
  // an import looks twice at its files
  return inTemporaryFolder(async (folder) => {
    const reusable = async (path: string) => {
      if (path === '-') return path
      await refuseUnread(terminal, path)
      const pipe = await openPipe(resolveFilePath(terminal, path))
      if (!pipe) return path
      const copy = join(await mkdtemp(join(folder, 'pipe-')), basename(path))
      await pipeline(pipe, createWriteStream(copy))
      return copy
    }
    const copied = { ...flags }
    if (flags.prompts !== undefined) copied.prompts = await reusable(flags.prompts)
    if (flags.answers !== undefined) copied.answers = await reusable(flags.answers)
    const how = await readingOptions(terminal, flags)
    // files of scores are split by commas, as `compare` takes them
    const files = await Promise.all((requestedScoreKind(how) ? file.split(',') : [file]).map(reusable))
    const { importFiles } = await import('./import/import-files.ts')
    await importFiles(terminal, slug, files, copied, how, folder)
  })
}

export interface ImportFlags extends ReadingFlags {
  prompts?: string
  answers?: string
  title?: string
  question?: string
  orders: 'merge' | 'separate'
  dryRun: boolean
  strict: boolean
  yes: boolean
}

/** Runs `act` with an empty folder, which is removed afterwards. */
async function inTemporaryFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'deadheat-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const stay = leaveBeforeExit(remove)
  try {
    return await act(folder)
  } finally {
    stay()
    await remove()
  }
}
