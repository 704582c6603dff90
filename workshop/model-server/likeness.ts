/** Servers that speak the protocol of OpenAI, each with addresses, keys and errors of its own. */
import type { IncomingMessage } from 'node:http'
import { failure } from './reply.ts'
import type { BadReply } from './reply.ts'

export type Likeness = 'openai' | 'ollama' | 'vllm' | 'openrouter' | 'azure'

interface Habits {
  /** The path before `/chat/completions`. */
  prefix: RegExp
  /** The header that carries the key; null: no key is read. */
  keyHeader: 'authorization' | 'api-key' | null
  /** A parameter without which no address is found. */
  parameter: string | null
  /** Whether one model can be looked up by its name. */
  lists: boolean
}

const HABITS: Record<Likeness, Habits> = {
  openai: { prefix: /^\/v1/, keyHeader: 'authorization', parameter: null, lists: true },
  // https://ollama.com/blog/openai-compatibility
  ollama: { prefix: /^\/v1/, keyHeader: null, parameter: null, lists: true },
  // https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html
  vllm: { prefix: /^\/v1/, keyHeader: 'authorization', parameter: null, lists: false },
  // https://openrouter.ai/docs/api-reference/overview
  openrouter: { prefix: /^\/api\/v1/, keyHeader: 'authorization', parameter: null, lists: false },
  // https://learn.microsoft.com/azure/ai-services/openai/reference
  azure: {
    prefix: /^\/openai\/deployments\/[^/]+/,
    keyHeader: 'api-key',
    parameter: 'api-version',
    lists: false,
  },
}

/** Whether the server has this address for completions. */
export function isCompletions(url: string, likeness: Likeness): boolean {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const { prefix, parameter } = HABITS[likeness]
  const rest = pathname.replace(prefix, '')
  return (
    rest !== pathname && rest === '/chat/completions' && (parameter === null || searchParams.has(parameter))
  )
}

export const looksUpModels = (likeness: Likeness): boolean => HABITS[likeness].lists

/** The refusal of a key that is missing or wrong; null if the key is right, or none is read. */
export function refusedKey(
  { headers }: Pick<IncomingMessage, 'headers'>,
  key: string | undefined,
  likeness: Likeness,
): BadReply | null {
  const { keyHeader } = HABITS[likeness]
  if (key === undefined || keyHeader === null) return null
  const sent =
    keyHeader === 'authorization' ? headers.authorization?.replace(/^Bearer /, '') : headers[keyHeader]
  if (sent === key) return null
  return likeness === 'azure'
    ? failure(401, '401', 'Access denied due to invalid subscription key or wrong API endpoint.')
    : failure(401, 'authentication_error', 'Incorrect API key provided.')
}
