/** Which parameters of arena.yaml are sent unchanged, and which are refused because they change the kind or cost of replies. */
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { holdsKey } from './redact.ts'

/** The default, so that every reply has a bound and a price. */
const DEFAULT_MAX_TOKENS = 4096

const SET_ELSEWHERE = 'it is set beside params, not in it'
const WHOLE = 'the caller decides whether a reply is streamed'
const TEXT = 'replies are text, without tool calls'
const UNPRICED = 'the price table has no price for it'

const NOT_TAKEN: Record<string, string> = {
  model: SET_ELSEWHERE,
  messages: 'messages are built from prompt and system text',
  system: SET_ELSEWHERE,
  stream: WHOLE,
  stream_options: WHOLE,
  n: 'each call asks for one reply',
  tools: TEXT,
  tool_choice: TEXT,
  functions: TEXT,
  mcp_servers: TEXT,
  web_search_options: UNPRICED,
  modalities: TEXT,
  audio: TEXT,
  inference_geo: UNPRICED,
  speed: UNPRICED,
}

/** No provider takes more; some take less. */
const RANGES: Record<string, readonly [number, number]> = {
  temperature: [0, 2],
  top_p: [0, 1],
  min_p: [0, 1],
  frequency_penalty: [-2, 2],
  presence_penalty: [-2, 2],
}

const MAX_TOKENS = ['max_tokens', 'max_completion_tokens'] as const

/** The problems of a contestant's or judge's parameters; none if they can be sent. */
export function problemsWithParams(params: Readonly<Record<string, unknown>>): CodedMessage[] {
  const problems: CodedMessage[] = []
  const refuse = (name: string, why: string) => problems.push(msg('param_wrong', { name, why }))
  for (const name of Object.keys(params))
    if (Object.hasOwn(NOT_TAKEN, name)) refuse(name, `${NOT_TAKEN[name]}; remove it`)
  if (params['service_tier'] === 'priority') refuse('service_tier', `${UNPRICED}; remove it`)
  for (const [name, [least, most]] of Object.entries(RANGES)) {
    const value = params[name]
    if (value === undefined || (typeof value === 'number' && value >= least && value <= most)) continue
    refuse(name, `must be a number from ${least} to ${most}`)
  }
  for (const name of MAX_TOKENS) {
    const value = params[name]
    if (value !== undefined && !(Number.isSafeInteger(value) && (value as number) > 0)) {
      refuse(name, 'must be a whole number above 0')
    }
  }
  return problems
}

/** The most tokens a reply may have: as the parameters have it under either name, otherwise 4,096. */
export function replyTokenLimit(params: Readonly<Record<string, unknown>>): number {
  const limits = MAX_TOKENS.map((name) => params[name]).filter((value) => typeof value === 'number')
  return limits.length === 0 ? DEFAULT_MAX_TOKENS : Math.max(...limits)
}

/** The parameters without the limit of tokens, whose name depends on the protocol. */
export function paramsWithoutMaxTokens(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).filter(([name]) => !(MAX_TOKENS as readonly string[]).includes(name)),
  )
}

// Parameters are public with their contestant and judge, so they must not contain a key.

const SECRET_NAME =
  /^(key|token|auth)$|apikey|apitoken|accesskey|accesstoken|authtoken|privatekey|secret|password|passwd|authorization|bearer|credential|headers?$/

/** Whether a name is one that a secret usually has. */
export const namesSecret = (name: string): boolean =>
  SECRET_NAME.test(name.toLowerCase().replace(/[^a-z]/g, ''))

/** In these parameters, names are those of a reply's fields. */
const NAMES_OF_REPLIES = 'response_format'

/**
 * Lists parameters that look like a key by name or value, one line each, which never shows the value.
 * @param params at any depth
 */
export function secretsInParams(params: Readonly<Record<string, unknown>>): CodedMessage[] {
  return [...secretPaths(params, ['params'], true)].map((place) => msg('secret_in_params', { place }))
}

function* secretPaths(value: unknown, path: readonly string[], readsNames: boolean): Generator<string> {
  if (typeof value === 'string') {
    if (holdsKey(value)) yield path.join('.')
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const keyPath = [...path, holdsKey(name) ? '…' : name]
    if (holdsKey(name) || (readsNames && namesSecret(name))) yield keyPath.join('.')
    else yield* secretPaths(inner, keyPath, readsNames && name !== NAMES_OF_REPLIES)
  }
}
