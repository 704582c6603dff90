/**
 * How two answers of different speed are shown so that nobody can tell them apart by it: both grow by the same number of
 * characters, no faster than the slower one arrives. Where the shorter one has ended, the other goes on at the same pace.
 */

/** What has arrived of one side. */
export interface Arrived {
  /** UTF-16 units. */
  length: number
  isDone: boolean
}

interface Side {
  firstAt: number | null
  doneAt: number | null
}

/** So many seconds of text are held back before the first word, so that few pauses of a provider are seen. */
const AHEAD_SECONDS = 1
/** Of the speed at which the slower side arrives; below it, what is held back grows. */
const SHARE = 0.75
/** Characters per second: as fast as one can follow, and fast enough that the page is no burden. */
const [SLOWEST, FASTEST] = [4, 300]
/** How far the pace moves in a second towards the speed measured last. */
const SMOOTHING = 0.5

export class Pace {
  readonly #sides: [Side, Side] = [
    { firstAt: null, doneAt: null },
    { firstAt: null, doneAt: null },
  ]
  /** Characters per second; null: nothing is shown yet. */
  #pace: number | null = null
  #shown = 0
  #at = 0

  /**
   * How many characters of each side are to be shown by now. They never become fewer.
   * @param now in ms, never earlier than at the last call
   */
  step(now: number, left: Arrived, right: Arrived): [left: number, right: number] {
    const arrived = [left, right]
    arrived.forEach((arrival, i) => this.#note(this.#sides[i], arrival, now))
    const speed = Math.min(...arrived.map((arrival, i) => this.#sideSpeed(this.#sides[i], arrival, now)))
    const target = Math.min(FASTEST, Math.max(SLOWEST, SHARE * speed))
    const least = Math.min(...arrived.map(({ length, isDone }) => (isDone ? Infinity : length)))
    if (this.#pace === null) {
      const isReady =
        arrived.every(({ length, isDone }) => length > 0 || isDone) && least >= target * AHEAD_SECONDS
      if (!isReady) return [0, 0]
      this.#pace = target
      this.#at = now
    }
    const seconds = (now - this.#at) / 1000
    this.#at = now
    // once one has ended, the speed of the other would show
    const hasEnded = arrived.some(({ length, isDone }) => isDone && this.#shown >= length)
    if (!hasEnded) this.#pace += (target - this.#pace) * Math.min(1, SMOOTHING * seconds)
    const most = Math.min(least, Math.max(left.length, right.length))
    this.#shown = Math.max(this.#shown, Math.min(this.#shown + this.#pace * seconds, most))
    const visibleLength = Math.floor(this.#shown)
    return [Math.min(visibleLength, left.length), Math.min(visibleLength, right.length)]
  }

  #note(side: Side, { length, isDone }: Arrived, now: number): void {
    if (length > 0) side.firstAt ??= now
    if (isDone) side.doneAt ??= now
  }

  /** Characters per second since the first one. */
  #sideSpeed({ firstAt, doneAt }: Side, { length }: Arrived, now: number): number {
    if (firstAt === null) return Infinity
    const ms = (doneAt ?? now) - firstAt
    return ms < 50 ? Infinity : (length * 1000) / ms
  }
}

/** The beginning of a text of at most so many UTF-16 units, which cuts no character in two. */
export function truncateText(text: string, units: number): string {
  const code = text.charCodeAt(units - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff && units < text.length ? units - 1 : units)
}
