/** Limits how much all arenas and runs of this process together use an endpoint. */
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { ProviderError, type ProviderFailure } from './provider.ts'

export interface LimitOptions {
  concurrency?: number | null
  requestsPerMinute?: number | null
}

export interface Limit {
  /**
   * Makes the call once the endpoint has room; calls start in the order in which they were asked for. Errors of calls
   * set the limit. A ProviderError with Retry-After delays all calls for that long. Five failures in a row that may
   * be temporary pause the endpoint for 5 s. If the one call after a pause fails too, the next pause is twice as
   * long, up to 5 minutes. An endpoint that is still unreachable after five pauses, or still silent after one,
   * gives a lasting error, and the count starts again.
   * @throws what the call throws, or the signal's reason when it is aborted while waiting
   */
  run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T>
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
const LONGEST_TIMER_MS = 86_400_000

/** For an address that is unreachable: 5 s, 10 s and so on, 155 s in all. */
const MAX_PAUSES_UNREACHED = 5
/** For one that gives no reply in time, which is six calls in a row. */
const MAX_PAUSES_SILENT = 1

const SIGNS_OF_OUTAGE: ReadonlySet<ProviderFailure> = new Set([
  'overloaded',
  'server_error',
  'timeout',
  'unreachable',
  'cut',
])

export interface BreakerOptions {
  /** How many failures in a row pause it. */
  failures: number
  /** Length of the first pause in ms. Without a success in between, each further pause is twice as long. */
  firstPauseMs: number
  longestPauseMs: number
}

const BREAKER: BreakerOptions = { failures: 5, firstPauseMs: 5_000, longestPauseMs: 300_000 }

/** A pause holds back the queue, and until a call succeeds one at a time tests whether it is over. */
export class EndpointLimit implements Limit {
  readonly #breaker: BreakerOptions
  readonly #limitsByUser = new Map<string, LimitOptions>()
  readonly #waiting: ((era: number) => void)[] = []
  #underWay = 0
  #heldUntil = 0
  #backOffs = 0
  #failure: CodedMessage | null = null
  #nextStart = 0
  /** Failures in a row, and pauses since the last call that succeeded. */
  #failures = 0
  #pauses = 0
  /** A pause begins another: the result of a call that began before it does not count after it. */
  #era = 0
  #alarm: NodeJS.Timeout | undefined

  constructor(breaker = BREAKER) {
    this.#breaker = breaker
  }

  /** Sets the limits of one user of the endpoint. The strictest limits of all users apply. */
  allow(user: string, options: LimitOptions): void {
    this.#limitsByUser.set(user, options)
    this.#pump()
  }

  get pausedUntil(): Date | null {
    return this.#heldUntil > Date.now() ? new Date(this.#heldUntil) : null
  }

  get lastFailure(): CodedMessage | null {
    return this.#failure
  }

  async run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const era = await this.#turn(signal)
    try {
      const result = await call()
      this.#backOffs = 0
      this.#failure = null
      this.#noteAnswer(era)
      return result
    } catch (error) {
      if (error instanceof ProviderError) {
        this.#failure = error.finding
        this.#holdBack(error)
        if (SIGNS_OF_OUTAGE.has(error.failure)) this.#noteOutage(era)
        else this.#noteAnswer(era)
        if (error.failure === 'unreachable' || isSilent(error)) this.#giveUp(error)
      }
      throw error
    } finally {
      this.#underWay -= 1
      this.#pump()
    }
  }

  #turn(signal?: AbortSignal): Promise<number> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const start = (era: number) => {
        signal?.removeEventListener('abort', giveUp)
        resolve(era)
      }
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1)
        this.#pump()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(start)
      this.#pump()
    })
  }

  /** Starts the calls that may start, and sets a timer for the next one. */
  #pump(): void {
    clearTimeout(this.#alarm)
    while (this.#waiting.length > 0) {
      if (this.#underWay >= this.#concurrency) return
      const now = Date.now()
      const wait = Math.max(this.#heldUntil, this.#nextStart) - now
      if (wait > 0) {
        this.#alarm = setTimeout(() => this.#pump(), Math.min(wait, LONGEST_TIMER_MS))
        return
      }
      this.#underWay += 1
      this.#nextStart = now + MINUTE_MS / this.#requestsPerMinute
      this.#waiting.shift()!(this.#era)
    }
  }

  /** @throws {ProviderError} a lasting one, after the last pause */
  #giveUp(error: ProviderError): void {
    const { failure, finding: why, retryAfterMs, costUsd } = error
    const pauses = this.#pauses - 1
    if (pauses < (isSilent(error) ? MAX_PAUSES_SILENT : MAX_PAUSES_UNREACHED)) return
    // after one more short pause, during which callers that wait learn that it is unreachable, counting starts again
    this.#pause(this.#breaker.firstPauseMs)
    this.#pauses = 0
    const finding = isSilent(error)
      ? msg('provider_silent', { why })
      : msg('provider_tried_again', { why, pauses })
    throw new ProviderError(failure, finding, retryAfterMs, costUsd, true)
  }

  #noteAnswer(era: number): void {
    if (era === this.#era) this.#failures = this.#pauses = 0
  }

  #noteOutage(era: number): void {
    if (era !== this.#era) return
    const { failures, firstPauseMs, longestPauseMs } = this.#breaker
    this.#failures += 1
    if (this.#pauses === 0 && this.#failures < failures) return
    this.#pause(Math.min(longestPauseMs, firstPauseMs * 2 ** this.#pauses))
    this.#pauses += 1
  }

  #pause(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, Date.now() + ms)
    this.#failures = 0
    this.#era += 1
  }

  #holdBack({ failure, retryAfterMs }: ProviderError): void {
    const now = Date.now()
    if (retryAfterMs !== null) this.#heldUntil = Math.max(this.#heldUntil, now + retryAfterMs)
    else if (failure === 'rate_limited' && this.#heldUntil <= now) {
      this.#heldUntil = now + Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** this.#backOffs)
      this.#backOffs += 1
    }
  }

  get #concurrency(): number {
    if (this.#pauses > 0) return 1
    const limits = [...this.#limitsByUser.values()].map(({ concurrency }) => concurrency)
    return limits.length === 0
      ? DEFAULT_CONCURRENCY
      : Math.min(...limits.map((limit) => limit ?? DEFAULT_CONCURRENCY))
  }

  get #requestsPerMinute(): number {
    const limits = [...this.#limitsByUser.values()].map(({ requestsPerMinute }) => requestsPerMinute)
    return Math.min(...limits.map((limit) => limit ?? Infinity))
  }
}

/** Whether a call waited for its reply in vain; a gateway that says so itself answers. */
const isSilent = ({ finding }: ProviderError): boolean => finding.code === 'provider_timeout'
