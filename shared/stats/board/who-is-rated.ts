import type { Votes } from '../fit/votes.ts'

/**
 * Why a contestant is not rated. It lacks votes, or no votes link it to the rated ones. On classic boards it may also have won or
 * lost everything.
 */
export type UnratedReason = 'no_votes' | 'too_few_votes' | 'disconnected' | 'unbeaten' | 'winless'

/** A contestant is rated from so many votes on. */
const MIN_VOTES = 10

/**
 * The contestants that are rated: those with `MIN_VOTES` votes within the largest group that votes among such contestants
 * link, ascending. Votes of others do not count, so it is found again until nothing changes.
 */
export function findRated({ contestants, left, right }: Pick<Votes, 'contestants' | 'left' | 'right'>): {
  rated: Int32Array
  /** Whether votes link a contestant to a rated one; shape (contestants,). */
  isLinked: boolean[]
} {
  const isKept = new Array<boolean>(contestants).fill(true)
  for (;;) {
    const votes = new Float64Array(contestants)
    const group = new Int32Array(contestants).map((_, contestant) => contestant)
    const findRoot = (contestant: number): number => {
      while (group[contestant] !== contestant) contestant = group[contestant] = group[group[contestant]]
      return contestant
    }
    for (let vote = 0; vote < left.length; vote++) {
      const [a, b] = [left[vote], right[vote]]
      if (!isKept[a] || !isKept[b]) continue
      votes[a]++
      votes[b]++
      const [rootA, rootB] = [findRoot(a), findRoot(b)]
      if (rootA < rootB) group[rootB] = rootA
      else group[rootA] = rootB
    }
    const sizes = new Float64Array(contestants)
    for (let contestant = 0; contestant < contestants; contestant++)
      if (isKept[contestant]) sizes[findRoot(contestant)]++
    const largest = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0))
    let changed = false
    for (let contestant = 0; contestant < contestants; contestant++) {
      if (!isKept[contestant]) continue
      if (votes[contestant] >= MIN_VOTES && findRoot(contestant) === largest) continue
      isKept[contestant] = false
      changed = true
    }
    if (changed) continue
    const rated = Int32Array.from([...isKept.keys()].filter((contestant) => isKept[contestant]))
    return { rated, isLinked: linkedTo(rated, contestants, left, right) }
  }
}

/** Null for those that are rated; with `found` null, nobody is. */
export function unratedReasons(
  { contestants, left, right }: Pick<Votes, 'contestants' | 'left' | 'right'>,
  found: ReturnType<typeof findRated> | null,
): (UnratedReason | null)[] {
  const reasons = new Array<UnratedReason | null>(contestants).fill('no_votes')
  for (const side of [left, right])
    for (const contestant of side)
      reasons[contestant] = found && !found.isLinked[contestant] ? 'disconnected' : 'too_few_votes'
  for (const contestant of found?.rated ?? []) reasons[contestant] = null
  return reasons
}

function linkedTo(rated: Int32Array, contestants: number, left: Int32Array, right: Int32Array): boolean[] {
  const isLinked = new Array<boolean>(contestants).fill(false)
  for (const contestant of rated) isLinked[contestant] = true
  for (let changed = rated.length > 0; changed;) {
    changed = false
    for (let vote = 0; vote < left.length; vote++)
      if (isLinked[left[vote]] !== isLinked[right[vote]]) {
        isLinked[left[vote]] = isLinked[right[vote]] = changed = true
      }
  }
  return isLinked
}
