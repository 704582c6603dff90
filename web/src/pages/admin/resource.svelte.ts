import { untrack } from 'svelte'
import { failureFrom, type Failure } from '../../api/failure.ts'

/** A value of the server. It is loaded at once, and again by `again`. */
export class Resource<T> {
  /** The last loaded value. It stays during the next load, and if that fails. */
  value = $state.raw<T | null>(null)
  failure = $state.raw<Failure | null>(null)
  readonly #load: () => Promise<T>
  #turn = 0

  constructor(load: () => Promise<T>) {
    this.#load = load
    void untrack(() => this.again())
  }

  /** Loads the value again. If several loads are running, only the last one counts. */
  again = async (): Promise<void> => {
    const turn = ++this.#turn
    try {
      const value = await this.#load()
      if (turn !== this.#turn) return
      this.value = value
      this.failure = null
    } catch (error) {
      if (turn === this.#turn) this.failure = failureFrom(error)
    }
  }
}

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
    try {
      const page = await this.#load(from)
      if (turn !== this.#turn) return
      this.rows = [...known, ...page.rows]
      this.last = page
      this.failure = null
    } catch (error) {
      if (turn === this.#turn) this.failure = failureFrom(error)
    }
  }
}

/** State of one action of the operator: whether it is running, and its result. */
export class Action {
  busy = $state(false)
  failure = $state.raw<Failure | null>(null)
  /** The result as a sentence, also for screen readers. */
  news = $state('')

  /** Runs `act` unless an action is running. @param act returns the sentence about the result */
  async do(act: () => Promise<string | void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.failure = null
    this.news = ''
    try {
      this.news = (await act()) ?? ''
    } catch (error) {
      this.failure = failureFrom(error)
    } finally {
      this.busy = false
    }
  }

  /** What a form does when it is sent. */
  onsubmit(act: () => Promise<string | void>): (event: SubmitEvent) => void {
    return (event) => {
      event.preventDefault()
      void this.do(act)
    }
  }
}
