/** Where models are reached from this process, and which jobs it had better leave alone now. */
import type { CodedMessage } from '../../shared/messages/index.ts'
import type { Log } from '../platform/log.ts'
import { DEFAULT_CONCURRENCY, endpointName } from '../platform/providers/index.ts'
import type { Limit, Provider, Providers } from '../platform/providers/index.ts'
import { SetupError } from '../platform/setup-error.ts'

/** A provider as an arena has it in the database. */
export interface ProviderOfArena {
  arena_id: number
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
  /** Why the last call failed, if it is paused. */
  cause: CodedMessage | null
}

export interface Endpoints {
  /**
   * Takes the provider into hand for one job, which gives it back with `release`; null where this process does not have its
   * key: the job is somebody else's.
   */
  acquire(provider: ProviderOfArena): (Endpoint & { release: () => void }) | null
  /** Flags of the jobs that are to be left alone now: their provider is paused or busy, or its key is not here. */
  forbidden(): string[]
}

/** What a job needs that calls this provider. */
export const flagOf = ({ type, base_url: baseUrl, api_key_env: apiKeyEnv }: ProviderOfArena): string =>
  `provider:${endpointName({ type, baseUrl, apiKeyEnv })}`

/** Jobs that get ready while all calls a provider takes are under way. */
const AHEAD = 2

interface EndpointLoad {
  limit: Limit
  /** Of this process, that have the provider in hand. */
  jobs: number
  mostJobs: number
}

/** @param atOnce calls at once to each provider, instead of what arenas say */
export function openEndpoints(providers: Providers, log: Log, atOnce: number | null = null): Endpoints {
  const kept = new Map<string, EndpointLoad>()
  const closed = new Set<string>()

  function open(provider: ProviderOfArena, flag: string): Endpoint | null {
    const { name, type, base_url: baseUrl, api_key_env: apiKeyEnv } = provider
    const concurrency = atOnce ?? provider.concurrency
    const limits = { concurrency, requestsPerMinute: provider.requests_per_minute }
    try {
      const opened = providers.open(String(provider.arena_id), { name, type, baseUrl, apiKeyEnv, ...limits })
      const mostJobs = (concurrency ?? DEFAULT_CONCURRENCY) + AHEAD
      kept.set(flag, { jobs: 0, ...kept.get(flag), limit: opened.limit, mostJobs })
      return opened
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      if (!closed.has(flag)) log.warn(`calls are left to other processes: ${error.message}`)
      closed.add(flag)
      return null
    }
  }

  return {
    acquire(provider) {
      const flag = flagOf(provider)
      const endpoint = open(provider, flag)
      if (!endpoint) return null
      kept.get(flag)!.jobs++
      return { ...endpoint, release: () => void kept.get(flag)!.jobs-- }
    },
    forbidden() {
      const busy = [...kept].filter(
        ([, { jobs, mostJobs, limit }]) => jobs >= mostJobs || limit.pausedUntil !== null,
      )
      return [...closed, ...busy.map(([flag]) => flag)]
    },
  }
}

/** How a provider stands with this process: whether it would be called now. */
export function endpointState(
  providers: Providers,
  { name, type, base_url: baseUrl, api_key_env: apiKeyEnv }: ProviderOfArena,
): EndpointState {
  if (providers.problemWith({ name, apiKeyEnv }) !== null)
    return { state: 'no_key', until: null, cause: null }
  const limit = providers.limits().get(endpointName({ type, baseUrl, apiKeyEnv }))
  const until = limit?.pausedUntil ?? null
  return { state: until ? 'paused' : 'open', until, cause: until && limit!.lastFailure }
}
