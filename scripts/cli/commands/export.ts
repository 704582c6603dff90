import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, Option, type Command } from 'commander'
import { arenaForOperator } from '../../../server/arenas/index.ts'
import { dataCard, EXPORTS, FORMATS } from '../../../server/transfer/index.ts'
import { ViewRequest } from '../../../server/ratings/index.ts'
import { fetchArchive, fetchExport } from '../remote/export.ts'
import { configuredServer, withServer } from '../remote/server.ts'
import { UsageError } from '../terminal/errors.ts'
import { checkedOptions, formatOfName, type FormatsByEnding } from '../terminal/options.ts'
import { withApp } from '../terminal/with-app.ts'
import { exportSite } from './export-site.ts'
import { printNote, resolveFilePath, type Terminal } from '../terminal/terminal.ts'
import { writeFileWhole } from '../terminal/write-file.ts'
import { englishText, msg } from '../../../shared/messages/index.ts'

const KINDS = [...EXPORTS, 'card', 'archive', 'site'] as const
type Kind = (typeof KINDS)[number]
/** An archive has the voters of an arena. */
const OWNER_ONLY = 0o600

const ENDINGS: FormatsByEnding<(typeof FORMATS)[number]> = {
  '.csv': ['csv'],
  '.json': ['json', 'lmarena', 'promptfoo'],
  '.jsonl': ['jsonl', 'dpo', 'conversational', 'langsmith', 'langfuse'],
  '.ndjson': ['jsonl', 'dpo', 'conversational', 'langsmith', 'langfuse'],
  '.parquet': ['parquet'],
}

interface ExportFlags {
  format?: (typeof FORMATS)[number]
  output: string
  source?: string
  criterion?: string
  category?: string
  group?: string
}

/** `export ARENA votes|ratings|…`: writes data of an arena to a file or a folder. */
export function exportCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('export')
    .argument('<arena>', 'its slug')
    .addArgument(new Argument('<what>', KINDS.join(', ')).choices(KINDS))
    .addOption(
      new Option(
        '--format <format>',
        'format (default: by the ending of --output, else csv); lmarena for ratings, dpo and conversational for preferences, langsmith, langfuse and promptfoo for battles',
      ).choices(FORMATS),
    )
    .option('-o, --output <file>', 'file to write, or folder of a site; - is stdout', '-')
    .option('--source <who>', 'humans, judges, judge:NAME, all or simulated')
    .option('--criterion <name>', 'only votes under this criterion')
    .option('--category <name>', 'only prompts of this category')
    .option('--group <name>', 'only votes of this group of invited people')
  command.action((slug: string, kind: Kind, flags: ExportFlags) => run(terminal, slug, kind, flags))
}

async function run(terminal: Terminal, slug: string, kind: Kind, flags: ExportFlags): Promise<void> {
  if (kind === 'card' && configuredServer(terminal)) throw new UsageError(msg('card_not_over_http'))
  if (kind === 'site') return writeSite(terminal, slug, flags)
  if (kind === 'archive') return writeArchive(terminal, slug, flags)
  if (kind === 'card') return writeCard(terminal, slug, flags)
  const format = formatOfName(terminal, flags.output, flags.format, ENDINGS, 'csv')
  const view = switchesOf(flags)
  await withServer(terminal, async (remote) => {
    const text = await fetchExport(remote, slug, `${kind}.${format}`, view)
    await write(terminal, text, flags.output)
    if (flags.output !== '-') printNote(terminal, `Wrote ${flags.output}.`)
  })
}

/** @throws {UsageError} if an option asks for a part of the arena, or for another format */
function requireAllVotes(
  { json }: Terminal,
  { format, source, criterion, category, group }: ExportFlags,
): void {
  const part = Object.entries({ format, source, criterion, category, group, json }).find(([, value]) => value)
  if (part) throw new UsageError(msg('archive_is_whole', { option: `--${part[0]}` }))
}

async function writeCard(terminal: Terminal, slug: string, flags: ExportFlags): Promise<void> {
  requireAllVotes(terminal, flags)
  await withApp(terminal, async ({ deps }) => {
    const card = await dataCard(deps, await arenaForOperator(deps.db, slug))
    await write(terminal, Readable.from([card]), flags.output)
    if (flags.output !== '-') printNote(terminal, `Wrote ${flags.output}.`)
  })
}

function writeSite(terminal: Terminal, slug: string, flags: ExportFlags): Promise<void> {
  const option = terminal.json ? '--json' : flags.format && '--format'
  if (option) throw new UsageError(msg('site_has_one_format', { option }))
  return exportSite(terminal, slug, flags.output, switchesOf(flags))
}

async function writeArchive(terminal: Terminal, slug: string, flags: ExportFlags): Promise<void> {
  requireAllVotes(terminal, flags)
  const { output } = flags
  await withServer(terminal, async (remote) => {
    const bytes = await fetchArchive(remote, slug)
    if (output === '-') return pipeline(Readable.from(bytes), terminal.stdout, { end: false })
    await writeFileWhole(resolveFilePath(terminal, output), output, bytes, OWNER_ONLY)
    printNote(terminal, englishText(msg('archive_written', { file: output, arena: slug })))
  })
}

const switchesOf = ({ source, criterion, category, group }: ExportFlags): ViewRequest =>
  checkedOptions(ViewRequest, { source, criterion, category, group })

async function write(
  terminal: Terminal,
  text: AsyncIterable<string | Uint8Array>,
  output: string,
): Promise<void> {
  if (output === '-')
    return pipeline(Readable.from(text, { objectMode: false }), terminal.stdout, { end: false })
  await writeFileWhole(resolveFilePath(terminal, output), output, text)
}
