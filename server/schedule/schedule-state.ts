import type {
  RecheckResult,
  RotationResult,
  ScheduledComparison,
  ScheduleEntry,
  ScheduleState,
  ShownOccurrence,
} from '../../shared/contracts/index.ts'
import { inEnglish } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { scheduleOf, timesOf } from './due.ts'
import { selectEntries } from './queries.ts'
import { selectComparisons, selectLastOccurrences } from './shown-queries.ts'
import type { LastOccurrence } from './shown-queries.ts'

const MOST_COMPARISONS = 60

/** What the arena does next and when, and what happened the last time. */
export async function scheduleState(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
): Promise<ScheduleState> {
  const schedule = scheduleOf(arena)
  const [stored, last, comparisons] = await Promise.all([
    selectEntries(db, arena.id),
    selectLastOccurrences(db, arena.id),
    selectComparisons(db, arena.id, MOST_COMPARISONS),
  ])
  const shownEntry = (entry: ScheduleEntry) => {
    const { name, does, cron, budgetUsd } = entry
    const pausedAt = stored.find((one) => one.name === name)?.paused_at ?? null
    const before = last.find((one) => one.entry === name && one.does === does)
    return {
      entry: name,
      does,
      cron,
      budgetUsd: budgetUsd ?? arena.settings.budgetUsd ?? null,
      pausedAt: pausedAt?.toISOString() ?? null,
      next: pausedAt ? null : (timesOf(schedule, entry).next(clock())?.toISOString() ?? null),
      last: before ? shown(before) : null,
    }
  }
  const courses = schedule.entries.filter(({ does }) => does === 'compare')
  return {
    arena: arena.slug,
    timezone: schedule.timezone ?? 'UTC',
    entries: schedule.entries.map(shownEntry),
    courses: courses.map(({ name }) => ({
      entry: name,
      comparisons: comparisons
        .filter(({ entry }) => entry === name)
        .map(({ at, result }) => ({ ...result, at: at.toISOString() })),
    })),
  }
}

const shown = ({ does, result, finding, ...one }: LastOccurrence): ShownOccurrence => ({
  dueAt: one.due_at.toISOString(),
  state: one.state,
  startedAt: one.started_at?.toISOString() ?? null,
  endedAt: one.ended_at?.toISOString() ?? null,
  runs: one.run_ids,
  spentUsd: one.spent,
  judged: one.judged,
  // stored by the kind of the entry, in these forms
  comparison: does === 'compare' ? (result as ScheduledComparison | null) : null,
  rotation: does === 'rotate' ? (result as RotationResult | null) : null,
  recheck: does === 'recheck' ? (result as RecheckResult | null) : null,
  problem: finding && { message: inEnglish(finding as CodedMessage), finding },
})
