import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import type { Comparison } from '../../../../shared/contracts/comparison.ts'
import { arenaDetail } from '../../api/arenas.ts'
import { comparison, type ComparisonRequest } from '../../api/compare.ts'
import { failureFrom, type Failure } from '../../api/failure.ts'
import { leaderboard } from '../../api/boards.ts'

/** A contestant that can be compared. */
export interface Entrant {
  slug: string
  name: string
  isRetired: boolean
}

/** The contestants of an arena and the current comparison. The last one stays until the next is loaded or refused. */
export class Comparing {
  entrants = $state.raw<Entrant[] | null>(null)
  detail = $state.raw<ArenaDetail | null>(null)
  comparison = $state.raw<Comparison | null>(null)
  /** Why the arena could not be loaded. */
  absent = $state.raw<Failure | null>(null)
  refused = $state.raw<Failure | null>(null)
  /** Whether a requested comparison is still loading. */
  turning = $state(false)

  readonly #arena: string
  #request: ComparisonRequest | null = null

  constructor(arena: string) {
    this.#arena = arena
    this.meet()
  }

  /** Loads the contestants and the details of the arena. */
  meet(): void {
    this.absent = null
    Promise.all([leaderboard(this.#arena, {}), arenaDetail(this.#arena)]).then(
      ([{ contestants }, detail]) => {
        this.detail = detail
        this.entrants = contestants
          .map(({ name, slug, retired }) => ({ name, slug: slug ?? name, isRetired: retired === true }))
          .sort((a, b) => a.name.localeCompare(b.name))
      },
      (error: unknown) => (this.absent = failureFrom(error)),
    )
  }

  /** Loads another comparison. Null: shows none. */
  turn(request: ComparisonRequest | null): void {
    this.#request = request
    this.refused = null
    this.turning = request !== null
    if (!request) {
      this.comparison = null
      return
    }
    comparison(this.#arena, request).then(
      (comparison) => {
        if (request !== this.#request) return
        this.comparison = comparison
        this.turning = false
      },
      (error: unknown) => {
        if (request !== this.#request) return
        this.comparison = null
        this.refused = failureFrom(error)
        this.turning = false
      },
    )
  }
}
