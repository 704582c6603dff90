/** The price table: what is shipped, what fits a name, and a file of one's own. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { datedName, isAlias, priceOf, readPrices } from '../../../../server/platform/providers/index.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function fileWith(content: unknown): Promise<string> {
  const path = join(await temporaryFolder(), 'prices.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('the shipped prices', () => {
  it.each([
    ['gpt-4o', 2.5, 10],
    ['gpt-4o-2024-08-06', 2.5, 10],
    ['gpt-4o-2024-05-13', 5, 15],
    ['gpt-4o-mini-2024-07-18', 0.15, 0.6],
    ['gpt-5-mini', 0.25, 2],
    ['claude-sonnet-4-20250514', 3, 15],
    ['claude-opus-4-20250514', 15, 75],
    ['claude-opus-4-5-20251101', 5, 25],
    ['claude-haiku-4-5', 1, 5],
  ])('%s: %d in, %d out', async (model, input, output) => {
    expect(priceOf(model, await readPrices())).toMatchObject({ input, output })
  })

  it.each([
    'gpt-4o-audio-preview',
    'gpt-5-pro',
    'xgpt-4o',
    'openai/gpt-4o',
    'gpt-4oo',
    'llama-3',
    'gpt-4.1-mini-2025-04-41',
    'claude-haiku-4-5-20251010',
  ])('are not for %s', async (model) => {
    expect(priceOf(model, await readPrices())).toBeNull()
  })

  it('have dates, and cached tokens cost at least nothing and at most the full price', async () => {
    for (const { price } of (await readPrices()).rows) {
      expect(price.asOf).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(price.input).toBeGreaterThan(0)
      expect(price.cachedInput).toBeLessThanOrEqual(price.input)
      expect(price.cacheWrite).toBeGreaterThanOrEqual(price.input)
      expect(price.output).toBeGreaterThan(price.input)
    }
  })

  it('give the date from which a model is no longer served', async () => {
    const prices = await readPrices()
    expect(priceOf('claude-3-5-haiku-20241022', prices)).toMatchObject({ retired: '2026-02-19', input: 0.8 })
    expect(priceOf('gpt-4.1-nano-2025-04-14', prices)).toMatchObject({ retired: '2026-10-23' })
    expect(priceOf('gpt-4.1-mini-2025-04-14', prices)).toMatchObject({ retired: null })
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
    expect(priceOf('house-7b', prices)).toMatchObject({
      input: 0,
      cachedInput: 0,
      output: 0,
      asOf: '2026-11-01',
    })
    expect(priceOf('axb', prices)).toBeNull()
    expect(priceOf('gpt-4o', prices)).toMatchObject({ input: 2, cachedInput: 1, cacheWrite: 2, output: 9 })
    expect(priceOf('gpt-4o-mini', prices)).toMatchObject({ input: 0.15 })
  })

  it('is read in the documented format', async () => {
    const document = readFileSync(
      new URL('../../../../docs/how-to/model-servers.md', import.meta.url),
      'utf8',
    )
    const example = /```json\n(\{\s+"asOf"[^]*?)```/.exec(document)![1]
    expect(priceOf('llama-3-8b', await readPrices(await fileWith(example)))).toMatchObject({ input: 0 })
  })

  it.each([
    ['{"asOf":', /prices\.json: is not JSON/],
    [{ asOf: 'today', prices: [] }, /prices\.json: asOf: /],
    [{ asOf: '2026-11-01', prices: [{ models: [], input: 1, output: 1 }] }, /prices\.0\.models/],
    [{ asOf: '2026-11-01', prices: [{ models: ['m'], input: -1, output: 1 }] }, /prices\.0\.input/],
    [{ asOf: '2026-11-01', prices: [{ models: ['m'], input: 1 }] }, /prices\.0\.output/],
    [
      { asOf: '2026-11-01', prices: [{ models: ['m'], input: 1, output: 1, cached: 1 }] },
      /prices\.0.*cached/,
    ],
  ])('is refused in one line if it is invalid: %j', async (content, words) => {
    const error = await readPrices(await fileWith(content)).catch((reason: Error) => reason)
    expect(error).toMatchObject({ name: 'SetupError', message: expect.stringMatching(words) })
    expect((error as Error).message).not.toContain('\n')
  })

  it('is refused with the name of the setting if it is missing', async () => {
    await expect(readPrices('/nowhere/prices.json')).rejects.toThrow(
      'DEADHEAT_PRICES=/nowhere/prices.json: cannot be read (ENOENT). Name a price file, or unset it.',
    )
  })
})

it.each([
  ['gpt-4.1', true, 'gpt-4.1-2025-04-14'],
  ['gpt-4o', true, 'gpt-4o-2024-11-20'],
  ['claude-3-opus-latest', true, 'claude-3-opus-20240229'],
  ['claude-opus-4-0', true, 'claude-opus-4-20250514'],
  ['unknown-latest', true, null],
  ['gpt-4.1-2025-04-14', false, null],
  ['gpt-4-0613', false, null],
  ['claude-opus-4-1-20250805', false, null],
  ['llama3.3', false, null],
])('%s is an alias: %s; with a date it is %s', async (model, expected, dated) => {
  const prices = await readPrices()
  expect([isAlias(model, prices), datedName(model, prices)]).toEqual([expected, dated])
})
