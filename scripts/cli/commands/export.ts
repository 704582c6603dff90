import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, Option } from 'commander'
import type { Command } from 'commander'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { newestDigest } from '../../../server/chain/index.ts'
import { exportFile, EXPORTS, FORMATS } from '../../../server/transfer/index.ts'
import { ViewRequest } from '../../../server/ratings/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { withApp } from '../terminal/with-app.ts'
import { note } from '../terminal/output.ts'
import { writeFileWhole } from '../terminal/write-file.ts'
import { pathFrom } from '../terminal/terminal.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { messagesOfIssue, msg } from '../../../shared/messages/index.ts'

interface ExportFlags {
  format?: (typeof FORMATS)[number]
  output: string
  source?: string
  criterion?: string
  category?: string
  json: boolean
}

/** `export ARENA votes|ratings|battles|judgements|preferences|facts`: writes data of an arena to a file. */
export function exportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description(
      "write an arena's votes, ratings, battles with their texts, judgements, preferences or facts (for verify) to a file; without a filter, all of them with their labels",
    )
    .argument('<arena>', 'its slug')
    .addArgument(new Argument('<what>', EXPORTS.join(', ')).choices(EXPORTS))
    .addOption(new Option('--format <format>', 'format (default: csv)').choices(FORMATS))
    .option('-o, --output <file>', 'file to write; - is stdout', '-')
    .option('--source <who>', 'humans, judges, judge:NAME, powered (both), all or simulated')
    .option('--criterion <name>', 'only votes under this criterion')
    .option('--category <name>', 'only prompts of this category')
    .option('--json', 'the same as --format json', false)
    .action(async (slug: string, kind: (typeof EXPORTS)[number], flags: ExportFlags) => {
      if (flags.json && flags.format && flags.format !== 'json')
        throw new UsageError(msg('json_and_format', { format: flags.format }))
      const format = flags.json ? 'json' : (flags.format ?? 'csv')
      await withApp(terminal, async ({ deps }) => {
        const arena = await arenaNamed(deps.db, slug)
        const text = await exportFile(deps, arena, kind, format, switchesOf(flags), true)
        const digest = await newestDigest(deps, arena)
        await write(terminal, text, flags.output)
        if (flags.output === '-') return
        note(terminal, `Wrote ${flags.output}.`)
        if (digest !== null) note(terminal, `Newest daily digest: ${digest}`)
      })
    })
}

function switchesOf({ source, criterion, category }: ExportFlags): ViewRequest {
  const parsed = ViewRequest.safeParse({ source, criterion, category }, { reportInput: true })
  if (parsed.success) return parsed.data
  const [{ path, message }] = messagesOfIssue(parsed.error.issues[0])
  throw new UsageError(msg('wrong_option', { option: path.join('.'), why: message }))
}

async function write(terminal: Terminal, text: AsyncGenerator<string>, output: string): Promise<void> {
  if (output === '-') return pipeline(Readable.from(text), terminal.stdout, { end: false })
  await writeFileWhole(pathFrom(terminal, output), output, text)
}
