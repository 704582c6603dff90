/** The price table: a dated file, and a file of one's own that comes before it. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { SetupError } from '../setup-error.ts'
import { messagesOfIssue, msg } from '../../../shared/messages/index.ts'

const Usd = z.number().nonnegative()

/** USD per million tokens. */
const Rates = z.strictObject({
  input: Usd,
  /** Tokens read from the provider's cache; the price of any other where it says nothing. */
  cachedInput: Usd.optional(),
  /** Tokens written to the cache, among those sent. */
  cacheWrite: Usd.optional(),
  output: Usd,
})

const Row = Rates.extend({
  /** Names of models; `*` stands for any characters. */
  models: z.array(z.string().min(1)).min(1),
  /** Other rates for the whole of a call that sends more than `above` tokens. */
  longContext: Rates.extend({ above: z.number().int().positive() }).optional(),
  /** The day from which the provider itself serves it no more; a gateway may. */
  retired: z.iso.date().optional(),
})

const PriceFile = z.strictObject({
  /** The day on which the prices were looked up. */
  asOf: z.iso.date(),
  sources: z.array(z.string()).default([]),
  prices: z.array(Row),
})

/** USD per million tokens, complete: what is not given costs as much as input. */
export interface Price {
  input: number
  cachedInput: number
  cacheWrite: number
  output: number
  longContext: (Omit<Price, 'longContext' | 'asOf' | 'retired'> & { above: number }) | null
  /** The day on which it was looked up. */
  asOf: string
  /** The day from which the provider itself serves the model no more; null: none is known. */
  retired: string | null
}

/** The first row that fits a model is its price. */
export interface PriceTable {
  rows: readonly { models: readonly RegExp[]; price: Price }[]
}

const SHIPPED = new URL('prices.json', import.meta.url)

/**
 * The table that comes with Deadheat, behind the rows of a file of one's own where `path` names one.
 * @throws {SetupError} naming the file and what is wrong in it
 */
export async function readPrices(path?: string): Promise<PriceTable> {
  const own = path ? (await readPriceFile(path, path)).rows : []
  return { rows: [...own, ...(await readPriceFile(SHIPPED, 'prices.json')).rows] }
}

/** The price of a model, by the name it is asked for; null: the table does not know it. */
export function priceOf(model: string, prices: PriceTable): Price | null {
  return prices.rows.find(({ models }) => models.some((pattern) => pattern.test(model)))?.price ?? null
}

async function readPriceFile(path: string | URL, name: string): Promise<PriceTable> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(msg('prices_unread', { file: name, code: error.code }))
  })
  const parsed = PriceFile.safeParse(jsonOf(text, name), { reportInput: true })
  if (!parsed.success) {
    const [{ path: where, message }] = messagesOfIssue(parsed.error.issues[0])
    throw new SetupError(
      msg('prices_wrong', { file: name, place: where.join('.') || msg('the_file'), why: message }),
    )
  }
  const { asOf, prices } = parsed.data
  return {
    rows: prices.map(({ models, longContext, retired = null, ...rates }) => ({
      models: models.map(patternOf),
      price: {
        ...complete(rates),
        longContext: longContext ? { ...complete(longContext), above: longContext.above } : null,
        asOf,
        retired,
      },
    })),
  }
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SetupError(msg('prices_no_json', { file: name }))
  }
}

const complete = ({ input, cachedInput = input, cacheWrite = input, output }: z.infer<typeof Rates>) => ({
  input,
  cachedInput,
  cacheWrite,
  output,
})

const patternOf = (name: string) =>
  new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)
