import { z } from 'zod'
import type { RotationResult } from '../../../shared/contracts/index.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { agreementOnPrompts } from '../../judge-evaluation/index.ts'
import { arenaPlanSpec, SEED } from '../../judging/index.ts'
import type { EntryKind, EntryOf } from '../entry-kind.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { Occurrence } from '../queries.ts'

/** The last occurrence of the same entry before this one that worked on something. */
const selectBefore = (
  db: Kysely<Database>,
  { arena_id, entry, does, due_at }: Occurrence,
): Promise<Occurrence | undefined> =>
  db
    .selectFrom('schedule_occurrences')
    .selectAll()
    .where('arena_id', '=', arena_id)
    .where('entry', '=', entry)
    .where('does', '=', does)
    .where('due_at', '<', due_at)
    .where('work', 'is not', null)
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The ids of the prompts that each of these judges has judged, with its active version. */
async function selectPromptsJudgedBy(
  db: Kysely<Database>,
  arenaId: number,
  judges: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ judge: string; prompts: number[] }>`
    select g.name as judge, array_agg(distinct j.prompt_id) as prompts
    from judges g
    join judge_versions v on v.arena_id = g.arena_id and v.judge = g.name and v.sha256 = g.version_sha256
    join judgements j on j.arena_id = v.arena_id and j.judge_version_id = v.id
    where g.arena_id = ${arenaId} and g.name = any (${judges}::text[]) and j.climb_epoch is null and j.status = 'done'
    group by g.name`.execute(db)
  return new Map(rows.map(({ judge, prompts }) => [judge, prompts]))
}

/** The ids of the prompts in use, which judges can be shown. */
async function selectPromptsToJudge(db: Kysely<Database>, arenaId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('messages', 'is not', null)
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whose turn it is, and its prompts by id; `overlap`: those that the judge before it had. */
const Work = z.object({
  judge: z.string(),
  before: z.string().nullable(),
  prompts: z.array(z.number()),
  overlap: z.array(z.number()),
})

/**
 * Lets the next judge of the list judge all pairs of contestants on its prompts: a random part of those that the judge
 * before it had, so that the two can be compared, and prompts that fewest judges of the rotation have judged.
 */
export const rotate: EntryKind<EntryOf<'rotate'>> = {
  async nextRun({ db }, { id, settings }, entry, occurrence) {
    if (occurrence.run_ids.length > 0) return null
    const { judges, prompts: size, overlap: share } = entry
    const last = Work.nullable().parse((await selectBefore(db, occurrence))?.work ?? null)
    const judge = judges[last ? (judges.indexOf(last.judge) + 1) % judges.length : 0]
    const judgedBy = await selectPromptsJudgedBy(db, id, judges)
    const own = new Set(judgedBy.get(judge))
    const times = (prompt: number) => [...judgedBy.values()].filter((all) => all.includes(prompt)).length
    const free = (await selectPromptsToJudge(db, id)).filter((prompt) => !own.has(prompt))
    const shared = drawn(
      free.filter((prompt) => last?.prompts.includes(prompt)),
      occurrence.id,
    )
    const overlap = shared.slice(0, Math.ceil(size * share))
    const fresh = drawn(
      free.filter((prompt) => !overlap.includes(prompt)),
      SEED,
    )
    const rest = fresh.sort((a, b) => times(a) - times(b)).slice(0, size - overlap.length)
    const prompts = [...overlap, ...rest]
    if (prompts.length === 0) return null
    const { votesPerPair: _, ...plan } = settings.plan ?? {}
    // refuses a judge that the arena no longer has
    const spec = { ...arenaPlanSpec(plan, { judges: [judge] }), only: { prompts } }
    return {
      request: { spec, budgetUsd: entry.budgetUsd ?? settings.budgetUsd ?? null },
      work: { judge, before: last?.judge ?? null, prompts, overlap },
    }
  },

  async result({ db }, { id }, _entry, { work }) {
    if (work === null) return null
    const { judge, before, prompts, overlap } = Work.parse(work)
    return {
      judge,
      before,
      prompts: prompts.length,
      overlap: overlap.length,
      agreement:
        before === null || before === judge || overlap.length === 0
          ? []
          : await agreementOnPrompts(db, id, { judges: [before, judge], prompts: overlap }),
    } satisfies RotationResult
  },
}

/** The prompts in an order drawn from the seed. */
const drawn = (prompts: readonly number[], seed: number): number[] => {
  const rank = new Map(prompts.map((id) => [id, new RandomStream(seed, id).uniform()]))
  return prompts.toSorted((a, b) => rank.get(a)! - rank.get(b)! || a - b)
}
