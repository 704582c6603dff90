/**
 * Gating checks: no judge is shown an answer that fails one. A pair with such an answer is recorded as a skipped
 * pair, once for each judge and criterion that would have judged it. `compare` counts skipped pairs.
 */
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/schema.ts'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import { matchesCategories, type PromptContent } from '../../prompts/index.ts'
import { isCalled, runCheck } from './checks.ts'
import { chunks } from '../../platform/postgres/rows.ts'
import type { SkippedPair } from '../plan/planned.ts'
import { queryRows, requireValue } from '../../platform/postgres/query.ts'

/** The results of the gating checks, by answer. An answer that could not be checked counts as passing. */
interface GatingState {
  /** By answer, the gating checks that it failed at the latest result. */
  failing: ReadonlyMap<number, string[]>
  /** Answers that lack a result of at least one gating check. */
  open: ReadonlySet<number>
}

export async function selectGatingState(db: Db, arenaId: number): Promise<GatingState> {
  const failing = new Map<number, string[]>()
  const open = new Set<number>()
  if (!(await hasGatingChecks(db, arenaId))) return { failing, open }
  for (const { answerId, check, isOpen } of await selectUnpassed(db, arenaId)) {
    if (isOpen) open.add(answerId)
    else failing.set(answerId, [...(failing.get(answerId) ?? []), check])
  }
  return { failing, open }
}

interface AnswerToCheck {
  id: number
  promptId: number
  /** Null if the answer is not made yet. It is not checked then. */
  turns: readonly string[] | null
  context: readonly string[] | null
}

/**
 * Applies the gating checks that are rules to these answers now.
 * @returns the names of the failed checks, by answer id; answers that pass are missing
 */
export async function failingByRule(
  checks: readonly CheckSpec[],
  answers: readonly AnswerToCheck[],
  findPrompt: (id: number) => PromptContent & { category: string | null },
): Promise<Map<number, string[]>> {
  const failing = new Map<number, string[]>()
  for (const check of checks) {
    if (!check.required || isCalled(check)) continue
    for (const { id, promptId, turns, context } of answers) {
      const prompt = findPrompt(promptId)
      if (turns === null || !matchesCategories(prompt.category, check.categories)) continue
      const result = await runCheck(check, { turns, context }, prompt)
      // after one timeout, every other answer would wait for a timeout too
      if (result.passed === null && result.timedOut) break
      if (result.passed === false) failing.set(id, [...(failing.get(id) ?? []), check.name])
    }
  }
  return failing
}

async function hasGatingChecks(db: Db, arenaId: number): Promise<boolean> {
  const { rows } = await sql`
    select from checks where arena_id = ${arenaId} and active and spec->'required' = 'true' limit 1`.execute(
    db,
  )
  return rows.length > 0
}

interface UnpassedCheck {
  answerId: number
  check: string
  /** True if no run has a result yet; false if the latest result is a failure. */
  isOpen: boolean
}

/** Each answer with each gating check that it has no result of or did not pass, ordered by answer and name. */
const selectUnpassed = (db: Db, arenaId: number): Promise<UnpassedCheck[]> =>
  queryRows<UnpassedCheck>(db)`
    with required as materialized (
      select name, sha256, spec->'categories' as categories from checks
      where arena_id = ${arenaId} and active and spec->'required' = 'true'),
    latest as materialized (
      select distinct on (r.name, r.answer_id) r.name, r.answer_id, r.passed
      from check_results r join required k on k.name = r.name and k.sha256 = r.sha256
      where r.arena_id = ${arenaId}
      order by r.name, r.answer_id, r.run_id desc)
    select a.id as "answerId", k.name as check, l.answer_id is null as "isOpen"
    from required k
    cross join answers a
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    left join latest l on l.name = k.name and l.answer_id = a.id
    where a.arena_id = ${arenaId} and p.messages is not null
      and (k.categories is null or coalesce(k.categories ? p.category, false))
      and (l.answer_id is null or not l.passed)
    order by a.id, k.name`

/**
 * Replaces the skipped pairs of these judges. A pair that was already counted stays, unless both answers pass now:
 * it will be judged then.
 * @param judges  names by version of the judges that are asked now; the skipped pairs of others stay
 * @param failing  ids of all answers that fail a gating check now
 * @param after  the place to start after
 */
export async function replaceSkippedPairs(
  trx: Trx,
  arenaId: number,
  judges: ReadonlyMap<number, string>,
  failing: number[],
  pairs: readonly SkippedPair[],
  after: number,
): Promise<void> {
  await sql`
    delete from skipped_pairs where arena_id = ${arenaId} and judge = any (${[...judges.values()]}::text[])
      and (counted_at is null or not (lesser_answer_id = any (${failing}::integer[])
        or greater_answer_id = any (${failing}::integer[])))`.execute(trx)
  for (const part of chunks(pairs)) {
    const rows = part.map(({ versionId, ...pair }) => ({ ...pair, judge: judges.get(versionId) }))
    await sql`
      insert into skipped_pairs (arena_id, judge, criterion, prompt_id, lesser_answer_id, greater_answer_id, lesser_passes,
        greater_passes, checks, place)
      select ${arenaId}, s.judge, k.criterion, s."promptId", s."answerIds"[1], s."answerIds"[2], s.passes[1], s.passes[2],
        s.checks, ${after}::integer + s.place
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (judge text, criteria text[], "promptId" integer,
        "answerIds" integer[], passes boolean[], checks text[], place integer), unnest(s.criteria) as k (criterion)
      on conflict (arena_id, judge, criterion, lesser_answer_id, greater_answer_id) do update
      set (lesser_passes, greater_passes, checks) = row(excluded.lesser_passes, excluded.greater_passes, excluded.checks)`.execute(
      trx,
    )
  }
}

/**
 * Marks skipped pairs as counted once the run has reached them: every judgement planned before them for that judge
 * has ended. So a run that ends early has skipped the same share as it has judged. A challenge skips no pairs.
 */
export async function countSkippedPairs(
  db: Db,
  arenaId: number,
  runId: number,
  countedAt: Date,
): Promise<void> {
  await sql`
    update skipped_pairs l set counted_at = ${countedAt}::timestamptz, txid = pg_current_xact_id()
    where l.arena_id = ${arenaId} and l.counted_at is null
      and exists (select from runs r where r.arena_id = l.arena_id and r.id = ${runId} and r.kind <> 'challenge')
      and not exists (
      select from judgements j
      join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
      where j.arena_id = l.arena_id and j.run_id = ${runId} and j.status = 'planned' and v.judge = l.judge
        and j.place < l.place)`.execute(db)
}

/** How many pairs of answers the active judges skipped, counted per judge, whatever the criteria. */
export const totalSkippedPairs = (db: Db, arenaId: number): Promise<number> =>
  requireValue<number>(db)`
    select count(distinct (l.judge, l.lesser_answer_id, l.greater_answer_id))::int as pairs
    from skipped_pairs l join judges g on g.arena_id = l.arena_id and g.name = l.judge and g.active
    where l.arena_id = ${arenaId} and l.counted_at is not null`

/** The counted skipped pairs, each as a JSON array: judge, criterion, the ids of both answers in ascending order. */
export async function selectCountedSkips(db: Db, arenaId: number, judges: string[]): Promise<Set<string>> {
  const rows = await queryRows<{ judge: string; criterion: string; lesser: number; greater: number }>(db)`
    select judge, criterion, lesser_answer_id as lesser, greater_answer_id as greater from skipped_pairs
    where arena_id = ${arenaId} and judge = any (${judges}::text[]) and counted_at is not null`
  return new Set(
    rows.map(({ judge, criterion, lesser, greater }) => JSON.stringify([judge, criterion, lesser, greater])),
  )
}
