/** Bits per pass of the sort. */
const BITS = 11
const KEYS = 1 << BITS

/** Rows in the order of their ids as strings: 1, 10, 100, 2. Ids are whole, from 0 to 10¹⁵. Linear in the rows. */
export function inOrderOfIds(ids: Float64Array, rows: Int32Array): Int32Array {
  const ascending = byNumber(ids, rows)
  const runs = runsOfDigits(ids, ascending)
  const sorted = new Int32Array(rows.length)
  for (let place = 0; place < sorted.length; place++) {
    let first = runs[0]
    for (const run of runs) if (run.key < first.key) first = run
    sorted[place] = ascending[first.next++]
    first.key = keyAt(ids, ascending, first)
  }
  return sorted
}

/** Ids of equally many digits, which are in the same order as strings and as numbers. */
interface Run {
  next: number
  end: number
  /** The factor that gives an id as many digits as the longest. */
  scale: number
  /** The scaled id at `next`. Among equal values, the run with fewer digits comes first. */
  key: number
}

function keyAt(ids: Float64Array, rows: Int32Array, { next, end, scale }: Run): number {
  return next < end ? ids[rows[next]] * scale : Infinity
}

function runsOfDigits(ids: Float64Array, ascending: Int32Array): Run[] {
  const runs: Run[] = []
  for (let from = 0, digits = 1; from < ascending.length; digits++) {
    let end = from
    while (end < ascending.length && ids[ascending[end]] < 10 ** digits) end++
    const run = { next: from, end, scale: 10 ** (15 - digits), key: 0 }
    run.key = keyAt(ids, ascending, run)
    if (end > from) runs.push(run)
    from = end
  }
  return runs
}

/** A stable radix sort. Rows that are already in order are returned unchanged. */
function byNumber(ids: Float64Array, rows: Int32Array): Int32Array {
  let most = 0
  let isAscending = true
  for (let i = 0; i < rows.length; i++) {
    const id = ids[rows[i]]
    if (id < most) isAscending = false
    else most = id
  }
  if (isAscending) return rows
  let sorted = rows
  for (let scale = 1; scale <= most; scale *= KEYS) {
    const keyOf = (row: number) => Math.floor(ids[row] / scale) % KEYS
    const next = new Int32Array(KEYS + 1)
    for (const row of sorted) next[keyOf(row) + 1]++
    for (let key = 0; key < KEYS; key++) next[key + 1] += next[key]
    const moved = new Int32Array(rows.length)
    for (const row of sorted) moved[next[keyOf(row)]++] = row
    sorted = moved
  }
  return sorted
}
