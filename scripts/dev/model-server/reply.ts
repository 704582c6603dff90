/** What the server does with a call: an answer, or one of the ways in which providers fail. */

/** An answer; a bare text stands for one that ends well, with tokens counted as a quarter of its characters. */
export type Answer =
  | string
  | {
      text: string
      finish?: 'stop' | 'length' | 'refusal'
      inputTokens?: number
      /** Read from the cache; among `inputTokens`. */
      cachedTokens?: number
      /** Written to the cache; among `inputTokens`. Anthropic alone tells. */
      cacheWriteTokens?: number
      outputTokens?: number
      /** The name it gives itself; the one it was asked for unless told. */
      model?: string
    }

export type Trouble =
  | { does: 'fails'; status: number; code: string; message: string; headers: Record<string, string> }
  /** Takes the call and never answers. */
  | { does: 'hangs' }
  /** Closes the connection before a byte is sent. */
  | { does: 'hangs up' }
  /** Announces a whole answer, sends half of it and closes the connection. */
  | { does: 'cuts' }
  /** Sends half of an answer and ends as if that were all. */
  | { does: 'sends half' }
  /** Sends all of the text and no word that it is the end. */
  | { does: 'never ends' }
  /** Sends an answer without text. */
  | { does: 'sends nothing' }
  /** Sends half of an answer and then nothing more. */
  | { does: 'stalls' }
  /** Begins a reply and writes on until the caller hangs up; with `gzip` a little that unpacks to that. */
  | { does: 'floods'; status: number; gzip: boolean }
  /** Sends a byte now and then, and no end. */
  | { does: 'drips'; status: number }
  /** Sends this, whatever it is; under 200 unless told. */
  | { does: 'sends'; body: string; type: string; status?: number }

const fails = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Trouble => ({ does: 'fails', status, code, message, headers })

/** 429. @param retryAfter seconds, an HTTP date, or null: the server does not say */
export function rateLimited(retryAfter: number | string | null = null): Trouble {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': String(retryAfter) }
  return fails(429, 'rate_limit_error', 'Too many requests.', headers)
}

/** 429 with the header that counts in ms. */
export const rateLimitedMs = (ms: number): Trouble =>
  fails(429, 'rate_limit_error', 'Too many requests.', { 'retry-after-ms': String(ms) })

export const serverError = (): Trouble => fails(500, 'server_error', 'Something went wrong here.')
export const overloaded = (): Trouble => fails(529, 'overloaded_error', 'Overloaded.')
export const outOfQuota = (): Trouble =>
  fails(429, 'insufficient_quota', 'You exceeded your current quota, please check your plan.')
/** Any other status, in words of one's own. */
export const failure = fails

export const hangs = (): Trouble => ({ does: 'hangs' })
export const hangsUp = (): Trouble => ({ does: 'hangs up' })
export const cuts = (): Trouble => ({ does: 'cuts' })
export const sendsHalf = (): Trouble => ({ does: 'sends half' })
export const stalls = (): Trouble => ({ does: 'stalls' })
export const neverEnds = (): Trouble => ({ does: 'never ends' })
export const sendsNothing = (): Trouble => ({ does: 'sends nothing' })
export const floods = (status = 200): Trouble => ({ does: 'floods', status, gzip: false })
export const floodsPacked = (status = 200): Trouble => ({ does: 'floods', status, gzip: true })
export const drips = (status = 200): Trouble => ({ does: 'drips', status })
/** Whatever it is, under 200. */
export const sends = (body: string, type = 'application/json'): Trouble => ({ does: 'sends', body, type })
/** An answer that is a refusal. */
export const refuses = (text = 'I cannot help with that.'): Answer => ({ text, finish: 'refusal' })

export const isTrouble = (reply: Answer | Trouble): reply is Trouble =>
  typeof reply === 'object' && 'does' in reply

export interface WholeAnswer {
  text: string
  finish: 'stop' | 'length' | 'refusal'
  inputTokens: number
  cachedTokens: number
  cacheWriteTokens: number
  outputTokens: number
  model?: string
}

/** An answer with all that its protocol tells beside the text. */
export function wholeAnswer(answer: Answer, sent: string): WholeAnswer {
  const given = typeof answer === 'string' ? { text: answer } : answer
  return {
    finish: 'stop',
    inputTokens: Math.ceil(sent.length / 4),
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: Math.ceil(given.text.length / 4),
    ...given,
  }
}
