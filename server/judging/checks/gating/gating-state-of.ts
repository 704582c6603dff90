import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/schema.ts'
import type { CheckSpec } from '../../../../shared/contracts/index.ts'
import { isOfCategories } from '../../../prompts/index.ts'
import { isCalled, runCheck, type CheckedPrompt } from '../index.ts'

/** The results of the gating checks, by answer. An answer that could not be checked counts as passing. */
export interface GatingState {
  /** By answer, the gating checks that it failed at the latest result. */
  failing: ReadonlyMap<number, string[]>
  /** Answers that lack a result of at least one gating check. */
  open: ReadonlySet<number>
}

export async function gatingStateOf(db: Kysely<Database>, arenaId: number): Promise<GatingState> {
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
  promptOf: (id: number) => CheckedPrompt & { category: string | null },
): Promise<Map<number, string[]>> {
  const failing = new Map<number, string[]>()
  for (const check of checks) {
    if (!check.required || isCalled(check)) continue
    for (const { id, promptId, turns, context } of answers) {
      const prompt = promptOf(promptId)
      if (turns === null || !isOfCategories(prompt.category, check.categories)) continue
      const result = await runCheck(check, { turns, context }, prompt)
      // after one timeout, every other answer would wait for a timeout too
      if (result.passed === null && result.timedOut) break
      if (result.passed === false) failing.set(id, [...(failing.get(id) ?? []), check.name])
    }
  }
  return failing
}

async function hasGatingChecks(db: Kysely<Database>, arenaId: number): Promise<boolean> {
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
async function selectUnpassed(db: Kysely<Database>, arenaId: number): Promise<UnpassedCheck[]> {
  const { rows } = await sql<UnpassedCheck>`
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
    order by a.id, k.name`.execute(db)
  return rows
}
