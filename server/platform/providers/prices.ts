/** The price table: a dated file, and optionally a file of the operator, which takes precedence. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { SetupError } from '../setup-error.ts'
import { messagesOfIssue, msg } from '../../../shared/messages/index.ts'

const Usd = z.number().nonnegative()

/** USD per million tokens. */
const Rates = z.strictObject({
  input: Usd,
  /** Tokens read from the provider's cache; if missing, they cost as much as other input. */
  cachedInput: Usd.optional(),
  /** Input tokens that are written to the cache. */
  cacheWrite: Usd.optional(),
  output: Usd,
})

const Row = Rates.extend({
  /** Names of models; `*` stands for any characters. */
  models: z.array(z.string().min(1)).min(1),
  /** The rates of a whole call that sends more than `above` tokens. */
  longContext: Rates.extend({ above: z.number().int().positive() }).optional(),
  /** From this day the provider itself no longer serves the model; a gateway may. */
  retired: z.iso.date().optional(),
})

const PriceFile = z.strictObject({
  /** The day on which the prices were looked up. */
  asOf: z.iso.date(),
  sources: z.array(z.string()).default([]),
  prices: z.array(Row),
})

/** USD per million tokens, with all rates filled in. */
export interface Price {
  input: number
  cachedInput: number
  cacheWrite: number
  output: number
  longContext: (Omit<Price, 'longContext' | 'asOf' | 'retired'> & { above: number }) | null
  /** The day on which the price was looked up. */
  asOf: string
  /** From this day the provider itself no longer serves the model; null if none is known. */
  retired: string | null
}

/** The price of a model is the first row that matches its name. */
export interface PriceTable {
  rows: readonly { names: readonly string[]; models: readonly RegExp[]; price: Price }[]
}

const SHIPPED = new URL('prices.json', import.meta.url)

/**
 * The table that comes with Deadheat, after the rows of the operator's file if `path` names one.
 * @throws {SetupError} naming the file and what is wrong in it
 */
export async function readPrices(path?: string): Promise<PriceTable> {
  const custom = path ? (await readPriceFile(path, path)).rows : []
  return { rows: [...custom, ...(await readPriceFile(SHIPPED, 'prices.json')).rows] }
}

/** The price of a model by the name that calls use; null if the table does not have it. */
export function priceOf(model: string, prices: PriceTable): Price | null {
  return prices.rows.find(({ models }) => models.some((pattern) => pattern.test(model)))?.price ?? null
}

/**
 * Whether a name is an alias, behind which the provider may put another model: it ends in `-latest`, or the table also
 * has the name with a date.
 */
export function isAlias(model: string, prices: PriceTable): boolean {
  return !DATE.test(model) && (model.endsWith('-latest') || datedName(model, prices) !== null)
}

/** The newest name of the same model with a date; null if the table has none. */
export function datedName(model: string, { rows }: PriceTable): string | null {
  const base = model.replace(/-(?:latest|0)$/, '')
  const dated = rows
    .flatMap(({ names }) => names)
    .filter((name) => name.replace(DATE, '') === base && DATE.test(name))
  return dated.toSorted().at(-1) ?? null
}

/** As in gpt-4.1-2025-04-14, claude-opus-4-1-20250805 and gpt-4-0613. */
const DATE = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4})$/

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
      names: models,
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
