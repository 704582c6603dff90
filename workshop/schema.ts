/**
 * server/platform/schema.generated.ts: the types of all tables, read from a migrated database. What a check allows a text
 * to be is its type. What JSON holds is in server/platform/documents.ts. `npm run schema` writes the file.
 */

/** By the name of the type in Postgres, what the driver reads. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Day',
  float4: 'number',
  float8: 'number',
  int4: 'number',
  int8: 'number',
  pg_snapshot: 'string',
  publication: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  varchar: 'string',
  xid8: 'string',
}

interface Column {
  table: string
  name: string
  /** An array begins with `_`. */
  type: string
  nullable: boolean
  kind: 'given' | 'default' | 'always'
  /** The definitions of the checks on it alone. */
  checks: string[]
  comment: string | null
}

const COLUMNS = `
  select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as nullable,
    case when a.attidentity = 'a' then 'always' when a.atthasdef then 'default' else 'given' end as kind,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks,
    col_description(c.oid, a.attnum) as comment
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '^kysely_'
  order by c.relname, a.attnum`

/** The text of the file, from the database that this pool leads to. */
export async function schemaTypes(pool: {
  query(statement: string): Promise<{ rows: unknown[] }>
}): Promise<string> {
  const { rows } = await pool.query(COLUMNS)
  const tables = Map.groupBy(rows as Column[], ({ table }) => table)
  const lines = [...tables].flatMap(([table, columns]) => [
    `  ${table}: {`,
    ...columns.flatMap((column) => [
      ...(column.comment ? [`    /** ${column.comment} */`] : []),
      `    ${column.name}: ${columnType(column)}`,
    ]),
    '  }',
  ])
  return `// Made from the migrations. Change them instead, and run \`npm run schema\`.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Day, Json, JsonOrDefault, JsonOrNull } from './column-types.ts'
import type { Documents } from './documents.ts'

export interface Database {
${lines.join('\n')}
}
`
}

function columnType(column: Column): string {
  const { table, name, type, nullable, kind } = column
  if (type.startsWith('json')) {
    const wrapper = nullable ? 'JsonOrNull' : kind === 'default' ? 'JsonOrDefault' : 'Json'
    return `${wrapper}<Documents['${table}']['${name}']>`
  }
  const value = `${valueType(column)}${nullable ? ' | null' : ''}`
  if (kind === 'always') return `GeneratedAlways<${value}>`
  return kind === 'default' ? `Generated<${value}>` : value
}

function valueType({ table, name, type, checks }: Column): string {
  for (const check of checks) {
    const values = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1]
    if (values) return values.replaceAll('::text', '').replaceAll(', ', ' | ')
  }
  const item = TYPES[type.replace(/^_/, '')]
  if (!item)
    throw new Error(`${table}.${name} has the type ${type}, of which workshop/schema.ts says nothing.`)
  return type.startsWith('_') ? `${item}[]` : item
}
