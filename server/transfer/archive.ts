import { type Arena, findArena } from '../arenas/index.ts'
import {
  jsonFrame,
  packed,
  SAME_TEXT_EVERYWHERE,
  streamSection,
  Section,
  checkParts,
  loadRows,
  NO_TIME_LIMITS,
  readParts,
  clientTransaction,
  type BackupFile,
  type Kind,
  storedTables,
} from '../platform/postgres/backup/index.ts'
import type { OpenDatabase } from '../platform/postgres/database.ts'
import { appliedMigrations } from '../platform/postgres/migrate.ts'
import { VERSION } from '../platform/config/installation.ts'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream'
import { recordAct } from '../platform/audit.ts'
import { requestRating, updateStatistics } from '../votes/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { FileError } from './formats/fields.ts'
import { lockImport, type ImportDeps } from './import/import-into.ts'
import { z } from 'zod'
import { ArenaSlug, type BroughtArchive } from '../../shared/contracts/index.ts'
import { escapeIdentifier, type ClientBase } from 'pg'

/** What an archive is read from or written to. */
type Connections = Pick<OpenDatabase, 'connect' | 'db'>

/**
 * A whole arena as a gzip file, read in one snapshot while others read and write: texts, votes with their voters,
 * judgements, challenges and climbs. Not the entries of the server's log, and no keys of providers.
 */
export function streamArchive(database: Connections, arena: Arena, at: Date): AsyncGenerator<Buffer> {
  return packed(archiveParts(database, arena, at))
}

async function* archiveParts(database: Connections, arena: Arena, at: Date): AsyncGenerator<Buffer> {
  const client = await database.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(SAME_TEXT_EVERYWHERE)
    yield jsonFrame({ deadheatArena: ARCHIVE_FORMAT })
    const sections: Section[] = []
    for (const table of await arenaTables(client))
      sections.push(yield* streamSection(client, { ...table, source: rowsOfArena(table, arena.id) }))
    const manifest: ArchiveManifest = {
      deadheat: VERSION,
      at: at.toISOString(),
      slug: arena.slug,
      migrations: await appliedMigrations(database.db),
      sections,
    }
    yield jsonFrame(manifest)
  } finally {
    await client.end()
  }
}

/** Whether a file is the archive of an arena, by its first bytes. */
export async function isArchive(path: string): Promise<boolean> {
  const gunzip = createGunzip()
  // an error of either stream ends the reading below
  pipeline(createReadStream(path, { end: 65_535 }), gunzip, () => undefined)
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>)
      return chunk.subarray(4, 20).toString('latin1').startsWith('{"deadheatArena"')
  } catch {
    return false
  }
  return false
}

/**
 * Brings a whole arena into this database, with the ids it had. The file is checked first; then all of it is written, or
 * nothing. Links to vote that this database knows already open the arena that they belong to, not this one.
 * @throws {BackupError} if the file is damaged
 * @throws {FileError} if the name is taken, or the archive is of another version
 */
export async function importArchive(
  database: Connections,
  deps: Pick<ImportDeps, 'clock' | 'actor' | 'settings'>,
  file: BackupFile,
  slug: string,
): Promise<BroughtArchive> {
  const manifest = await checkParts(file, ARCHIVE)
  const migrations = await appliedMigrations(database.db)
  if (migrations.join() !== manifest.migrations.join())
    throw new FileError(msg('archive_of_other_version', { file: file.name, version: manifest.deadheat }))
  const client = await database.connect()
  try {
    const result = await clientTransaction(client).execute(async (trx) => {
      await lockImport(trx, slug)
      if (await findArena(trx, slug)) throw new FileError(msg('arena_exists', { arena: slug }))
      await client.query(NO_TIME_LIMITS)
      const tables = await arenaTables(client)
      const others = tables.filter(({ name }) => name !== 'arenas')
      await client.query("set local deadheat.copies_arena = 'on'")
      const rows: Record<string, number> = {}
      let arenaId = 0
      let next = 0
      for await (const part of readParts(file, ARCHIVE)) {
        if ('manifest' in part) break
        const section = manifest.sections[next++]
        const table = tables.find(({ name }) => name === part.table)
        if (!table || section?.name !== part.table || section.columns.join() !== table.columns.join())
          throw new FileError(
            msg('archive_of_other_version', { file: file.name, version: manifest.deadheat }),
          )
        await loadRows(client, section, await makeIncoming(client, table), part.rows, file.name)
        if (table.name === 'invitations') await renewKnownLinks(client)
        if (table.name === 'arenas') arenaId = await addArena(client, table, slug)
        else await addRows(client, table, arenaId)
        if (section.rows > 0) rows[table.name] = section.rows
      }
      await moveSequences(client, others, arenaId)
      await client.query('set constraints all immediate')
      await recordAct(trx, deps, arenaId, 'arena_created', { archive: manifest.slug, at: manifest.at })
      await requestRating(trx, arenaId, deps.settings.publishEvery)
      return { arena: slug, rows }
    })
    await updateStatistics(database.db)
    return result
  } finally {
    await client.end()
  }
}

// A whole arena as one file, in the container of a backup: one section for each table, and a manifest at the end.

/** The layout of the file. A reader refuses every other number. */
const ARCHIVE_FORMAT = 1

const ArchiveHead = z.object({ deadheatArena: z.int() })

const ArchiveManifest = z.object({
  /** The version of Deadheat that wrote the archive. */
  deadheat: z.string(),
  /** ISO 8601. */
  at: z.string(),
  slug: ArenaSlug,
  /** The migrations of the database, in order. The archive fits a database with the same ones. */
  migrations: z.array(z.string()).min(1),
  /** The arena's own row first. No section has the number of the arena. */
  sections: z.array(Section).min(1),
})
type ArchiveManifest = z.infer<typeof ArchiveManifest>

const ARCHIVE: Kind<ArchiveManifest> = {
  refusal: (json, file) => {
    const head = ArchiveHead.safeParse(json)
    if (!head.success) return msg('no_archive', { file })
    const { deadheatArena: format } = head.data
    return format === ARCHIVE_FORMAT ? null : msg('of_other_format', { file, format })
  },
  manifest: ArchiveManifest,
}

// The rows of one arena, table by table, by the catalogue of Postgres.

interface ArenaTable {
  name: string
  /** Without the number of the arena. */
  columns: string[]
}

/** Entries of the log are of the server, with ids of their own for all arenas. */
const LEFT_OUT = new Set(['audit_entries'])

/** The tables with rows of arenas, the arenas themselves first, each after those that it refers to. */
async function arenaTables(client: ClientBase): Promise<ArenaTable[]> {
  const tables = (await storedTables(client)).flatMap(({ name, columns }) => {
    if (name === 'arenas') return [{ name, columns: columns.filter((column) => column !== 'id') }]
    if (!columns.includes('arena_id') || LEFT_OUT.has(name)) return []
    return [{ name, columns: columns.filter((column) => column !== 'arena_id') }]
  })
  return tables.sort((a, b) => Number(b.name === 'arenas') - Number(a.name === 'arenas'))
}

const named = (columns: readonly string[]): string =>
  columns.map((column) => escapeIdentifier(column)).join(', ')

/** What COPY writes for a table: the rows of this arena, in the order of their ids if they have some. */
function rowsOfArena({ name, columns }: ArenaTable, arenaId: number): string {
  const owner = name === 'arenas' ? 'id' : 'arena_id'
  const order = columns.includes('id') ? ' order by id' : ''
  return `(select ${named(columns)} from ${escapeIdentifier(name)} where ${owner} = ${Math.trunc(arenaId)}${order})`
}

/** The temporary table that takes the rows of a section. */
const incoming = (name: string): string => escapeIdentifier(`incoming_${name}`)

/** Makes a temporary table with these columns. @returns it with its columns, as COPY takes them */
async function makeIncoming(client: ClientBase, { name, columns }: ArenaTable): Promise<string> {
  await client.query(
    `create temporary table ${incoming(name)} on commit drop as select ${named(columns)} from ${escapeIdentifier(name)} limit 0`,
  )
  return `${incoming(name)} (${named(columns)})`
}

/** Links are found by their hash alone: of those that are known already, the incoming ones get a hash that no link has. */
async function renewKnownLinks(client: ClientBase): Promise<void> {
  await client.query(`
    update ${incoming('invitations')} i set token_hash = encode(sha256(gen_random_uuid()::text::bytea), 'hex')
    where exists (select from invitations known where known.token_hash = i.token_hash)`)
}

/** Adds the arena under a name. @returns its number in this database */
async function addArena(client: ClientBase, { name, columns }: ArenaTable, slug: string): Promise<number> {
  await client.query(`update ${incoming(name)} set slug = $1`, [slug])
  const { rows } = await client.query<{ id: number }>(
    `insert into ${escapeIdentifier(name)} (${named(columns)}) select ${named(columns)} from ${incoming(name)} returning id`,
  )
  return rows[0].id
}

/** Triggers leave these rows as they are; foreign keys and constraints are checked. */
async function addRows(client: ClientBase, { name, columns }: ArenaTable, arenaId: number): Promise<void> {
  await client.query(
    `insert into ${escapeIdentifier(name)} (arena_id, ${named(columns)}) overriding system value
     select $1, ${named(columns)} from ${incoming(name)}`,
    [arenaId],
  )
}

/** Lets the numbers that Postgres gives begin after those of the arena. */
async function moveSequences(
  client: ClientBase,
  tables: readonly ArenaTable[],
  arenaId: number,
): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select t.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(t.relname), a.attname) as sequence
     from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
     where t.relnamespace = current_schema()::regnamespace and t.relname = any ($1)
       and pg_get_serial_sequence(quote_ident(t.relname), a.attname) is not null`,
    [tables.map(({ name }) => name)],
  )
  for (const { table, column, sequence } of rows)
    await client.query(
      `select setval($1::regclass, greatest(nextval($1::regclass), coalesce((select max(${escapeIdentifier(column)}) from ${escapeIdentifier(table)} where arena_id = $2), 1)))`,
      [sequence, arenaId],
    )
}
