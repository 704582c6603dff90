/** Opens every endpoint that this process calls once, with one limit for all callers. */
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import { publicFetch } from '../public-fetch.ts'
import { SetupError } from '../setup-error.ts'
import { anthropicProtocol } from './anthropic.ts'
import type { BreakerOptions } from './breaker.ts'
import { EndpointLimit } from './limiter.ts'
import type { Limit, LimitOptions, Time } from './limiter.ts'
import { openAiProtocol } from './openai.ts'
import type { PriceTable } from './prices.ts'
import { providerOver } from './protocol.ts'
import type { Endpoint } from './protocol.ts'
import type { Provider } from './provider.ts'

/** A provider as an arena configures it. */
export interface ProviderConfig extends LimitOptions {
  name: string
  type: 'openai' | 'anthropic'
  /** Null: the provider's own address. */
  baseUrl: string | null
  /** The environment variable with the key. */
  apiKeyEnv: string
  /** Whether only a public address may be called, because somebody sent this one over HTTP. */
  publicOnly?: boolean
}

/** Providers with the same protocol, address and key are one endpoint. */
export type EndpointName = string

export interface OpenProvider {
  provider: Provider
  limit: Limit
  endpoint: EndpointName
}

export interface Providers {
  /**
   * Opens a provider of an arena, or returns the open endpoint. The strictest limit of all arenas applies to an
   * endpoint. Make calls with `limit.run(() => provider.complete(request), signal)`.
   * @param arena the arena of the provider; opening the same name for it again replaces its limit
   * @throws {SetupError} naming the variable if its key cannot be sent, or if the base URL cannot be called
   */
  open(arena: string, config: ProviderConfig): OpenProvider
  /** Why this process cannot call it; null: it can. */
  problemWith(config: Pick<ProviderConfig, 'name' | 'apiKeyEnv'>): CodedMessage | null
  /** The limits of all endpoints that are open. */
  limits(): ReadonlyMap<EndpointName, Limit>
}

export interface ProvidersOptions {
  env: Env
  prices: PriceTable
  /** The time limit of one attempt. */
  timeoutMs: number
  clock: () => Date
  /** Whether `publicOnly` of a provider is ignored. */
  allowPrivate?: boolean
  /** The clock of the limits; the real one by default. */
  time?: Time
  /** The breaker of the limits; by default five failures, then pauses from 5 s to 5 minutes. */
  breaker?: BreakerOptions | undefined
}

/** A provider with the protocol of its type. It makes calls at once, without a limit. */
export function openProvider(
  { type, ...endpoint }: Endpoint & Pick<ProviderConfig, 'type'>,
  prices: PriceTable,
  clock: () => Date,
): Provider {
  const protocol = type === 'openai' ? openAiProtocol(endpoint) : anthropicProtocol(endpoint)
  return providerOver(protocol, endpoint, prices, clock)
}

/** @returns all endpoints of a process; each is opened, and its client loaded, when it is first needed */
export function openProviders({
  env,
  prices,
  timeoutMs,
  clock,
  allowPrivate = false,
  time = REAL_TIME,
  breaker,
}: ProvidersOptions): Providers {
  const open = new Map<EndpointName, { any?: Provider; public?: Provider; limit: EndpointLimit }>()
  const fetchPublic = publicFetch()
  return {
    open(arena, config) {
      const { type, baseUrl, concurrency = null, requestsPerMinute = null } = config
      const endpoint = endpointName(config)
      const problem = problemWithBaseUrl(config) ?? problemWithKey(env, config)
      if (problem !== null) throw new SetupError(problem)
      const key = env[config.apiKeyEnv]?.trim() ?? ''
      const known = open.get(endpoint) ?? { limit: new EndpointLimit(time, breaker) }
      open.set(endpoint, known)
      const reach = config.publicOnly && baseUrl !== null && !allowPrivate ? 'public' : 'any'
      const provider = (known[reach] ??= openProvider(
        {
          name: placeOf(config),
          type,
          baseUrl,
          key,
          timeoutMs,
          fetching: reach === 'public' ? fetchPublic : undefined,
        },
        prices,
        clock,
      ))
      known.limit.allow(`${arena}/${config.name}`, { concurrency, requestsPerMinute })
      return { provider, limit: known.limit, endpoint }
    },
    problemWith: (config) => problemWithKey(env, config),
    limits: () => new Map([...open].map(([endpoint, { limit }]) => [endpoint, limit])),
  }
}

/** Arenas may give one endpoint different names, so messages have its address. */
const placeOf = ({ type, baseUrl }: ProviderConfig) => (baseUrl === null ? type : new URL(baseUrl).host)

/** The name of an endpoint for logs and flags of jobs. It does not contain the key. */
export function endpointName({ type, baseUrl, apiKeyEnv }: Omit<ProviderConfig, 'name'>): EndpointName {
  return [type, baseUrl?.replace(/\/+$/, '') ?? 'own', apiKeyEnv].join(' ')
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Why a provider's key cannot be used, with the name of the variable and never its value. Null if no fault is known
 * before a call.
 */
export function problemWithKey(
  env: Env,
  { name, apiKeyEnv }: Pick<ProviderConfig, 'name' | 'apiKeyEnv'>,
): CodedMessage | null {
  const key = env[apiKeyEnv]?.trim()
  if (!key) return msg('key_missing', { name, variable: apiKeyEnv })
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return msg('key_malformed', { name, variable: apiKeyEnv })
  }
  return null
}

/** Why a provider's base URL cannot be called; null if no fault is known before a call. */
export function problemWithBaseUrl({
  name,
  baseUrl,
}: Pick<ProviderConfig, 'name' | 'baseUrl'>): CodedMessage | null {
  if (baseUrl === null) return null
  const url = URL.parse(baseUrl)
  if (!/^https?:$/.test(url?.protocol ?? '')) {
    return msg('base_url_not_http', { name })
  }
  if (url?.username || url?.password) {
    return msg('base_url_with_password', { name })
  }
  return null
}

const REAL_TIME: Time = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      function done() {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      signal.addEventListener('abort', done)
    }),
}
