/** Types of columns that hold JSON: read as a value, written as its text. */
import type { ColumnType } from 'kysely'

export type Json<T> = ColumnType<T, string, string>

export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

/** An empty object unless given. */
export type JsonObject = ColumnType<Record<string, unknown>, string | undefined, string>
