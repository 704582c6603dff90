/** Types of columns and rows. JSON is read as a value and written as its text. */
import type { ColumnType } from 'kysely'

export type Json<T> = ColumnType<T, string, string>

export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

/** An empty object unless given. */
export type JsonObject = ColumnType<Record<string, unknown>, string | undefined, string>

/** What a contract has, as a row of the database: these moments are dates there. */
export type WithDates<T, Moments extends keyof T> = Omit<T, Moments> & {
  [key in Moments]: null extends T[key] ? Date | null : Date
}
