/** What calls cost: by hand, and as a bound that no usage can pass. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompletionRequest, Usage } from '../../../../server/platform/providers/provider.ts'
import {
  callCost,
  datedName,
  estimateTokens,
  isAlias,
  maxCallCost,
  findPrice,
  readPrices,
} from '../../../../server/platform/providers/cost.ts'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { casesIn } from '../../../support/cases.ts'

const CASES = casesIn<{
  without_price: string[]
  refused: [content: unknown, words: string][]
  aliases: [model: string, isAlias: boolean, dated: string | null][]
}>(import.meta.url, 'cost')

const prices = await readPrices()
const haiku = findPrice('claude-haiku-4-5-20251001', prices)!
const longer = findPrice('gpt-5.4', prices)!

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
    expect(callCost(usage(1_000_000, 0), haiku)).toBeCloseTo(1)
    expect(callCost(usage(1_000_000, 0, 1_000_000), haiku)).toBeCloseTo(0.1)
    expect(callCost(usage(1_000_000, 0, 0, 1_000_000), haiku)).toBeCloseTo(1.25)
    expect(callCost(usage(0, 1_000_000), haiku)).toBeCloseTo(5)
    expect(callCost(usage(1000, 100, 300, 500), haiku)).toBeCloseTo((200 + 30 + 625 + 500) / 1e6, 12)
  })

  it('costs more if its model charges more for long calls', () => {
    expect(callCost(usage(272_000, 1000), longer)).toBeCloseTo(0.272 * 2.5 + 0.015, 12)
    expect(callCost(usage(272_001, 1000), longer)).toBeCloseTo(0.272001 * 5 + 0.0225, 12)
  })

  it('never costs less than nothing, even if a server counts more cached tokens than were sent', () => {
    expect(callCost(usage(100, 0, 500), haiku)).toBeCloseTo(50 / 1e6, 12)
  })
})

describe('the most a call may cost', () => {
  it('covers its bytes, the text around them, and the longest reply', () => {
    const bytes = Buffer.byteLength('Größe 東京')
    const expected = ((bytes + 2 * 16 + 64) * 1.25 + 4096 * 5) / 1e6
    expect(maxCallCost(request('Größe 東京'), haiku)).toBeCloseTo(expected, 12)
    expect(maxCallCost(request('Größe 東京', { params: { max_completion_tokens: 8 } }), haiku)).toBeCloseTo(
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
          expect(callCost(usage(used, output, cached, written), price)).toBeLessThanOrEqual(
            maxCallCost(longRequest, price),
          )
        }
      }),
    )
  })

  it('includes a schema, and the higher rates of a long call', () => {
    const schema = { name: 's', schema: { type: 'object', properties: {} } }
    expect(maxCallCost(request('x', { schema }), haiku)).toBeGreaterThan(maxCallCost(request('x'), haiku))
    const text = 'x'.repeat(300_000)
    const params = { max_tokens: 10 }
    expect(maxCallCost(request(text, { params }), longer)).toBeGreaterThan(0.3 * 5)
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

describe('the price table', () => {
  async function fileWith(content: unknown): Promise<string> {
    const path = join(await temporaryFolder(), 'prices.json')
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  describe('the shipped prices', () => {
    it.each(CASES.without_price)('are not for %s', async (model) => {
      expect(findPrice(model, await readPrices())).toBeNull()
    })

    it('cached tokens cost at least nothing and at most the full price', async () => {
      for (const { price } of (await readPrices()).rows) {
        expect(price.input).toBeGreaterThan(0)
        expect(price.cachedInput).toBeLessThanOrEqual(price.input)
        expect(price.cacheWrite).toBeGreaterThanOrEqual(price.input)
        expect(price.output).toBeGreaterThan(price.input)
      }
    })

    it('give the date from which a model is no longer served', async () => {
      const prices = await readPrices()
      expect(findPrice('claude-3-5-haiku-20241022', prices)).toMatchObject({
        retired: '2026-02-19',
        input: 0.8,
      })
      expect(findPrice('gpt-4.1-nano-2025-04-14', prices)).toMatchObject({ retired: '2026-10-23' })
      expect(findPrice('gpt-4.1-mini-2025-04-14', prices)).toMatchObject({ retired: null })
    })

    it('name no model twice', () => {
      const file = new URL('../../../../server/platform/providers/prices.json', import.meta.url)
      const { prices } = JSON.parse(readFileSync(file, 'utf8')) as { prices: { models: string[] }[] }
      const names = prices.flatMap(({ models }) => models)
      expect(new Set(names).size).toBe(names.length)
    })
  })

  describe('a custom price file', () => {
    it('has priority, and the shipped prices stay valid for other models', async () => {
      const path = await fileWith({
        asOf: '2026-11-01',
        prices: [
          { models: ['house-*', 'a.b'], input: 0, output: 0 },
          { models: ['gpt-4o'], input: 2, cachedInput: 1, output: 9 },
        ],
      })
      const prices = await readPrices(path)
      expect(findPrice('house-7b', prices)).toMatchObject({
        input: 0,
        cachedInput: 0,
        output: 0,
      })
      expect(findPrice('axb', prices)).toBeNull()
      expect(findPrice('gpt-4o', prices)).toMatchObject({
        input: 2,
        cachedInput: 1,
        cacheWrite: 2,
        output: 9,
      })
      expect(findPrice('gpt-4o-mini', prices)).toMatchObject({ input: 0.15 })
    })

    it('is read in the documented format', async () => {
      const document = readFileSync(
        new URL('../../../../docs/how-to/model-servers.md', import.meta.url),
        'utf8',
      )
      const example = /```json\n(\{\s+"asOf"[^]*?)```/.exec(document)![1]
      expect(findPrice('llama-3-8b', await readPrices(await fileWith(example)))).toMatchObject({ input: 0 })
    })

    it.each(CASES.refused)('is refused in one line if it is invalid: %j', async (content, words) => {
      const error = await readPrices(await fileWith(content)).catch((reason: Error) => reason)
      expect(error).toMatchObject({ name: 'SetupError', message: expect.stringMatching(new RegExp(words)) })
      expect((error as Error).message).not.toContain('\n')
    })

    it('is refused with the name of the setting if it is missing', async () => {
      await expect(readPrices('/nowhere/prices.json')).rejects.toThrow(
        'DEADHEAT_PRICES: /nowhere/prices.json cannot be read (ENOENT). Name a price file, or unset it.',
      )
    })
  })

  it.each(CASES.aliases)('%s is an alias: %s; with a date it is %s', async (model, expected, dated) => {
    const prices = await readPrices()
    expect([isAlias(model, prices), datedName(model, prices)]).toEqual([expected, dated])
  })
})
