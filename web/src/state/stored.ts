/** What this browser remembers of its visitor, and nobody else. */

/** Name of the choice to see the names at once, after which votes cannot be taken back. */
export const NAMES_AT_ONCE = 'names-at-once'

const keyOf = (name: string) => `deadheat:${name}`

/** How long a choice lasts: until it is changed, or until the tab is closed. */
type Lasting = 'always' | 'session'

const storageFor = (lasting: Lasting) => (lasting === 'always' ? localStorage : sessionStorage)

/** Whether the visitor chose yes to a question. Without storage: no. */
export function isChosen(name: string, lasting: Lasting = 'always'): boolean {
  try {
    return storageFor(lasting).getItem(keyOf(name)) !== null
  } catch {
    return false
  }
}

/** Stores a choice. Where storage is forbidden, it is forgotten with the page. */
export function choose(name: string, on: boolean, lasting: Lasting = 'always'): void {
  try {
    if (on) storageFor(lasting).setItem(keyOf(name), '')
    else storageFor(lasting).removeItem(keyOf(name))
  } catch {
    // The page goes on without the choice.
  }
}

/** Number of votes cast in one arena today, in local time. Stored only in this browser. */
export class VotesToday {
  readonly #key: string

  constructor(arena: string) {
    this.#key = `deadheat:votes:${arena}`
  }

  read(today: Date): number {
    try {
      const { day, count } = JSON.parse(localStorage.getItem(this.#key) ?? '{}') as {
        day?: string
        count?: number
      }
      return day === dayOf(today) && Number.isInteger(count) ? count! : 0
    } catch {
      return 0
    }
  }

  /** Adds to today's count and returns it. */
  add(change: 1 | -1, today: Date): number {
    const count = Math.max(0, this.read(today) + change)
    try {
      localStorage.setItem(this.#key, JSON.stringify({ day: dayOf(today), count }))
    } catch {
      // Storage is full or forbidden: the count is a courtesy.
    }
    return count
  }
}

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}
