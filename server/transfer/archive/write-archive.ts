import type { Arena } from '../../arenas/index.ts'
import {
  jsonFrame,
  packed,
  SAME_TEXT_EVERYWHERE,
  sectionOf,
  type Section,
} from '../../platform/postgres/backup/index.ts'
import type { OpenDatabase } from '../../platform/postgres/database.ts'
import { appliedMigrations } from '../../platform/postgres/migrate.ts'
import { VERSION } from '../../platform/config/installation.ts'
import { ARCHIVE_FORMAT, type ArchiveManifest } from './manifest.ts'
import { arenaTables, rowsOfArena } from './queries.ts'

/** What an archive is read from or written to. */
export type Connections = Pick<OpenDatabase, 'connect' | 'db'>

/**
 * A whole arena as a gzip file, read in one snapshot while others read and write: texts, votes with their voters,
 * judgements, challenges, climbs and digests. Not the entries of the server's log, and no keys of providers.
 */
export function archiveOf(database: Connections, arena: Arena, at: Date): AsyncGenerator<Buffer> {
  return packed(partsOf(database, arena, at))
}

async function* partsOf(database: Connections, arena: Arena, at: Date): AsyncGenerator<Buffer> {
  const client = await database.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(SAME_TEXT_EVERYWHERE)
    yield jsonFrame({ deadheatArena: ARCHIVE_FORMAT })
    const sections: Section[] = []
    for (const table of await arenaTables(client))
      sections.push(yield* sectionOf(client, { ...table, source: rowsOfArena(table, arena.id) }))
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
