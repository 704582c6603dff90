import { untrack } from 'svelte'
import { toFailure, type Failure } from '../api/failure.ts'
import { followEvents } from '../api/http.ts'
import { adminToken } from './admin-token.svelte.ts'

/** What the server answered to the last request. Answers to earlier ones are dropped. */
export class Answer<T> {
  /** The last loaded value. It stays during the next load, and if that fails. */
  value = $state.raw<T | null>(null)
  failure = $state.raw<Failure | null>(null)
  busy = $state(false)
  #turn = 0

  /** @param coming null: there is nothing to ask for now */
  async take(coming: Promise<T> | null): Promise<void> {
    const turn = ++this.#turn
    this.busy = coming !== null
    if (coming === null) return
    const outcome = await coming.then(
      (value) => ({ value, failure: null }),
      (error: unknown) => ({ failure: toFailure(error) }),
    )
    if (turn !== this.#turn) return
    Object.assign(this, outcome)
    this.busy = false
  }
}

/**
 * A value of the server. It is asked for as a component begins, when state changes that the call reads before it waits,
 * when an operator signs in or out, and by `reload`.
 */
export class Resource<T> extends Answer<T> {
  readonly #load: () => Promise<T> | null

  /** @param load null: there is nothing to ask for now */
  constructor(load: () => Promise<T> | null) {
    super()
    this.#load = load
    $effect(() => {
      void adminToken.value
      const coming = load()
      untrack(() => void this.take(coming))
    })
  }

  reload = (): Promise<void> => this.take(this.#load())
}

interface Pages<Row, Page> {
  /** All rows so far. */
  rows: readonly Row[]
  /** The page that came last. */
  last: Page
}

/** The part of a query that says where a page begins; the first one has none. */
type From = { before?: string }

/** A list of the server that comes in pages. The first one is loaded at once, and again by `reload`. */
export class PagedList<Row, Page extends { before: number | string | null }> extends Answer<
  Pages<Row, Page>
> {
  readonly #load: (from: From) => Promise<Page>
  readonly #readRows: (page: Page) => readonly Row[]

  /** @param load asks for a page, which says where the next one begins; null: there is none */
  constructor(load: (from: From) => Promise<Page>, readRows: (page: Page) => readonly Row[]) {
    super()
    this.#load = load
    this.#readRows = readRows
    void untrack(() => this.reload())
  }

  /** Null: not loaded yet. */
  get rows(): readonly Row[] | null {
    return this.value && this.value.rows
  }

  get last(): Page | null {
    return this.value && this.value.last
  }

  get hasMore(): boolean {
    return this.last !== null && this.last.before !== null
  }

  reload = (): Promise<void> => this.take(this.#pages(null))
  more = (): Promise<void> => this.take(this.#pages(this.value))

  async #pages(known: Pages<Row, Page> | null): Promise<Pages<Row, Page>> {
    const before = known ? known.last.before : null
    const last = await this.#load(before === null ? {} : { before: String(before) })
    return { rows: [...(known ? known.rows : []), ...this.#readRows(last)], last }
  }
}

/** What a stream of the server told last. It stays while the server cannot be reached. Made while a component begins. */
export class Followed<T> {
  /** Null: nothing came yet. */
  value = $state.raw<T | null>(null)
  /** Why the server refuses the stream. */
  failure = $state.raw<Failure | null>(null)
  /** Whether the connection is lost and being retried. */
  lost = $state(false)

  /**
   * @param path of the stream; null: nothing is followed now
   * @param onchange called with each value but the first
   */
  constructor(path: () => string | null, onchange?: () => void) {
    $effect(() => {
      const stream = path()
      if (stream === null) return
      return followEvents(stream, {
        onData: (text) => {
          const isFirst = this.value === null
          this.value = JSON.parse(text) as T
          if (!isFirst) onchange?.()
        },
        onConnected: (connected) => (this.lost = !connected),
        onRefused: (failure) => (this.failure = failure),
      })
    })
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
      this.failure = toFailure(error)
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
