/** An HTTP endpoint of any form: a template of its request, and the place of the answer in its reply. */
import type { ProviderOptions } from '../../../shared/contracts/index.ts'
import { boundedFetch } from '../bounded-fetch.ts'
import { answerIn, withoutKeysIn } from './answer-in.ts'
import { asProviderError } from './classify.ts'
import { estimatedUsage, MOST_REPLY_BYTES } from './protocol.ts'
import type { Completion, CompletionRequest, Provider } from './provider.ts'
import { keyRemover } from './redact.ts'
import { callDataOf, fillTemplate } from './request-template.ts'

export interface HttpEndpoint {
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
  const { costUsd = 0, method = 'POST', headers = {}, answer } = options
  const secrets = Object.values(variables)
  const withoutKeys = keyRemover(secrets)
  const call = boundedFetch(MOST_REPLY_BYTES, fetching)
  const sentHeaders = Object.fromEntries(
    Object.entries(headers).map(([header, value]) => [
      header,
      value.replace(ENV, (_, variable: string) => variables[variable] ?? ''),
    ]),
  )

  async function exchange(request: CompletionRequest, signal: AbortSignal): Promise<Uint8Array> {
    const data = callDataOf(request)
    const url = new URL(endpoint.url)
    for (const [key, value] of Object.entries(options.query ?? {}))
      url.searchParams.set(key, textOf(fillTemplate(value, data)))
    const body = method === 'GET' ? undefined : JSON.stringify(fillTemplate(options.body ?? data, data))
    const response = await call(url, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...sentHeaders },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal,
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (response.ok) return bytes
    throw Object.assign(new Error(), {
      status: response.status,
      headers: response.headers,
      error: errorOf(new TextDecoder().decode(bytes)),
    })
  }

  return {
    async complete(request): Promise<Completion> {
      request.signal?.throwIfAborted()
      const started = performance.now()
      const expired = AbortSignal.timeout(timeoutMs)
      const signal = request.signal ? AbortSignal.any([request.signal, expired]) : expired
      const bytes = await exchange(request, signal).catch((error: unknown) => {
        request.signal?.throwIfAborted()
        throw asProviderError(error, {
          provider: name,
          model: request.model,
          key: secrets,
          timeoutMs,
          timedOut: expired.aborted,
          now: clock(),
        })
      })
      const { text, steps } = await withoutKeysIn(answerIn(bytes, answer, name, costUsd), withoutKeys)
      return {
        text,
        ...(steps.length > 0 && { transcript: steps }),
        finishReason: 'stop',
        usage: estimatedUsage(request, text),
        usageRefused: false,
        model: '',
        costUsd,
        latencyMs: performance.now() - started,
      }
    },
    knows: () => Promise.resolve(null),
    mostCostOf: () => costUsd,
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The body of an error: its JSON, or its text. */
function errorOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
