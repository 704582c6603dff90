/** The schedule of an arena, as an operator sees it: what comes next, and what happened the last time. */
import { z } from 'zod'
import { count, whole, Interval } from './pieces.ts'
import { GateVerdict } from './comparison.ts'
import { PairedAgreement, TrustState } from './judges.ts'
import { WireMessage } from './problem.ts'

/**
 * `waiting`: its time has come, and other judging of the arena is open · `working` · `done` · `stopped`: its run was
 * cancelled or reached its budget · `failed`: it could not start or go on · `skipped`: the entry was paused or changed, or
 * its next time came, before it could start.
 */
export const OccurrenceState = z.enum(['waiting', 'working', 'done', 'stopped', 'failed', 'skipped'])
export type OccurrenceState = z.infer<typeof OccurrenceState>

export const EntryDoes = z.enum(['judge', 'rotate', 'recheck', 'compare'])

/** What a scheduled comparison found. All figures are of the current build. */
export const ScheduledComparison = z.object({
  current: z.string(),
  shipped: z.string(),
  /** Null: there are no votes. */
  verdict: GateVerdict.nullable(),
  criteria: z.array(
    z.object({
      criterion: z.string(),
      winRate: z.number(),
      /** Holds at all looks of all nights together, at the level of the gate. */
      interval: Interval,
      votes: count,
      verdict: GateVerdict,
    }),
  ),
})
export type ScheduledComparison = z.infer<typeof ScheduledComparison>

/** Whose turn it was, and how far it agrees with the judge before it on the prompts that both had. */
export const RotationResult = z.object({
  judge: z.string(),
  before: z.string().nullable(),
  prompts: count,
  overlap: count,
  /** For each criterion. Empty: nothing was judged by both. */
  agreement: z.array(PairedAgreement),
})
export type RotationResult = z.infer<typeof RotationResult>

/** How each judge stands after a re-check. */
export const RecheckResult = z.object({
  judges: z.array(
    z.object({
      judge: z.string(),
      state: TrustState,
      /** Whether votes of people are due: its measurement is older than `recheckDays`. */
      due: z.boolean(),
      measuredAt: z.string().nullable(),
      /** Judgements that were repeated, and the share of them with the same verdict. */
      repeated: z.number(),
      withItself: z.number().nullable(),
    }),
  ),
})
export type RecheckResult = z.infer<typeof RecheckResult>

/** One time of an entry. */
export const ShownOccurrence = z.object({
  dueAt: z.string(),
  state: OccurrenceState,
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The runs that it started. */
  runs: z.array(whole),
  /** What they cost together so far. */
  spentUsd: z.number(),
  /** Votes of judges that they added. */
  judged: count,
  comparison: ScheduledComparison.nullable(),
  rotation: RotationResult.nullable(),
  recheck: RecheckResult.nullable(),
  /** Why it failed. */
  problem: z.object({ message: z.string(), finding: WireMessage }).nullable(),
})
export type ShownOccurrence = z.infer<typeof ShownOccurrence>

export const ShownEntry = z.object({
  entry: z.string(),
  does: EntryDoes,
  cron: z.string(),
  budgetUsd: z.number().nullable(),
  /** Since when it is paused; null: it is not. */
  pausedAt: z.string().nullable(),
  /** Null: it is paused. */
  next: z.string().nullable(),
  /** Null: its first time has not come. */
  last: ShownOccurrence.nullable(),
})
export type ShownEntry = z.infer<typeof ShownEntry>

/** The comparisons of one entry, oldest first. */
export const BuildCourse = z.object({
  entry: z.string(),
  comparisons: z.array(ScheduledComparison.extend({ at: z.string() })),
})
export type BuildCourse = z.infer<typeof BuildCourse>

export const ScheduleState = z.object({
  arena: z.string(),
  timezone: z.string(),
  entries: z.array(ShownEntry),
  /** The newest 60 comparisons of each entry that compares. */
  courses: z.array(BuildCourse),
})
export type ScheduleState = z.infer<typeof ScheduleState>

/** Names one entry. */
export const EntryRequest = z.strictObject({ entry: z.string().min(1) })
