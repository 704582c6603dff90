import { createSubscriber } from 'svelte/reactivity'

const TICK_MS = 1_000

/** The current time as state. It ticks every second while something reads it. */
class Clock {
  #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS)
    return () => clearInterval(timer)
  })

  /** Milliseconds since 1970. */
  get now(): number {
    this.#subscribe()
    return Date.now()
  }
}

export const clock = new Clock()
