/** A circuit breaker: several failures in a row pause calls to a provider; then one call tests whether it is back. */

export interface BreakerOptions {
  /** How many failures in a row pause it. */
  failures: number
  /** Length of the first pause in ms. Without a success in between, each further pause is twice as long. */
  firstPauseMs: number
  longestPauseMs: number
}

export const BREAKER: BreakerOptions = { failures: 5, firstPauseMs: 5_000, longestPauseMs: 300_000 }

/** A token for each call. The result of a call that began before a pause does not count after it. */
export type Admission = number

/** Times are in ms, of any clock, as long as the caller always uses the same one. */
export class Breaker {
  private readonly options: BreakerOptions
  private failures = 0
  private pauses = 0
  private era: Admission = 0
  private probing = false
  private until = 0

  constructor(options: BreakerOptions = BREAKER) {
    this.options = options
  }

  /** When calls may be sent again; a time in the past means now. */
  get pausedUntil(): number {
    return this.until
  }

  /** Whether the call that tests the provider is under way; no other call may start until it ends. */
  get isProbing(): boolean {
    return this.probing
  }

  /** Pauses since the last call that succeeded. */
  get pausesInARow(): number {
    return this.pauses
  }

  /** Starts counting again after one more short pause, during which callers that wait learn that it is unreachable. */
  reset(now: number): void {
    this.failures = 0
    this.pauses = 0
    this.probing = false
    this.until = now + this.options.firstPauseMs
    this.era += 1
  }

  /** Starts a call. The caller has checked that one is allowed. */
  admit(): Admission {
    if (this.pauses > 0) this.probing = true
    return this.era
  }

  succeeded(admission: Admission): void {
    if (admission !== this.era) return
    this.failures = 0
    this.pauses = 0
    this.probing = false
  }

  failed(admission: Admission, now: number): void {
    if (admission !== this.era) return
    this.failures += 1
    if (!this.probing && this.failures < this.options.failures) return
    const { firstPauseMs, longestPauseMs } = this.options
    this.until = now + Math.min(longestPauseMs, firstPauseMs * 2 ** this.pauses)
    this.pauses += 1
    this.failures = 0
    this.era += 1
    this.probing = false
  }

  /** The call ended without a result about the provider, because its caller aborted it. */
  abandoned(admission: Admission): void {
    if (admission === this.era) this.probing = false
  }
}
