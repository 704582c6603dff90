import { z } from 'zod'
import { GateVerdict, type ScheduledComparison } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { Arena } from '../../arenas/index.ts'
import {
  contestantNamed,
  lookAtPair,
  nextBatch,
  sequentialGate,
  type ComparisonRequest,
} from '../../comparisons/index.ts'
import { runsOnPair } from '../../judging/index.ts'
import { ProblemError } from '../../platform/http/http.ts'
import type { RunDeps } from '../../runs/index.ts'
import type { EntryKind, EntryOf } from '../entry-kind.ts'
import type { Occurrence } from '../queries.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** The contestant that was entered last, besides `other`; no A/A control and no retired one. */
async function selectLastEntered(
  db: Kysely<Database>,
  arenaId: number,
  other: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('contestants')
    .select('name')
    .where('arena_id', '=', arenaId)
    .where('name', '<>', other)
    .where('retired_at', 'is', null)
    .where('control_of', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}

/** Prompts that are judged between two looks. */
const BATCH = 20

/** The two contestants, fixed when the occurrence starts, and the prompts that were tried. */
const Work = z.object({
  current: z.string(),
  shipped: z.string(),
  spentBefore: z.number(),
  tried: z.array(z.number()),
})
type Work = z.infer<typeof Work>

/**
 * Judges the current build against the shipped one, batch by batch, until the arena's gate is decided, everything is
 * judged, or the budget is spent. Decided by a confidence sequence, which holds at any number of looks and nights.
 */
export const compare: EntryKind<EntryOf<'compare'>> = {
  async nextRun(deps, arena, entry, occurrence) {
    const work = await workOf(deps, arena, entry, occurrence)
    const budget = entry.budgetUsd ?? arena.settings.budgetUsd ?? null
    const { next } = await nextBatch(deps, arena, {
      ...(await requestOf(deps, arena, work)),
      batch: BATCH,
      budgetUsd: budget === null ? null : budget + work.spentBefore,
      tried: new Set(work.tried),
    })
    if (!next) return null
    return { request: next.run, work: { ...work, tried: [...work.tried, ...next.prompts] } }
  },

  async result(deps, arena, entry, occurrence) {
    const work = await workOf(deps, arena, entry, occurrence)
    const { comparison } = await lookAtPair(deps, arena, {
      ...(await requestOf(deps, arena, work)),
      tried: new Set(work.tried),
    })
    return {
      current: work.current,
      shipped: work.shipped,
      verdict: comparison ? GateVerdict.parse(comparison.verdict) : null,
      criteria: (comparison?.criteria ?? []).map(
        ({ criterion, winRate, interval, sequence, votes, verdict }) => ({
          criterion,
          winRate: sequence?.mean ?? winRate,
          interval: sequence ? sequence.interval : interval,
          votes,
          verdict,
        }),
      ),
    } satisfies ScheduledComparison
  },
}

async function workOf(
  deps: RunDeps,
  arena: Arena,
  entry: EntryOf<'compare'>,
  { work }: Occurrence,
): Promise<Work> {
  if (work !== null) return Work.parse(work)
  const current = entry.current ?? (await selectLastEntered(deps.db, arena.id, entry.shipped))
  if (current === undefined)
    throw new ProblemError('invalid_request', msg('schedule_nothing_to_compare', { shipped: entry.shipped }))
  const [one, other] = await Promise.all([
    contestantNamed(deps.db, arena, current),
    contestantNamed(deps.db, arena, entry.shipped),
  ])
  const ids = [one.id, other.id].sort((a, b) => a - b) as [number, number]
  const { spentUsd: spentBefore } = await runsOnPair(deps.db, arena, ids)
  return { current, shipped: entry.shipped, spentBefore, tried: [] }
}

async function requestOf(
  { db }: RunDeps,
  arena: Arena,
  { current, shipped }: Work,
): Promise<ComparisonRequest> {
  return {
    challenger: await contestantNamed(db, arena, current),
    incumbent: await contestantNamed(db, arena, shipped),
    criteria: [],
    gate: sequentialGate({}, arena.settings.gate),
    bounds: { cost: null, latency: null },
  }
}
