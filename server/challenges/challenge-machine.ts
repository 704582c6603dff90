/** A challenge: its states, the events that change them, what each state means, and how a stored one is read. */
import type { RunStatus } from '../../shared/contracts/index.ts'
import { stateAfter, type Transitions } from '../platform/state-machine.ts'
import type { Selectable } from 'kysely'
import type { AnyMessage } from '../../shared/messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryRow } from '../platform/postgres/query.ts'
import type { Database, Db, Trx } from '../platform/schema.ts'
import { JudgingStopped } from '../platform/setup-error.ts'

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
  /** It cannot continue as it began: a judge, a contestant or a prompt was changed or removed, or other judging is open. */
  | 'refuse'

/** An event after which nothing is entered in the log. */
type StopEvent = Exclude<ChallengeEvent, 'ask_again' | 'enter'>

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
type StoredState = Pick<Database['challenges'], 'status'> & { stopped: StopReason | null }
type StopReason = Exclude<ChallengeState, 'open' | 'entered'>

export const stored = (state: ChallengeState): StoredState =>
  state === 'open' || state === 'entered'
    ? { status: state, stopped: null }
    : { status: 'stopped', stopped: state }

export const storedChallengeState = ({ status, stopped }: StoredState): ChallengeState =>
  // a constraint of the table requires `stopped` here
  status === 'stopped' ? (stopped as StopReason) : status

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

// The only place that changes a challenge's state.

/** What changes together with the state. */
interface EventDetails {
  /** Why the challenge stops. */
  cause?: AnyMessage
  /** The number of its entry in the log. */
  attempt?: number | null
  /** The new budget of each attempt, in US dollars; null for no limit. */
  budgetUsd?: number | null
}

/**
 * Applies an event to a challenge. The caller must have locked the arena's runs.
 * @param challenge  as it was read; nothing happens if its state has changed since, or it was requested again
 * @returns the challenge after the event; null if the event is not possible or another one came first
 */
export async function applyChallengeEvent(
  { clock }: Pick<Deps, 'clock'>,
  trx: Trx,
  challenge: ChallengeRow,
  event: ChallengeEvent,
  { cause, attempt, budgetUsd }: EventDetails = {},
): Promise<ChallengeRow | null> {
  const to = stateAfter(CHALLENGE_TRANSITIONS, storedChallengeState(challenge), event)
  if (to === null) return null
  const { arena_id, id, status, asked: requests } = challenge
  const changed = await trx
    .updateTable('challenges')
    .set({
      ...stored(to),
      ended_at: isOpenChallenge(to) ? null : clock(),
      asked: requests + (event === 'ask_again' ? 1 : 0),
      ...(cause !== undefined && { cause: JSON.stringify(cause) }),
      ...(attempt !== undefined && { attempt }),
      ...(budgetUsd !== undefined && { budget_usd: budgetUsd }),
    })
    .where('arena_id', '=', arena_id)
    .where('id', '=', id)
    .where('status', '=', status)
    .where('asked', '=', requests)
    .returningAll()
    .executeTakeFirst()
  return changed ?? null
}

export type ChallengeRow = Selectable<Database['challenges']>

export const selectChallenge = (db: Db, arenaId: number, id: number): Promise<ChallengeRow | undefined> =>
  queryRow<ChallengeRow | undefined>(db)`select * from challenges where arena_id = ${arenaId} and id = ${id}`

/** The open challenge, or else the latest. */
export const selectLatestChallenge = (db: Db, arenaId: number): Promise<ChallengeRow | undefined> =>
  queryRow<ChallengeRow | undefined>(db)`
    select * from challenges where arena_id = ${arenaId} order by status = 'open' desc, id desc limit 1`

export const selectOpenChallenge = (db: Db, arenaId: number): Promise<ChallengeRow | undefined> =>
  queryRow<ChallengeRow | undefined>(db)`
    select * from challenges where arena_id = ${arenaId} and status = 'open'`

/** A challenge ends without an entry in the log, and why. */
export interface Stop {
  kind: 'stop'
  event: StopEvent
  cause: AnyMessage
}

/** The outcome of a step: a result, a run to wait for, or the challenge's end. */
export type Step<Result> = { kind: 'result'; result: Result } | { kind: 'waiting' } | Stop

export const WAITING = { kind: 'waiting' } as const

export const resultStep = <Result>(result: Result): Step<Result> => ({ kind: 'result', result })

export const stop = (event: StopEvent, cause: AnyMessage): Stop => ({ kind: 'stop', event, cause })

type Stopped = Exclude<ChallengeRow['stopped'], 'refused' | null>

/**
 * A challenge gave no result, or none yet, although its request was valid. Judgements stay, and the same challenge
 * can be continued.
 */
export class ChallengeStopped extends JudgingStopped {
  override name = 'ChallengeStopped'
  /**
   * `failed`: the run ended without the results that the attempt needs. `paused`, `running`: the challenge has not
   * ended.
   */
  readonly stopped: Stopped | 'paused' | 'running'

  constructor(stopped: ChallengeStopped['stopped'], why: AnyMessage) {
    super(why)
    this.stopped = stopped
  }
}
