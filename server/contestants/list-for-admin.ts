import type { Kysely } from 'kysely'
import type { AdminContestant } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { selectWithAnswers } from './queries.ts'

/** All contestants of an arena for its operator, by name, including retired ones. */
export async function listForAdmin(
  db: Kysely<Database>,
  { id }: Pick<Arena, 'id'>,
): Promise<AdminContestant[]> {
  const rows = await selectWithAnswers(db, id)
  return rows.map(({ slug, name, provider, model, answers, unanswered, leaks, retired_at }) => ({
    contestant: slug,
    name,
    provider,
    model,
    answers,
    unanswered,
    leaks,
    retiredAt: retired_at?.toISOString() ?? null,
  }))
}
