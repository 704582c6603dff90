import { arenaPlanSpec } from '../../judging/index.ts'
import type { EntryKind, EntryOf } from '../entry-kind.ts'

/** Judges what the plan asks for, in one run. */
export const judge: EntryKind<EntryOf<'judge'>> = {
  async nextRun(_deps, { settings }, { judges, votesPerPair, budgetUsd }, { run_ids: runs }) {
    if (runs.length > 0) return null
    const spec = arenaPlanSpec(settings.plan ?? {}, { judges, votesPerPair })
    return { request: { spec, budgetUsd: budgetUsd ?? settings.budgetUsd ?? null } }
  },
}
