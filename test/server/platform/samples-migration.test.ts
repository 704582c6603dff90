/** A database of an earlier version gets samples: what is stored stays. */
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToLatest } from '../../../server/platform/postgres/migrate.ts'
import { createTestDatabase } from '../../support/database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../migrations')

test('answers and battles of an earlier version stay as they are, each answer as the first sample', async () => {
  const { db, close } = await createTestDatabase()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const earlier = await temporaryFolder()
  await symlink(join(import.meta.dirname, '../../../node_modules'), join(earlier, 'node_modules'))
  for (const name of await readdir(MIGRATIONS))
    if (name < '0016') await symlink(join(MIGRATIONS, name), join(earlier, name))
  await migrateToLatest(db, earlier)
  await sql`insert into arenas (slug, title, criteria) values ('old', 'Old', '{overall}')`.execute(db)
  await sql`insert into contestants (arena_id, slug, name) values (1, 'a', 'A'), (1, 'b', 'B')`.execute(db)
  await sql`insert into prompts (arena_id, key, messages) values (1, 'p', '[]')`.execute(db)
  await sql`
    insert into answers (arena_id, prompt_id, contestant_id, text, text_sha256, characters, words)
    values (1, 1, 1, 'one', 'x', 3, 1), (1, 1, 2, 'two', 'y', 3, 1)`.execute(db)
  await sql`
    insert into battles (arena_id, id, criterion, prompt_id, left_contestant_id, right_contestant_id, left_answer_id,
      right_answer_id, voter, origin, shown_at)
    values (1, gen_random_uuid(), 'overall', 1, 1, 2, 1, 2, 'v', 'import', now())`.execute(db)
  const stored = async () => {
    const answers =
      await sql<object>`select to_jsonb(a) - 'sample' as row from answers a order by id`.execute(db)
    const battles = await sql<object>`
      select to_jsonb(b) - 'left_sample' - 'right_sample' as row from battles b`.execute(db)
    return [answers.rows, battles.rows]
  }
  const before = await stored()

  expect(await migrateToLatest(db, MIGRATIONS)).toContain('0016_samples')

  expect(await stored()).toMatchObject(before)
  const { rows } = await sql<{ sample: number }>`select sample from answers`.execute(db)
  expect(rows).toEqual([{ sample: 1 }, { sample: 1 }])
  const again = sql`
    insert into answers (arena_id, prompt_id, contestant_id, text, text_sha256, characters, words)
    values (1, 1, 1, 'other', 'z', 5, 1)`.execute(db)
  await expect(again).rejects.toThrow(/one_answer_per_sample/)
  await close()
})
