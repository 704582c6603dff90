/** What calls cost: by hand, and as a bound that no usage can pass. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  costOf,
  estimateTokens,
  mostCostOf,
  priceOf,
  readPrices,
  type CompletionRequest,
  type Usage,
} from '../../../../server/platform/providers/index.ts'

const prices = await readPrices()
const haiku = priceOf('claude-haiku-4-5-20251001', prices)!
const longer = priceOf('gpt-5.4', prices)!

const usage = (
  inputTokens: number,
  outputTokens: number,
  cachedInputTokens = 0,
  cacheWriteTokens = 0,
): Usage => ({
  inputTokens,
  cachedInputTokens,
  cacheWriteTokens,
  outputTokens,
})

const request = (text: string, more: Partial<CompletionRequest> = {}): CompletionRequest => ({
  model: 'm',
  system: null,
  messages: [{ role: 'user', content: text }],
  params: {},
  ...more,
})

describe('a call', () => {
  it('costs each kind of token at its price', () => {
    expect(costOf(usage(1_000_000, 0), haiku)).toBeCloseTo(1)
    expect(costOf(usage(1_000_000, 0, 1_000_000), haiku)).toBeCloseTo(0.1)
    expect(costOf(usage(1_000_000, 0, 0, 1_000_000), haiku)).toBeCloseTo(1.25)
    expect(costOf(usage(0, 1_000_000), haiku)).toBeCloseTo(5)
    expect(costOf(usage(1000, 100, 300, 500), haiku)).toBeCloseTo((200 + 30 + 625 + 500) / 1e6, 12)
  })

  it('costs more if its model charges more for long calls', () => {
    expect(costOf(usage(272_000, 1000), longer)).toBeCloseTo(0.272 * 2.5 + 0.015, 12)
    expect(costOf(usage(272_001, 1000), longer)).toBeCloseTo(0.272001 * 5 + 0.0225, 12)
  })

  it('never costs less than nothing, even if a server counts more cached tokens than were sent', () => {
    expect(costOf(usage(100, 0, 500), haiku)).toBeCloseTo(50 / 1e6, 12)
  })
})

describe('the most a call may cost', () => {
  it('covers its bytes, the text around them, and the longest reply', () => {
    const bytes = Buffer.byteLength('Größe 東京')
    const expected = ((bytes + 2 * 16 + 64) * 1.25 + 4096 * 5) / 1e6
    expect(mostCostOf(request('Größe 東京'), haiku)).toBeCloseTo(expected, 12)
    expect(mostCostOf(request('Größe 東京', { params: { max_completion_tokens: 8 } }), haiku)).toBeCloseTo(
      expected - ((4096 - 8) * 5) / 1e6,
      12,
    )
  })

  it('is never below the cost of a call that has at most one token for each byte', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 400 })
    fc.assert(
      fc.property(texts, texts, fc.integer({ min: 1, max: 2000 }), fc.gen(), (system, text, limit, draw) => {
        const longRequest = request(text, { system, params: { max_tokens: limit } })
        const sent = Buffer.byteLength(system) + Buffer.byteLength(text) + 8
        const used = draw(fc.integer, { min: 0, max: sent })
        const cached = draw(fc.integer, { min: 0, max: used })
        const written = draw(fc.integer, { min: 0, max: used - cached })
        const output = draw(fc.integer, { min: 0, max: limit })
        for (const price of [haiku, longer]) {
          expect(costOf(usage(used, output, cached, written), price)).toBeLessThanOrEqual(
            mostCostOf(longRequest, price),
          )
        }
      }),
    )
  })

  it('includes a schema, and the higher rates of a long call', () => {
    const schema = { name: 's', schema: { type: 'object', properties: {} } }
    expect(mostCostOf(request('x', { schema }), haiku)).toBeGreaterThan(mostCostOf(request('x'), haiku))
    const text = 'x'.repeat(300_000)
    const params = { max_tokens: 10 }
    expect(mostCostOf(request(text, { params }), longer)).toBeGreaterThan(0.3 * 5)
  })
})

describe('an estimate of tokens', () => {
  // counted by OpenAI's o200k_base
  it.each([
    ['', 0],
    ['Hello world', 2],
    ['Where is my parcel?', 5],
    ['The quick brown fox jumps over the lazy dog.', 10],
    ['{"verdict":"first"}', 7],
  ])('%j: %d', (text, tokens) => {
    expect(Math.abs(estimateTokens(text) - tokens)).toBeLessThanOrEqual(Math.max(1, tokens * 0.3))
  })

  it('counts ideographs one by one, and never exceeds one token for each byte', () => {
    expect(estimateTokens('東京都')).toBe(3)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(estimateTokens(text)).toBeLessThanOrEqual(Buffer.byteLength(text))
      }),
    )
  })
})
