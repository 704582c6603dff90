/** The providers that this process can call, and the jobs that it should skip now. */
import type { CodedMessage } from '../../shared/messages/index.ts'
import type { Log } from '../platform/log.ts'
import {
  DEFAULT_CONCURRENCY,
  endpointName,
  type Limit,
  type Provider,
  type ProviderConfig,
  type Providers,
} from '../platform/providers/index.ts'
import { SetupError } from '../platform/setup-error.ts'
import type { ArenaProvider } from '../arenas/index.ts'

export interface Endpoint {
  provider: Provider
  limit: Limit
}

/** Whether this process can call a provider now. */
interface EndpointState {
  state: 'open' | 'paused' | 'no_key'
  /** The end of the pause. */
  until: Date | null
  /** The failure that caused the pause. */
  cause: CodedMessage | null
}

export interface Endpoints {
  /**
   * Takes the provider for one job, until `release`. Null if this process lacks its key; another process then does
   * the job.
   */
  acquire(provider: ArenaProvider): (Endpoint & { release: () => void }) | null
  /** The flags of jobs to skip now: their provider is paused or busy, or its key is missing here. */
  forbidden(): string[]
}

/** A stored provider as it is opened. */
export const providerConfig = (provider: ArenaProvider): ProviderConfig => ({
  name: provider.name,
  type: provider.type,
  baseUrl: provider.base_url,
  apiKeyEnv: provider.api_key_env,
  options: provider.options,
  publicOnly: provider.public_only,
  concurrency: provider.concurrency,
  requestsPerMinute: provider.requests_per_minute,
})

/** The flag of jobs that call this provider. */
export const providerFlag = (provider: ArenaProvider): string =>
  `provider:${endpointName(providerConfig(provider))}`

/** Jobs that may prepare their call while all calls of the provider are in use. */
const AHEAD = 2

interface EndpointLoad {
  limit: Limit
  /** The number of jobs of this process that have taken the provider. */
  jobs: number
  mostJobs: number
}

/** @param atOnce  calls at the same time to each provider, in place of the arenas' settings */
export function openEndpoints(providers: Providers, log: Log, atOnce: number | null = null): Endpoints {
  const loads = new Map<string, EndpointLoad>()
  /** Those without a key here, by flag: a key may be set later. */
  const closed = new Map<string, ArenaProvider>()

  function open(provider: ArenaProvider, flag: string): Endpoint | null {
    const concurrency = atOnce ?? provider.concurrency
    try {
      const opened = providers.open(String(provider.arena_id), { ...providerConfig(provider), concurrency })
      const mostJobs = (concurrency ?? DEFAULT_CONCURRENCY) + AHEAD
      loads.set(flag, { jobs: 0, ...loads.get(flag), limit: opened.limit, mostJobs })
      closed.delete(flag)
      return opened
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      if (!closed.has(flag)) log.warn(`calls are left to other processes: ${error.message}`)
      closed.set(flag, provider)
      return null
    }
  }

  return {
    acquire(provider) {
      const flag = providerFlag(provider)
      const endpoint = open(provider, flag)
      if (!endpoint) return null
      loads.get(flag)!.jobs++
      return { ...endpoint, release: () => void loads.get(flag)!.jobs-- }
    },
    forbidden() {
      for (const [flag, provider] of closed) open(provider, flag)
      const busy = [...loads].filter(
        ([, { jobs, mostJobs, limit }]) => jobs >= mostJobs || limit.pausedUntil !== null,
      )
      return [...closed.keys(), ...busy.map(([flag]) => flag)]
    },
  }
}

/** Whether this process would call the provider now. */
export function endpointState(providers: Providers, provider: ArenaProvider): EndpointState {
  const config = providerConfig(provider)
  if (providers.problemWith(config) !== null) return { state: 'no_key', until: null, cause: null }
  const limit = providers.limits().get(endpointName(config))
  const until = limit?.pausedUntil ?? null
  return { state: until ? 'paused' : 'open', until, cause: until && limit!.lastFailure }
}
