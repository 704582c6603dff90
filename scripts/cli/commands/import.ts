import { Option } from 'commander'
import type { Command } from 'commander'
import { importArchive, importInto, isArchive, readImport } from '../../../server/transfer/index.ts'
import type { ImportResult } from '../../../server/transfer/index.ts'
import { START_COMMAND } from '../../../server/platform/installation.ts'
import { localAddress } from '../../../server/platform/local-address.ts'
import { ArenaSlug } from '../../../shared/contracts/index.ts'
import type { Warning } from '../../../shared/contracts/index.ts'
import { warningText, withCommas } from '../../../shared/sentence/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { withApp } from '../terminal/with-app.ts'
import { note, print, printJson } from '../terminal/output.ts'
import { progress } from '../terminal/progress.ts'
import { importNotes } from '../terminal/import-notes.ts'
import { pathFrom } from '../terminal/terminal.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'

interface ImportFlags {
  prompts?: string
  answers?: string
  title?: string
  question?: string
  orders: 'merge' | 'separate'
  dryRun: boolean
  strict: boolean
  json: boolean
}

/** `import ARENA FILE`: imports votes, answers, prompts or an arena.yaml; creates the arena if it does not exist. */
export function importCommand(program: Command, terminal: Terminal): void {
  program
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
    .addOption(
      new Option('--orders <how>', 'count the two orders of a judgement as one vote or as two')
        .choices(['merge', 'separate'])
        .default('merge'),
    )
    .option('--dry-run', 'print what would be added, and add nothing', false)
    .option('--strict', 'stop at the first bad row', false)
    .option('--json', 'one JSON value on stdout', false)
    .action((slug: string, file: string, flags: ImportFlags) => run(terminal, slug, file, flags))
}

async function run(terminal: Terminal, slug: string, file: string, flags: ImportFlags): Promise<void> {
  if (!ArenaSlug.safeParse(slug).success) throw new UsageError(msg('no_arena_address', { slug }))
  if (file !== '-' && (await isArchive(pathFrom(terminal, file))))
    return runArchive(terminal, slug, file, flags)
  const path = (name: string | undefined) => (name === undefined ? undefined : pathFrom(terminal, name))
  const bar = progress(terminal, 'Reading')
  const { incoming, warnings, tool } = await readImport({
    slug,
    file: pathFrom(terminal, file),
    prompts: path(flags.prompts),
    answers: path(flags.answers),
    strict: flags.strict,
    orders: flags.orders,
    stdin: terminal.stdin,
    onProgress: bar.to,
  }).finally(bar.end)
  if (flags.title !== undefined) incoming.arena.title = flags.title
  if (flags.question !== undefined) incoming.arena.description = flags.question
  await withApp(terminal, async ({ deps }, config) => {
    const result = await importInto(deps, incoming, flags.dryRun)
    const address = `${localAddress(config)}/a/${slug}`
    report(terminal, { ...result, tool }, warnings, address, flags.json)
  })
}

/** @throws {UsageError} if an option asks for anything but the whole archive */
async function runArchive(terminal: Terminal, slug: string, file: string, flags: ImportFlags): Promise<void> {
  const { prompts, answers, title, question, dryRun } = flags
  const option = Object.entries({ prompts, answers, title, question, 'dry-run': dryRun }).find(
    ([, value]) => value,
  )
  if (option) throw new UsageError(msg('archive_is_whole', { option: `--${option[0]}` }))
  const bar = progress(terminal, 'Reading')
  const archive = { path: pathFrom(terminal, file), name: file, onProgress: bar.to }
  await withApp(terminal, async (app, config) => {
    const database = { connect: app.connect, db: app.deps.db }
    const result = await importArchive(database, app.deps, archive, slug).finally(bar.end)
    const board = `${localAddress(config)}/a/${slug}`
    if (flags.json) return printJson(terminal, { ...result, board })
    const { contestants = 0, prompts: questions = 0, answers: texts = 0, votes = 0 } = result.rows
    const parts = [
      counted(contestants, 'contestant'),
      counted(questions, 'prompt'),
      counted(texts, 'answer'),
      counted(votes, 'vote'),
    ]
    print(
      terminal,
      [`Created arena ${slug} from its archive: ${parts.join(', ')}.`, ...links(board, false)].join('\n'),
    )
  })
}

function report(
  terminal: Terminal,
  result: ImportResult & { tool: string | null },
  warnings: Warning[],
  board: string,
  json: boolean,
): void {
  if (json)
    return printJson(terminal, { ...result, board, vote: result.votable ? `${board}/vote` : null, warnings })
  if (result.tool !== null) note(terminal, `Read as ${result.tool}.`)
  for (const warning of warnings) note(terminal, `warning: ${warningText(warning)}`)
  for (const warning of importWarnings(result)) note(terminal, `warning: ${warning}`)
  print(
    terminal,
    result.dryRun ? summary(result) : [summary(result), ...links(board, result.votable)].join('\n'),
  )
}

function summary(result: ImportResult): string {
  const { arena, created, dryRun, contestants, prompts, votesAlreadyThere } = result
  const { contestantsAdded, promptsAdded, answersAdded, votesAdded } = result
  const did = created ? ['Created', 'Would create'] : ['Added to', 'Would add to']
  const existingNote = votesAlreadyThere > 0 ? ` (${votesAlreadyThere} already existed)` : ''
  const added = [
    counted(contestantsAdded, 'contestant'),
    counted(promptsAdded, 'prompt'),
    counted(answersAdded, 'answer'),
    counted(votesAdded, 'vote'),
  ]
  const total = created
    ? ''
    : ` It ${dryRun ? 'would have' : 'has'} ${counted(contestants, 'contestant')} and ${counted(prompts, 'prompt')}.`
  return `${did[dryRun ? 1 : 0]} arena ${arena}: ${added.join(', ')}${existingNote}.${total}`
}

const counted = (count: number, what: string) => `${withCommas(count)} ${what}${count === 1 ? '' : 's'}`

function links(board: string, isVotable: boolean): string[] {
  const vote = isVotable ? [`Vote:  ${board}/vote`] : []
  return [...vote, `Board: ${board}`, `These addresses work while the server runs (${START_COMMAND}).`]
}

/** Warnings about an import that is valid but may be a mistake. */
function importWarnings(result: ImportResult): string[] {
  const { created, contestants, contestantsAdded, promptsWithoutText } = result
  const warnings = importNotes(result)
  if (!created && contestantsAdded > contestants / 2)
    warnings.push(
      `most contestants of this arena are new in this file. Is it the right arena? --dry-run prints what an import would add.`,
    )
  if (promptsWithoutText > 0)
    warnings.push(
      `${counted(promptsWithoutText, 'answered prompt')} without a text, so nobody can vote on it. Import the texts with --prompts.`,
    )
  return warnings
}
