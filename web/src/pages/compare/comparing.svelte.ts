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

  /** Slugs of all that can be compared, the highest rated first. */
  #byRating: string[] = []
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
        this.#byRating = contestants
          .filter(({ rating, retired }) => rating !== null && retired !== true)
          .sort((a, b) => b.rating! - a.rating!)
          .map(({ name, slug }) => slug ?? name)
        this.entrants = contestants
          .map(({ name, slug, retired }) => ({ name, slug: slug ?? name, isRetired: retired === true }))
          .sort((a, b) => a.name.localeCompare(b.name))
      },
      (error: unknown) => (this.absent = failureFrom(error)),
    )
  }

  /** The two to begin with: who is named, and the highest rated beside. Null: there are not two. */
  pairWith(query: URLSearchParams): { a: string; b: string } | null {
    const named = (which: 'a' | 'b') => query.get(which) || null
    const isNamed = ({ name, slug }: Entrant) =>
      [named('a'), named('b')].some((one) => one === name || one === slug)
    const taken = this.entrants?.find(isNamed)?.slug
    const [first, second] = this.#byRating.filter((slug) => slug !== taken)
    const a = named('a') ?? first
    const b = named('b') ?? (named('a') ? first : second)
    return a && b ? { a, b } : null
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
