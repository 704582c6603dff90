import type { Board } from '../../../shared/contracts/index.ts'

/** A figure in which two boards differ. */
export interface Difference {
  /** The name of the figure: "votesSha256", "rating of Warm-v3". */
  what: string
  snapshot: unknown
  recomputed: unknown
}

/** Fields that no votes file contains, or that do not affect the numbers. */
const NOT_COMPARED = new Set([
  'version',
  'computedAt',
  'declaredSince',
  'warnings',
  'excluded',
  'withQuarantined',
  'voterCap',
  'contestants',
])
/** Fields that boards of earlier versions do not have. */
const ADDED_LATER = new Set(['looksCost', 'speaksFor'])
/** Fields that all others are computed from; they are compared first. */
const FIRST = ['votes', 'votesSha256']

/**
 * Every figure in which two boards differ: counts and hash first, then the other fields, then row by row. There is no
 * tolerance.
 */
export function differencesBetween(snapshot: Board, recomputed: Board): Difference[] {
  const heads = [...FIRST, ...keysOf(snapshot, recomputed).filter((key) => !FIRST.includes(key))]
  const inHeads = heads
    .filter((key) => !NOT_COMPARED.has(key) && (key in snapshot || !ADDED_LATER.has(key)))
    .flatMap((key) => compare(key, snapshot[key as keyof Board], recomputed[key as keyof Board]))
  return [...inHeads, ...differencesOfRows(snapshot.contestants, recomputed.contestants)]
}

function differencesOfRows(snapshot: Board['contestants'], recomputed: Board['contestants']): Difference[] {
  const before = new Map(snapshot.map((row) => [row.name, row]))
  const after = new Map(recomputed.map((row) => [row.name, row]))
  const order = compare('order of contestants', [...before.keys()], [...after.keys()])
  const rows = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [stored, again] = [before.get(name), after.get(name)]
    if (!stored || !again)
      return [{ what: name, snapshot: stored ? 'listed' : null, recomputed: again ? 'listed' : null }]
    return keysOf(stored, again).flatMap((key) =>
      compare(key, stored[key as keyof typeof stored], again[key as keyof typeof again]).map((one) => ({
        ...one,
        what: `${one.what} of ${name}`,
      })),
    )
  })
  return before.size < snapshot.length
    ? [
        { what: 'contestants listed twice', snapshot: snapshot.length - before.size, recomputed: 0 },
        ...order,
        ...rows,
      ]
    : [...order, ...rows]
}

function compare(what: string, snapshot: unknown, recomputed: unknown): Difference[] {
  if (isStructure(snapshot) && isStructure(recomputed)) {
    const step = Array.isArray(snapshot)
      ? (key: string) => `${what}[${key}]`
      : (key: string) => `${what}.${key}`
    return keysOf(snapshot, recomputed).flatMap((key) => compare(step(key), snapshot[key], recomputed[key]))
  }
  // JSON knows no −0
  return snapshot === recomputed ? [] : [{ what, snapshot: snapshot ?? null, recomputed: recomputed ?? null }]
}

function isStructure(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function keysOf(one: object, other: object): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
}

/** The number of figures and words of a board that are compared. */
export function countFigures(board: Board): number {
  const leaves = (value: unknown): number =>
    isStructure(value) ? Object.values(value).reduce<number>((sum, one) => sum + leaves(one), 0) : 1
  return Object.entries(board).reduce(
    (sum, [key, value]) => (NOT_COMPARED.has(key) && key !== 'contestants' ? sum : sum + leaves(value)),
    0,
  )
}
