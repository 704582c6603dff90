/** Providers of an earlier version: those that came over HTTP are kept to public addresses. */
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToLatest } from '../../../server/platform/postgres/migrate.ts'
import { createTestDatabase } from '../../support/database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../migrations')

test('an arena last described over HTTP may call public addresses only, any other arena every address', async () => {
  const { db, close } = await createTestDatabase()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const earlier = await temporaryFolder()
  await symlink(join(import.meta.dirname, '../../../node_modules'), join(earlier, 'node_modules'))
  for (const name of await readdir(MIGRATIONS))
    if (name < '0020') await symlink(join(MIGRATIONS, name), join(earlier, name))
  await migrateToLatest(db, earlier)
  await sql`
    insert into arenas (slug, title, criteria) select slug, slug, '{overall}'
    from unnest('{sent,file,sent-then-file,votes-sent,unknown}'::text[]) with ordinality as given (slug, at)
    order by at`.execute(db)
  await sql`
    insert into providers (arena_id, name, type, base_url, api_key_env)
    select id, 'local', 'openai', 'http://10.0.0.1/v1', 'A_API_KEY' from arenas
    union all select id, 'own', 'openai', null, 'A_API_KEY' from arenas`.execute(db)
  const act = (slug: string, actor: string, described: boolean) =>
    sql`
    insert into audit_entries (arena_id, at, actor, act, details)
    select id, now(), ${actor}, 'arena_changed', jsonb_build_object('described', ${described}::boolean)
    from arenas where slug = ${slug}`.execute(db)
  await act('sent', 'token', true)
  await act('file', 'terminal', true)
  await act('sent-then-file', 'token', true)
  await act('sent-then-file', 'terminal', true)
  await act('votes-sent', 'terminal', true)
  await act('votes-sent', 'token', false)

  await migrateToLatest(db, MIGRATIONS)

  const { rows } = await sql`
    select a.slug, p.name from providers p join arenas a on a.id = p.arena_id where p.public_only`.execute(db)
  expect(rows).toEqual([{ slug: 'sent', name: 'local' }])
  await close()
})
