/** What differs between kinds of run. Domains to the right of runs implement it; judging's is always there, and features bring their own. */
import { messagesOfIssue, msg, type CodedMessage } from '../../shared/messages/index.ts'
import { z } from 'zod'
import type { JudgeTrial, JudgingProgress } from '../../shared/contracts/index.ts'
import type { Arena, ArenaProvider } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Db, Trx } from '../platform/schema.ts'
import type { Run, RunEvent } from './run-machine.ts'
import { providerFlag } from '../calls/index.ts'

/** How much work of one kind a run was expected to need in total, and what one piece of it costs in US dollars. */
const ExpectedWork = z.strictObject({ total: z.number(), usdEach: z.number() })

/** What a run was expected to need in total when it was last started, including its earlier work. */
export const Expected = z.strictObject({
  calls: z.number(),
  /** US dollars; null if a model has no price. */
  costUsd: z.number().nullable(),
  /** Answers, judgements and calls of checks. Missing in other kinds of run, and if a model has no price. */
  work: z.strictObject({ answers: ExpectedWork, judgements: ExpectedWork, checks: ExpectedWork }).optional(),
})
export type Expected = z.infer<typeof Expected>

/** What the specs of all kinds share. */
interface RunSpec {
  expected?: Expected | undefined
  /** The seconds for one reply, where the process that started it has a setting of its own. */
  callSeconds?: number | undefined
}

/** The contestants and prompts of a run. */
export interface Scope {
  /** Null: all. */
  contestants: readonly number[] | null
  promptIds: readonly number[]
  /** The number of answers to each prompt; by default that of the arena. */
  samples?: number
}

/** The counts of a kind's own work, beside calls and answers. */
export interface WorkCounts {
  /** `setAside`: planned, and the judge is stopped. `injected`: done, and an answer has words that speak to a judge. */
  judgements: { planned: number; setAside: number; done: number; failed: number; injected: number }
  /** Why judgements failed, by the first word of the cause, most frequent first. */
  failures: { cause: string; count: number }[]
  checks: {
    done: number
    failed: number
    /** Results that the run still needs. */
    left: number
    /** How many of these need a call to a model. */
    callsLeft: number
  }
  skippedPairs: number
  /** Those of its judges. */
  trials: (JudgeTrial & { judge: string })[]
  /** What judges said in a run over one pair. */
  pair: JudgingProgress['pair']
}

/** The dependencies of functions that work on runs. */
export interface RunDeps extends Deps {
  kinds: RunKinds
}

/** The dependencies of a change of status. */
export type StatusDeps = Pick<RunDeps, 'actor' | 'chance' | 'clock' | 'kinds' | 'services' | 'settings'>

export interface RunKind<Spec extends RunSpec = RunSpec> {
  /** The values of `runs.kind` that this kind drives. */
  names: readonly Run['kind'][]
  /** The schema of `runs.plan`, which stores what the run should do. */
  spec: z.ZodType<Spec>
  /** The contestants and prompts that the run makes answers for; null for the whole arena. */
  scope(spec: Spec): Scope | null
  /** Queues what answers need before anything is planned with them. @returns whether nothing of it is left */
  prepare(deps: RunDeps, run: Run, room: QueueRoom): Promise<boolean>
  /**
   * Plans the work that the spec asks for over the answers that exist. Existing work stays.
   * @param isLast  whether all answers are made
   * @returns whether the plan is complete; if not, it is asked again
   */
  plan(deps: RunDeps, run: Run, spec: Spec, isLast: boolean): Promise<boolean>
  /** Queues planned work. @returns how much planned work is neither finished nor set aside */
  queue(deps: RunDeps, run: Run, spec: Spec, room: QueueRoom): Promise<number>
  /** Whether nothing is left to do after all answers are made and all planned work is finished. */
  isFinished(deps: RunDeps, run: Run): Promise<boolean>
  count(db: Db, run: Run): Promise<WorkCounts>
  /** The models that a run of the arena calls. With a budget, each needs a price. */
  modelsCalled(db: Db, arenaId: number): Promise<string[]>
  /** @throws {ProblemError} naming models of the run that no provider has */
  requireModels(deps: RunDeps, arena: Pick<Arena, 'id'>, spec: Spec): Promise<void>
  /** Called in the transaction of every event that stops the run. `run` is as it is after the event. */
  afterStop(deps: StatusDeps, trx: Trx, run: Run, event: RunEvent, stoppedAt: Date): Promise<void>
  /** Called in the transaction of a change of the run's budget. */
  afterBudget?(trx: Trx, run: Run, spec: Spec): Promise<void>
  /** Set if the work takes several runs, one after another. */
  series?: RunSeries
}

/** A series is open even between two of its runs, when no run is open. */
interface RunSeries {
  isOpen(db: Db, arenaId: number): Promise<boolean>
  /** @returns whether a series was open */
  cancel(deps: StatusDeps, trx: Trx, arenaId: number): Promise<boolean>
}

/** The registered kinds. */
interface RunKinds {
  of(run: Pick<Run, 'kind'>): RunKind
  series: readonly RunSeries[]
}

/** Registers kinds. @throws {Error} by `of`, for a name that no kind has */
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

/** A spec, or why it cannot be read: where it is wrong, and how. */
type ReadSpec<Spec> = { spec: Spec; problem: null } | { spec: null; problem: CodedMessage }

export function readSpec<Spec extends RunSpec>(
  { spec: schema }: Pick<RunKind<Spec>, 'spec'>,
  { plan }: Pick<Run, 'plan'>,
): ReadSpec<Spec> {
  const read = schema.safeParse(plan, { reportInput: true })
  if (read.success) return { spec: read.data, problem: null }
  const [{ path, message }] = messagesOfIssue(read.error.issues[0])
  return { spec: null, problem: msg('at_place', { place: path.join('.') || 'spec', wrong: message }) }
}

// Limits the jobs queued for each provider, so that the queue stays short however much work there is.

/** The most jobs that may wait for each provider. */
const QUEUED_PER_PROVIDER = 200

/** How many more jobs a provider may have; `take` uses up some of them. */
export type QueueRoom = (provider: ArenaProvider) => { left: number; take: (jobs: number) => void }

/** @param queued  jobs that are queued or running, by flag */
export function queueRoom(queued: Map<string, number>): QueueRoom {
  return (provider) => {
    const flag = providerFlag(provider)
    const used = () => queued.get(flag) ?? 0
    return {
      left: Math.max(0, QUEUED_PER_PROVIDER - used()),
      take: (jobs) => void queued.set(flag, used() + jobs),
    }
  }
}
