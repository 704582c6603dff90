import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRows } from '../../../server/platform/postgres/rows.ts'
import type { OpenDatabase } from '../../../server/platform/postgres/database.ts'
import { createTestDatabase } from '../../support/database.ts'

const TYPES = { arena_id: 'integer', slug: 'text', name: 'text', model: 'text', retired_at: 'timestamptz' }

let database: OpenDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

async function newArena(slug: string): Promise<number> {
  const { id } = await database.db
    .insertInto('arenas')
    .values({ slug, title: slug, criteria: ['overall'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const stored = (arena: number) =>
  database.db
    .selectFrom('contestants')
    .select(['name', 'model', 'retired_at'])
    .where('arena_id', '=', arena)
    .orderBy('id')
    .execute()

describe('rows inserted by the array', () => {
  it('are stored exactly as given', async () => {
    const arena = await newArena('odd')
    const names = [
      'say "hi"',
      'back\\slash',
      'null',
      'NULL',
      '{a,b}',
      "it's",
      'zwei\nZeilen',
      'ünï 🎈',
      '\\"',
    ]
    const models = ['', null, 'null', '{}', '"', '\\', ',', ' ', 'x']
    const retired = new Date('2025-03-30T01:30:00.123Z')
    await insertRows(
      database.db,
      'contestants',
      TYPES,
      names.map((name, i) => ({
        arena_id: arena,
        slug: `c${i}`,
        name,
        model: models[i],
        retired_at: i ? null : retired,
      })),
    )
    expect(await stored(arena)).toEqual(
      names.map((name, i) => ({ name, model: models[i], retired_at: i ? null : retired })),
    )
  })

  it('come in their order, in several statements if they are many', async () => {
    const arena = await newArena('many')
    const names = Array.from({ length: 10_001 }, (_, i) => `c${i}`)
    const rows = names.map((name) => ({ arena_id: arena, slug: name, name, model: null, retired_at: null }))
    await insertRows(database.db, 'contestants', TYPES, rows)
    expect((await stored(arena)).map(({ name }) => name)).toEqual(names)
  })

  it('may be none', async () => {
    await expect(insertRows(database.db, 'contestants', TYPES, [])).resolves.toBeUndefined()
  })
})
