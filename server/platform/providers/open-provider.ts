/** Opens every endpoint that this process calls once, with one limit for all callers. */
import { createHash } from 'node:crypto'
import {
  isExternalProgram,
  headerVariables,
  type ProviderOptions,
  type ProviderType,
} from '../../../shared/contracts/index.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { canonicalJson } from '../json.ts'
import { SetupError } from '../setup-error.ts'
import { anthropicProtocol } from './anthropic.ts'
import { commandProvider } from './command.ts'
import type { PriceTable } from './cost.ts'
import { httpEndpoint } from './http-endpoint.ts'
import { EndpointLimit, type BreakerOptions, type Limit, type LimitOptions } from './limits.ts'
import { openAiProtocol } from './openai.ts'
import { NO_KEY, protocolProvider, type Endpoint } from './protocol.ts'
import { ProviderError, type Provider } from './provider.ts'
import { publicFetch } from './public-fetch.ts'
import { commandEnvironment } from './run-command.ts'

/** A provider as an arena configures it. */
export interface ProviderConfig extends LimitOptions {
  name: string
  type: ProviderType
  /** Null: the provider's own address, or a command. */
  baseUrl: string | null
  /** The environment variable with the key; null for HTTP endpoints, commands, and model servers that need no key. */
  apiKeyEnv: string | null
  options?: ProviderOptions
  /** Whether only a public address may be called, because somebody sent this one over HTTP. */
  publicOnly?: boolean
}

/** Providers with the same protocol, address and key are one endpoint. */
type EndpointName = string

interface OpenProvider {
  provider: Provider
  limit: Limit
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
  problemWith(config: NamingVariables): CodedMessage | null
  limits(): ReadonlyMap<EndpointName, Limit>
}

interface ProvidersOptions {
  /** The environment with the keys, as it is now: a key may be set or withdrawn at any time. */
  environment: () => Env
  prices: PriceTable
  /** The time limit of one attempt. */
  timeoutMs: number
  clock: () => Date
  /** Whether `publicOnly` of a provider is ignored. */
  allowPrivate?: boolean
  /** The breaker of the limits; by default five failures, then pauses from 5 s to 5 minutes. */
  breaker?: BreakerOptions | undefined
}

type NamingVariables = Pick<ProviderConfig, 'name' | 'type' | 'apiKeyEnv' | 'options'>

/** A provider with the protocol of its type. It makes calls at once, without a limit. */
export function openProvider(
  { type, ...endpoint }: Endpoint & { type: 'openai' | 'anthropic' },
  prices: PriceTable,
  clock: () => Date,
): Provider {
  const protocol = type === 'openai' ? openAiProtocol(endpoint) : anthropicProtocol(endpoint)
  return protocolProvider(protocol, endpoint, prices, clock)
}

/** @returns all endpoints of a process; each is opened when it is first needed */
export function openProviders({
  environment,
  prices,
  timeoutMs,
  clock,
  allowPrivate = false,
  breaker,
}: ProvidersOptions): Providers {
  const open = new Map<
    EndpointName,
    { any?: Provider; public?: Provider; limit: EndpointLimit; values: string }
  >()
  const fetchPublic = publicFetch()

  const keyValues = (config: ProviderConfig): Record<string, string> => {
    const env = environment()
    return Object.fromEntries(providerVariables(config).map((name) => [name, env[name]?.trim() ?? '']))
  }

  function opened(config: ProviderConfig, fetching: typeof fetch | undefined): Provider {
    const { type, baseUrl, apiKeyEnv, options = {} } = config
    const variables = keyValues(config)
    const place = hostOrType(config)
    const most = options.timeoutSeconds === undefined ? timeoutMs : options.timeoutSeconds * 1000
    if (type === 'http')
      return httpEndpoint(
        { name: place, url: baseUrl!, options, variables, timeoutMs: most, fetching },
        clock,
      )
    if (type === 'exec')
      return commandProvider({
        name: config.name,
        command: options.command!,
        folder: options.folder!,
        options,
        env: commandEnvironment(environment(), options.env ?? []),
        secrets: Object.values(variables).filter((value) => value.length >= SHORTEST_SECRET),
        timeoutMs: most,
      })
    const key = apiKeyEnv === null ? NO_KEY : variables[apiKeyEnv]
    return openProvider({ name: place, type, baseUrl, key, options, timeoutMs, fetching }, prices, clock)
  }

  /** Opens it with the keys as they are now, and keeps its limit. */
  function openNow(config: ProviderConfig): { provider: Provider; limit: EndpointLimit } {
    const { baseUrl } = config
    const endpoint = endpointName(config)
    if (config.type === 'exec' && config.publicOnly)
      throw new SetupError(msg('command_not_public', { name: config.name }))
    const problem = problemWithBaseUrl(config) ?? problemWithVariables(environment(), config)
    if (problem !== null) throw new SetupError(problem)
    const before = open.get(endpoint)
    const values = JSON.stringify(keyValues(config))
    const known: NonNullable<typeof before> =
      before?.values === values ? before : { limit: before?.limit ?? new EndpointLimit(breaker), values }
    open.set(endpoint, known)
    const reach = config.publicOnly && baseUrl !== null && !allowPrivate ? 'public' : 'any'
    const provider = (known[reach] ??= opened(config, reach === 'public' ? fetchPublic : undefined))
    return { provider, limit: known.limit }
  }

  /** A call that waited is made with the key as it is then, or not at all if that is gone. */
  function withKeysOfNow(config: ProviderConfig, provider: Provider): Provider {
    const now = () => {
      const problem = problemWithVariables(environment(), config)
      if (problem !== null) throw new ProviderError('unreachable', problem)
      return openNow(config).provider
    }
    return {
      ...provider,
      complete: async (request) => now().complete(request),
      knows: async (model) => now().knows(model),
      ...(provider.flags && { flags: async (...args) => now().flags!(...args) }),
    }
  }

  return {
    open(arena, config) {
      const { concurrency = null, requestsPerMinute = null } = config
      const { provider, limit } = openNow(config)
      limit.allow(`${arena}/${config.name}`, { concurrency, requestsPerMinute })
      return { provider: withKeysOfNow(config, provider), limit }
    },
    problemWith: (config) => problemWithVariables(environment(), config),
    limits: () => new Map([...open].map(([endpoint, { limit }]) => [endpoint, limit])),
  }
}

/** Arenas may give one endpoint different names, so messages have its address. */
const hostOrType = ({ type, baseUrl }: ProviderConfig) => (baseUrl === null ? type : new URL(baseUrl).host)

/** A shorter value, such as `1` or `true`, is no secret. */
const SHORTEST_SECRET = 6

/** The name of an endpoint for logs and flags of jobs. It does not contain the key. */
export function endpointName({
  type,
  baseUrl,
  apiKeyEnv,
  options = {},
}: Omit<ProviderConfig, 'name'>): EndpointName {
  const optionsDigest = Object.keys(options).length === 0 ? [] : [hashOptions(options)]
  return [type, baseUrl?.replace(/\/+$/, '') ?? 'own', apiKeyEnv ?? 'none', ...optionsDigest].join(' ')
}

const hashOptions = (options: ProviderOptions) =>
  createHash('sha256').update(canonicalJson(options)).digest('hex').slice(0, 16)

type Env = Readonly<Record<string, string | undefined>>

/** The environment variables whose values a provider gets. */
export function providerVariables({
  type,
  apiKeyEnv,
  options = {},
}: Omit<NamingVariables, 'name'>): string[] {
  if (type === 'http') return headerVariables(options.headers)
  if (type === 'exec') return options.env ?? []
  return apiKeyEnv === null ? [] : [apiKeyEnv]
}

/**
 * Why a provider cannot get its environment variables, with the name of one and never its value. Null if no fault is known
 * before a call.
 */
export function problemWithVariables(env: Env, config: NamingVariables): CodedMessage | null {
  const { name, type } = config
  for (const variable of providerVariables(config)) {
    const value = env[variable]
    // a command gets its variables as they are; all others send them in a header
    if (type === 'exec' ? value !== undefined : /^[\x21-\x7e]+$/.test(value?.trim() ?? '')) continue
    if (isExternalProgram(type) ? value !== undefined : value?.trim())
      return msg('key_malformed', { name, variable })
    return msg(isExternalProgram(type) ? 'variable_missing' : 'key_missing', { name, variable })
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

/** The environment variables of a provider, and whether this process has each. */
export const variableStatuses = (
  providers: Pick<Providers, 'problemWith'>,
  { name, type, apiKeyEnv, options }: NamingVariables,
): { provider: string; apiKeyEnv: string; isSet: boolean }[] =>
  providerVariables({ type, apiKeyEnv, options: options ?? {} }).map((variable) => {
    const alone = { headers: { x: `{{env.${variable}}}` }, env: [variable] }
    const problem = providers.problemWith({ name, type, apiKeyEnv: variable, options: alone })
    return { provider: name, apiKeyEnv: variable, isSet: problem === null }
  })
