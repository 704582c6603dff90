/**
 * What an endpoint has refused for a model, so that it is asked for it once and not at every call: servers that speak a
 * protocol take different parts of it, and neither says beforehand which.
 */
import { isHttpError, errorBodyOf } from './classify.ts'

export interface ModelQuirks {
  /** It takes no JSON Schema for its reply. */
  noSchema: boolean
  /** It takes no temperature. */
  noTemperature: boolean
  /** The other of `max_tokens` and `max_completion_tokens` than is usual there. */
  otherMaxTokens: boolean
}

/** What was sent, as far as it can be left out or said another way. */
export interface SentParts {
  schema: boolean
  /** Sent by us or as 0; any other is somebody's wish and not left out silently. */
  temperature: boolean
  maxTokensName: string | null
}

const SCHEMA =
  /response_format|json_schema|json schema|structured.?output|output_config|output_format|grammar/i

/**
 * Which habit a refusal teaches: a 400 (or 404, 422, 501) that names what was sent. Null: it was about something else.
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
  if (sent.schema && names(SCHEMA)) return 'noSchema'
  return null
}

/** A limit that is too high is named as well, and the same number under another name would not help. */
const isUnknownParameter = (message: string) =>
  /unsupported|not supported|unrecogni[sz]ed|unknown|extra inputs|not permitted|unexpected/i.test(message)

/** Habits by model, for one endpoint. */
export class QuirkRegistry {
  private readonly byModel = new Map<string, ModelQuirks>()

  of(model: string): ModelQuirks {
    const known = this.byModel.get(model)
    if (known) return known
    const fresh = { noSchema: false, noTemperature: false, otherMaxTokens: false }
    this.byModel.set(model, fresh)
    return fresh
  }
}
