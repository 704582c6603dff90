import { factorise } from '../numbers/linear.ts'
import { RandomStream } from '../numbers/random.ts'

/** Contestants beyond those that the ingredients need, by which a rest can be seen. */
const SPARE = 3
const STARTS = 20
/** What an interaction of two ingredients may be, in multiples of the error: little, so that main effects come first. */
const INTERACTIONS = 0.02
/** Larger sets of all variants are not listed to draw distinct ones from. */
export const MOST_VARIANTS = 4096

interface Fraction {
  /** For each variant its level of each ingredient, from 0. */
  variants: number[][]
  /** How many variants there are in all. */
  all: number
  /** By how many variants there are more than the ingredients need. */
  spare: number
}

/**
 * Which variants to write, so that few tell all ingredients apart: those whose ingredients have the largest determinant of
 * information, with interactions of two as unlikely (DuMouchel & Jones 1994, "A simple Bayesian modification of D-optimal
 * designs", Technometrics 36), by exchange of coordinates from several starts (Meyer & Nachtsheim 1995).
 * @param levels  how many levels each ingredient has
 * @param count  how many variants; if left out, few that leave some to test what ingredients do not explain
 */
export function fractionOf(levels: readonly number[], count?: number, seed = 1): Fraction {
  const all = levels.reduce((product, size) => product * size, 1)
  const needed = 1 + levels.reduce((sum, size) => sum + size - 1, 0)
  const even = levels.every((size) => size === 2) ? 4 : Math.max(...levels)
  const size = Math.min(all, count ?? Math.ceil((needed + SPARE) / even) * even)
  let best = { value: -Infinity, chosen: new Set<number>() }
  for (let start = 0; start < (size === all ? 1 : STARTS); start++) {
    const found = exchanged(levels, all, size, new RandomStream(seed, start))
    if (found.value > best.value + 1e-9) best = found
  }
  const variants = [...best.chosen].sort((a, b) => a - b).map((code) => variantOf(code, levels))
  return { variants, all, spare: size - needed }
}

/** The variant of a number; the last ingredient changes fastest. */
function variantOf(code: number, levels: readonly number[]): number[] {
  const variant: number[] = []
  for (const size of levels.toReversed()) {
    variant.unshift(code % size)
    code = Math.floor(code / size)
  }
  return variant
}

function exchanged(levels: readonly number[], all: number, size: number, stream: RandomStream) {
  const chosen = new Set<number>()
  if (size === all) for (let code = 0; code < all; code++) chosen.add(code)
  while (chosen.size < size) chosen.add(Math.floor(stream.uniform() * all))
  const rows = [...chosen].map((code) => ({ code, row: columnsOf(variantOf(code, levels), levels) }))
  let value = valueOf(rows, levels)
  for (let improved = size < all; improved;) {
    improved = false
    for (const own of rows)
      for (const code of neighbours(own.code, levels)) {
        if (chosen.has(code)) continue
        const before = { ...own }
        Object.assign(own, { code, row: columnsOf(variantOf(code, levels), levels) })
        const next = valueOf(rows, levels)
        if (next > value + 1e-9) {
          chosen.delete(before.code)
          chosen.add(code)
          value = next
          improved = true
        } else Object.assign(own, before)
      }
  }
  return { value, chosen }
}

/** The variants that differ in one ingredient. */
function* neighbours(code: number, levels: readonly number[]): Generator<number> {
  let step = 1
  for (const size of levels.toReversed()) {
    const own = Math.floor(code / step) % size
    for (let level = 0; level < size; level++) if (level !== own) yield code + (level - own) * step
    step *= size
  }
}

/** 1, then orthogonal contrasts of each ingredient (Helmert's), then products of those of two ingredients. */
function columnsOf(variant: readonly number[], levels: readonly number[]): number[] {
  const mains = variant.map((level, k) =>
    Array.from({ length: levels[k] - 1 }, (_, at) => {
      const scale = Math.sqrt(levels[k] / ((at + 1) * (at + 2)))
      return scale * (level <= at ? 1 : level === at + 1 ? -(at + 1) : 0)
    }),
  )
  const products = mains.flatMap((one, k) =>
    mains.slice(k + 1).flatMap((other) => one.flatMap((a) => other.map((b) => a * b))),
  )
  return [1, ...mains.flat(), ...products]
}

/** The logarithm of the determinant of information. */
function valueOf(rows: readonly { row: readonly number[] }[], levels: readonly number[]): number {
  const n = rows[0].row.length
  const mains = 1 + levels.reduce((sum, size) => sum + size - 1, 0)
  const matrix = new Float64Array(n * n)
  for (const { row } of rows)
    for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) matrix[i * n + j] += row[i] * row[j]
  for (let i = 0; i < n; i++) matrix[i * n + i] += i < mains ? 1e-9 : 1 / INTERACTIONS
  if (!factorise(matrix, n)) return -Infinity
  let value = 0
  for (let i = 0; i < n; i++) value += 2 * Math.log(matrix[i * n + i])
  return value
}
