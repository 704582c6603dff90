import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream'
import { findArena } from '../../arenas/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import {
  checkParts,
  loadRows,
  NO_TIME_LIMITS,
  readParts,
  transactionOn,
  type BackupFile,
} from '../../platform/postgres/backup/index.ts'
import { appliedMigrations } from '../../platform/postgres/migrate.ts'
import { requestRating, updateStatistics } from '../../votes/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { FileError } from '../formats/file-error.ts'
import type { ImportDeps } from '../import/import-into.ts'
import { lockImport } from '../queries.ts'
import { ARCHIVE } from './manifest.ts'
import type { Connections } from './write-archive.ts'
import { addArena, addRows, arenaTables, makeIncoming, moveSequences, switchTriggers } from './queries.ts'

/** What came in with an archive. */
export interface ArchiveResult {
  arena: string
  /** The rows by table, without empty ones. */
  rows: Record<string, number>
}

/** The code of Postgres for a key that exists. */
const ID_TAKEN = '23505'

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
 * nothing.
 * @throws {BackupError} if the file is damaged
 * @throws {FileError} if the name or an id is taken, or the archive is of another version
 */
export async function importArchive(
  database: Connections,
  deps: Pick<ImportDeps, 'clock' | 'actor' | 'publishEvery'>,
  file: BackupFile,
  slug: string,
): Promise<ArchiveResult> {
  const manifest = await checkParts(file, ARCHIVE)
  const migrations = await appliedMigrations(database.db)
  if (migrations.join() !== manifest.migrations.join())
    throw new FileError(msg('archive_of_other_version', { file: file.name, version: manifest.deadheat }))
  const client = await database.connect()
  try {
    const result = await transactionOn(client).execute(async (trx) => {
      await lockImport(trx, slug)
      if (await findArena(trx, slug)) throw new FileError(msg('arena_exists', { arena: slug }))
      await client.query(NO_TIME_LIMITS)
      const tables = await arenaTables(client)
      const others = tables.filter(({ name }) => name !== 'arenas')
      await switchTriggers(client, others, 'disable')
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
        if (table.name === 'arenas') arenaId = await addArena(client, table, slug)
        else await addRows(client, table, arenaId)
        if (section.rows > 0) rows[table.name] = section.rows
      }
      await moveSequences(client, others, arenaId)
      await client.query('set constraints all immediate')
      await switchTriggers(client, others, 'enable')
      await putOnRecord(trx, deps, arenaId, 'arena_created', { archive: manifest.slug, at: manifest.at })
      await requestRating(trx, arenaId, deps.publishEvery)
      return { arena: slug, rows }
    })
    await updateStatistics(database.db)
    return result
  } catch (error) {
    if ((error as { code?: string }).code !== ID_TAKEN) throw error
    throw new FileError(msg('archive_ids_taken', { file: file.name }))
  } finally {
    await client.end()
  }
}
