/** How many calls an endpoint gets, and when: by a clock that the test moves. */
import { msg } from '../../../../shared/messages/index.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EndpointLimit } from '../../../../server/platform/providers/limits.ts'
import { ProviderError, type ProviderFailure } from '../../../../server/platform/providers/index.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const time = {
  now: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
}

/** Calls of a given duration, which record when they began. */
function calls(limit: EndpointLimit) {
  const starts: number[] = []
  let atOnce = 0
  const seen = {
    starts,
    most: 0,
    outcomes: [] as string[],
    make(ms: number, failure?: ProviderFailure, retryAfterMs: number | null = null, signal?: AbortSignal) {
      const call = async () => {
        starts.push(time.now())
        seen.most = Math.max(seen.most, ++atOnce)
        await time.sleep(ms)
        atOnce -= 1
        if (failure) throw new ProviderError(failure, msg('as_given', { text: failure }), retryAfterMs)
      }
      return limit.run(call, signal).then(
        () => void seen.outcomes.push('ok'),
        (error: Error) => void seen.outcomes.push(error.message),
      )
    },
    many(count: number, ms: number, failure?: ProviderFailure): void {
      for (let nth = 0; nth < count; nth++) void seen.make(ms, failure)
    },
  }
  return seen
}

function limited(options: { concurrency?: number; requestsPerMinute?: number } = {}) {
  const limit = new EndpointLimit()
  limit.allow('arena/local', options)
  return { limit, made: calls(limit) }
}

describe('concurrency', () => {
  it('is never exceeded, and used in full', async () => {
    const { made } = limited({ concurrency: 3 })
    made.many(10, 100)
    await time.pass(400)
    expect(made.starts).toEqual([0, 0, 0, 100, 100, 100, 200, 200, 200, 300])
    expect(made.most).toBe(3)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is 8 by default', async () => {
    const { made } = limited()
    made.many(20, 10)
    await time.pass(100)
    expect(made.most).toBe(8)
  })

  it('has the strictest limit of all users of the endpoint, and each may change its limit', async () => {
    const { limit, made } = limited({ concurrency: 4 })
    limit.allow('another/local', { concurrency: 2 })
    made.many(4, 10)
    await time.pass(50)
    expect(made.most).toBe(2)
    limit.allow('another/local', { concurrency: 6 })
    made.many(9, 10)
    await time.pass(50)
    expect(made.most).toBe(4)
  })

  it('passes the place of a cancelled call to the next one', async () => {
    const { limit, made } = limited({ concurrency: 1 })
    const stop = new AbortController()
    void made.make(100)
    void made.make(100, undefined, null, stop.signal)
    void made.make(100)
    await time.pass(50)
    stop.abort(new Error('cancelled'))
    await time.pass(200)
    expect(made.starts).toEqual([0, 100])
    expect(made.outcomes).toEqual(['cancelled', 'ok', 'ok'])
    await expect(limit.run(() => Promise.resolve(1), stop.signal)).rejects.toThrow('cancelled')
  })
})

it('requests per minute are spread evenly, so that no minute has too many', async () => {
  const { made } = limited({ requestsPerMinute: 30, concurrency: 100 })
  made.many(61, 10)
  await time.pass(180_000)
  expect(made.starts.slice(0, 4)).toEqual([0, 2000, 4000, 6000])
  for (const from of made.starts) {
    const inMinute = made.starts.filter((at) => at >= from && at < from + 60_000)
    expect(inMinute.length).toBeLessThanOrEqual(30)
  }
  expect(made.starts.at(-1)).toBe(120_000)
  expect(vi.getTimerCount()).toBe(0)
})

describe('Retry-After', () => {
  it('delays all callers of the endpoint, for the stated time', async () => {
    const { limit, made } = limited({ concurrency: 2 })
    void made.make(100, 'rate_limited', 5000)
    void made.make(100)
    made.many(3, 100)
    await time.pass(150)
    expect(limit.pausedUntil).toEqual(new Date(5100))
    await time.pass(10_000)
    expect(made.starts).toEqual([0, 0, 5100, 5100, 5200])
    expect(limit.pausedUntil).toBeNull()
  })

  it('counts from the longest of several', async () => {
    const { limit, made } = limited({ concurrency: 3 })
    void made.make(100, 'rate_limited', 5000)
    void made.make(200, 'rate_limited', 1000)
    void made.make(300, 'overloaded', 9000)
    await time.pass(400)
    expect(limit.pausedUntil).toEqual(new Date(9300))
  })

  it('grows by default if a 429 has none, and is reset once a call succeeds', async () => {
    const { limit, made } = limited({ concurrency: 1 })
    const pauses: number[] = []
    const pauseAfter = async (failure?: ProviderFailure) => {
      void made.make(10, failure)
      await time.pass(10)
      const until = limit.pausedUntil
      pauses.push(until ? until.getTime() - time.now() : 0)
      await time.pass(until ? until.getTime() - time.now() : 0)
    }
    for (let i = 0; i < 8; i++) await pauseAfter('rate_limited')
    await pauseAfter()
    await pauseAfter('rate_limited')
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 0, 1000])
  })
})

describe('a provider that is down', () => {
  const down = ['overloaded', 'server_error', 'timeout', 'unreachable', 'cut'] as const

  it.each(down)('is paused after five times %s in a row', async (failure) => {
    const { limit, made } = limited({ concurrency: 1 })
    made.many(4, 10, failure)
    await time.pass(100)
    expect(limit.pausedUntil).toBeNull()
    made.many(1, 10, failure)
    await time.pass(10)
    expect(limit.pausedUntil).toEqual(new Date(110 + 5000))
  })

  it('is paused once for all concurrent calls, however many of them fail', async () => {
    const { limit, made } = limited({ concurrency: 20 })
    made.many(20, 10, 'unreachable')
    await time.pass(10)
    expect(limit.pausedUntil).toEqual(new Date(10 + 5000))
    made.many(5, 10)
    await time.pass(10_000)
    expect(made.starts.slice(20)).toEqual([5010, 5020, 5020, 5020, 5020])
  })

  it('is not assumed if an endpoint sometimes answers, or refuses a request', async () => {
    const { limit, made } = limited({ concurrency: 1 })
    for (const failure of ['bad_request', 'empty', 'unauthorised', undefined] as const) {
      made.many(4, 10, 'server_error')
      made.many(1, 10, failure)
    }
    await time.pass(1000)
    expect(made.starts).toHaveLength(20)
    expect(limit.pausedUntil).toBeNull()
  })

  it('gets one trial call after each pause, and the pauses grow to five minutes', async () => {
    const { made } = limited({ concurrency: 4 })
    made.many(20, 10, 'server_error')
    await time.pass(3_600_000)
    // four at a time until the fifth failure, of which those under way come back too
    const together = made.starts.filter((at) => at <= 10)
    expect(together).toEqual([0, 0, 0, 0, 10, 10, 10, 10])
    const waits = made.starts.slice(8).map((at, i, all) => (i === 0 ? 0 : at - all[i - 1] - 10))
    expect(waits).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300, 300, 300, 300].map((s) => s * 1000))
    expect(made.starts).toHaveLength(20)
    expect(made.outcomes).toEqual(Array(20).fill('server_error'))
  })

  it('gets all calls again once the trial call succeeds', async () => {
    const { limit, made } = limited({ concurrency: 5 })
    made.many(5, 10, 'unreachable')
    await time.pass(20)
    made.many(10, 100)
    await time.pass(5000)
    expect(made.starts.slice(5)).toEqual([5010])
    await time.pass(90)
    expect(made.starts.slice(5)).toEqual([5010, 5110, 5110, 5110, 5110, 5110])
    await time.pass(1000)
    expect(made.outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(10)
    made.many(5, 10, 'unreachable')
    await time.pass(10)
    expect(limit.pausedUntil).toEqual(new Date(time.now() + 5000))
  })

  it('gets the next call as trial if the trial call was cancelled', async () => {
    const limit = new EndpointLimit()
    const timedCalls = calls(limit)
    timedCalls.many(5, 10, 'unreachable')
    await time.pass(20)
    const cancelledCall = limit
      .run(async () => {
        await time.sleep(50)
        throw new Error('cancelled')
      })
      .catch(() => {})
    void timedCalls.make(10)
    await time.pass(5000)
    expect(timedCalls.starts).toHaveLength(5)
    await time.pass(100)
    await cancelledCall
    expect(timedCalls.starts).toHaveLength(6)
    expect(timedCalls.outcomes.at(-1)).toBe('ok')
  })
})
