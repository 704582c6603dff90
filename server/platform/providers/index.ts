/**
 * Providers: servers of models, over the protocols of OpenAI and Anthropic, HTTP endpoints of any form, and commands.
 *
 * Always holds: one `complete` is one attempt. No message contains a key. A reply without an end is a failure. The most
 * that a call may cost is never below its cost by the price table. All callers of an endpoint in a process share one
 * limit.
 */
export { costOf, estimateTokens, mostCostOf } from './cost.ts'
export { DEFAULT_CONCURRENCY } from './limiter.ts'
export type { Limit } from './limiter.ts'
export { namesSecret, secretsInParams } from './secret-params.ts'
export { DEFAULT_MAX_TOKENS, maxTokensOf, problemsWithParams } from './params.ts'
export { unknownPlaceholders } from './request-template.ts'
export { Expectation, expectedTogether, tokensIn } from './expected-cost.ts'
export type { CostByModel, ExpectedCalls } from './expected-cost.ts'
export { storable } from './outside-text.ts'
export { holdsKey } from './redact.ts'
export { datedName, isAlias, priceOf, readPrices } from './prices.ts'
export type { Price, PriceTable } from './prices.ts'
export { isPassing, ProviderError } from './provider.ts'
export type {
  CommandVerdict,
  Completion,
  CompletionRequest,
  Provider,
  ProviderFailure,
  TokenAlternatives,
  Usage,
} from './provider.ts'
export {
  endpointName,
  keysOf,
  openProvider,
  openProviders,
  problemWithBaseUrl,
  problemWithKey,
  problemWithVariables,
  variablesOf,
} from './open-provider.ts'
export type {
  EndpointName,
  NamingVariables,
  OpenProvider,
  ProviderConfig,
  Providers,
} from './open-provider.ts'
