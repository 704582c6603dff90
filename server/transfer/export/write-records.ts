/** Records as the text of a file, in portions: CSV, JSON (one array) or JSONL. */
import { stringify } from 'csv-stringify/sync'

export const FORMATS = ['csv', 'json', 'jsonl'] as const
export type Format = (typeof FORMATS)[number]

export const MEDIA_TYPES: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

/** Lists and objects are written as such in JSON, and as JSON text in a CSV cell. */
type Cell = string | number | boolean | null | undefined | readonly unknown[] | Record<string, unknown>
export type FileRecord = Record<string, Cell>

/**
 * CSV cells that a spreadsheet would take for a formula (text that starts with = + - @) are escaped. JSON lines leave
 * out nulls.
 */
export async function* writeRecords(
  portions: AsyncIterable<FileRecord[]>,
  columns: readonly string[],
  format: Format,
): AsyncGenerator<string> {
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
