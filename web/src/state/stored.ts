/** What this browser remembers of its visitor, and nobody else. */

/** The key under which something of this name is stored. */
export const storageKey = (name: string) => `deadheat:${name}`

/** How long something is stored: until it is changed, or until the tab is closed. */
type Lasting = 'always' | 'session'

const storageFor = (lasting: Lasting) => (lasting === 'always' ? localStorage : sessionStorage)

/** A stored text. Null: there is none, or storage is forbidden. */
export function stored(key: string, lasting: Lasting): string | null {
  try {
    return storageFor(lasting).getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it if null. Where storage is full or forbidden, it is forgotten with the page. */
export function store(key: string, text: string | null, lasting: Lasting): void {
  try {
    if (text === null) storageFor(lasting).removeItem(key)
    else storageFor(lasting).setItem(key, text)
  } catch {
    // The page goes on without it.
  }
}

/** A value that was stored as JSON. Null: there is none that can be read. */
export function storedValue<Value>(key: string, lasting: Lasting): Value | null {
  try {
    return JSON.parse(stored(key, lasting) ?? 'null') as Value | null
  } catch {
    return null
  }
}

/** Whether the visitor chose yes to a question. Without storage: no. */
export const hasChoice = (name: string, lasting: Lasting = 'always'): boolean =>
  stored(storageKey(name), lasting) !== null

/** Stores a choice. */
export const saveChoice = (name: string, on: boolean, lasting: Lasting = 'always'): void =>
  store(storageKey(name), on ? '' : null, lasting)

/** Number of votes cast in one arena today, in local time. Stored only in this browser. */
export class VotesToday {
  readonly #key: string

  constructor(arena: string) {
    this.#key = storageKey(`votes:${arena}`)
  }

  read(today: Date): number {
    const { day, count } = storedValue<{ day?: string; count?: number }>(this.#key, 'always') ?? {}
    return day === localDay(today) && Number.isInteger(count) ? count! : 0
  }

  /** Counts one more. */
  add(today: Date): void {
    store(this.#key, JSON.stringify({ day: localDay(today), count: this.read(today) + 1 }), 'always')
  }
}

function localDay(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}
