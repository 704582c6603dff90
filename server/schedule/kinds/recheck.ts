import type { RecheckResult } from '../../../shared/contracts/index.ts'
import { refreshEvaluation } from '../../judge-evaluation/index.ts'
import { arenaPlanSpec, chooseJudges, currentJudges } from '../../judging/index.ts'
import type { EntryKind, EntryOf } from '../entry-kind.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** How often a judge version was asked again about the same answers, at most. */
async function countRepeats(db: Kysely<Database>, arenaId: number, versionId: number): Promise<number> {
  const { rows } = await sql<{ repeats: number }>`
    select coalesce(max(repeat), 0)::int as repeats from judgements
    where arena_id = ${arenaId} and judge_version_id = ${versionId} and climb_epoch is null`.execute(db)
  return rows[0].repeats
}

/** The cost of these runs in US dollars. */
async function sumSpentBy(db: Kysely<Database>, arenaId: number, runs: readonly number[]): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(spent_usd), 0)::float8 as spent from runs
    where arena_id = ${arenaId} and id = any (${runs}::integer[])`.execute(db)
  return rows[0].spent
}

/**
 * Lets each judge judge some pairs once more than before, in a run of its own, and evaluates all judges. Repeats are no
 * votes; they show whether a judge still agrees with itself.
 */
export const recheck: EntryKind<EntryOf<'recheck'>> = {
  async nextRun({ db }, { id, settings }, { judges: names, prompts, budgetUsd }, { run_ids: runs }) {
    const judges = chooseJudges(await currentJudges(db, id), names)
    const next = judges.at(runs.length)
    if (!next || runs.length >= judges.length) return null
    const { everything: _, ...plan } = settings.plan ?? {}
    const budget = budgetUsd ?? settings.budgetUsd ?? null
    const left = budget === null ? null : budget - (await sumSpentBy(db, id, runs))
    if (left !== null && left <= 0) return null
    return {
      request: {
        spec: {
          ...arenaPlanSpec({ ...plan, votesPerPair: prompts }, { judges: [next.name] }),
          repeats: 1 + (await countRepeats(db, id, next.versionId)) + 1,
          sample: prompts,
        },
        budgetUsd: left,
      },
    }
  },

  async result(deps, arena, { judges: names }) {
    const { judges } = await refreshEvaluation(deps, arena)
    return {
      judges: judges
        .filter(({ judge, active }) => (names ? names.includes(judge) : active))
        .map(({ judge, state, due, measuredAt, selfAgreement: { n, share } }) => ({
          judge,
          state,
          due,
          measuredAt,
          repeated: n,
          withItself: share,
        })),
    } satisfies RecheckResult
  },
}
