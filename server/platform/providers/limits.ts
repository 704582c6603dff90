/** Limits how much all arenas and runs of this process together use an endpoint. */
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { ProviderError, type ProviderFailure } from './provider.ts'

export interface LimitOptions {
  concurrency?: number | null
  requestsPerMinute?: number | null
}

export interface Time {
  /** The time in ms since 1970. */
  now(): number
  /** Resolves after `ms`, or sooner when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export interface Limit {
  /**
   * Makes the call once the endpoint has room; calls start in the order in which they were asked for. Errors of calls
   * set the limit. A ProviderError with Retry-After delays all calls for that long. Five failures in a row that may
   * be temporary pause the endpoint for 5 s. If the one call after a pause fails too, the next pause is twice as
   * long, up to 5 minutes. An endpoint that is still unreachable after five pauses gives a lasting error, and the
   * count starts again.
   * @throws what the call throws, or the signal's reason when it is aborted while waiting
   */
  run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Whether another call would have to wait for others to end, or for the end of a pause. */
  readonly saturated: boolean
  /** Null while calls may be sent. */
  readonly pausedUntil: Date | null
  /** Why the last call failed; null: it succeeded. */
  readonly lastFailure: CodedMessage | null
}

export const DEFAULT_CONCURRENCY = 8
/** The delay after a 429 without Retry-After. It doubles with each further one in a row, up to a minute. */
const FIRST_BACK_OFF_MS = 1_000
const LONGEST_BACK_OFF_MS = 60_000
const MINUTE_MS = 60_000
/** Timers take at most 2³¹ ms; a longer wait is continued with another timer. */
const LONGEST_SLEEP_MS = 86_400_000

/** For an address that is unreachable: 5 s, 10 s and so on, 155 s in all. */
const MOST_PAUSES_UNREACHED = 5

const SIGNS_OF_OUTAGE: ReadonlySet<ProviderFailure> = new Set([
  'overloaded',
  'server_error',
  'timeout',
  'unreachable',
  'cut',
])

interface Waiter {
  start(admission: Admission): void
}

export class EndpointLimit implements Limit {
  private readonly time: Time
  private readonly breaker: Breaker
  private readonly limitsByUser = new Map<string, LimitOptions>()
  private readonly waiting: Waiter[] = []
  private underWay = 0
  private heldUntil = 0
  private backOffs = 0
  private failure: CodedMessage | null = null
  private nextStart = 0
  private alarm: AbortController | null = null

  constructor(time: Time, breaker?: BreakerOptions) {
    this.time = time
    this.breaker = new Breaker(breaker)
  }

  /** Sets the limits of one user of the endpoint. The strictest limits of all users apply. */
  allow(user: string, options: LimitOptions): void {
    this.limitsByUser.set(user, options)
    this.pump()
  }

  get saturated(): boolean {
    return (
      this.underWay + this.waiting.length >= this.concurrency ||
      this.pausedUntil !== null ||
      this.breaker.isProbing
    )
  }

  get pausedUntil(): Date | null {
    const until = Math.max(this.heldUntil, this.breaker.pausedUntil)
    return until > this.time.now() ? new Date(until) : null
  }

  get lastFailure(): CodedMessage | null {
    return this.failure
  }

  async run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const admission = await this.turn(signal)
    try {
      const result = await call()
      this.backOffs = 0
      this.failure = null
      this.breaker.succeeded(admission)
      return result
    } catch (error) {
      if (!(error instanceof ProviderError)) this.breaker.abandoned(admission)
      else {
        this.failure = error.finding
        this.holdBack(error)
        if (SIGNS_OF_OUTAGE.has(error.failure)) this.breaker.failed(admission, this.time.now())
        else this.breaker.succeeded(admission)
        if (error.failure === 'unreachable') this.giveUp(error)
      }
      throw error
    } finally {
      this.underWay -= 1
      this.pump()
    }
  }

  private turn(signal?: AbortSignal): Promise<Admission> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1)
        this.pump()
        reject(signal?.reason)
      }
      const waiter: Waiter = {
        start(admission) {
          signal?.removeEventListener('abort', giveUp)
          resolve(admission)
        },
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.waiting.push(waiter)
      this.pump()
    })
  }

  /** Starts the calls that may start, and sets a timer for the next one. */
  private pump(): void {
    this.alarm?.abort()
    this.alarm = null
    while (this.waiting.length > 0) {
      if (this.underWay >= this.concurrency || this.breaker.isProbing) return
      const now = this.time.now()
      const from = Math.max(this.heldUntil, this.breaker.pausedUntil, this.nextStart)
      if (from > now) return this.pumpIn(from - now)
      this.underWay += 1
      this.nextStart = now + MINUTE_MS / this.requestsPerMinute
      this.waiting.shift()!.start(this.breaker.admit())
    }
  }

  private pumpIn(ms: number): void {
    const alarm = new AbortController()
    this.alarm = alarm
    const look = () => {
      if (!alarm.signal.aborted) this.pump()
    }
    this.time.sleep(Math.min(ms, LONGEST_SLEEP_MS), alarm.signal).then(look, look)
  }

  /** @throws {ProviderError} a lasting one, after the last pause */
  private giveUp({ failure, finding }: ProviderError): void {
    const pauses = this.breaker.pausesInARow - 1
    if (pauses < MOST_PAUSES_UNREACHED) return
    this.breaker.reset(this.time.now())
    throw new ProviderError(failure, msg('provider_tried_again', { why: finding, pauses }), null, null, true)
  }

  private holdBack({ failure, retryAfterMs }: ProviderError): void {
    const now = this.time.now()
    if (retryAfterMs !== null) this.heldUntil = Math.max(this.heldUntil, now + retryAfterMs)
    else if (failure === 'rate_limited' && this.heldUntil <= now) {
      this.heldUntil = now + Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** this.backOffs)
      this.backOffs += 1
    }
  }

  private get concurrency(): number {
    const limits = [...this.limitsByUser.values()].map(
      ({ concurrency }) => concurrency ?? DEFAULT_CONCURRENCY,
    )
    return limits.length === 0 ? DEFAULT_CONCURRENCY : Math.min(...limits)
  }

  private get requestsPerMinute(): number {
    return Math.min(
      ...[...this.limitsByUser.values()].map(({ requestsPerMinute }) => requestsPerMinute ?? Infinity),
    )
  }
}

// A circuit breaker: several failures in a row pause calls to a provider; then one call tests whether it is back.

export interface BreakerOptions {
  /** How many failures in a row pause it. */
  failures: number
  /** Length of the first pause in ms. Without a success in between, each further pause is twice as long. */
  firstPauseMs: number
  longestPauseMs: number
}

const BREAKER: BreakerOptions = { failures: 5, firstPauseMs: 5_000, longestPauseMs: 300_000 }

/** A token for each call. The result of a call that began before a pause does not count after it. */
type Admission = number

/** Times are in ms, of any clock, as long as the caller always uses the same one. */
class Breaker {
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
