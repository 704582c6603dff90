/** What goes wrong with a call, and what follows from it. */
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
   * `passing`: the same call may succeed later · `away`: it reached nobody, so that it counts as no attempt · `unusable`: a reply came that says nothing · `wrong`: this call will never
   * succeed · `closed`: no call to this provider will, until somebody does something · `given_up`: we ended it ourselves
   */
  kind: 'passing' | 'away' | 'unusable' | 'wrong' | 'closed' | 'given_up'
  /** As it is stored: a word, or a word and a line on it: `rate_limited: …`. */
  cause: string
  /** The line as a message; null: the word says all. */
  finding: CodedMessage | null
  retryAfterMs: number | null
  costUsd: CallEnd['costUsd']
}

/** A cause as it is stored, together with its line as a message. */
export const causeWith = (word: string, finding: CodedMessage): StoredCause => ({
  cause: `${word}: ${inEnglish(finding)}`,
  finding,
})

/** Why a run stopped; an older row has no message, only its English text. */
export const causeOfRun = ({ cause, finding }: StoredCauseOrNone): AnyMessage | null =>
  cause === null || finding === null
    ? cause
    : msg('cause_with_line', { word: causeCode(cause), line: finding })

/** So often is a call tried that meets troubles which pass; spread over about two minutes. */
export const MOST_ATTEMPTS = 6
/** So often is asked whose reply says nothing: a model at temperature 0 rarely thinks better of it. */
export const MOST_REPLIES = 3

export const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

const CLOSED: ReadonlySet<ProviderFailure> = new Set(['unauthorised', 'out_of_quota', 'model_unknown'])

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
  if (failure === 'empty' || failure === 'too_large') return 'unusable'
  if (CLOSED.has(failure)) return 'closed'
  return isPassing(failure) ? 'passing' : 'wrong'
}

/** The call was under way when its process had to end: whoever served it may charge for it. */
export const GIVEN_UP: CallFailure = {
  kind: 'given_up',
  cause: 'abandoned',
  finding: null,
  retryAfterMs: null,
  costUsd: 'reserved',
}

/** Something went wrong here that nobody foresaw; the log has it. */
export const INTERNAL: CallFailure = {
  kind: 'passing',
  ...causeWith('internal', msg('failed_inside')),
  retryAfterMs: null,
  costUsd: 'reserved',
}

const UNCOUNTED = new Set(['abandoned', 'unreachable'])

/** Whether a call that ended for this cause is one of the attempts that are counted: it reached somebody and came to its end. */
export const isAttempt = (cause: string | null): boolean => !UNCOUNTED.has(causeCode(cause ?? ''))

/** A reply that cannot be used; what it cost is known. */
export const unusable = (cause: string): CallFailure => ({
  kind: 'unusable',
  cause,
  finding: null,
  retryAfterMs: null,
  costUsd: null,
})

/** The word a cause begins with. */
export const causeCode = (cause: string): string => cause.split(':', 1)[0]

/** Whether what failed for this cause, however often it was tried, may succeed at another time. */
export function isRetryable(cause: string): boolean {
  const word = causeCode(cause)
  if (word === 'internal') return true
  return ['passing', 'away'].includes(kindOf(word as ProviderFailure, false))
}

/**
 * How long to wait before the next attempt, in ms: twice as long each time, at least as long as the provider asked for.
 * @param attempt how many were made, from 1
 */
export function waitAfter(
  attempt: number,
  retryAfterMs: number | null,
  { firstWaitMs, random }: { firstWaitMs: number; random: () => number },
): number {
  const wait = Math.min(LONGEST_WAIT_MS, firstWaitMs * 2 ** (attempt - 1))
  // those who failed together do not come back together
  return Math.max(wait * (0.5 + random() / 2), retryAfterMs ?? 0)
}
