/** What differs between kinds of run. Domains to the right of runs implement it; the process puts them together. */
import { messagesOfIssue, msg } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Database } from '../platform/schema.ts'
import type { QueueRoom } from './queue-room.ts'
import type { Run } from './run-queries.ts'
import type { RunEvent } from './run-machine.ts'

/** What a run was expected to need when it was started, or started again: all that it did before included. */
export const Expected = z.strictObject({
  calls: z.number(),
  /** US dollars; null where a model has no price. */
  costUsd: z.number().nullable(),
})
export type Expected = z.infer<typeof Expected>

/** What the specs of all kinds share. */
export interface RunSpec {
  expected?: Expected | undefined
}

/** The contestants and prompts that a run is about. */
export interface Scope {
  contestants: readonly number[]
  promptIds: readonly number[]
}

/** What a kind counts of a run, beside its calls and answers. */
export interface WorkCounts {
  judgements: { planned: number; done: number; failed: number }
  /** Why judgements failed, by the first word of the cause, most frequent first. */
  failures: { cause: string; count: number }[]
  checks: {
    done: number
    failed: number
    /** Results that the run still needs. */
    left: number
    /** For how many of these a model has to be called. */
    callsLeft: number
  }
  /** Pairs of answers that the judges of the arena skip. */
  leftOut: number
}

/** What verbs of runs need beside what every verb needs. */
export interface RunDeps extends Deps {
  kinds: RunKinds
}

/** What a change of a run's status needs. */
export type StatusDeps = Pick<RunDeps, 'actor' | 'clock' | 'kinds' | 'publishEvery'>

export interface RunKind<Spec extends RunSpec = RunSpec> {
  /** The values of `runs.kind` that this kind drives. */
  names: readonly Run['kind'][]
  /** What the run is to do, as `runs.plan` stores it. */
  spec: z.ZodType<Spec>
  /** For whom the run makes answers, and to what; null: the whole arena. */
  scope(spec: Spec): Scope | null
  /** Queues what answers need before anything is planned with them. @returns whether nothing of it is left */
  prepare(deps: RunDeps, run: Run, room: QueueRoom): Promise<boolean>
  /**
   * Writes down the work that the spec asks for over the answers that exist, beside what is there already.
   * @param isLast  whether no more answers will come, so that this is all
   */
  plan(deps: RunDeps, run: Run, spec: Spec, isLast: boolean): Promise<void>
  /** Queues planned work. @returns how much of it is not done yet */
  queue(deps: RunDeps, run: Run, room: QueueRoom): Promise<number>
  /** Whether nothing is left, once all answers are there and nothing is planned. */
  isFinished(deps: RunDeps, run: Run): Promise<boolean>
  count(db: Kysely<Database>, run: Run): Promise<WorkCounts>
  /** The models that a run of the arena calls. A budget needs the price of each. */
  modelsCalled(db: Kysely<Database>, arenaId: number): Promise<string[]>
  /** @throws {ProblemError} naming models of the run that no provider has */
  requireModels(deps: RunDeps, arena: Pick<Arena, 'id'>, spec: Spec): Promise<void>
  /** Follows every event after which the run no longer runs, in its transaction. `run` is as it is after the event. */
  afterStop(deps: StatusDeps, trx: Transaction<Database>, run: Run, event: RunEvent, at: Date): Promise<void>
  /** Follows a change of the run's budget, in its transaction. */
  afterBudget?(trx: Transaction<Database>, run: Run, spec: Spec): Promise<void>
  /** Work that takes several runs, one after another. */
  series?: RunSeries
}

/** Between two runs of a series none is open, but the series is. */
export interface RunSeries {
  isOpen(db: Kysely<Database>, arenaId: number): Promise<boolean>
  /** @returns whether one was open */
  cancel(deps: StatusDeps, trx: Transaction<Database>, arenaId: number): Promise<boolean>
}

/** The kinds that a process knows. */
export interface RunKinds {
  of(run: Pick<Run, 'kind'>): RunKind
  series: readonly RunSeries[]
}

/** Registers kinds. @throws {Error} by `of`, for a kind that none of them drives */
export function runKinds(kinds: readonly RunKind[]): RunKinds {
  const byName = new Map(kinds.flatMap((kind) => kind.names.map((name) => [name, kind] as const)))
  return {
    of({ kind: name }) {
      const kind = byName.get(name)
      if (!kind) throw new Error(`no kind of run drives "${name}"`)
      return kind
    },
    series: kinds.flatMap(({ series }) => (series ? [series] : [])),
  }
}

/** A spec as it was read, or why it cannot be: where it is wrong, and how. */
export type ReadSpec<Spec> = { spec: Spec; problem: null } | { spec: null; problem: CodedMessage }

/** Reads what a run is to do. */
export function readSpec<Spec extends RunSpec>(
  { spec: schema }: Pick<RunKind<Spec>, 'spec'>,
  { plan }: Pick<Run, 'plan'>,
): ReadSpec<Spec> {
  const read = schema.safeParse(plan, { reportInput: true })
  if (read.success) return { spec: read.data, problem: null }
  const [{ path, message }] = messagesOfIssue(read.error.issues[0])
  return { spec: null, problem: msg('at_place', { place: path.join('.') || 'spec', wrong: message }) }
}
