import type { GammaCells } from './gamma.ts'
import type { PairPoints } from './points.ts'
import type { Power } from './power.ts'
import type { UnitCells } from './unit-cells.ts'

/** The votes for which weights are drawn, as plain data. */
export interface DrawSource {
  /** The votes of the tally: by unit, or else in three cells (first won, second won, tie) for each pair. */
  votes: { by: 'unit'; cells: UnitCells } | { by: 'vote'; cells: GammaCells }
  /** For each pair of the tally its pair within the points to fill, or −1. */
  pairOf: Int32Array
  /** The correction of the points, if judges power the board. */
  power: Power | null
}

/** Fills the points of one round. */
export type Draw = (seed: number, round: number, out: PairPoints) => void
