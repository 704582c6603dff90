/** A run of items of one list or of both; ends are exclusive. */
export interface Run {
  kind: 'same' | 'removed' | 'added'
  /** Its start in the list `before` (same, removed) or `after` (added). */
  from: number
  to: number
}

/** Lists that need more edits have too little in common to compare them item by item. */
const MOST_EDITS = 2000

/**
 * The fewest removals and additions that turn one list into the other (Myers 1986, "An O(ND) difference algorithm",
 * Algorithmica 1, section 2), removals first. Lists that take more than 2,000 keep their common ends only.
 * Costs (items + edits) × edits steps and 4 × edits² bytes.
 */
export function shortestEdit(before: readonly string[], after: readonly string[]): Run[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const room = Math.min(before.length, after.length) - start
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end++
  const middle = stepsBetween(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  )
  const runs: Run[] = [
    { kind: 'same', from: 0, to: start },
    ...middle.map(({ kind, from, to }) => ({ kind, from: from + start, to: to + start })),
    { kind: 'same', from: before.length - end, to: before.length },
  ]
  return runs.filter(({ from, to }) => to > from)
}

function stepsBetween(before: readonly string[], after: readonly string[]): Run[] {
  const reached = furthestBySteps(before, after)
  if (!reached)
    return [
      { kind: 'removed', from: 0, to: before.length },
      { kind: 'added', from: 0, to: after.length },
    ]
  const runs: Run[] = []
  let [x, y] = [before.length, after.length]
  for (let edits = reached.length - 1; edits > 0; edits--) {
    const furthest = reached[edits - 1]
    const diagonal = x - y
    const isAdded = cameByAdding(furthest, diagonal, edits)
    const cameFrom = isAdded ? diagonal + 1 : diagonal - 1
    const beforeX = furthest[cameFrom + edits]
    const beforeY = beforeX - cameFrom
    const sameFrom = isAdded ? beforeX : beforeX + 1
    runs.push({ kind: 'same', from: sameFrom, to: x })
    runs.push(
      isAdded
        ? { kind: 'added', from: beforeY, to: beforeY + 1 }
        : { kind: 'removed', from: beforeX, to: beforeX + 1 },
    )
    x = beforeX
    y = beforeY
  }
  runs.push({ kind: 'same', from: 0, to: x })
  return joined(runs.reverse())
}

/**
 * For each number of edits d up to the one that suffices, a row: how far along `before` each diagonal k is reached, at
 * index k + d + 1. Null: more than `MOST_EDITS` are needed.
 */
function furthestBySteps(before: readonly string[], after: readonly string[]): Int32Array[] | null {
  const rows: Int32Array[] = []
  const most = Math.min(MOST_EDITS, before.length + after.length)
  for (let edits = 0; edits <= most; edits++) {
    const row = new Int32Array(2 * edits + 3).fill(-1)
    const last = rows[edits - 1]
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = 0
      if (last)
        x = cameByAdding(last, diagonal, edits) ? last[diagonal + 1 + edits] : last[diagonal - 1 + edits] + 1
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++
      row[diagonal + edits + 1] = x
      if (x >= before.length && x - diagonal >= after.length) return [...rows, row]
    }
    rows.push(row)
  }
  return null
}

/** Whether the furthest path to this diagonal ends with an addition. */
function cameByAdding(last: Int32Array, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true
  return diagonal !== edits && last[diagonal - 1 + edits] < last[diagonal + 1 + edits]
}

/** Joins neighbouring runs: between two equal runs, at most one removal and then one addition. */
function joined(steps: readonly Run[]): Run[] {
  const runs: Run[] = []
  for (const step of steps.filter(({ from, to }) => to > from)) {
    let at = runs.length
    while (at > 0 && runs[at - 1].kind !== 'same' && step.kind !== 'same' && runs[at - 1].kind !== step.kind)
      at--
    const last = runs[at - 1]
    if (last?.kind === step.kind && last.to === step.from) last.to = step.to
    else if (step.kind === 'removed') runs.splice(at, 0, { ...step })
    else runs.push({ ...step })
  }
  return runs
}
