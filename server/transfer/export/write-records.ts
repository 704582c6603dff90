/** Records as a file, in portions: CSV, JSON (one array), JSONL or Parquet. */
import { stringify } from 'csv-stringify/sync'
import { ByteWriter, ParquetWriter, schemaFromColumnData, type BasicType } from 'hyparquet-writer'

/** Formats of every kind of export. */
export const FORMATS = ['csv', 'json', 'jsonl', 'parquet'] as const
export type Format = (typeof FORMATS)[number]

/** The media type of each format. */
export const MEDIA_TYPES: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/**
 * CSV cells that a spreadsheet would take for a formula (text that starts with = + - @) are escaped. JSON lines leave
 * out nulls.
 */
export async function* writeRecords(
  portions: AsyncIterable<FileRecord[]>,
  columns: readonly string[],
  format: Format,
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

/** Lists and objects are written as such in JSON, and as JSON text in a CSV cell. */
type Cell = string | number | boolean | null | undefined | readonly unknown[] | Record<string, unknown>
export type FileRecord = Record<string, Cell>

const typed = (type: BasicType, columns: string): Record<string, BasicType> =>
  Object.fromEntries(columns.split(' ').map((column) => [column, type]))

/** Columns that are no text. Every other one is written as text, lists and objects as JSON. */
const TYPES: Record<string, BasicType> = {
  ...typed('BOOLEAN', 'anony inconsistent released'),
  ...typed(
    'DOUBLE',
    'tstamp pair_probability seconds rating rating_lower rating_upper win_rate cost_usd latency_ms',
  ),
  ...typed(
    'INT32',
    'sample_a sample_b place_best place_worst votes wins losses ties both_bad repeat input_tokens output_tokens',
  ),
}

/** The rows of a group: it is in memory until it is written. */
const GROUP_ROWS = 10_000
/** A group ends earlier if its texts are long, in characters. */
const GROUP_TEXT = 32 * 1024 * 1024

/** Records as a Parquet file, in portions. A column has the same type in every file. */
async function* writeParquet(
  portions: AsyncIterable<FileRecord[]>,
  columns: readonly string[],
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter()
  const types = columns.map((name) => ({ name, type: TYPES[name] ?? ('STRING' as const), nullable: true }))
  const schema = schemaFromColumnData({ columnData: types.map((column) => ({ ...column, data: [] })) })
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: 'deadheat' })
  const write = async (rows: readonly FileRecord[]) => {
    const columnData = types.map((column) => ({
      ...column,
      data: rows.map((row) => formatCell(row[column.name], column.type)),
    }))
    await file.write({ columnData, rowGroupSize: rows.length })
  }
  const taken = () => {
    const copy = bytes.getBytes().slice()
    bytes.index = 0
    return copy
  }
  let rows: FileRecord[] = []
  let text = 0
  for await (const records of portions)
    for (const record of records) {
      rows.push(record)
      for (const cell of Object.values(record)) if (typeof cell === 'string') text += cell.length
      if (rows.length < GROUP_ROWS && text < GROUP_TEXT) continue
      await write(rows)
      rows = []
      text = 0
      yield taken()
    }
  if (rows.length > 0) await write(rows)
  await file.finish()
  yield taken()
}

function formatCell(cell: FileRecord[string], type: BasicType): unknown {
  if (cell === null || cell === undefined) return null
  if (type !== 'STRING') return cell
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}
