/** Rows in portions that one INSERT can carry (Postgres takes 65,535 parameters a statement). */
export function* chunks<T>(rows: Iterable<T>, size = 1000): Generator<T[]> {
  let chunk: T[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
