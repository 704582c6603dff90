import type { UnitCells } from '../../../shared/stats/internal.ts'

/** Votes that were added or removed, by cell (3 · pair + outcome) and unit, until they are applied to the cells. */
export class CellChanges {
  readonly #units: number
  readonly #changes = new Map<number, number>()

  constructor(units: number) {
    this.#units = units
  }

  get size(): number {
    return this.#changes.size
  }

  add(cell: number, unit: number, votes: number): void {
    const key = cell * this.#units + unit
    this.#changes.set(key, (this.#changes.get(key) ?? 0) + votes)
  }

  /** Applies the changes. Returns the same cells if only counts have changed, and new ones otherwise. */
  appliedTo(cells: UnitCells): UnitCells {
    const keys = [...this.#changes.keys()].filter((key) => this.#changes.get(key) !== 0).sort((a, b) => a - b)
    const { start, unit, count } = cells
    const coming: { place: number; cell: number; unit: number; votes: number }[] = []
    const going: number[] = []
    for (const key of keys) {
      const cell = Math.floor(key / this.#units)
      const unitNumber = key % this.#units
      const place = firstFrom(unit, start[cell], start[cell + 1], unitNumber)
      const votes = this.#changes.get(key)!
      if (place === start[cell + 1] || unit[place] !== unitNumber)
        coming.push({ place, cell, unit: unitNumber, votes })
      else if ((count[place] = count[place] + votes) === 0) going.push(place)
    }
    this.#changes.clear()
    return coming.length + going.length === 0 ? cells : rearranged(cells, coming, going)
  }
}

/** The first place in an ascending stretch whose unit is at least `leastUnit`. */
function firstFrom(unit: Int32Array, from: number, to: number, leastUnit: number): number {
  while (from < to) {
    const middle = (from + to) >> 1
    if (unit[middle] < leastUnit) from = middle + 1
    else to = middle
  }
  return from
}

function rearranged(
  { units, start, unit, count }: UnitCells,
  coming: { place: number; cell: number; unit: number; votes: number }[],
  going: number[],
): UnitCells {
  const size = unit.length + coming.length - going.length
  const next: UnitCells = {
    units,
    start: start.slice(),
    unit: new Int32Array(size),
    count: new Float64Array(size),
  }
  let read = 0
  let written = 0
  const copyTo = (end: number) => {
    next.unit.set(unit.subarray(read, end), written)
    next.count.set(count.subarray(read, end), written)
    written += end - read
    read = end
  }
  const steps = [...coming, ...going.map((place) => ({ place, cell: -1, unit: -1, votes: 0 }))]
  // an added entry comes before the entry at its place; equal places keep the order of their keys
  steps.sort((a, b) => a.place - b.place || Number(a.votes === 0) - Number(b.votes === 0))
  for (const step of steps) {
    copyTo(step.place)
    if (step.votes === 0) {
      read++
      continue
    }
    next.unit[written] = step.unit
    next.count[written++] = step.votes
  }
  copyTo(unit.length)
  moveStarts(next.start, start, coming, going)
  return next
}

/** Each cell starts later by the entries added before it, and earlier by those removed. */
function moveStarts(
  starts: Int32Array,
  before: Int32Array,
  coming: { cell: number }[],
  going: number[],
): void {
  let came = 0
  let went = 0
  for (let cell = 0; cell < starts.length; cell++) {
    while (came < coming.length && coming[came].cell < cell) came++
    while (went < going.length && going[went] < before[cell]) went++
    starts[cell] = before[cell] + came - went
  }
}
