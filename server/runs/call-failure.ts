/** Failures of calls, and how often and when a failed call is tried again. */
import { inEnglish, msg } from '../../shared/messages/index.ts'
import type { AnyMessage, CodedMessage } from '../../shared/messages/index.ts'
import { isPassing } from '../platform/providers/index.ts'
import type { ProviderError, ProviderFailure } from '../platform/providers/index.ts'
import type { CallEnd } from './call-queries.ts'

/** Why something failed. */
export type StoredCause = Pick<CallFailure, 'cause' | 'finding'>

interface StoredCauseOrNone {
  cause: string | null
  finding: CodedMessage | null
}

export interface CallFailure {
  /**
   * `passing`: the same call may succeed later.
   * `away`: the call did not reach the provider, so it does not count as an attempt.
   * `unusable`: the reply cannot be read.
   * `wrong`: this call will never succeed.
   * `closed`: no call to this provider will succeed until a person acts.
   * `given_up`: this process or the run stopped before the call ended.
   */
  kind: 'passing' | 'away' | 'unusable' | 'wrong' | 'closed' | 'given_up'
  /** As it is stored: a code, perhaps with a description: `rate_limited: …`. */
  cause: string
  /** The description as a message; null if the code says everything. */
  finding: CodedMessage | null
  retryAfterMs: number | null
  costUsd: CallEnd['costUsd']
}

/** A cause as it is stored, with its description as a message. */
export const causeWith = (word: string, finding: CodedMessage): StoredCause => ({
  cause: `${word}: ${inEnglish(finding)}`,
  finding,
})

/** Why a run stopped. Older rows have no message, only English text. */
export const causeOfRun = ({ cause, finding }: StoredCauseOrNone): AnyMessage | null =>
  cause === null || finding === null
    ? cause
    : msg('cause_with_line', { word: causeCode(cause), line: finding })

/** The most attempts at a call that fails for passing reasons. They are spread over about two minutes. */
export const MOST_ATTEMPTS = 6
/** The most attempts at a call with unusable replies: a model at temperature 0 rarely changes its reply. */
export const MOST_REPLIES = 3

export const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

const CLOSED: ReadonlySet<ProviderFailure> = new Set(['unauthorised', 'out_of_quota', 'model_unknown'])

/** The same call may bring another reply, but not for long: the program or the server is at fault. */
const UNUSABLE: ReadonlySet<ProviderFailure> = new Set(['empty', 'too_large', 'unreadable', 'command_failed'])

export function callFailureOf(error: ProviderError): CallFailure {
  return {
    kind: kindOf(error.failure, error.isLasting),
    ...causeWith(error.failure, error.finding),
    retryAfterMs: error.retryAfterMs,
    costUsd: error.costUsd ?? (error.mayBeCharged ? 'reserved' : 0),
  }
}

function kindOf(failure: ProviderFailure, isLasting: boolean): CallFailure['kind'] {
  if (failure === 'unreachable') return isLasting ? 'closed' : 'away'
  if (UNUSABLE.has(failure)) return 'unusable'
  if (CLOSED.has(failure)) return 'closed'
  return isPassing(failure) ? 'passing' : 'wrong'
}

/** The call was under way when its process stopped, or a command when its run did. It may be charged. */
export const GIVEN_UP: CallFailure = {
  kind: 'given_up',
  cause: 'abandoned',
  finding: null,
  retryAfterMs: null,
  costUsd: 'reserved',
}

/** An unexpected error in this process; the log has the details. */
export const INTERNAL: CallFailure = {
  kind: 'passing',
  ...causeWith('internal', msg('failed_inside')),
  retryAfterMs: null,
  costUsd: 'reserved',
}

const UNCOUNTED = new Set(['abandoned', 'unreachable'])

/** Whether a failed call counts as an attempt: it reached the provider and ended. */
export const isAttempt = (cause: string | null): boolean => !UNCOUNTED.has(causeCode(cause ?? ''))

/** The failure of a call whose reply cannot be used. Its cost is known. */
export const unusable = (cause: string): CallFailure => ({
  kind: 'unusable',
  cause,
  finding: null,
  retryAfterMs: null,
  costUsd: null,
})

/** The code at the start of a cause. */
export const causeCode = (cause: string): string => cause.split(':', 1)[0]

/** Whether a call that failed for this cause, even after all attempts, may succeed at another time. */
export function isRetryable(cause: string): boolean {
  const word = causeCode(cause)
  if (word === 'internal') return true
  return ['passing', 'away'].includes(kindOf(word as ProviderFailure, false))
}

/**
 * The wait before the next attempt, in ms. It doubles each time, and is at least what the provider asked for.
 * @param attempt  attempts so far, from 1
 */
export function waitAfter(
  attempt: number,
  retryAfterMs: number | null,
  { firstWaitMs, random }: { firstWaitMs: number; random: () => number },
): number {
  const wait = Math.min(LONGEST_WAIT_MS, firstWaitMs * 2 ** (attempt - 1))
  // calls that failed together are not repeated together
  return Math.max(wait * (0.5 + random() / 2), retryAfterMs ?? 0)
}
