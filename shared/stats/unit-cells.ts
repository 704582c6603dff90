/**
 * Votes by pair, outcome and unit. For pair p, the wins of its first are start[3p] … start[3p + 1] − 1, those of
 * its second start at start[3p + 1], and the ties at start[3p + 2]; ascending by unit.
 */
export interface UnitCells {
  /** The number of units, including those without a vote. */
  units: number
  start: Int32Array
  unit: Int32Array
  /** The number of votes of that unit. */
  count: Float64Array
}

/**
 * Groups votes into cells: `cell` (3 · pair + outcome, below `cells`) and `unit` of each vote, in an order in which
 * units ascend within a cell.
 */
export function cellsOf(cell: Int32Array, unit: Int32Array, cells: number, units: number): UnitCells {
  const next = new Int32Array(cells + 1)
  for (const index of cell) next[index + 1]++
  for (let index = 0; index < cells; index++) next[index + 1] += next[index]
  const start = next.slice()
  const sorted = new Int32Array(unit.length)
  for (let vote = 0; vote < unit.length; vote++) sorted[next[cell[vote]]++] = unit[vote]

  const count = new Float64Array(unit.length)
  let lastKept = -1
  for (let index = 0; index < cells; index++) {
    const end = start[index + 1]
    let vote = start[index]
    start[index] = lastKept + 1
    for (let previous = -1; vote < end; vote++) {
      if (sorted[vote] !== previous) sorted[++lastKept] = previous = sorted[vote]
      count[lastKept]++
    }
  }
  start[cells] = lastKept + 1
  return { units, start, unit: sorted.slice(0, lastKept + 1), count: count.slice(0, lastKept + 1) }
}
