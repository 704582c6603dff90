/** Keeps calls from a provider that is down: some failures in a row pause it, then one call tries whether it is back. */

export interface BreakerOptions {
  /** Failures in a row that pause it. */
  failures: number
  /** Of the first pause; each further one that follows at once is twice as long. */
  firstPauseMs: number
  longestPauseMs: number
}

export const BREAKER: BreakerOptions = { failures: 5, firstPauseMs: 5_000, longestPauseMs: 300_000 }

/** Handed out with each call, so that calls from before a pause say nothing about the time after it. */
export type Admission = number

/** Moments are in ms, of any clock that its caller keeps to. */
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

  /** When calls may go out again; in the past: now. */
  get pausedUntil(): number {
    return this.until
  }

  /** Whether the one call that tries has gone out; no other may before it is back. */
  get isProbing(): boolean {
    return this.probing
  }

  /** Pauses without a call that succeeded since. */
  get pausesInARow(): number {
    return this.pauses
  }

  /** Begins anew after one more short pause, in which those who wait hear that nothing is reached. */
  reset(now: number): void {
    this.failures = 0
    this.pauses = 0
    this.probing = false
    this.until = now + this.options.firstPauseMs
    this.era += 1
  }

  /** Lets a call go out, which the caller has seen to be allowed. */
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

  /** The call ended without saying anything about the provider: its caller gave it up. */
  abandoned(admission: Admission): void {
    if (admission === this.era) this.probing = false
  }
}
