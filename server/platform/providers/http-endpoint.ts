/** An HTTP endpoint of any form as a provider: a template of its request, and the place of the answer in its reply. */
import type { ProviderOptions } from '../../../shared/contracts/index.ts'
import type { ReadTranscript } from '../read-transcript.ts'
import { attempt } from './classify.ts'
import {
  readProgramReply,
  templateData,
  fillTemplate,
  programProvider,
  redactAnswer,
} from './program-provider.ts'
import type { CompletionRequest, Provider } from './provider.ts'
import { exchange } from './exchange.ts'
import { keyRemover } from './redact.ts'

interface HttpEndpoint {
  /** Its name in messages. */
  name: string
  url: string
  options: ProviderOptions
  /** The values of the environment variables that its headers name. */
  variables: Readonly<Record<string, string>>
  timeoutMs: number
  fetching?: typeof fetch | undefined
}

const ENV = /\{\{\s*env\.([A-Z_][A-Z0-9_]*)\s*\}\}/g

/** @returns the endpoint as a provider. Each call costs `costUsd` of its options, also one whose reply cannot be read */
export function httpEndpoint(endpoint: HttpEndpoint, clock: () => Date): Provider {
  const { name, options, variables, timeoutMs, fetching } = endpoint
  const { costUsd = 0, method = 'POST', answer: pointer } = options
  const key = Object.values(variables)
  const withoutKeys = keyRemover(key)
  const headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([header, value]) => [
      header,
      value.replace(ENV, (_, variable: string) => variables[variable] ?? ''),
    ]),
  )

  function send(request: CompletionRequest, signal: AbortSignal) {
    const data = templateData(request)
    const url = new URL(endpoint.url)
    for (const [name, value] of Object.entries(options.query ?? {}))
      url.searchParams.set(name, jsonText(fillTemplate(value, data)))
    if (method === 'GET') return exchange(url, { headers, signal, fetching })
    const body = JSON.stringify(fillTemplate(options.body ?? data, data))
    const withType = { 'content-type': 'application/json', ...headers }
    return exchange(url, { method, headers: withType, body, signal, fetching })
  }

  return programProvider(costUsd, async (request): Promise<ReadTranscript> => {
    const requestTimeoutMs = options.timeoutSeconds === undefined ? request.timeoutMs : undefined
    const at = { provider: name, model: request.model, key, timeoutMs: requestTimeoutMs ?? timeoutMs, clock }
    const { bytes } = await attempt(at, request.signal, (signal) => send(request, signal))
    return redactAnswer(readProgramReply(bytes, { provider: name, pointer, costUsd }), withoutKeys)
  })
}

const jsonText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
