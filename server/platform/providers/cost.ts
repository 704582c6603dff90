/** The cost of a call, the most it may cost, and an estimate of the tokens of a text. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { jsonIn } from '../json.ts'
import { SetupError } from '../setup-error.ts'
import { messagesOfIssue, msg } from '../../../shared/messages/index.ts'
import { replyTokenLimit } from './params.ts'
import type { CompletionRequest, Usage } from './provider.ts'

// The price table: a dated file, and optionally a file of the operator, which takes precedence.

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
interface Price {
  input: number
  cachedInput: number
  cacheWrite: number
  output: number
  longContext: (Omit<Price, 'longContext' | 'retired'> & { above: number }) | null
  /** From this day the provider itself no longer serves the model; null if none is known. */
  retired: string | null
}

/** The price of a model is the first row that matches its name. */
export interface PriceTable {
  rows: readonly {
    names: readonly string[]
    models: readonly RegExp[]
    price: Price
  }[]
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
export function findPrice(model: string, prices: PriceTable): Price | null {
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
    throw new SetupError(
      msg('setting_file_unread', {
        setting: 'DEADHEAT_PRICES',
        file: name,
        code: error.code,
        wanted: 'a price file',
      }),
    )
  })
  const json = jsonIn(text)
  if (json === undefined) throw new SetupError(msg('prices_wrong', { file: name, wrong: msg('no_json') }))
  const parsed = PriceFile.safeParse(json, { reportInput: true })
  if (!parsed.success) {
    const [{ path: where, message }] = messagesOfIssue(parsed.error.issues[0])
    throw new SetupError(
      msg('prices_wrong', {
        file: name,
        wrong: msg('at_place', { place: where.join('.') || 'the file', wrong: message }),
      }),
    )
  }
  return { rows: parsed.data.prices.map(priceRow) }
}

/** A row of a price table: the names of models, of which `*` stands for any characters, and USD per million tokens. */
export const priceRow = ({
  models,
  longContext,
  retired,
  ...rates
}: z.infer<typeof Row>): PriceTable['rows'][number] => ({
  names: models,
  models: models.map(modelPattern),
  price: {
    ...complete(rates),
    longContext: longContext ? { ...complete(longContext), above: longContext.above } : null,
    retired: retired ?? null,
  },
})

const complete = ({ input, cachedInput = input, cacheWrite = input, output }: z.infer<typeof Rates>) => ({
  input,
  cachedInput,
  cacheWrite,
  output,
})

const modelPattern = (name: string) =>
  new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

const MILLION = 1e6

/** For the role and separators of a message; four are usual. */
const TOKENS_PER_MESSAGE = 16
/** For what providers add to a conversation. */
const TOKENS_PER_CALL = 64
/** For the instructions that a provider adds to a schema. */
const TOKENS_PER_SCHEMA = 512

/** Tokens of a picture of one megapixel, for estimates: 765 to 1,333 with the models of OpenAI and Anthropic. */
export const EXPECTED_PICTURE_TOKENS = 1000

/**
 * The most tokens of a picture. Anthropic counts a token for 750 pixels, of at most 3.75 megapixels; OpenAI at most 1,536
 * patches, times 2.46 with the smallest model, but 2,833 and 5,667 for each of eight tiles with gpt-4o-mini. Sources:
 * platform.claude.com/docs/en/vision, platform.openai.com/docs/guides/images-vision.
 */
const mostPictureTokens = (model: string) => (model.includes('4o-mini') ? 2833 + 8 * 5667 : 5100)

/** The cost of one call in USD. Tokens read from the provider's cache or written to it have prices of their own. */
export function callCost(usage: Usage, price: Price): number {
  const { cachedInputTokens: cached, cacheWriteTokens: written = 0 } = usage
  const { longContext } = price
  const rates = longContext && usage.inputTokens > longContext.above ? longContext : price
  const plain = Math.max(0, usage.inputTokens - cached - written)
  return (
    (plain * rates.input +
      cached * rates.cachedInput +
      written * rates.cacheWrite +
      usage.outputTokens * rates.output) /
    MILLION
  )
}

/**
 * The most one call may cost, in USD. It assumes that each token is one byte of text and the reply is as long as
 * allowed. It also assumes that nothing is read from the cache and everything is written to it.
 */
export function maxCallCost(request: CompletionRequest, price: Price): number {
  const { longContext } = price
  const tokens = mostInputTokens(request)
  const rates = longContext && tokens > longContext.above ? longContext : price
  const dearest = Math.max(rates.input, rates.cacheWrite, rates.cachedInput)
  return (tokens * dearest + replyTokenLimit(request.params) * rates.output) / MILLION
}

/** At least as many tokens as a provider counts for the input: byte-level tokenizers make at most one of each byte. */
function mostInputTokens({ model, system, messages, schema, pictures = [] }: CompletionRequest): number {
  const texts = [system ?? '', ...messages.map(({ content }) => content)]
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const forSchema = schema ? 2 * Buffer.byteLength(JSON.stringify(schema)) + TOKENS_PER_SCHEMA : 0
  const forPictures = pictures.length * mostPictureTokens(model)
  return bytes + forSchema + forPictures + texts.length * TOKENS_PER_MESSAGE + TOKENS_PER_CALL
}

const WORD = /\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+/gu
const IDEOGRAPH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/**
 * Estimates the tokens of a text before it is sent. A word in Latin script counts one token for every 6 letters or
 * part of them. Three digits count one token, and so does an ideograph. It is not a bound; `maxCallCost` is.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const [word] of text.matchAll(WORD)) {
    const letters = word.length
    if (IDEOGRAPH.test(word)) tokens += letters
    else if (/^\p{N}/u.test(word)) tokens += Math.ceil(letters / 3)
    else tokens += Math.ceil(letters / (isAscii(word) ? 6 : 3))
  }
  return tokens
}

const isAscii = (word: string) => Buffer.byteLength(word) === word.length

// Estimates the cost of calls before any is made; `maxCallCost` is the bound.

/** USD by model; null if the price table does not have the model. */
export type CostByModel = Record<string, number | null>

export interface ExpectedCalls {
  calls: number
  costByModel: CostByModel
}

/** Adds up expected calls. */
export class Expectation implements ExpectedCalls {
  calls = 0
  readonly costByModel: CostByModel = {}
  readonly #prices: PriceTable

  constructor(prices: PriceTable) {
    this.#prices = prices
  }

  /**
   * @param caller `callUsd`: what each call costs, in USD, whatever its tokens
   * @param outputTokens how many a reply is expected to have; no more than the parameters allow are counted
   */
  add(
    {
      model,
      params,
      callUsd,
    }: { model: string; params: Record<string, unknown>; callUsd?: number | undefined },
    inputTokens: number,
    outputTokens: number,
    times = 1,
  ): void {
    this.calls += times
    if (callUsd !== undefined) return this.#addUsd(model, times * callUsd)
    const price = findPrice(model, this.#prices)
    const usage = {
      inputTokens,
      cachedInputTokens: 0,
      outputTokens: Math.min(outputTokens, replyTokenLimit(params)),
    }
    this.#addUsd(model, price && times * callCost(usage, price))
  }

  #addUsd(model: string, usd: number | null): void {
    const known = this.costByModel[model]
    this.costByModel[model] = usd === null || known === null ? null : (known ?? 0) + usd
  }
}

/** The sum of several expectations. */
export function expectedTogether(all: readonly ExpectedCalls[]): ExpectedCalls & { costUsd: number | null } {
  const costByModel: CostByModel = {}
  for (const expected of all)
    for (const [model, cost] of Object.entries(expected.costByModel))
      costByModel[model] =
        cost === null || costByModel[model] === null ? null : (costByModel[model] ?? 0) + cost
  const costs = Object.values(costByModel)
  return {
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    costByModel,
    costUsd: costs.includes(null) ? null : costs.reduce((sum: number, cost) => sum + cost!, 0),
  }
}

export const estimateTokenSum = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + estimateTokens(text), 0)
