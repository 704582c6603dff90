/** How much a voter and a network may do in an hour. Counted in the database, so that it holds across servers. */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { msg } from '../../../shared/messages/index.ts'
import { sign } from '../config/secrets.ts'
import { networksAround } from './client-address.ts'
import { ProblemError } from '../problem.ts'
import type { Db } from '../schema.ts'

/** How many times as much the networks around an IPv6 one may do: a /56 and a /48 can hold many households. */
const TIMES = { customer: 2, site: 4 } as const
const HOUR_MS = 3_600_000
/** The rows of hours that are over are removed at the first count and then after so long. */
const SWEEP_EVERY_MS = 300_000

/** What is counted, as a share of the votes that one network may cast. */
const SHARES = {
  votesOfNetwork: 1,
  votesOfVoter: 0.5,
  /** Pairs may be skipped. */
  drawsOfNetwork: 3,
  /** Cookies: each is a new voter. */
  votersOfNetwork: 0.1,
  /** Pairs whose names are shown. */
  namesOfNetwork: 0.4,
  namesOfVoter: 0.2,
  /** Readings of what a voter's votes come to. */
  resultsOfVoter: 0.5,
} as const

type Limited = keyof typeof SHARES

export class RateLimits {
  readonly #db: Db
  readonly #secret: Buffer
  readonly #votesPerHour: number
  #sweptAt = -Infinity

  /**
   * @param secret hides addresses: only their keyed hashes are stored
   * @param votesPerHour that one network may cast; 0: nothing is limited
   */
  constructor(db: Db, secret: Buffer, votesPerHour: number) {
    this.#db = db
    this.#secret = secret
    this.#votesPerHour = votesPerHour
  }

  /**
   * Counts one more, of an IPv6 network also for the /56 and the /48 around it. The hour begins with the first one.
   * @param voterOrNetwork a voter or a network; null is not limited
   * @returns seconds until the next one is allowed; 0 if this one is
   */
  async count(action: Limited, voterOrNetwork: string | null): Promise<number> {
    if (this.#votesPerHour === 0 || voterOrNetwork === null) return 0
    const wait = await this.#countOne(action, voterOrNetwork, 1)
    const around = action.endsWith('OfNetwork') ? networksAround(voterOrNetwork) : null
    // what the smaller network is refused, others in the larger one must not pay for
    if (wait > 0 || !around) return wait
    const customer = await this.#countOne(action, around.customer, TIMES.customer)
    return customer || this.#countOne(action, around.site, TIMES.site)
  }

  async #countOne(action: Limited, voterOrNetwork: string, times: number): Promise<number> {
    const key = `${action}:${sign(this.#secret, `limit ${voterOrNetwork}`).slice(0, 22)}`
    const now = Date.now()
    if (now - this.#sweptAt > SWEEP_EVERY_MS) {
      this.#sweptAt = now
      await sql`delete from rate_limits where expire <= ${now}`.execute(this.#db)
    }
    const { rows } = await sql<{ points: number; expire: number }>`
      insert into rate_limits as counted (key, points, expire) values (${key}, 1, ${now + HOUR_MS})
      on conflict (key) do update set
        points = case when counted.expire <= ${now} then 1 else counted.points + 1 end,
        expire = case when counted.expire <= ${now} then excluded.expire else counted.expire end
      returning points, expire`.execute(this.#db)
    const { points, expire } = rows[0]
    const most = Math.max(1, Math.round(this.#votesPerHour * SHARES[action] * times))
    return points <= most ? 0 : Math.max(1, Math.ceil((expire - now) / 1000))
  }

  /**
   * Counts one more, or refuses it.
   * @throws {ProblemError} too_many_requests with the seconds to wait
   */
  async require(action: Limited, voterOrNetwork: string | null): Promise<void> {
    const retryAfter = await this.count(action, voterOrNetwork)
    if (retryAfter === 0) return
    const minutes = Math.ceil(retryAfter / 60)
    throw new ProblemError('too_many_requests', msg('limit_reached', { minutes }), { retryAfter })
  }
}

// Limits how often wrong admin tokens may be tried.

/** Wrong tokens that one address may try at once. */
const AT_ONCE = 10
/** The time after which it may try one more. */
const EVERY_MS = 6000
/** The most addresses that are counted. Beyond that, the least recently seen address is forgotten. */
const MAX_ADDRESSES = 10_000

interface Guesses {
  left: number
  updatedAt: number
}

/**
 * Counts wrong tokens by the address they came from: ten at once, then ten a minute. Further wrong
 * tokens from that address are refused with the time to wait.
 */
export class TokenGuesses {
  readonly #byAddress = new LRUCache<string, Guesses>({ max: MAX_ADDRESSES })

  /** Seconds until this address may try again; 0: now. */
  waitFor(address: string, now: Date): number {
    const left = this.#attemptsLeft(address, now.getTime())
    return left >= 1 ? 0 : Math.ceil(((1 - left) * EVERY_MS) / 1000)
  }

  /** A token from this address was wrong. */
  wrong(address: string, now: Date): void {
    const nowMs = now.getTime()
    const left = this.#attemptsLeft(address, nowMs) - 1
    this.#byAddress.set(address, { left, updatedAt: nowMs })
  }

  #attemptsLeft(address: string, now: number): number {
    const known = this.#byAddress.get(address)
    return known ? Math.min(AT_ONCE, known.left + Math.max(0, now - known.updatedAt) / EVERY_MS) : AT_ONCE
  }
}
