/** The cost of a call, the most it may cost, and an estimate of the tokens of a text. */
import { maxTokensOf } from './params.ts'
import type { Price } from './prices.ts'
import type { CompletionRequest, Usage } from './provider.ts'

const MILLION = 1e6

/** For the role and separators of a message; four are usual. */
const TOKENS_PER_MESSAGE = 16
/** For what providers add to a conversation. */
const TOKENS_PER_CALL = 64
/** For the instructions that a provider adds to a schema. */
const TOKENS_PER_SCHEMA = 512

/** The cost of one call in USD. Tokens read from the provider's cache or written to it have prices of their own. */
export function costOf(usage: Usage, price: Price): number {
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
export function mostCostOf(request: CompletionRequest, price: Price): number {
  const { longContext } = price
  const tokens = mostInputTokensOf(request)
  const rates = longContext && tokens > longContext.above ? longContext : price
  const dearest = Math.max(rates.input, rates.cacheWrite, rates.cachedInput)
  return (tokens * dearest + maxTokensOf(request.params) * rates.output) / MILLION
}

/** At least as many tokens as a provider counts for the input: byte-level tokenizers make at most one of each byte. */
export function mostInputTokensOf({ system, messages, schema }: CompletionRequest): number {
  const texts = [system ?? '', ...messages.map(({ content }) => content)]
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const forSchema = schema ? 2 * Buffer.byteLength(JSON.stringify(schema)) + TOKENS_PER_SCHEMA : 0
  return bytes + forSchema + texts.length * TOKENS_PER_MESSAGE + TOKENS_PER_CALL
}

const WORD = /\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+/gu
const IDEOGRAPH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/**
 * Estimates the tokens of a text before it is sent. A word in Latin script counts one token for every 6 letters or
 * part of them. Three digits count one token, and so does an ideograph. It is not a bound; `mostCostOf` is.
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
