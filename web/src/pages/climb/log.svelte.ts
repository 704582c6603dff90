import type { Climb, ClimbResult } from '../../../../shared/contracts/climb.ts'
import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import { arenaDetail } from '../../api/arenas.ts'
import { climbOf } from '../../api/climb.ts'
import { failureFrom, type Failure } from '../../api/failure.ts'

/** The log of an arena's climb, and the results of the selected attempt. */
export class Log {
  climb = $state.raw<Climb | null>(null)
  detail = $state.raw<ArenaDetail | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** Results of the selected attempt. Null: not loaded. */
  results = $state.raw<ClimbResult[] | null>(null)
  resultsFailure = $state.raw<Failure | null>(null)

  readonly #arena: string

  constructor(arena: string) {
    this.#arena = arena
  }

  async read(): Promise<void> {
    this.failure = null
    void arenaDetail(this.#arena).then(
      (detail) => (this.detail = detail),
      () => undefined,
    )
    try {
      this.climb = await climbOf(this.#arena)
    } catch (error) {
      this.failure = failureFrom(error)
    }
  }

  /** Loads the results of one attempt. Returns a function that discards them. */
  look(attempt: number): () => void {
    let over = false
    this.results = null
    this.resultsFailure = null
    climbOf(this.#arena, attempt).then(
      ({ results = [] }) => !over && (this.results = results),
      (error: unknown) => !over && (this.resultsFailure = failureFrom(error)),
    )
    return () => (over = true)
  }
}
