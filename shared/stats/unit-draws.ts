import { RandomStream } from './random.ts'
import type { Draw } from './draw-source.ts'
import type { UnitCells } from './unit-cells.ts'

/** The number of rounds drawn together, so that one reading of the cells serves them all. */
export const LANES = 8

/**
 * Called with the weights of rounds `first` … first + LANES − 1. The weight of unit u in round first + l is
 * weights[LANES · u + l].
 */
export type OnWeights = (weights: Float64Array, first: number) => void

/** One Exp(1) weight for each unit. Rounds are usually requested in order; a repeated round is drawn again. */
export function unitDraws(cells: UnitCells, pairOf: Int32Array, onWeights?: OnWeights): Draw {
  const pairs = pairOf.reduce((count, chosen) => (chosen < 0 ? count : count + 1), 0)
  const weights = new Float64Array(LANES * cells.units)
  const sums = new Float64Array(2 * LANES * pairs)
  let base = 0
  let end = 0
  let lastRound = -1
  return (seed, round, { firstPoints, secondPoints }) => {
    if (round !== lastRound + 1 || round >= end) {
      base = round
      end = round + LANES
      for (let lane = 0; lane < LANES; lane++) {
        const stream = new RandomStream(seed, base + lane)
        for (let at = lane; at < weights.length; at += LANES) weights[at] = stream.exponential()
      }
      addUp(cells, weights, pairOf, sums)
      onWeights?.(weights, base)
    }
    lastRound = round
    for (let pair = 0, at = round - base; pair < pairs; pair++, at += 2 * LANES) {
      firstPoints[pair] = sums[at]
      secondPoints[pair] = sums[at + LANES]
    }
  }
}

/** The weighted points of each chosen pair: those of its first in all lanes, then those of its second. */
function addUp(
  { start, unit, count }: UnitCells,
  weights: Float64Array,
  pairOf: Int32Array,
  sums: Float64Array,
): void {
  const won = [0, 1, 2].map(() => new Float64Array(LANES))
  for (let pair = 0; pair < pairOf.length; pair++) {
    if (pairOf[pair] < 0) continue
    won.forEach((lanes, outcome) => {
      const cell = 3 * pair + outcome
      addCell(unit, count, start[cell], start[cell + 1], weights, lanes)
    })
    const at = 2 * LANES * pairOf[pair]
    for (let lane = 0; lane < LANES; lane++) {
      const halves = won[2][lane] / 2
      sums[at + lane] = won[0][lane] + halves
      sums[at + LANES + lane] = won[1][lane] + halves
    }
  }
}

/**
 * Σ count · weight over one cell, for eight lanes at once: the sums stay in registers, and unit and count are read
 * once.
 */
export function addCell(
  unit: Int32Array,
  count: Float64Array,
  from: number,
  to: number,
  weights: Float64Array,
  out: Float64Array,
): void {
  let [s0, s1, s2, s3, s4, s5, s6, s7] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let i = from; i < to; i++) {
    const at = LANES * unit[i]
    const n = count[i]
    s0 += n * weights[at]
    s1 += n * weights[at + 1]
    s2 += n * weights[at + 2]
    s3 += n * weights[at + 3]
    s4 += n * weights[at + 4]
    s5 += n * weights[at + 5]
    s6 += n * weights[at + 6]
    s7 += n * weights[at + 7]
  }
  out[0] = s0
  out[1] = s1
  out[2] = s2
  out[3] = s3
  out[4] = s4
  out[5] = s5
  out[6] = s6
  out[7] = s7
}
