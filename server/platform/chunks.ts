/** Rows in portions that one INSERT can carry (Postgres takes 65,535 parameters a statement). */
export function* chunks<T>(rows: readonly T[], size = 1000): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}
