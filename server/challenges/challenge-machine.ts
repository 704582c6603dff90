/** A challenge as a state machine: its states, the events that change them, and what each state means. Pure. */
import type { ChallengeTable } from './tables.ts'
import { stateAfter } from '../platform/state-machine.ts'
import type { Transitions } from '../platform/state-machine.ts'
import type { RunStatus } from '../runs/index.ts'

export type ChallengeState = 'open' | 'entered' | 'cancelled' | 'budget_reached' | 'failed' | 'refused'

export type ChallengeEvent =
  /** The same challenge is requested again: it continues, with a new budget. */
  | 'ask_again'
  /** Its attempt is in the log. */
  | 'enter'
  /** An operator ends it, or other work takes its place. */
  | 'cancel'
  /** The budget is spent between two of its runs. */
  | 'exhaust'
  /** The results are not enough for an attempt. */
  | 'fail'
  /** It cannot continue as it began: a judge, a contestant or a prompt was changed or removed. */
  | 'refuse'

/** An event after which nothing is entered in the log. */
export type StopEvent = Exclude<ChallengeEvent, 'ask_again' | 'enter'>

/** A challenge begins as `open`, or as `entered` if the same attempt is in the log already. */
export const CHALLENGE_TRANSITIONS: Transitions<ChallengeState, ChallengeEvent> = {
  open: {
    ask_again: 'open',
    enter: 'entered',
    cancel: 'cancelled',
    exhaust: 'budget_reached',
    fail: 'failed',
    refuse: 'refused',
  },
  entered: {},
  cancelled: {},
  budget_reached: {},
  failed: {},
  refused: {},
}

export const CHALLENGE_STATES = Object.keys(CHALLENGE_TRANSITIONS) as ChallengeState[]

/** How a state is stored: in two columns. */
export type StoredState = Pick<ChallengeTable, 'status'> & { stopped: StopReason | null }
type StopReason = Exclude<ChallengeState, 'open' | 'entered'>

export const stored = (state: ChallengeState): StoredState =>
  state === 'open' || state === 'entered'
    ? { status: state, stopped: null }
    : { status: 'stopped', stopped: state }

export const stateOf = ({ status, stopped }: StoredState): ChallengeState =>
  // a constraint of the table requires `stopped` here
  status === 'stopped' ? (stopped as StopReason) : status

/** The state after an event; null if the event is not possible. */
export const challengeAfter = (from: ChallengeState, event: ChallengeEvent): ChallengeState | null =>
  stateAfter(CHALLENGE_TRANSITIONS, from, event)

/** Whether the challenge has not ended. */
export const isOpenChallenge = (state: ChallengeState): boolean =>
  Object.keys(CHALLENGE_TRANSITIONS[state]).length > 0

/**
 * The progress of an open challenge, from the arena's latest run. It waits for a person if its run is paused or has
 * spent its budget; between two runs it continues by itself.
 */
export const progressOfOpen = (
  run: { kind: string; status: RunStatus } | undefined,
): 'running' | 'paused' | 'budget_reached' =>
  run?.kind === 'challenge' && (run.status === 'paused' || run.status === 'budget_reached')
    ? run.status
    : 'running'
