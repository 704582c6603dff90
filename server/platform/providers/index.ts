/**
 * Providers: servers of models, over the protocols of OpenAI and Anthropic, HTTP endpoints of any form, and commands.
 *
 * Always holds: one `complete` is one attempt. No message contains a key. A reply without an end is a failure. The most
 * that a call may cost is never below its cost by the price table. All callers of an endpoint in a process share one
 * limit.
 */
export {
  EXPECTED_PICTURE_TOKENS,
  maxCallCost,
  Expectation,
  expectedTogether,
  estimateTokenSum,
  datedName,
  isAlias,
  findPrice,
  priceRow,
  readPrices,
} from './cost.ts'
export { DEFAULT_CONCURRENCY } from './limits.ts'
export type { Limit } from './limits.ts'
export {
  endpointName,
  variableStatuses,
  openProviders,
  problemWithBaseUrl,
  problemWithVariables,
  providerVariables,
} from './open-provider.ts'
export { replyTokenLimit, namesSecret, problemsWithParams, secretsInParams } from './params.ts'
export { unknownPlaceholders } from './program-provider.ts'
export type { CostByModel, ExpectedCalls, PriceTable } from './cost.ts'
export { runCommand } from './run-command.ts'
export { holdsKey } from './redact.ts'
export { isTransient, ProviderError } from './provider.ts'
export type {
  CommandVerdict,
  Completion,
  CompletionRequest,
  Provider,
  ProviderFailure,
  SentPicture,
} from './provider.ts'
export type { ProviderConfig, Providers } from './open-provider.ts'
