import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrateToLatest } from '../../../../server/platform/postgres/migrate.ts'
import { openForAll } from '../../../support/later.ts'
import { createTestDatabase } from '../../../support/database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { presentSource, type Board } from '../../../../shared/contracts/index.ts'
import { METHOD_VERSION } from '../../../../shared/stats/board/estimates.ts'
import {
  checksumsOfMigrations,
  keptRelease,
  keptVersions,
  RELEASES,
} from '../../../../workshop/package/keep-release.ts'
import { createTestApp } from '../../../support/app.ts'
import { Visitor } from '../../visitor.ts'
import { emptyDatabase, runOn } from '../backups.ts'

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

/** A database of each release opens here, with the boards that it had. `workshop/package/keep-release.ts` keeps one. */
/** What a board says, apart from when it was computed; of another version of the statistics, how many votes it counts. */
const saidBy = ({ computedAt: _at, version: _version, ...board }: Board, isSameMethod: boolean) =>
  isSameMethod
    ? { ...board, view: { ...board.view, source: presentSource(board.view.source) } }
    : { votes: board.votes }

it('a release is kept', () => expect(keptVersions().length).toBeGreaterThan(0))

describe.each(keptVersions())('%s', (version) => {
  const { migrations, boards } = keptRelease(version)

  it('had the migrations of today, unchanged (before the release: keep it anew)', () => {
    expect(checksumsOfMigrations()).toMatchObject(migrations)
  })

  it('left a database that opens, has its boards, computes them again, and takes votes', async () => {
    const database = await emptyDatabase()
    const { code, stderr } = await runOn(database, 'restore', join(RELEASES, `${version}.backup`))
    expect([code, stderr]).toEqual([0, ''])
    expect(await migrateToLatest(database.db)).toEqual([])
    const app = await createTestApp({ database })
    const boardOf = ({ arena, view }: Board) =>
      app.json<Board>(`/api/arenas/${arena}/leaderboard?source=${view.source}`)
    expect(boards.length).toBeGreaterThan(3)
    for (const when of ['as stored', 'computed again']) {
      if (when === 'computed again') await database.db.deleteFrom('snapshots').execute()
      await app.settle()
      for (const board of boards) {
        const isSame = board.methodVersion === METHOD_VERSION
        // later versions say more
        expect(await boardOf(board), when).toMatchObject(saidBy(board, isSame))
      }
    }
    const visitor = new Visitor(app)
    expect((await visitor.vote(await visitor.battle('replies'), 'left')).status).toBe(201)
    await app.close()
  })
})
