/** Opens every endpoint that this process calls once, with one limit for all callers. */
import { createHash } from 'node:crypto'
import {
  isOwnProgram,
  variablesIn,
  type ProviderOptions,
  type ProviderType,
} from '../../../shared/contracts/index.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { canonicalJson } from '../canonical-json.ts'
import { publicFetch, boundedFetch } from './public-fetch.ts'
import {
  environmentOf,
  commandProvider,
  answerIn,
  withoutKeysIn,
  callDataOf,
  fillTemplate,
} from './command.ts'
import { SetupError } from '../setup-error.ts'
import { type BreakerOptions, EndpointLimit, type Limit, type LimitOptions, type Time } from './limits.ts'
import { openAiProtocol } from './openai.ts'
import type { PriceTable } from './cost.ts'
import {
  providerOver,
  NO_KEY,
  type Endpoint,
  CLIENT_WAITS_LONGER_MS,
  countOf,
  isRecord,
  madeWithout,
  MOST_REPLY_BYTES,
  pathOf,
  temperatureOf,
  type Protocol,
  type Reply,
  estimatedUsage,
} from './protocol.ts'
import type { Provider, Usage, Completion, CompletionRequest } from './provider.ts'
import type Anthropic from '@anthropic-ai/sdk'
import { maxTokensOf, paramsBesideMaxTokens } from './params.ts'
import { asProviderError } from './classify.ts'
import { keyRemover, holdsKey } from './redact.ts'

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
  problemWith(config: NamingVariables): CodedMessage | null
  /** The limits of all endpoints that are open. */
  limits(): ReadonlyMap<EndpointName, Limit>
}

interface ProvidersOptions {
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

/** The part of a provider that names environment variables. */
export type NamingVariables = Pick<ProviderConfig, 'name' | 'type' | 'apiKeyEnv' | 'options'>

/** A provider with the protocol of its type. It makes calls at once, without a limit. */
export function openProvider(
  { type, ...endpoint }: Endpoint & { type: 'openai' | 'anthropic' },
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

  function opened(config: ProviderConfig, fetching: typeof fetch | undefined): Provider {
    const { type, baseUrl, apiKeyEnv, options = {} } = config
    const variables = Object.fromEntries(variablesOf(config).map((name) => [name, env[name]?.trim() ?? '']))
    const place = placeOf(config)
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
        env: environmentOf(env, options.env ?? []),
        secrets: Object.values(variables).filter((value) => value.length >= SHORTEST_SECRET),
        timeoutMs: most,
      })
    const key = apiKeyEnv === null ? NO_KEY : variables[apiKeyEnv]
    return openProvider({ name: place, type, baseUrl, key, options, timeoutMs, fetching }, prices, clock)
  }

  return {
    open(arena, config) {
      const { baseUrl, concurrency = null, requestsPerMinute = null } = config
      const endpoint = endpointName(config)
      if (config.type === 'exec' && config.publicOnly)
        throw new SetupError(msg('command_not_public', { name: config.name }))
      const problem = problemWithBaseUrl(config) ?? problemWithVariables(env, config)
      if (problem !== null) throw new SetupError(problem)
      const known = open.get(endpoint) ?? { limit: new EndpointLimit(time, breaker) }
      open.set(endpoint, known)
      const reach = config.publicOnly && baseUrl !== null && !allowPrivate ? 'public' : 'any'
      const provider = (known[reach] ??= opened(config, reach === 'public' ? fetchPublic : undefined))
      known.limit.allow(`${arena}/${config.name}`, { concurrency, requestsPerMinute })
      return { provider, limit: known.limit, endpoint }
    },
    problemWith: (config) => problemWithVariables(env, config),
    limits: () => new Map([...open].map(([endpoint, { limit }]) => [endpoint, limit])),
  }
}

/** Arenas may give one endpoint different names, so messages have its address. */
const placeOf = ({ type, baseUrl }: ProviderConfig) => (baseUrl === null ? type : new URL(baseUrl).host)

/** A shorter value, such as `1` or `true`, is no secret. */
const SHORTEST_SECRET = 6

/** The name of an endpoint for logs and flags of jobs. It does not contain the key. */
export function endpointName({
  type,
  baseUrl,
  apiKeyEnv,
  options = {},
}: Omit<ProviderConfig, 'name'>): EndpointName {
  const own = Object.keys(options).length === 0 ? [] : [digestOf(options)]
  return [type, baseUrl?.replace(/\/+$/, '') ?? 'own', apiKeyEnv ?? 'none', ...own].join(' ')
}

const digestOf = (options: ProviderOptions) =>
  createHash('sha256').update(canonicalJson(options)).digest('hex').slice(0, 16)

type Env = Readonly<Record<string, string | undefined>>

/**
 * Why a provider's key cannot be used, with the name of the variable and never its value. Null if no fault is known
 * before a call.
 */
export function problemWithKey(
  env: Env,
  { name, apiKeyEnv }: { name: string; apiKeyEnv: string },
): CodedMessage | null {
  const key = env[apiKeyEnv]?.trim()
  if (!key) return msg('key_missing', { name, variable: apiKeyEnv })
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return msg('key_malformed', { name, variable: apiKeyEnv })
  }
  return null
}

/** The environment variables whose values a provider gets. */
export function variablesOf({ type, apiKeyEnv, options = {} }: Omit<NamingVariables, 'name'>): string[] {
  if (type === 'http') return variablesIn(options.headers)
  if (type === 'exec') return options.env ?? []
  return apiKeyEnv === null ? [] : [apiKeyEnv]
}

/** Why a provider cannot get its environment variables; null if no fault is known before a call. */
export function problemWithVariables(env: Env, config: NamingVariables): CodedMessage | null {
  const { name, type } = config
  for (const variable of variablesOf(config)) {
    if (
      type === 'exec'
        ? env[variable] !== undefined
        : problemWithKey(env, { name, apiKeyEnv: variable }) === null
    )
      continue
    if (!isOwnProgram(type)) return problemWithKey(env, { name, apiKeyEnv: variable })
    return env[variable] === undefined
      ? msg('variable_missing', { name, variable })
      : msg('key_malformed', { name, variable })
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

/** The environment variables of a provider, and whether this process has each. */
export const keysOf = (
  providers: Pick<Providers, 'problemWith'>,
  { name, type, apiKeyEnv, options }: NamingVariables,
): { provider: string; apiKeyEnv: string; isSet: boolean }[] =>
  variablesOf({ type, apiKeyEnv, options: options ?? {} }).map((variable) => {
    const alone = { headers: { x: `{{env.${variable}}}` }, env: [variable] }
    const problem = providers.problemWith({ name, type, apiKeyEnv: variable, options: alone })
    return { provider: name, apiKeyEnv: variable, isSet: problem === null }
  })

// The protocol of Anthropic's messages.

const OWN_ADDRESS = 'https://api.anthropic.com'

const ENDS: Record<string, Reply['ended']> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
}

/**
 * Asks the provider to cache the system text, which is the same in every call, unlike the messages. Replies are not
 * streamed, for the reasons given in openai.ts.
 */
function anthropicProtocol({ baseUrl, key, timeoutMs, fetching }: Endpoint): Protocol {
  let client: Promise<Anthropic> | undefined
  const open = async () => {
    const { Anthropic: Client } = await import('@anthropic-ai/sdk')
    const make = () =>
      new Client({
        // with a key of its own, the client looks for no other one in the environment or in files
        apiKey: key === NO_KEY ? 'none' : key,
        ...(key === NO_KEY && { defaultHeaders: { 'x-api-key': null, authorization: null } }),
        // the client adds /v1 itself
        baseURL: baseUrl?.replace(/\/v1\/*$/, '') ?? OWN_ADDRESS,
        maxRetries: 0,
        timeout: timeoutMs + CLIENT_WAITS_LONGER_MS,
        logLevel: 'off',
        fetch: boundedFetch(MOST_REPLY_BYTES, fetching),
        fetchOptions: { redirect: 'manual' },
      })
    // headers for the own address are for no other server
    return baseUrl === null ? make() : madeWithout('ANTHROPIC_CUSTOM_HEADERS', make)
  }
  return {
    path: pathOf(baseUrl?.replace(/\/v1\/*$/, '') ?? OWN_ADDRESS, '/v1/messages'),
    compose(request, quirks) {
      const { model, system, messages, params, schema } = request
      const { temperature, canLeaveOut } = temperatureOf(request, quirks)
      const withSchema = schema !== undefined && !quirks.noSchema
      const { temperature: _, output_config: requested, ...rest } = paramsBesideMaxTokens(params)
      const outputConfig = {
        ...(isRecord(requested) ? requested : {}),
        ...(withSchema ? { format: { type: 'json_schema', schema: schema.schema } } : {}),
      }
      const body = {
        ...rest,
        model,
        max_tokens: maxTokensOf(params),
        ...(system ? { system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }] } : {}),
        messages,
        ...(temperature === undefined ? {} : { temperature }),
        ...(Object.keys(outputConfig).length > 0 ? { output_config: outputConfig } : {}),
      }
      return {
        body,
        sent: { schema: withSchema, temperature: canLeaveOut, maxTokensName: null, logprobs: false },
      }
    },
    async send(body, signal) {
      const { messages } = await (client ??= open())
      return messages.create(body as unknown as Anthropic.MessageCreateParamsNonStreaming, { signal })
    },
    async find(model, signal) {
      await (await (client ??= open())).models.retrieve(model, {}, { signal })
    },
    read: readMessage,
  }
}

function readMessage(reply: unknown): Reply | null {
  if (reply === undefined || reply === null || reply === '') return NOTHING
  if (!isRecord(reply) || !Array.isArray(reply['content'])) return null
  const reason = reply['stop_reason']
  return {
    text: reply['content']
      .filter((block): block is { text: string } => isRecord(block) && block['type'] === 'text')
      .map(({ text }) => text)
      .join(''),
    ended: typeof reason === 'string' ? (ENDS[reason] ?? reason) : 'cut',
    usage: usageOf(reply['usage']),
    model: typeof reply['model'] === 'string' ? reply['model'] : '',
  }
}

const NOTHING: Reply = { text: '', ended: 'cut', usage: null, model: '' }

/** Anthropic counts tokens read from the cache and written to it separately from the other input tokens. */
function usageOf(usage: unknown): Usage | null {
  if (!isRecord(usage) || typeof usage['input_tokens'] !== 'number') return null
  const cachedInputTokens = countOf(usage['cache_read_input_tokens'])
  const cacheWriteTokens = countOf(usage['cache_creation_input_tokens'])
  return {
    inputTokens: countOf(usage['input_tokens']) + cachedInputTokens + cacheWriteTokens,
    cachedInputTokens,
    cacheWriteTokens,
    outputTokens: countOf(usage['output_tokens']),
  }
}

// An HTTP endpoint of any form: a template of its request, and the place of the answer in its reply.

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
function httpEndpoint(endpoint: HttpEndpoint, clock: () => Date): Provider {
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
    const here = [...path, holdsKey(name) ? '…' : name]
    if (holdsKey(name) || (readsNames && namesSecret(name))) yield here.join('.')
    else yield* secretPaths(inner, here, readsNames && name !== NAMES_OF_REPLIES)
  }
}
