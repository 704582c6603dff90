/** What a call costs, what it may cost at most, and about how many tokens a text has. */
import { maxTokensOf } from './params.ts'
import type { Price } from './prices.ts'
import type { CompletionRequest, Usage } from './provider.ts'

const MILLION = 1e6

/** For role and separators of a message; four are usual. */
const TOKENS_PER_MESSAGE = 16
/** For what providers put around a conversation. */
const TOKENS_PER_CALL = 64
/** For the instructions into which a provider turns a schema, beside the schema itself. */
const TOKENS_PER_SCHEMA = 512

/** USD for one call, with what came from the provider's cache or went into it at its own price. */
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
 * The most one call may cost, in USD: a token stands for at least one byte of text, the reply is as long as it may
 * be, nothing comes from the cache and everything is written to it.
 */
export function mostCostOf(request: CompletionRequest, price: Price): number {
  const { longContext } = price
  const tokens = mostInputTokensOf(request)
  const rates = longContext && tokens > longContext.above ? longContext : price
  const dearest = Math.max(rates.input, rates.cacheWrite, rates.cachedInput)
  return (tokens * dearest + maxTokensOf(request.params) * rates.output) / MILLION
}

/** No fewer tokens than a provider counts for what is sent: tokenizers that work on bytes make at most one of each. */
export function mostInputTokensOf({ system, messages, schema }: CompletionRequest): number {
  const texts = [system ?? '', ...messages.map(({ content }) => content)]
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const forSchema = schema ? 2 * Buffer.byteLength(JSON.stringify(schema)) + TOKENS_PER_SCHEMA : 0
  return bytes + forSchema + texts.length * TOKENS_PER_MESSAGE + TOKENS_PER_CALL
}

const WORD = /\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+/gu
const IDEOGRAPH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/**
 * About how many tokens a text has, for an estimate before anything is sent: a word of a Latin script is one token per
 * 6 letters begun, digits go by three, ideographs one by one. No bound: `mostCostOf` is that.
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
