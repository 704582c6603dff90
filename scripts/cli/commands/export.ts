import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, type Command } from 'commander'
import { EXPORTS, FORMATS } from '../../../server/transfer/index.ts'
import { ViewRequest } from '../../../server/ratings/index.ts'
import { adminPath, fetchExport, fetchWhole, withServer } from '../remote/server.ts'
import { UsageError } from '../terminal/errors.ts'
import { checkedOptions, choice, formatOfName, withView, type FormatsByEnding } from '../terminal/options.ts'
import { exportSite } from './export-site.ts'
import { printNote, resolveFilePath, type Terminal } from '../terminal/terminal.ts'
import { writeFileWhole } from '../terminal/write-file.ts'
import { msg } from '../../../shared/messages/index.ts'

const KINDS = [...EXPORTS, 'archive', 'site'] as const
type Kind = (typeof KINDS)[number]
/** An archive has the voters of an arena. */
const OWNER_ONLY = 0o600

const ENDINGS: FormatsByEnding<(typeof FORMATS)[number]> = {
  '.csv': ['csv'],
  '.json': ['json'],
  '.jsonl': ['jsonl'],
  '.ndjson': ['jsonl'],
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
    .addOption(choice('--format <format>', 'format (default: by the ending of --output, else csv)', FORMATS))
    .option('-o, --output <file>', 'file to write, or folder of a site; - is stdout', '-')
  withView(command, 'source', 'criterion', 'category', 'group').action(
    (slug: string, kind: Kind, flags: ExportFlags) => run(terminal, slug, kind, flags),
  )
}

async function run(terminal: Terminal, slug: string, kind: Kind, flags: ExportFlags): Promise<void> {
  const { output } = flags
  if (kind === 'site') {
    const option = terminal.json ? '--json' : flags.format && '--format'
    if (option)
      throw new UsageError(msg('option_not_here', { why: 'A site has each file in one form', option }))
    return exportSite(terminal, slug, output, viewSwitches(flags))
  }
  const isArchive = kind === 'archive'
  if (isArchive) requireAllVotes(terminal, flags)
  const format = isArchive ? null : formatOfName(terminal, output, flags.format, ENDINGS, 'csv')
  const view = viewSwitches(flags)
  await withServer(terminal, async (remote) => {
    const bytes = await (format === null
      ? fetchWhole(remote, `${adminPath(slug)}/content`)
      : fetchExport(remote, slug, `${kind}.${format}`, view))
    if (output === '-')
      return pipeline(Readable.from(bytes, { objectMode: false }), terminal.stdout, { end: false })
    const path = resolveFilePath(terminal, output)
    await writeFileWhole(path, output, bytes, isArchive ? OWNER_ONLY : undefined)
    printNote(
      terminal,
      isArchive
        ? `Wrote ${output}: the whole arena ${slug}, with its voters. Keep it as secret as the database.`
        : `Wrote ${output}.`,
    )
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

const viewSwitches = ({ source, criterion, category, group }: ExportFlags): ViewRequest =>
  checkedOptions(ViewRequest, { source, criterion, category, group })
