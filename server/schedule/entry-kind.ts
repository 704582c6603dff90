import type { ScheduleEntry } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { JudgingRequestSpec } from '../judging/index.ts'
import type { RunDeps } from '../runs/index.ts'
import type { Occurrence } from './queries.ts'

export interface NextRun {
  request: Pick<JudgingRequestSpec, 'spec' | 'budgetUsd'>
  /** What the occurrence works on, with the new run. */
  work?: Record<string, unknown>
}

/** What an entry of one kind does. */
export interface EntryKind<Entry extends ScheduleEntry = ScheduleEntry> {
  /**
   * The next run of the occurrence; null if nothing is left to judge.
   * @throws {ProblemError} if it cannot work
   */
  nextRun(deps: RunDeps, arena: Arena, entry: Entry, occurrence: Occurrence): Promise<NextRun | null>
  /** What is stored of it when its last run has ended. */
  result?(
    deps: RunDeps,
    arena: Arena,
    entry: Entry,
    occurrence: Occurrence,
  ): Promise<Record<string, unknown> | null>
}

export type EntryOf<Does extends ScheduleEntry['does']> = Extract<ScheduleEntry, { does: Does }>
