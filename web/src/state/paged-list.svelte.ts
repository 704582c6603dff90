import { untrack } from 'svelte'
import { failureFrom, type Failure } from '../api/failure.ts'

/** A page of a list of the server, and where the next one begins; null: there is none. */
interface ListPage {
  rows: readonly unknown[]
  before: number | null
}

/** A list of the server that comes in pages. The first one is loaded at once, and again by `again`. */
export class PagedList<Page extends ListPage> {
  /** All rows so far. Null: not loaded yet. */
  rows = $state.raw<readonly Page['rows'][number][] | null>(null)
  /** The page that came last. */
  last = $state.raw<Page | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** Whether a page is loading. */
  busy = $state(false)
  readonly #load: (before: number | null) => Promise<Page>
  #turn = 0

  constructor(load: (before: number | null) => Promise<Page>) {
    this.#load = load
    void untrack(() => this.again())
  }

  get hasMore(): boolean {
    return this.last !== null && this.last.before !== null
  }

  again = (): Promise<void> => this.#read([], null)
  more = (): Promise<void> => this.#read(this.rows ?? [], this.last?.before ?? null)

  /** Only the last request counts. */
  async #read(known: readonly Page['rows'][number][], from: number | null): Promise<void> {
    const turn = ++this.#turn
    this.busy = true
    try {
      const page = await this.#load(from)
      if (turn !== this.#turn) return
      this.rows = [...known, ...page.rows]
      this.last = page
      this.failure = null
    } catch (error) {
      if (turn === this.#turn) this.failure = failureFrom(error)
    } finally {
      if (turn === this.#turn) this.busy = false
    }
  }
}
