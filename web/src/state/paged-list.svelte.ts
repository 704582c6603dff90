import { untrack } from 'svelte'
import { toFailure, type Failure } from '../api/failure.ts'

/** A list of the server that comes in pages. The first one is loaded at once, and again by `again`. */
export class PagedList<Row, Page extends { before: Cursor | null }, Cursor extends number | string = number> {
  /** All rows so far. Null: not loaded yet. */
  rows = $state.raw<readonly Row[] | null>(null)
  /** The page that came last. */
  last = $state.raw<Page | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** Whether a page is loading. */
  busy = $state(false)
  readonly #load: (before: Cursor | null) => Promise<Page>
  readonly #rowsOf: (page: Page) => readonly Row[]
  #turn = 0

  /** @param load asks for a page, which says where the next one begins; null: there is none */
  constructor(load: (before: Cursor | null) => Promise<Page>, rowsOf: (page: Page) => readonly Row[]) {
    this.#load = load
    this.#rowsOf = rowsOf
    void untrack(() => this.again())
  }

  get hasMore(): boolean {
    return this.last !== null && this.last.before !== null
  }

  again = (): Promise<void> => this.#read([], null)
  more = (): Promise<void> => this.#read(this.rows ?? [], this.last?.before ?? null)

  /** Only the last request counts. */
  async #read(known: readonly Row[], from: Cursor | null): Promise<void> {
    const turn = ++this.#turn
    this.busy = true
    try {
      const page = await this.#load(from)
      if (turn !== this.#turn) return
      this.rows = [...known, ...this.#rowsOf(page)]
      this.last = page
      this.failure = null
    } catch (error) {
      if (turn === this.#turn) this.failure = toFailure(error)
    } finally {
      if (turn === this.#turn) this.busy = false
    }
  }
}
