/** Limits how often wrong admin tokens may be tried. */
import { Lru } from '../lru.ts'

/** Wrong tokens that one address may try at once. */
const AT_ONCE = 10
/** The time after which it may try one more. */
const EVERY_MS = 6000
/** The most addresses that are counted. Beyond that, the least recently seen address is forgotten. */
const MOST_ADDRESSES = 10_000

interface Guesses {
  left: number
  updatedAt: number
}

/**
 * Counts wrong tokens by the address they came from: ten at once, then ten a minute. Further wrong
 * tokens from that address are refused with the time to wait.
 */
export class TokenGuesses {
  readonly #byAddress = new Lru<Guesses>(MOST_ADDRESSES)

  /** Seconds until this address may try again; 0: now. */
  waitFor(address: string, now: Date): number {
    const left = this.#leftOf(address, now.getTime())
    return left >= 1 ? 0 : Math.ceil(((1 - left) * EVERY_MS) / 1000)
  }

  /** A token from this address was wrong. */
  wrong(address: string, now: Date): void {
    const at = now.getTime()
    const left = this.#leftOf(address, at) - 1
    this.#byAddress.set(address, { left, updatedAt: at })
  }

  #leftOf(address: string, now: number): number {
    const known = this.#byAddress.get(address)
    return known ? Math.min(AT_ONCE, known.left + Math.max(0, now - known.updatedAt) / EVERY_MS) : AT_ONCE
  }
}
