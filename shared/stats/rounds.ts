import type { DrawSource } from './draw-source.ts'
import type { PairPoints } from './points.ts'

/** How many rounds, from which seed; `onProgress` hears the share done, 0 … 1. */
export interface Rounds {
  rounds: number
  seed: number
  onProgress: (share: number) => void
  /** How they are done; alone, one after the other, where nothing else is said. */
  run?: RunRounds | undefined
}

/** d = θ* − θ̂ of every round: round r, contestant i at values[r · contestants + i]. */
export interface Deviations {
  rounds: number
  contestants: number
  values: Float64Array
}

/** All that rounds are computed from, as plain data that may travel to another thread. */
export interface RoundsTask {
  rounds: number
  seed: number
  points: PairPoints
  theta: Float64Array
  source: DrawSource
  /** H⁺ at `theta` written out, where that pays. */
  inverse: Float64Array | null
}

/** Does the rounds of a task by `roundsOf`, in any order and wherever it likes; returns `Deviations.values`. */
export type RunRounds = (task: RoundsTask, onProgress: Rounds['onProgress']) => Float64Array
