/** What the house asks of whoever serves a model, whatever protocol it speaks. */
import { inEnglish } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import type { Message } from '../../../shared/contracts/index.ts'

export interface CompletionRequest {
  model: string
  system: string | null
  /** Without system messages; alternating from `user` on. */
  messages: readonly Message[]
  /** As the provider names them: temperature, max_tokens, … `problemsWithParams` says which are not taken. */
  params: Record<string, unknown>
  /**
   * A JSON Schema the reply has to follow, asked for where the provider can. A reply that is to be read by a program
   * is asked for at temperature 0 unless `params` says otherwise, where the model takes a temperature.
   */
  schema?: { name: string; schema: Record<string, unknown> }
  signal?: AbortSignal
}

export interface Usage {
  /** All tokens sent, those read from the provider's cache among them. */
  inputTokens: number
  cachedInputTokens: number
  /** Those written to the provider's cache, where it charges for that; among `inputTokens`. */
  cacheWriteTokens?: number
  /** Reasoning that is not shown among them. */
  outputTokens: number
}

export interface Completion {
  text: string
  /** `stop` is the only whole reply; `length` was cut off, `refusal` is the provider's or the model's no. */
  finishReason: 'stop' | 'length' | 'refusal'
  usage: Usage
  /** What the server said of tokens was no count, so that `usage` is estimated and the cost is the most it can be. */
  usageRefused: boolean
  /** The model as the provider names it in its reply. */
  model: string
  /** Null where the price table does not know the model. */
  costUsd: number | null
  latencyMs: number
}

export type ProviderFailure =
  | 'rate_limited'
  | 'overloaded'
  | 'server_error'
  | 'timeout'
  | 'unreachable'
  | 'cut'
  | 'empty'
  | 'too_large'
  | 'unauthorised'
  | 'out_of_quota'
  | 'model_unknown'
  | 'bad_request'

/** A call that brought no completion. Its message is one line and contains no key. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly failure: ProviderFailure
  readonly finding: CodedMessage
  /** How long the provider asked to be left alone, in ms; null: it did not say. */
  readonly retryAfterMs: number | null
  /** What the call cost all the same, in USD; null: nobody said. */
  readonly costUsd: number | null
  /** The provider has been tried so often that no further call is worth making. */
  readonly isLasting: boolean

  constructor(
    failure: ProviderFailure,
    finding: CodedMessage,
    retryAfterMs: number | null = null,
    costUsd: number | null = null,
    isLasting = false,
  ) {
    super(inEnglish(finding))
    this.failure = failure
    this.finding = finding
    this.retryAfterMs = retryAfterMs
    this.costUsd = costUsd
    this.isLasting = isLasting
  }

  /** Whether the same call may succeed later. */
  get isPassing(): boolean {
    return isPassing(this.failure)
  }

  /**
   * Whether the provider may have done the work and charge for it though no reply came: a budget then counts all that
   * was reserved, unless `costUsd` says how much it was.
   */
  get mayBeCharged(): boolean {
    return CHARGED.has(this.failure)
  }
}

/** Whether a call that failed in this way may succeed later. */
export const isPassing = (failure: ProviderFailure): boolean => PASSING.has(failure)

const PASSING: ReadonlySet<ProviderFailure> = new Set([
  'rate_limited',
  'overloaded',
  'server_error',
  'timeout',
  'unreachable',
  'cut',
  'empty',
])

const CHARGED: ReadonlySet<ProviderFailure> = new Set(['timeout', 'cut', 'empty', 'too_large'])

export interface Provider {
  /**
   * One attempt: no retries of its own.
   * @throws {ProviderError}
   * @throws the signal's reason, when the request's signal is aborted
   */
  complete(request: CompletionRequest): Promise<Completion>
  /**
   * Whether the server has a model of this name, by a question that costs nothing; null: it cannot tell, since it has
   * no such question, or did not answer.
   */
  knows(model: string): Promise<boolean | null>
}
