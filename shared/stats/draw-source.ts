import type { GammaCells } from './gamma.ts'
import type { PairPoints } from './points.ts'
import type { Power } from './power.ts'
import type { UnitCells } from './unit-cells.ts'

/** What weights are drawn for, as plain data. */
export interface DrawSource {
  /** The votes of the tally: by unit, or else three cells (first won, second won, tie) of each pair. */
  votes: { by: 'unit'; cells: UnitCells } | { by: 'vote'; cells: GammaCells }
  /** For each pair of the tally its pair within the points that are drawn, or −1. */
  pairOf: Int32Array
  /** The correction of the points, where judges lend theirs. */
  power: Power | null
}

/** Fills in a round's points. */
export type Draw = (seed: number, round: number, out: PairPoints) => void
