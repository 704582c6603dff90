import { untrack } from 'svelte'
import { Answer } from './requests.svelte.ts'

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
