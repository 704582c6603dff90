/** The rows of one arena, table by table, by the catalogue of Postgres. */
import { escapeIdentifier, type ClientBase } from 'pg'
import { storedTables } from '../../platform/postgres/backup/index.ts'

export interface ArenaTable {
  name: string
  /** Without the number of the arena. */
  columns: string[]
}

/** Entries of the log are of the server, with ids of their own for all arenas. */
const LEFT_OUT = new Set(['audit_entries'])

/** The tables with rows of arenas, the arenas themselves first, each after those that it refers to. */
export async function arenaTables(client: ClientBase): Promise<ArenaTable[]> {
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
export function rowsOfArena({ name, columns }: ArenaTable, arenaId: number): string {
  const owner = name === 'arenas' ? 'id' : 'arena_id'
  const order = columns.includes('id') ? ' order by id' : ''
  return `(select ${named(columns)} from ${escapeIdentifier(name)} where ${owner} = ${Math.trunc(arenaId)}${order})`
}

/** The temporary table that takes the rows of a section. */
const incoming = (name: string): string => escapeIdentifier(`incoming_${name}`)

/** Makes a temporary table with these columns. @returns it with its columns, as COPY takes them */
export async function makeIncoming(client: ClientBase, { name, columns }: ArenaTable): Promise<string> {
  await client.query(
    `create temporary table ${incoming(name)} on commit drop as select ${named(columns)} from ${escapeIdentifier(name)} limit 0`,
  )
  return `${incoming(name)} (${named(columns)})`
}

/** Adds the arena under a name. @returns its number in this database */
export async function addArena(
  client: ClientBase,
  { name, columns }: ArenaTable,
  slug: string,
): Promise<number> {
  await client.query(`update ${incoming(name)} set slug = $1`, [slug])
  const { rows } = await client.query<{ id: number }>(
    `insert into ${escapeIdentifier(name)} (${named(columns)}) select ${named(columns)} from ${incoming(name)} returning id`,
  )
  return rows[0].id
}

/** What triggers did is in the rows already; foreign keys and constraints are checked. */
export async function switchTriggers(
  client: ClientBase,
  tables: readonly ArenaTable[],
  to: 'disable' | 'enable',
) {
  await client.query(
    tables.map(({ name }) => `alter table ${escapeIdentifier(name)} ${to} trigger user`).join('; '),
  )
}

export async function addRows(
  client: ClientBase,
  { name, columns }: ArenaTable,
  arenaId: number,
): Promise<void> {
  await client.query(
    `insert into ${escapeIdentifier(name)} (arena_id, ${named(columns)}) overriding system value
     select $1, ${named(columns)} from ${incoming(name)}`,
    [arenaId],
  )
}

/** Lets the numbers that Postgres gives begin after those of the arena. */
export async function moveSequences(
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
