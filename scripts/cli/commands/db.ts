import type { Command } from 'commander'
import { seedDemo } from '../../../server/transfer/index.ts'
import { refuseServer, withApp } from '../terminal/with-app.ts'
import {
  print,
  printJson,
  type Terminal,
  printNote,
  progress,
  resolveFilePath,
} from '../terminal/terminal.ts'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  streamBackup,
  checkBackup,
  requireRestorable,
  restoreBackup,
  type Manifest,
} from '../../../server/platform/postgres/backup/index.ts'
import { readConfig } from '../../../server/platform/config/config.ts'
import { openDatabase, type OpenDatabase } from '../../../server/platform/postgres/database.ts'
import { openLog } from '../../../server/platform/log.ts'
import { msg } from '../../../shared/messages/index.ts'
import { countWithNoun } from '../../../shared/finish/lines.ts'
import { UsageError } from '../terminal/errors.ts'
import { writeFileWhole } from '../terminal/write-file.ts'

/** `db migrate|seed|backup|restore`: maintains the database. */
export function db(program: Command, terminal: Terminal): void {
  const group = program.command('db')
  group
    .command('migrate')
    .description('migrate the tables to this version (every start does this too)')
    .action(async () => {
      await withApp(terminal, async () => {
        if (terminal.json) printJson(terminal, { migrated: true })
        else print(terminal, 'The database is up to date.')
      })
    })
  group
    .command('seed')
    .description('add the demo arena with simulated votes; a second time adds nothing')
    .option('--without-votes', 'only the texts', false)
    .action(async ({ withoutVotes }: { withoutVotes: boolean }) => {
      const result = await withApp(terminal, ({ deps }) =>
        seedDemo(deps, { votes: !withoutVotes, onlyIfEmpty: false }),
      )
      if (terminal.json) printJson(terminal, result)
      else
        print(
          terminal,
          `Arena ${result!.arena}: ${result!.answersAdded} answers and ${result!.votesAdded} simulated votes added.`,
        )
    })
  backupAndRestore(group, terminal)
}

const OWNER_ONLY = 0o600

/** `db backup FILE` and `db restore FILE`: the whole database as one file, and back. */
function backupAndRestore(group: Command, terminal: Terminal): void {
  group
    .command('backup')
    .description('write the whole database to one file, with its secrets; people may vote meanwhile')
    .argument('<file>', 'file to write, replaced once the new one is complete; - is stdout')
    .action(async (file: string) => {
      if (terminal.json && file === '-')
        throw new UsageError(msg('options_exclude', { option: '--json', with: '-' }))
      const manifest = await withDatabase(terminal, (database) => backUp(terminal, database, file))
      const { arenas } = rowCounts(manifest)
      if (terminal.json) printJson(terminal, backupSummary(file, manifest))
      else
        printNote(
          terminal,
          `Wrote ${file}: ${contents(manifest)}. It is as secret as the database.${arenas === 0 ? ' It has no arena: is DEADHEAT_DATA, or DATABASE_URL, that of the server?' : ''}`,
        )
    })
  group
    .command('restore')
    .description('fill an empty database from a backup, checked first and all or nothing')
    .argument('<file>', 'file that db backup wrote')
    .action(async (file: string) => {
      if (file === '-')
        throw new UsageError('A backup is read twice, so it cannot come from standard input: name a file.')
      const { manifest, applied } = await restore(terminal, file)
      if (terminal.json) return printJson(terminal, { ...backupSummary(file, manifest), migrated: applied })
      print(terminal, `Restored ${file}: ${contents(manifest)}.`)
      if (applied.length > 0)
        print(terminal, `The backup was older: ${countWithNoun(applied.length, 'migration')} applied.`)
    })
}

async function backUp(terminal: Terminal, database: OpenDatabase, file: string): Promise<Manifest> {
  const bar = progress(terminal, 'backing up')
  let manifest: Manifest | null = null
  const bytes = streamBackup(database, {
    at: terminal.now(),
    onProgress: bar.to,
    onManifest: (complete) => {
      manifest = complete
    },
  })
  try {
    if (file === '-') await pipeline(Readable.from(bytes), terminal.stdout, { end: false })
    else await writeFileWhole(resolveFilePath(terminal, file), file, bytes, OWNER_ONLY)
  } finally {
    bar.end()
  }
  return manifest!
}

async function restore(terminal: Terminal, name: string): Promise<{ manifest: Manifest; applied: string[] }> {
  const path = resolveFilePath(terminal, name)
  const checking = progress(terminal, 'checking')
  const manifest = await checkBackup({ path, name, onProgress: checking.to }).finally(checking.end)
  await requireRestorable({ path, name }, manifest)
  const restoring = progress(terminal, 'restoring')
  const file = { path, name, onProgress: restoring.to }
  const applied = await withDatabase(terminal, (database) =>
    restoreBackup(database, file, manifest, openLog(terminal.env['DEADHEAT_LOG'] ?? 'error')),
  ).finally(restoring.end)
  return { manifest, applied }
}

/** The database as it is: without migrations, and without the secrets that every start adds. */
async function withDatabase<T>(terminal: Terminal, act: (database: OpenDatabase) => Promise<T>): Promise<T> {
  refuseServer(terminal)
  const { databaseUrl, directUrl, dataDir } = readConfig(terminal.env)
  const database = await openDatabase({
    databaseUrl: databaseUrl || undefined,
    directUrl: directUrl || undefined,
    dataDir,
    log: (line) => printNote(terminal, line),
  })
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}

/** 2 arenas, 1,200 votes */
function contents(manifest: Manifest): string {
  const { arenas = 0, votes = 0 } = rowCounts(manifest)
  return `${countWithNoun(arenas, 'arena')}, ${countWithNoun(votes, 'vote')}`
}

const backupSummary = (file: string, manifest: Manifest) => ({
  file,
  at: manifest.at,
  deadheat: manifest.deadheat,
  migration: manifest.migrations.at(-1),
  rows: rowCounts(manifest),
})

const rowCounts = ({ sections }: Manifest): Record<string, number> =>
  Object.fromEntries(sections.map(({ name, rows }) => [name, rows]))
