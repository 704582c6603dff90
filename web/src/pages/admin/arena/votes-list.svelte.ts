import type { AdminVote } from '../../../../../shared/contracts/integrity.ts'
import { votesOf, type VotesQuery } from '../../../api/admin.ts'
import { failureFrom, type Failure } from '../../../api/failure.ts'

export type SourceOption = NonNullable<VotesQuery['source']> | 'any'

export const SHOWN = ['all', 'flagged', 'quarantined'] as const

/** The loaded votes of an arena, newest first. */
export class VotesList {
  /** Null: not loaded yet. */
  votes = $state.raw<readonly AdminVote[] | null>(null)
  /** Whether there are more votes to load. */
  more = $state(false)
  failure = $state.raw<Failure | null>(null)
  shown = $state<(typeof SHOWN)[number]>('all')
  source = $state<SourceOption>('any')
  readonly #arena: string
  #before: number | null = null
  #turn = 0

  /** Whether the list shows only votes in quarantine. */
  get quarantined(): boolean {
    return this.shown === 'quarantined'
  }

  constructor(arena: string) {
    this.#arena = arena
  }

  /** Loads from the newest vote on, with the current filter. */
  async begin(): Promise<void> {
    this.#before = null
    await this.#read([])
  }

  async readOn(): Promise<void> {
    await this.#read(this.votes ?? [])
  }

  async #read(known: readonly AdminVote[]): Promise<void> {
    const turn = ++this.#turn
    try {
      const { votes, before } = await votesOf(this.#arena, {
        ...(this.shown !== 'all' && { [this.shown]: 'true' }),
        ...(this.source !== 'any' && { source: this.source }),
        ...(this.#before !== null && { before: String(this.#before) }),
      })
      if (turn !== this.#turn) return
      this.votes = [...known, ...votes]
      this.#before = before
      this.more = before !== null
      this.failure = null
    } catch (error) {
      if (turn === this.#turn) this.failure = failureFrom(error)
    }
  }
}
