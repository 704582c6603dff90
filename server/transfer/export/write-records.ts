/** Records as a file, in portions: CSV, JSON (one array), JSONL or Parquet. */
import { stringify } from 'csv-stringify/sync'
import type { FileRecord } from './file-record.ts'
import { writeParquet } from './parquet.ts'

export type { FileRecord } from './file-record.ts'

/** Formats of every kind of export. */
export const TABLE_FORMATS = ['csv', 'json', 'jsonl', 'parquet'] as const
/** Formats of one kind of export. */
export const OTHER_FORMATS = {
  ratings: ['latex', 'lmarena'],
  preferences: ['dpo', 'conversational'],
  battles: ['langsmith', 'promptfoo'],
} as const
export const FORMATS = [
  ...TABLE_FORMATS,
  ...OTHER_FORMATS.ratings,
  ...OTHER_FORMATS.preferences,
  ...OTHER_FORMATS.battles,
] as const
export type Format = (typeof FORMATS)[number]
type TableFormat = (typeof TABLE_FORMATS)[number]

const JSON_TYPE = 'application/json; charset=utf-8'
const JSONL_TYPE = 'application/x-ndjson; charset=utf-8'
export const MEDIA_TYPES: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  json: JSON_TYPE,
  jsonl: JSONL_TYPE,
  parquet: 'application/vnd.apache.parquet',
  latex: 'application/x-latex; charset=utf-8',
  lmarena: JSON_TYPE,
  dpo: JSONL_TYPE,
  conversational: JSONL_TYPE,
  langsmith: JSONL_TYPE,
  promptfoo: JSON_TYPE,
}
/** How the names of files end. */
export const EXTENSIONS: Record<Format, string> = {
  csv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  parquet: 'parquet',
  latex: 'tex',
  lmarena: 'lmarena.json',
  dpo: 'dpo.jsonl',
  conversational: 'conversational.jsonl',
  langsmith: 'langsmith.jsonl',
  promptfoo: 'promptfoo.json',
}

/**
 * CSV cells that a spreadsheet would take for a formula (text that starts with = + - @) are escaped. JSON lines leave
 * out nulls.
 */
export async function* writeRecords(
  portions: AsyncIterable<FileRecord[]>,
  columns: readonly string[],
  format: TableFormat,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'parquet') return yield* writeParquet(portions, columns)
  if (format === 'csv') yield stringify([columns as string[]])
  if (format === 'json') yield '['
  let first = true
  for await (const records of portions) {
    if (format === 'csv') yield csvRows(records, columns)
    else if (format === 'jsonl')
      yield records.map((record) => `${JSON.stringify(withoutNulls(record))}\n`).join('')
    else if (records.length > 0)
      yield `${first ? '\n' : ',\n'}${records.map((record) => JSON.stringify(record)).join(',\n')}`
    first &&= records.length === 0
  }
  if (format === 'json') yield first ? ']\n' : '\n]\n'
}

const csvRows = (records: FileRecord[], columns: readonly string[]) =>
  stringify(
    records.map((record) => columns.map((column) => record[column])),
    {
      escape_formulas: true,
      cast: { number: (value) => ({ value: String(value), escape_formulas: false }), boolean: String },
    },
  )

const withoutNulls = (record: FileRecord) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))
