import { Option, type Command } from 'commander'
import {
  importArchive,
  importInto,
  isArchive,
  openImport,
  type ImportStep,
} from '../../../server/transfer/index.ts'
import type { LongStatement } from '../../../server/platform/postgres/long-statements.ts'
import { START_COMMAND } from '../../../server/platform/config/installation.ts'
import { linkOrigin } from '../../../server/platform/http/known-names.ts'
import { ArenaSlug } from '../../../shared/contracts/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { OUTCOMES_MEAN } from '../terminal/options.ts'
import { withApp } from '../terminal/with-app.ts'
import { note, print, printJson } from '../terminal/output.ts'
import { progress } from '../terminal/progress.ts'
import { archiveSummary, links, reportImport } from '../terminal/import-summary.ts'
import { importOver, type ImportFlags } from '../remote/import.ts'
import { patientFetch } from '../remote/patient-fetch.ts'
import { addServerOptions, serverOf, withServer } from '../remote/server.ts'
import { pathFrom, type Terminal } from '../terminal/terminal.ts'
import { inEnglish, msg } from '../../../shared/messages/index.ts'

/** `import ARENA FILE`: imports votes, answers, prompts or an arena.yaml; creates the arena if it does not exist. */
export function importCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('import')
    .description(
      'import a file into an arena, which is created if it does not exist; an import is all or nothing, and importing the same file again adds nothing',
    )
    .argument('<arena>', 'its slug: a-z, 0-9 and hyphens')
    .argument(
      '<file>',
      'votes, a table of answers (prompt, NAME, NAME, …), answers, prompts, an arena.yaml, an archive, or a file of another tool; - is stdin',
    )
    .option('--prompts <file>', 'texts of the prompts: id, text')
    .option('--answers <file>', 'texts of the answers: prompt, model, text')
    .option('--title <text>', "the arena's title")
    .option('--question <text>', 'the question that voters are asked')
    .option(
      '--map <columns>',
      'read columns of the file under other names, for example input=prompt,output=text; in files of other tools also contestants and keys of outputs',
    )
    .option('--ignore <columns>', 'columns of the file that are not read, for example notes,score')
    .option('--outcomes <meanings>', OUTCOMES_MEAN)
    .addOption(
      new Option('--orders <how>', 'count the two orders of a judgement as one vote or as two')
        .choices(['merge', 'separate'])
        .default('merge'),
    )
    .option('--dry-run', 'print what would be added, and add nothing', false)
    .option('--strict', 'stop at the first bad row', false)
    .option('--json', 'one JSON value on stdout', false)
  addServerOptions(command).action((slug: string, file: string, flags: ImportFlags) =>
    run(terminal, slug, file, flags),
  )
}

async function run(terminal: Terminal, slug: string, file: string, flags: ImportFlags): Promise<void> {
  if (!ArenaSlug.safeParse(slug).success) throw new UsageError(msg('no_arena_address', { slug }))
  const server = serverOf(terminal, flags)
  if (server)
    return withServer(terminal, { ...server, fetch: patientFetch }, (remote) =>
      importOver(terminal, remote, slug, file, flags),
    )
  if (file !== '-' && (await isArchive(pathFrom(terminal, file))))
    return runArchive(terminal, slug, file, flags)
  const path = (name: string | undefined) => (name === undefined ? undefined : pathFrom(terminal, name))
  const reading = progress(terminal, 'Reading')
  const { incoming, warnings, tool, close } = await openImport({
    slug,
    file: pathFrom(terminal, file),
    prompts: path(flags.prompts),
    answers: path(flags.answers),
    map: flags.map,
    ignore: flags.ignore,
    outcomes: flags.outcomes,
    strict: flags.strict,
    orders: flags.orders,
    stdin: terminal.stdin,
    onProgress: reading.to,
  })
  if (flags.title !== undefined) incoming.arena.title = flags.title
  if (flags.question !== undefined) incoming.arena.description = flags.question
  await withApp(terminal, async ({ deps }, config) => {
    const writing = progress(terminal, 'Writing')
    const onLong = (step: ImportStep, { seconds, waitsFor }: LongStatement) => {
      reading.end()
      writing.end()
      note(terminal, inEnglish(msg('import_is_long', { step, seconds, waitsFor })))
    }
    const into = { ...deps, onWritten: writing.to, onLong }
    const result = await importInto(into, incoming, flags.dryRun).finally(() => {
      reading.end()
      writing.end()
    })
    const board = `${await linkOrigin(config)}/a/${slug}`
    const { json } = flags
    reportImport(terminal, { ...result, tool }, { warnings, board, startCommand: START_COMMAND, json })
  }).finally(close)
}

/** @throws {UsageError} if an option asks for anything but the whole archive */
async function runArchive(terminal: Terminal, slug: string, file: string, flags: ImportFlags): Promise<void> {
  const { prompts, answers, title, question, map, ignore, outcomes, dryRun } = flags
  const option = Object.entries({
    prompts,
    answers,
    title,
    question,
    map,
    ignore,
    outcomes,
    'dry-run': dryRun,
  }).find(([, value]) => value)
  if (option) throw new UsageError(msg('archive_is_whole', { option: `--${option[0]}` }))
  const bar = progress(terminal, 'Reading')
  const archive = { path: pathFrom(terminal, file), name: file, onProgress: bar.to }
  await withApp(terminal, async (app, config) => {
    const database = { connect: app.connect, db: app.deps.db }
    const result = await importArchive(database, app.deps, archive, slug).finally(bar.end)
    const board = `${await linkOrigin(config)}/a/${slug}`
    if (flags.json) return printJson(terminal, { ...result, board })
    const lines = [archiveSummary(slug, result.rows), ...links(board, false, START_COMMAND)]
    print(terminal, lines.join('\n'))
  })
}
