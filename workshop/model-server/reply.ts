/** The replies of the server: an answer, or one of the ways in which providers fail. */

/** An answer. A bare text is a finished answer; its token count is a quarter of its characters. */
export type Answer =
  | string
  | {
      text: string
      finish?: 'stop' | 'length' | 'refusal'
      inputTokens?: number
      /** Tokens read from the cache; `inputTokens` includes them. */
      cachedTokens?: number
      /** Tokens written to the cache; `inputTokens` includes them. Only Anthropic reports this. */
      cacheWriteTokens?: number
      outputTokens?: number
      /** The model named in the answer. Default: the requested one. */
      model?: string
    }

export type BadReply =
  | { does: 'fails'; status: number; code: string; message: string; headers: Record<string, string> }
  /** Takes the call and never answers. */
  | { does: 'hangs' }
  /** Closes the connection before a byte is sent. */
  | { does: 'hangs up' }
  /** Announces a whole answer, sends half of it and closes the connection. */
  | { does: 'cuts' }
  | { does: 'sends half' }
  | { does: 'never ends' }
  /** Sends an answer without text. */
  | { does: 'sends nothing' }
  /** Sends half of an answer, then nothing, and keeps the connection open. */
  | { does: 'stalls' }
  /** Sends half of a stream's events, and then that there was an error; a call for a whole reply gets the error alone. */
  | { does: 'breaks off'; code: string; message: string }
  /** Sends half of a stream's events, and then one that cannot be read. */
  | { does: 'garbles' }
  /** Writes a reply until the caller hangs up; with `gzip`, little data that unpacks to much. */
  | { does: 'floods'; status: number; gzip: boolean }
  /** Sends a byte now and then, without end. */
  | { does: 'drips'; status: number }
  /** Sends this body. The status is 200 by default. */
  | { does: 'sends'; body: string; type: string; status?: number }

const fails = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): BadReply => ({ does: 'fails', status, code, message, headers })

/** 429. @param retryAfter seconds, an HTTP date, or null for no header */
export function rateLimited(retryAfter: number | string | null = null): BadReply {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': String(retryAfter) }
  return fails(429, 'rate_limit_error', 'Too many requests.', headers)
}

/** 429 with the waiting time in milliseconds. */
export const rateLimitedMs = (ms: number): BadReply =>
  fails(429, 'rate_limit_error', 'Too many requests.', { 'retry-after-ms': String(ms) })

export const serverError = (): BadReply => fails(500, 'server_error', 'Something went wrong here.')
export const overloaded = (): BadReply => fails(529, 'overloaded_error', 'Overloaded.')
export const outOfQuota = (): BadReply =>
  fails(429, 'insufficient_quota', 'You exceeded your current quota, please check your plan.')
/** Any status and message. */
export const failure = fails

export const hangs = (): BadReply => ({ does: 'hangs' })
export const hangsUp = (): BadReply => ({ does: 'hangs up' })
export const cuts = (): BadReply => ({ does: 'cuts' })
export const sendsHalf = (): BadReply => ({ does: 'sends half' })
export const stalls = (): BadReply => ({ does: 'stalls' })
export const breaksOff = (code: string, message: string): BadReply => ({ does: 'breaks off', code, message })
export const garbles = (): BadReply => ({ does: 'garbles' })
export const neverEnds = (): BadReply => ({ does: 'never ends' })
export const sendsNothing = (): BadReply => ({ does: 'sends nothing' })
export const floods = (status = 200): BadReply => ({ does: 'floods', status, gzip: false })
export const floodsPacked = (status = 200): BadReply => ({ does: 'floods', status, gzip: true })
export const drips = (status = 200): BadReply => ({ does: 'drips', status })
/** Any body, with status 200. */
export const sends = (body: string, type = 'application/json'): BadReply => ({ does: 'sends', body, type })
/** An answer in which the model refuses. */
export const refuses = (text = 'I cannot help with that.'): Answer => ({ text, finish: 'refusal' })

export const isBadReply = (reply: Answer | BadReply): reply is BadReply =>
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

/** The answer with all fields that its protocol reports. */
export function wholeAnswer(answer: Answer, sent: string): WholeAnswer {
  const partial = typeof answer === 'string' ? { text: answer } : answer
  return {
    finish: 'stop',
    inputTokens: Math.ceil(sent.length / 4),
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: Math.ceil(partial.text.length / 4),
    ...partial,
  }
}
