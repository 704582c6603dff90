/** Types of columns and rows. JSON is read as a value and written as its text. */
import type { ColumnType } from 'kysely'

/** What a JSON column holds from when its row is inserted: no code changes it. */
export interface Fixed<T> {
  fixedValue: T
}

type Read<T> = T extends Fixed<infer Value> ? Value : T
type Updated<T, Text> = T extends Fixed<unknown> ? never : Text

export type Json<T> = ColumnType<Read<T>, string, Updated<T, string>>

export type JsonOrNull<T> = ColumnType<Read<T> | null, string | null | undefined, Updated<T, string | null>>

export type JsonOrDefault<T> = ColumnType<Read<T>, string | undefined, Updated<T, string>>

/** The driver reads a day as its first moment. It is written as its text: the driver's own may be the day before. */
export type Day = ColumnType<Date, Date | string>

/** What a contract has, as a row of the database: these moments are dates there. */
export type WithDates<T, Moments extends keyof T> = Omit<T, Moments> & {
  [key in Moments]: null extends T[key] ? Date | null : Date
}
