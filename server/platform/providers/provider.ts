/** What every provider offers, whatever its protocol. */
import { englishText, msg, type CodedMessage } from '../../../shared/messages/index.ts'
import type { Message, PictureType, TranscriptStep } from '../../../shared/contracts/index.ts'

/** A picture that goes with the last message of a request. */
export interface SentPicture {
  /** The place in the text of the last message after which it is shown. */
  at: number
  type: PictureType
  base64: string
}

export interface CompletionRequest {
  model: string
  system: string | null
  /** Without system messages; `user` first, then alternating. */
  messages: readonly Message[]
  /** By the provider's names: temperature, max_tokens, … `problemsWithParams` finds those that are refused. */
  params: Record<string, unknown>
  /** In the order of their places. HTTP endpoints and commands are sent the text alone. */
  pictures?: readonly SentPicture[]
  /**
   * A JSON Schema for the reply, sent if the provider supports it. The temperature is then 0 unless `params` has one
   * or the model refuses it.
   */
  schema?: { name: string; schema: Record<string, unknown> }
  /** The answer that the call makes. Only HTTP endpoints and commands are sent it. */
  about?: { prompt: string; sample: number; turn: number }
  /** An answer to check, in place of a call. Only commands are sent it; their text is then a CommandVerdict in JSON. */
  toCheck?: AnswerToCheck
  /** The time limit of this call in place of the process's; a program with a limit of its own keeps it. */
  timeoutMs?: number
  signal?: AbortSignal
  /**
   * Called with each piece of the reply as it comes; the completion is the same as without. A provider that cannot stream
   * calls it once with the whole text. Pieces hold no key.
   */
  onText?: (piece: string) => void
}

/** What a command that checks an answer reads as JSON. */
interface AnswerToCheck {
  /** The name of the check. */
  check: string
  /** The id of the prompt. */
  prompt: string
  messages: readonly Message[]
  /** The text to check: the last turn. */
  answer: string
  turns: readonly string[]
  /** The number of the answer among those to the same prompt, from 1. */
  sample: number
  reference: string | null
  variables: Record<string, unknown> | null
  /** The passages that the answer is based on. */
  context: readonly string[] | null
  /** What the agent did before its answer; missing if nothing is known. */
  transcript?: readonly TranscriptStep[]
}

export interface CommandVerdict {
  pass: boolean
  reason: string | null
}

export interface Usage {
  /** All tokens sent, including those read from the provider's cache. */
  inputTokens: number
  cachedInputTokens: number
  /** Tokens written to the provider's cache, if it charges for that; included in `inputTokens`. */
  cacheWriteTokens?: number
  /** Including reasoning that is not shown. */
  outputTokens: number
}

export interface Completion {
  text: string
  /** What an agent did before its text. Only HTTP endpoints and commands send it. */
  transcript?: TranscriptStep[]
  /** `stop`: the reply is whole. `length`: it was cut off. `refusal`: the provider or the model refused. */
  finishReason: 'stop' | 'length' | 'refusal'
  usage: Usage
  /** The server's token counts were invalid, so `usage` is estimated and the cost is the most it can be. */
  usageRefused: boolean
  /** The model as the provider names it in its reply. */
  model: string
  /** Null if the price table does not have the model. */
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
  | 'unreadable'
  | 'command_failed'
  | 'unauthorised'
  | 'out_of_quota'
  | 'model_unknown'
  | 'bad_request'

/** @param how  the end of a sentence about the provider */
export const providerFault = (provider: string, how: string): CodedMessage =>
  msg('provider_failed', { provider, how })

/** A call that brought no completion. Its message is one line and contains no key. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly failure: ProviderFailure
  readonly finding: CodedMessage
  /** For how long the provider asks for no further calls, in ms; null if it does not say. */
  readonly retryAfterMs: number | null
  /** What the call cost although it failed, in USD; null if unknown. */
  readonly costUsd: number | null
  /** The provider was tried so often that another call is not worth making. */
  readonly isLasting: boolean

  constructor(
    failure: ProviderFailure,
    finding: CodedMessage,
    retryAfterMs: number | null = null,
    costUsd: number | null = null,
    isLasting = false,
  ) {
    super(englishText(finding))
    this.failure = failure
    this.finding = finding
    this.retryAfterMs = retryAfterMs
    this.costUsd = costUsd
    this.isLasting = isLasting
  }

  /**
   * Whether the provider may charge for the call although no reply came. A budget then counts the whole reserved
   * amount, unless `costUsd` is known.
   */
  get mayBeCharged(): boolean {
    return CHARGED.has(this.failure)
  }
}

/** Whether a call that failed in this way may succeed later. */
export const isTransient = (failure: ProviderFailure): boolean => TRANSIENT.has(failure)

const TRANSIENT: ReadonlySet<ProviderFailure> = new Set([
  'rate_limited',
  'overloaded',
  'server_error',
  'timeout',
  'unreachable',
  'cut',
  'empty',
])

const CHARGED: ReadonlySet<ProviderFailure> = new Set(['timeout', 'cut', 'empty', 'too_large', 'unreadable'])

export interface Provider {
  /** Whether a call under way is ended when its run is paused or cancelled. A model's call goes on and is paid. */
  endsWithRun?: boolean
  /**
   * Makes one attempt, without retries.
   * @throws {ProviderError}
   * @throws the signal's reason if the request's signal is aborted
   */
  complete(request: CompletionRequest): Promise<Completion>
  /**
   * Asks the server at no cost whether it has a model of this name. Null if the server does not support such a
   * request, or did not answer.
   */
  knows(model: string): Promise<boolean | null>
  /**
   * Whether its own moderation flags a text. Absent: it has none.
   * @throws {ProviderError}
   */
  flags?(model: string, text: string, signal: AbortSignal): Promise<boolean>
  /** The most that a call may cost, in USD; null if the price table does not have the model. */
  maxCostUsd(request: CompletionRequest): number | null
}
