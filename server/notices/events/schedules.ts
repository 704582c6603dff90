import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import type { FindEvents } from '../event.ts'
import { selectFailedEntries, selectFallenGates } from './queries.ts'

/** Builds that a scheduled comparison found worse, each once until it passes again. */
export const fallenGates: FindEvents = async ({ db }, since) => {
  const fallen = await selectFallenGates(db, since)
  return fallen.map(({ arena_id: arenaId, title, id, entry, result, ended_at: happenedAt }) => ({
    arenaId,
    kind: 'gate_fell',
    subject: `occurrence ${id}`,
    finding: msg('notice_gate_fell', {
      title,
      entry,
      current: result.current,
      shipped: result.shipped,
      figures: result.criteria
        .filter(({ verdict }) => verdict === 'do_not_ship')
        .map(({ criterion, winRate, votes }) => ({ criterion, winRate, votes })),
    }),
    happenedAt,
  }))
}

/** Entries of schedules that could not start or go on, each time once. */
export const failedEntries: FindEvents = async ({ db }, since) => {
  const failed = await selectFailedEntries(db, since)
  return failed.map(({ arena_id: arenaId, title, id, entry, finding, ended_at: happenedAt }) => ({
    arenaId,
    kind: 'schedule_failed',
    subject: `occurrence ${id}`,
    finding: msg('notice_schedule_failed', { title, entry, finding: finding as CodedMessage }),
    happenedAt,
  }))
}
