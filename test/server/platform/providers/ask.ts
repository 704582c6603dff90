import { openProvider, openProviders } from '../../../../server/platform/providers/open-provider.ts'
import {
  readPrices,
  ProviderError,
  type CompletionRequest,
  type Provider,
} from '../../../../server/platform/providers/index.ts'
import type { ModelServer, ModelServerOptions } from '../../../../workshop/model-server/model-server.ts'
import { MODEL_KEY, testModels } from '../../../support/providers/models.ts'

export type Protocol = 'openai' | 'anthropic'
export const PROTOCOLS: Protocol[] = ['openai', 'anthropic']

export const MODELS = { openai: 'gpt-4o-mini', anthropic: 'claude-haiku-4-5' } as const

/** A provider of the given type at a local server. */
export async function providerAt(
  server: ModelServer,
  type: Protocol,
  {
    key = MODEL_KEY,
    timeoutMs = 10_000,
    clock = () => new Date(),
    fetching = undefined as typeof fetch | undefined,
  } = {},
): Promise<Provider> {
  const baseUrl = type === 'openai' ? server.openAiUrl : server.anthropicUrl
  return openProvider({ name: 'local', type, baseUrl, key, timeoutMs, fetching }, await readPrices(), clock)
}

/** The providers of a process with this environment. */
export const providersWith = async (
  environment: Record<string, string | undefined>,
  more: { timeoutMs?: number; allowPrivate?: boolean } = {},
) =>
  openProviders({
    environment: () => environment,
    prices: await readPrices(),
    timeoutMs: 30_000,
    clock: () => new Date(),
    ...more,
  })

/** A model server that ends with the test, and a provider of the given type at it. */
export async function modelsAt(type: Protocol, options: Partial<ModelServerOptions> = {}) {
  const models = await testModels(options)
  return { models, provider: await providerAt(models, type) }
}

/** A request for the given protocol's model. */
export function requestOf(type: Protocol, more: Partial<CompletionRequest> = {}): CompletionRequest {
  return {
    model: MODELS[type],
    system: 'Be kind.',
    messages: [{ role: 'user', content: 'Where is my parcel?' }],
    params: {},
    ...more,
  }
}

/** The ProviderError of a call that has to fail. */
export async function errorOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => new Error('the call succeeded'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderError)) throw error
  return error
}

export const VERDICT_SCHEMA = {
  name: 'verdict',
  schema: {
    type: 'object',
    properties: { verdict: { type: 'string', enum: ['first', 'second'] } },
    required: ['verdict'],
    additionalProperties: false,
  },
}
