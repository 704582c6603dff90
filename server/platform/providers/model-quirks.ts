/**
 * Remembers what an endpoint has refused for a model, so that it is sent once and not with every call. Servers support
 * different parts of a protocol, and do not say in advance which.
 */
import { isHttpError, errorBodyOf } from './classify.ts'

export interface ModelQuirks {
  /** It refuses a JSON Schema for its reply. */
  noSchema: boolean
  /** It refuses a temperature. */
  noTemperature: boolean
  /** It needs the one of `max_tokens` and `max_completion_tokens` that is not usual for its address. */
  otherMaxTokens: boolean
  /** It refuses to send log-probabilities. */
  noLogprobs: boolean
}

/** The parts of a request that can be left out or sent under another name. */
export interface SentParts {
  schema: boolean
  /** Sent by default or as 0. Any other temperature was asked for, so it is never left out silently. */
  temperature: boolean
  maxTokensName: string | null
  logprobs: boolean
}

const SCHEMA =
  /response_format|json_schema|json schema|structured.?output|output_config|output_format|grammar/i

/**
 * The quirk that a refusal shows: a 400 (or 404, 422, 501) that names a part of the request. Null: it is about something
 * else.
 */
export function quirkShownBy(error: unknown, sent: SentParts): keyof ModelQuirks | null {
  if (!isHttpError(error) || ![400, 404, 422, 501].includes(error.status)) return null
  const { message, param } = errorBodyOf(error)
  const names = (what: RegExp) => (param ? what.test(param) : what.test(message))
  if (sent.temperature && names(/temperature/i)) return 'noTemperature'
  if (
    sent.maxTokensName !== null &&
    names(new RegExp(`\\b${sent.maxTokensName}\\b`)) &&
    isUnknownParameter(message)
  ) {
    return 'otherMaxTokens'
  }
  if (sent.logprobs && names(/logprobs/i)) return 'noLogprobs'
  if (sent.schema && names(SCHEMA)) return 'noSchema'
  return null
}

/** An error names a limit that is too high as well, and sending it under another name would not help. */
const isUnknownParameter = (message: string) =>
  /unsupported|not supported|unrecogni[sz]ed|unknown|extra inputs|not permitted|unexpected/i.test(message)

/** Quirks by model, for one endpoint. */
export class QuirkRegistry {
  private readonly byModel = new Map<string, ModelQuirks>()

  of(model: string): ModelQuirks {
    const known = this.byModel.get(model)
    if (known) return known
    const fresh = { noSchema: false, noTemperature: false, otherMaxTokens: false, noLogprobs: false }
    this.byModel.set(model, fresh)
    return fresh
  }
}
