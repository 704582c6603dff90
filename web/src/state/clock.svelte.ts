import { createSubscriber } from 'svelte/reactivity'

const TICK_MS = 1_000

/** The time of day as state: whoever reads it is told again every second, for as long as somebody reads. */
class Clock {
  #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS)
    return () => clearInterval(timer)
  })

  /** Milliseconds since 1970. NaN on a server, whose pages are read later than they are drawn. */
  get now(): number {
    if (typeof window === 'undefined') return NaN
    this.#subscribe()
    return Date.now()
  }
}

export const clock = new Clock()
