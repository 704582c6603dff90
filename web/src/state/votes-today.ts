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
