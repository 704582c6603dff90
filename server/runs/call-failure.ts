/** What goes wrong with a call, and what follows from it. */
import { ProviderError } from '../platform/providers/index.ts'
import type { ProviderFailure } from '../platform/providers/index.ts'
import type { CallEnd } from './call-queries.ts'

export interface CallFailure {
  /**
   * `passing`: the same call may succeed later · `away`: it reached nobody, so that it counts as no attempt · `unusable`: a reply came that says nothing · `wrong`: this call will never
   * succeed · `closed`: no call to this provider will, until somebody does something · `given_up`: we ended it ourselves
   */
  kind: 'passing' | 'away' | 'unusable' | 'wrong' | 'closed' | 'given_up'
  /** A word, or a word and a line on it: `rate_limited: …`. */
  cause: string
  retryAfterMs: number | null
  costUsd: CallEnd['costUsd']
}

/** So often is a call tried that meets troubles which pass; spread over about two minutes. */
export const MOST_ATTEMPTS = 6
/** So often is asked whose reply says nothing: a model at temperature 0 rarely thinks better of it. */
export const MOST_REPLIES = 3

export const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

const CLOSED: ReadonlySet<ProviderFailure> = new Set(['unauthorised', 'out_of_quota', 'model_unknown'])

export function callFailureOf(error: ProviderError): CallFailure {
  return {
    kind: kindOf(error),
    cause: `${error.trouble}: ${error.message}`,
    retryAfterMs: error.retryAfterMs,
    costUsd: error.costUsd ?? (error.mayBeCharged ? 'reserved' : 0),
  }
}

function kindOf({ trouble, isPassing, isLasting }: ProviderError): CallFailure['kind'] {
  if (trouble === 'unreachable') return isLasting ? 'closed' : 'away'
  if (trouble === 'empty' || trouble === 'too_large') return 'unusable'
  if (CLOSED.has(trouble)) return 'closed'
  return isPassing ? 'passing' : 'wrong'
}

/** The call was under way when its process had to end: whoever served it may charge for it. */
export const GIVEN_UP: CallFailure = {
  kind: 'given_up',
  cause: 'abandoned',
  retryAfterMs: null,
  costUsd: 'reserved',
}

/** Something went wrong here that nobody foresaw; the log has it. */
export const INTERNAL: CallFailure = {
  kind: 'passing',
  cause: 'internal: it failed on this side; the log of the process says why',
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
  retryAfterMs: null,
  costUsd: null,
})

/** The word a cause begins with. */
export const causeCode = (cause: string): string => cause.split(':', 1)[0]

/** Whether what failed for this cause, however often it was tried, may succeed at another time. */
export function isRetryable(cause: string): boolean {
  const word = causeCode(cause)
  if (word === 'internal') return true
  return ['passing', 'away'].includes(kindOf(new ProviderError(word as ProviderFailure, cause)))
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
