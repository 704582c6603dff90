import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { BasicType } from 'hyparquet-writer'
import type { FileRecord } from './file-record.ts'

/** Columns that are no text. Every other one is written as text, lists and objects as JSON. */
const TYPES: Record<string, BasicType> = {
  anony: 'BOOLEAN',
  inconsistent: 'BOOLEAN',
  released: 'BOOLEAN',
  ...Object.fromEntries(
    [
      'tstamp',
      'pair_probability',
      'rating',
      'rating_lower',
      'rating_upper',
      'comparison_lower',
      'comparison_upper',
      'theta',
      'standard_error',
      'cost_usd',
      'latency_ms',
    ].map((column) => [column, 'DOUBLE']),
  ),
  ...Object.fromEntries(
    [
      'sample_a',
      'sample_b',
      'rank',
      'rank_lower',
      'rank_upper',
      'votes',
      'wins',
      'losses',
      'ties',
      'both_bad',
      'units',
      'repeat',
      'input_tokens',
      'output_tokens',
    ].map((column) => [column, 'INT32']),
  ),
}

/** The rows of a group: it is in memory until it is written. */
const GROUP_ROWS = 10_000
/** A group ends earlier if its texts are long, in characters. */
const GROUP_TEXT = 32 * 1024 * 1024

/** Records as a Parquet file, in portions. A column has the same type in every file. */
export async function* writeParquet(
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
      data: rows.map((row) => cellOf(row[column.name], column.type)),
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

function cellOf(cell: FileRecord[string], type: BasicType): unknown {
  if (cell === null || cell === undefined) return null
  if (type !== 'STRING') return cell
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}
