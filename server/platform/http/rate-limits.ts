/** How much a voter and a network may do in an hour. Counted in the database, so that it holds across servers. */
import { CompiledQuery, type Kysely } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ProblemError } from '../problem.ts'
import type { Database } from '../schema.ts'
import { sign } from '../config/secrets.ts'
import { msg } from '../../../shared/messages/index.ts'

const HOUR_SECONDS = 3600

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
} as const

export type Limited = keyof typeof SHARES

export class RateLimits {
  readonly #limiters: Record<Limited, RateLimiterPostgres> | null
  readonly #secret: Buffer

  /**
   * @param secret hides addresses: only their keyed hashes are stored
   * @param votesPerHour that one network may cast; 0: nothing is limited
   */
  constructor(db: Kysely<Database>, secret: Buffer, votesPerHour: number) {
    this.#secret = secret
    const limiter = (name: Limited) =>
      new RateLimiterPostgres({
        storeClient: { query: ({ text, values }: Query) => db.executeQuery(CompiledQuery.raw(text, values)) },
        storeType: 'client',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points: Math.max(1, Math.round(votesPerHour * SHARES[name])),
        duration: HOUR_SECONDS,
      })
    const names = Object.keys(SHARES) as Limited[]
    this.#limiters =
      votesPerHour === 0
        ? null
        : (Object.fromEntries(names.map((name) => [name, limiter(name)])) as Record<
            Limited,
            RateLimiterPostgres
          >)
  }

  /**
   * Counts one more.
   * @param voterOrNetwork a voter or a network; null is not limited
   * @returns seconds until the next one is allowed; 0 if this one is
   */
  async count(action: Limited, voterOrNetwork: string | null): Promise<number> {
    if (!this.#limiters || voterOrNetwork === null) return 0
    try {
      await this.#limiters[action].consume(sign(this.#secret, `limit ${voterOrNetwork}`).slice(0, 22))
      return 0
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw refusal
    }
  }

  /**
   * Counts one more, or refuses it.
   * @throws {ProblemError} too_many_requests with the seconds to wait
   */
  async require(action: Limited, voterOrNetwork: string | null): Promise<void> {
    const retryAfter = await this.count(action, voterOrNetwork)
    if (retryAfter > 0)
      throw new ProblemError(
        'too_many_requests',
        msg('limit_reached', { minutes: Math.ceil(retryAfter / 60) }),
        {
          retryAfter,
        },
      )
  }
}

interface Query {
  text: string
  values: unknown[]
}
