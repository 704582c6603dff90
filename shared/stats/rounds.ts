import type { DrawSource } from './draw-source.ts'
import type { PairPoints } from './points.ts'

/** The number of rounds and the seed. `onProgress` gets the share done, 0 … 1. */
export interface Rounds {
  rounds: number
  seed: number
  onProgress: (share: number) => void
  /** How rounds are computed. Default: one after the other on this thread. */
  run?: RunRounds | undefined
}

/** d = θ* − θ̂ of every round: round r, contestant i at values[r · contestants + i]. */
export interface Deviations {
  rounds: number
  contestants: number
  values: Float64Array
}

/** The input of rounds, as plain data that can be sent to another thread. */
export interface RoundsTask {
  rounds: number
  seed: number
  points: PairPoints
  theta: Float64Array
  source: DrawSource
  /** The full matrix H⁺ at `theta`, if it saves time. */
  inverse: Float64Array | null
}

/** Computes the rounds of a task with `roundsOf`, in any order and on any thread. Returns `Deviations.values`. */
export type RunRounds = (task: RoundsTask, onProgress: Rounds['onProgress']) => Float64Array
