/**
 * What Postgres's planner knows of an arena. It counts a table anew once much of it has changed, if at all. Until then an
 * arena that grew meanwhile is taken for one of a single row, and each of its votes may be looked for among all its battles.
 */
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'
import { queryRows } from '../platform/postgres/query.ts'

/** The tables that grow with votes and judging, and are joined with each other. */
const GROWING = [
  'contestants',
  'prompts',
  'answers',
  'battles',
  'votes',
  'retractions',
  'quarantines',
  'judgements',
  'calls',
] as const

/** Fewer rows of an arena are joined in a moment, whatever the plan. */
const MANY_ROWS = 1000
/** If Postgres expects as many rows, it does not compare each with all. */
const ENOUGH_ROWS = 100
/** Where new statistics did not help, they are made again once the arena has so many times the rows. */
const GROWTH = 10

/** Rows from which on an arena's table has statistics made for it, by database, table and arena; `MANY_ROWS` if none is kept. */
const nextSizes = new WeakMap<object, Map<string, number>>()

/**
 * Updates the planner's statistics, also within the transaction of an import. Tables that another session counts at this
 * moment are left to it.
 */
export async function updateStatistics(db: Db): Promise<void> {
  await sql`analyze (skip_locked) ${sql.join(GROWING.map((table) => sql.table(table)))}`.execute(db)
}

/** Updates the planner's statistics if they take a table's many rows of this arena for few. Takes a millisecond otherwise. */
export async function updateOutgrownStatistics(db: Db, arenaId: number): Promise<void> {
  const sizes = nextSizes.get(db) ?? new Map<string, number>()
  nextSizes.set(db, sizes)
  const sizeKey = (table: string) => `${table} ${arenaId}`
  const few = await tablesTakenForSmall(db, arenaId)
  if (few.length === 0) return
  const rows = await queryRows<{ name: string }>(db)`${sql.join(
    few.map(
      (table) => sql`select ${table}::text as name where exists (
        select from ${sql.table(table)} where arena_id = ${arenaId} offset ${(sizes.get(sizeKey(table)) ?? MANY_ROWS) - 1})`,
    ),
    sql` union all `,
  )}`
  if (rows.length === 0) return
  await updateStatistics(db)
  for (const { name } of rows) sizes.set(sizeKey(name), GROWTH * (sizes.get(sizeKey(name)) ?? MANY_ROWS))
}

interface Plan {
  'Relation Name'?: string
  'Plan Rows': number
  Plans?: Plan[]
}

/** The tables of which Postgres expects few rows of this arena. */
async function tablesTakenForSmall(db: Db, arenaId: number): Promise<string[]> {
  const rows = await queryRows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(db)`explain (format json) ${sql.join(
    GROWING.map((table) => sql`select 1 from ${sql.table(table)} where arena_id = ${arenaId}`),
    sql` union all `,
  )}`
  return smallScans(rows[0]['QUERY PLAN'][0].Plan)
}

function smallScans({ 'Relation Name': table, 'Plan Rows': rows, Plans = [] }: Plan): string[] {
  if (table !== undefined) return rows < ENOUGH_ROWS ? [table] : []
  return Plans.flatMap(smallScans)
}
