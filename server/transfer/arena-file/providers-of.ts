import type { ArenaFile, ProviderOptions } from '../../../shared/contracts/index.ts'
import type { NewProvider } from '../../arenas/index.ts'

/**
 * The providers of an arena.yaml as they are stored.
 * @param origin `publicOnly`: whether their addresses must be public; `folder`: where commands start; null: there is none
 */
export const providersOf = (
  { providers }: Pick<ArenaFile, 'providers'>,
  { publicOnly, folder }: { publicOnly: boolean; folder: string | null },
): NewProvider[] =>
  Object.entries(providers).map(([name, provider]) => {
    const { type, concurrency = null, requestsPerMinute = null, ...rest } = provider
    const {
      url,
      baseUrl,
      apiKeyEnv = null,
      ...options
    } = rest as {
      url?: string
      baseUrl?: string
      apiKeyEnv?: string
    } & ProviderOptions
    if (type === 'exec' && folder !== null) options.folder = folder
    return {
      name,
      type,
      base_url: url ?? baseUrl ?? null,
      api_key_env: apiKeyEnv,
      concurrency,
      requests_per_minute: requestsPerMinute,
      public_only: publicOnly,
      options: JSON.stringify(options),
    }
  })
