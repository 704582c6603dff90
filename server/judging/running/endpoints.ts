/** Where models are reached from this process: one client and one limit per address and key, whatever arena asks. */
import { limitOf, openProvider } from '../../platform/providers/index.ts'
import type { Limit, Provider } from '../../platform/providers/index.ts'
import type { Log } from '../../platform/log.ts'

/** A provider as an arena knows it. */
export interface ProviderOfArena {
  name: string
  type: 'openai' | 'anthropic'
  base_url: string | null
  api_key_env: string
  concurrency: number | null
  requests_per_minute: number | null
}

export interface Endpoint {
  provider: Provider
  limit: Limit
}

/** How a provider stands with this process. */
export interface EndpointState {
  state: 'open' | 'paused' | 'no_key'
  /** Until when it is paused. */
  until: Date | null
}

export interface Endpoints {
  /**
   * Takes the provider into hand for one job, which gives it back with `leave`; null where this process does not have its key:
   * the job is somebody else's.
   */
  enter(provider: ProviderOfArena): (Endpoint & { leave: () => void }) | null
  /** Flags of the jobs that are to be left alone now: their provider is paused, busy, or its key is not here. */
  forbidden(): string[]
  stateOf(provider: ProviderOfArena): EndpointState
}

/** Calls at once where arena.yaml does not say. */
export const USUAL_CONCURRENCY = 8

/** What a job needs that calls this provider. */
export const flagOf = ({ type, base_url, api_key_env }: ProviderOfArena): string =>
  `provider:${type} ${base_url ?? ''} ${api_key_env}`

interface Kept extends Endpoint {
  jobs: number
  concurrency: number
}

/**
 * @param env where keys are read from; a key is never kept elsewhere
 * @param atOnce calls at once per provider, instead of what arenas say
 */
export function openEndpoints(
  env: Record<string, string | undefined>,
  log: Log,
  atOnce: number | null = null,
): Endpoints {
  const kept = new Map<string, Kept>()
  const keyless = new Set<string>()

  function endpointOf(provider: ProviderOfArena): Kept | null {
    const flag = flagOf(provider)
    const known = kept.get(flag)
    const apiKey = env[provider.api_key_env]
    if (!apiKey) {
      if (!keyless.has(flag))
        log.warn(
          `${provider.api_key_env} is not set here: calls to provider "${provider.name}" are left to processes that have it`,
        )
      keyless.add(flag)
      return null
    }
    if (known) return known
    const { name, type, base_url: baseUrl, requests_per_minute: requestsPerMinute } = provider
    const concurrency = atOnce ?? provider.concurrency ?? USUAL_CONCURRENCY
    const limit = limitOf({ type, baseUrl, apiKeyEnv: provider.api_key_env, concurrency, requestsPerMinute })
    const fresh = { provider: openProvider({ name, type, baseUrl, apiKey }), limit, jobs: 0, concurrency }
    kept.set(flag, fresh)
    return fresh
  }

  return {
    enter(provider) {
      const endpoint = endpointOf(provider)
      if (!endpoint) return null
      endpoint.jobs++
      return { provider: endpoint.provider, limit: endpoint.limit, leave: () => void endpoint.jobs-- }
    },
    forbidden() {
      const busy = [...kept].filter(
        ([, { jobs, concurrency, limit }]) => jobs >= concurrency || limit.pausedUntil !== null,
      )
      return [...keyless, ...busy.map(([flag]) => flag)]
    },
    stateOf(provider) {
      if (!env[provider.api_key_env]) return { state: 'no_key', until: null }
      const until = kept.get(flagOf(provider))?.limit.pausedUntil ?? null
      return { state: until ? 'paused' : 'open', until }
    },
  }
}
