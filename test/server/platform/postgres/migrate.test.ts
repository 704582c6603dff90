import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrateToLatest } from '../../../../server/platform/postgres/migrate.ts'
import { openForAll } from '../../../support/later.ts'
import { createTestDatabase } from '../../../support/database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const MAKES = (table: string) =>
  `import { sql } from 'kysely'\nexport const up = (db) => sql\`create table ${table} ()\`.execute(db)\n`
const FAILS = `import { sql } from 'kysely'\nexport const up = (db) => sql\`select 1 / 0\`.execute(db)\n`

describe('migrating', () => {
  const database = openForAll(() => createTestDatabase())

  /** A folder of migrations on a database that has none of them, nor any other. */
  async function migrations(files: Record<string, string>): Promise<string> {
    await sql`drop table if exists kysely_migration`.execute(database.db)
    const folder = await temporaryFolder()
    await symlink(join(import.meta.dirname, '../../../../node_modules'), join(folder, 'node_modules'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    return folder
  }

  const exists = async (table: string) => {
    const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(
      database.db,
    )
    return rows[0].found
  }

  it('finds the template of the tests up to date', async () => {
    expect(await migrateToLatest(database.db)).toEqual([])
    expect(await exists('votes')).toBe(true)
  })

  it('applies pending migrations in order, once, and skips other files', async () => {
    const folder = await migrations({
      '0002_b.ts': MAKES('b'),
      '0001_a.ts': MAKES('a'),
      'notes.ts': 'nonsense(',
    })
    expect(await migrateToLatest(database.db, folder)).toEqual(['0001_a', '0002_b'])
    // nor are those loaded that the database has
    const unread = await temporaryFolder()
    for (const name of ['0001_a.ts', '0002_b.ts']) await writeFile(join(unread, name), 'nonsense(')
    expect(await migrateToLatest(database.db, unread)).toEqual([])
  })

  it('happens once if several processes start at once', async () => {
    const folder = await migrations({ '0001_c.ts': MAKES('c'), '0002_d.ts': MAKES('d') })
    const done = await Promise.all([1, 2, 3, 4].map(() => migrateToLatest(database.db, folder)))
    expect(done.flat()).toEqual(['0001_c', '0002_d'])
  })

  it('rolls back the whole batch if one migration fails, and names it', async () => {
    const folder = await migrations({ '0001_e.ts': MAKES('e'), '0002_wrong.ts': FAILS })
    await expect(migrateToLatest(database.db, folder)).rejects.toMatchObject({
      name: 'SetupError',
      message: 'Migration 0002_wrong failed, and nothing was changed: division by zero',
    })
    expect(await exists('e')).toBe(false)
  })

  it('refuses a database of another version', async () => {
    await migrateToLatest(database.db, await migrations({ '0001_f.ts': MAKES('f'), '0002_g.ts': MAKES('g') }))
    const older = await temporaryFolder()
    await writeFile(join(older, '0001_f.ts'), 'export const up = async () => {}\n')
    await expect(migrateToLatest(database.db, older)).rejects.toMatchObject({
      name: 'SetupError',
      message: expect.stringMatching(
        /^Another version of Deadheat made this database: its migration 0002_g is not known here\. /,
      ),
    })
  })
})
