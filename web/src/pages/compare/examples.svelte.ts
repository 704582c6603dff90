import type { Example } from '../../../../shared/contracts/comparison.ts'
import { comparisonExamples, type ComparisonRequest, type ExamplesQuery } from '../../api/compare.ts'
import { failureFrom, type Failure } from '../../api/failure.ts'

const AT_ONCE = 10

export type Kind = ExamplesQuery['show']

/** The examples of one comparison and one kind. Each call of `more` loads another page of them. */
export class Examples {
  shown = $state.raw<Example[]>([])
  /** Number of all examples. Null: not loaded. */
  total = $state.raw<number | null>(null)
  failure = $state.raw<Failure | null>(null)
  busy = $state(false)

  #of: { arena: string; request: ComparisonRequest; kind: Kind } | null = null

  readonly left = $derived(this.total === null ? 0 : Math.min(AT_ONCE, this.total - this.shown.length))

  turn(arena: string, request: ComparisonRequest, kind: Kind): void {
    this.#of = { arena, request, kind }
    this.shown = []
    this.total = null
    this.more()
  }

  more(): void {
    const of = this.#of
    if (!of) return
    this.busy = true
    this.failure = null
    const page = { show: of.kind, offset: this.shown.length, limit: AT_ONCE }
    comparisonExamples(of.arena, of.request, page).then(
      ({ total, examples }) => {
        if (of !== this.#of) return
        this.total = total
        this.shown = [...this.shown, ...examples]
        this.busy = false
      },
      (error: unknown) => {
        if (of !== this.#of) return
        this.failure = failureFrom(error)
        this.busy = false
      },
    )
  }
}
