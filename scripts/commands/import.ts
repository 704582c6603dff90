import { Option } from 'commander'
import type { Command } from 'commander'
import { importInto, readImport } from '../../server/exchange/index.ts'
import type { ImportResult } from '../../server/exchange/index.ts'
import { ArenaSlug } from '../../shared/contracts/index.ts'
import type { Warning } from '../../shared/contracts/index.ts'
import { warningText } from '../../shared/sentence/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { withHouse } from '../terminal/house.ts'
import { note, print, printJson } from '../terminal/output.ts'
import { progress } from '../terminal/progress.ts'
import { pathFrom } from '../terminal/terminal.ts'
import type { Terminal } from '../terminal/terminal.ts'

interface ImportFlags {
  prompts?: string
  answers?: string
  title?: string
  question?: string
  orders: 'merge' | 'separate'
  strict: boolean
  json: boolean
}

/** `import ARENA FILE`: votes, answers, prompts or an arena.yaml into an arena, which is made if need be. */
export function importCommand(program: Command, terminal: Terminal): void {
  program
    .command('import')
    .description(
      'bring a file into an arena, which is made if need be; all of it or nothing, and again adds nothing',
    )
    .argument('<arena>', 'its slug: a-z, 0-9 and hyphens')
    .argument(
      '<file>',
      'votes, a table of answers (prompt, NAME, NAME, …), answers, prompts or an arena.yaml; - is stdin',
    )
    .option('--prompts <file>', 'texts of the prompts: id, text')
    .option('--answers <file>', 'texts of the answers: prompt, model, text')
    .option('--title <text>', "the arena's title")
    .option('--question <text>', 'what voters are asked')
    .addOption(
      new Option('--orders <how>', "make one vote of a judge's two orders, or count each")
        .choices(['merge', 'separate'])
        .default('merge'),
    )
    .option('--strict', 'stop at the first bad row', false)
    .option('--json', 'one JSON value on stdout', false)
    .action((slug: string, file: string, flags: ImportFlags) => run(terminal, slug, file, flags))
}

async function run(terminal: Terminal, slug: string, file: string, flags: ImportFlags): Promise<void> {
  if (!ArenaSlug.safeParse(slug).success)
    throw new UsageError(`"${slug}" cannot be an arena's address: use 1 to 64 of a-z, 0-9 and hyphens.`)
  const path = (name: string | undefined) => (name === undefined ? undefined : pathFrom(terminal, name))
  const bar = progress(terminal, 'Reading')
  const { incoming, warnings } = await readImport({
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
  await withHouse(terminal, async ({ deps }, { host, port }) => {
    const result = await importInto(deps, incoming)
    const address = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/a/${slug}`
    report(terminal, result, warnings, address, flags.json)
  })
}

function report(
  terminal: Terminal,
  result: ImportResult,
  warnings: Warning[],
  board: string,
  json: boolean,
): void {
  const isVotable = result.answers > 0
  if (json)
    return printJson(terminal, { ...result, board, vote: isVotable ? `${board}/vote` : null, warnings })
  for (const warning of warnings) note(terminal, `warning: ${warningText(warning)}`)
  if (result.promptsWithoutText > 0)
    note(
      terminal,
      `warning: ${result.promptsWithoutText} answered prompts have no text, so nobody can be shown them. Import their texts with --prompts.`,
    )
  const there = result.votesAlreadyThere > 0 ? ` (${result.votesAlreadyThere} were there already)` : ''
  print(
    terminal,
    [
      `${result.created ? 'Made' : 'Added to'} arena ${result.arena}: ${result.contestants} contestants, ${result.prompts} prompts, ` +
        `${result.answersAdded} answers added, ${result.votesAdded} votes added${there}.`,
      ...(isVotable ? [`Vote:  ${board}/vote`] : []),
      `Board: ${board}`,
      'The server answers there while it runs: npm start.',
    ].join('\n'),
  )
}
