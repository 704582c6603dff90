/** A run as a state machine: its statuses, the events that change them, and the meaning of each status. Pure. */
import { stateAfter } from '../platform/state-machine.ts'
import type { Transitions } from '../platform/state-machine.ts'

export type RunStatus = 'running' | 'paused' | 'budget_reached' | 'cancelled' | 'done'

export type RunEvent =
  /** The same work is requested again: the open run continues, with a new spec and budget. */
  | 'restart'
  /** An operator pauses it. */
  | 'pause'
  /** A call failed in a way that only a person can solve: a refused key, an empty account, an unknown model. */
  | 'block'
  /** An operator lets a paused run continue. */
  | 'resume'
  /** The budget does not cover the next call. */
  | 'exhaust'
  /** The budget is raised above what was spent. */
  | 'raise_budget'
  /** An operator ends it. */
  | 'cancel'
  /** Other work takes its place. */
  | 'supersede'
  /** Its stored spec cannot be read. */
  | 'reject'
  /** Nothing is left to do. */
  | 'finish'

/** A run begins as `running`. A status without events is final. */
export const RUN_TRANSITIONS: Transitions<RunStatus, RunEvent> = {
  running: {
    restart: 'running',
    pause: 'paused',
    block: 'paused',
    exhaust: 'budget_reached',
    cancel: 'cancelled',
    supersede: 'cancelled',
    reject: 'cancelled',
    finish: 'done',
  },
  paused: { restart: 'running', resume: 'running', cancel: 'cancelled', supersede: 'cancelled' },
  budget_reached: {
    restart: 'running',
    raise_budget: 'running',
    cancel: 'cancelled',
    supersede: 'cancelled',
  },
  cancelled: {},
  done: {},
}

export const RUN_STATUSES = Object.keys(RUN_TRANSITIONS) as RunStatus[]

/** The status after an event; null if the event is not possible. */
export const statusAfter = (from: RunStatus, event: RunEvent): RunStatus | null =>
  stateAfter(RUN_TRANSITIONS, from, event)

/** Whether the run may continue: it is running, or something can make it run again. */
export const isOpen = (status: RunStatus): boolean => Object.keys(RUN_TRANSITIONS[status]).length > 0

/** Whether calls are made for the run. */
export const isRunning = (status: RunStatus): boolean => status === 'running'

/** Whether the run occupies its arena: at most one run of an arena is running or paused at a time. */
export const isOccupying = (status: RunStatus): boolean => status === 'running' || status === 'paused'

/** Whether a run with this status has a time at which it ended; a paused run has none. */
export const isEnded = (status: RunStatus): boolean => !isOccupying(status)

/** The statuses for which a predicate holds, for SQL. */
export const statusesThat = (holds: (status: RunStatus) => boolean): RunStatus[] => RUN_STATUSES.filter(holds)
