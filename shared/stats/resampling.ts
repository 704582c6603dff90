import { gamma } from './gamma.ts'
import type { PairPoints, Selection } from './points.ts'
import type { RandomStream } from './random.ts'
import type { Tally, UnitCells } from './tally.ts'

/** Fills the points of `out` with one round's weighted sums. */
export type Resample = (stream: RandomStream, out: PairPoints) => void

/**
 * The Bayesian bootstrap (Rubin 1981): every unit gets an independent Exp(1) weight; without units every vote
 * does, which for a cell of equal votes is one Gamma(count). `extra` units come after all others. Weights are
 * drawn for the whole tally, selected or not, so that a unit has the same weight in every fit of a round.
 */
export function resampler(tally: Tally, selection: Selection, extra: UnitCells | null): Resample {
  const units = tally.units ? selectCells(tally.units, selection.pairOf) : null
  return (stream, out) => {
    out.firstPoints.fill(0)
    out.secondPoints.fill(0)
    if (units) addUnits(units, stream, out)
    else addVotes(tally, selection.pairOf, stream, out)
    if (extra) addUnits(extra, stream, out)
  }
}

/** The cells whose pair was selected, by its number in the selection; units keep their numbers. */
export function selectCells(cells: UnitCells, pairOf: Int32Array): UnitCells {
  const kept: number[] = []
  const start = new Int32Array(cells.start.length)
  for (let unit = 0; unit + 1 < cells.start.length; unit++) {
    for (let cell = cells.start[unit]; cell < cells.start[unit + 1]; cell++)
      if (pairOf[cells.pair[cell]] >= 0) kept.push(cell)
    start[unit + 1] = kept.length
  }
  return {
    start,
    pair: Int32Array.from(kept, (cell) => pairOf[cells.pair[cell]]),
    firstPoints: Float64Array.from(kept, (cell) => cells.firstPoints[cell]),
    secondPoints: Float64Array.from(kept, (cell) => cells.secondPoints[cell]),
  }
}

function addUnits(cells: UnitCells, stream: RandomStream, out: PairPoints): void {
  const { start, pair, firstPoints, secondPoints } = cells
  for (let unit = 0; unit + 1 < start.length; unit++) {
    const weight = stream.exponential()
    for (let cell = start[unit]; cell < start[unit + 1]; cell++) {
      out.firstPoints[pair[cell]] += weight * firstPoints[cell]
      out.secondPoints[pair[cell]] += weight * secondPoints[cell]
    }
  }
}

function addVotes(tally: Tally, pairOf: Int32Array, stream: RandomStream, out: PairPoints): void {
  for (let pair = 0; pair < pairOf.length; pair++) {
    const first = gamma(stream, tally.firstWins[pair])
    const second = gamma(stream, tally.secondWins[pair])
    const ties = gamma(stream, tally.ties[pair])
    if (pairOf[pair] < 0) continue
    out.firstPoints[pairOf[pair]] = first + ties / 2
    out.secondPoints[pairOf[pair]] = second + ties / 2
  }
}
