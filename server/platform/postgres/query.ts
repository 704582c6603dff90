/**
 * Statements that can be pasted into a console, as tags of their text. Values become parameters, and fragments of `sql` parts of
 * the statement, as in Kysely's `sql`.
 */
import { sql } from 'kysely'
import type { Db } from '../schema.ts'

type Statement<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>

/** All rows of a statement: ``queryRows<Judge>(db)`select …` ``. */
export const queryRows =
  <Row>(db: Db): Statement<Row[]> =>
  async (text, ...values) =>
    (await sql<Row>(text, ...values).execute(db)).rows

/** The first row of a statement; undefined if there is none. */
export const queryRow =
  <Row>(db: Db): Statement<Row | undefined> =>
  async (text, ...values) =>
    (await queryRows<Row>(db)(text, ...values))[0]

/** The first row of a statement that always has one. @throws {Error} if it has none */
export const requireRow =
  <Row>(db: Db): Statement<Row> =>
  async (text, ...values) =>
    required(await queryRow<Row>(db)(text, ...values))

/** The first column of a statement, by row. */
export const queryColumn =
  <Value>(db: Db): Statement<Value[]> =>
  async (text, ...values) =>
    (await queryRows<Record<string, Value>>(db)(text, ...values)).map((row) => Object.values(row)[0])

/** The first value of a statement; undefined if it has no row. */
export const queryValue =
  <Value>(db: Db): Statement<Value | undefined> =>
  async (text, ...values) =>
    (await queryColumn<Value>(db)(text, ...values))[0]

/** The first value of a statement that always has a row. @throws {Error} if it has none */
export const requireValue =
  <Value>(db: Db): Statement<Value> =>
  async (text, ...values) =>
    required(await queryValue<Value>(db)(text, ...values))

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a statement that always has a row has none')
  return value
}
