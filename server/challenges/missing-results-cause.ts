/** Why results of a challenge are missing: something that it needs was removed while it ran. */
import { type Kysely, sql } from 'kysely'
import { few, msg, type CodedMessage } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ChallengeResult } from './challenge-results.ts'
import type { Database } from '../platform/schema.ts'
import { rejectChallenge } from './reject-challenge.ts'

/**
 * Explains why results of a challenge cannot come: a contestant that cannot be asked, retired prompts, or a changed
 * judge.
 * @param versionId  the judge version of the epoch
 * @param kept  the missing results
 */
export async function missingResultsCause(
  db: Kysely<Database>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  versionId: number,
  missingResults: readonly ChallengeResult[],
): Promise<CodedMessage> {
  const unasked = missingResults.flatMap((result) => result.unasked)
  for (const { contestantId, name, isRetired, hasProvider } of await selectAnswererStates(db, id, unasked)) {
    const missing = unasked.filter((one) => one === contestantId).length
    if (isRetired) return msg('retired_unasked', { name, missing })
    if (!hasProvider) return msg('unprovided_unasked', { name, missing })
  }
  const retired = await selectRetiredKeys(
    db,
    id,
    missingResults.map(({ promptId }) => promptId),
  )
  if (retired.length > 0) return msg('prompts_taken_away', few(retired))
  const { judge, isActive, isCurrent } = await selectJudgeNow(db, id, versionId)
  if (!isActive) return msg('judge_removed', { judge })
  return isCurrent
    ? msg('changed_and_back', { arena: slug, missing: missingResults.length })
    : msg('judge_changed', { arena: slug })
}

/**
 * Requires that a retired contestant was asked for every answer whose absence would count as a loss.
 * @throws {ProblemError} invalid_request naming the contestant
 */
export async function requireAnswersAsked(
  db: Kysely<Database>,
  { id }: Pick<Arena, 'id'>,
  contestantId: number,
  promptIds: readonly number[],
): Promise<void> {
  const never = await selectNeverAsked(db, id, contestantId, promptIds)
  if (never) rejectChallenge(msg('retired_unasked', never))
}

interface AnswererState {
  contestantId: number
  name: string
  isRetired: boolean
  hasProvider: boolean
}

/** Whether these contestants can be asked for answers now. */
const selectAnswererStates = (
  db: Kysely<Database>,
  arenaId: number,
  contestantIds: readonly number[],
): Promise<AnswererState[]> =>
  db
    .selectFrom('contestants')
    .select(['id as contestantId', 'name'])
    .select(sql<boolean>`retired_at is not null`.as('isRetired'))
    .select(sql<boolean>`provider is not null`.as('hasProvider'))
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`id = any (${contestantIds}::integer[])`)
    .orderBy('id')
    .execute()

/** The keys of those prompts that are retired. */
async function selectRetiredKeys(
  db: Kysely<Database>,
  arenaId: number,
  promptIds: readonly number[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('key')
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`id = any (${promptIds}::integer[])`)
    .where('retired_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ key }) => key)
}

/** Whether the judge of a version is still active, and still has the same model and parameters. */
const selectJudgeNow = (
  db: Kysely<Database>,
  arenaId: number,
  versionId: number,
): Promise<{ judge: string; isActive: boolean; isCurrent: boolean }> =>
  db
    .selectFrom('judge_versions as v')
    .innerJoin('judges as g', (join) =>
      join.onRef('g.arena_id', '=', 'v.arena_id').onRef('g.name', '=', 'v.judge'),
    )
    .select(['v.judge', 'g.active as isActive'])
    .select(
      sql<boolean>`exists (select from judge_versions w where w.arena_id = g.arena_id and w.judge = g.name
        and w.sha256 = g.version_sha256 and w.model = v.model and w.params = v.params)`.as('isCurrent'),
    )
    .where('v.arena_id', '=', arenaId)
    .where('v.id', '=', versionId)
    .executeTakeFirstOrThrow()

/**
 * The number of prompts for which a retired contestant has no answer and no failed attempt, if a provider made its
 * answers. Undefined if the contestant is not retired or was asked for all.
 */
async function selectNeverAsked(
  db: Kysely<Database>,
  arenaId: number,
  contestantId: number,
  promptIds: readonly number[],
): Promise<{ name: string; missing: number } | undefined> {
  const { rows } = await sql<{ name: string; missing: number }>`
    select c.name, count(*)::int as missing
    from contestants c cross join unnest(${promptIds}::integer[]) as given (id)
    where c.arena_id = ${arenaId} and c.id = ${contestantId} and c.retired_at is not null and c.provider is not null
      and not exists (select from answers a
        where a.arena_id = c.arena_id and a.contestant_id = c.id and a.prompt_id = given.id and a.sample = 1)
      and not exists (select from calls k where k.arena_id = c.arena_id and k.contestant_id = c.id
        and k.prompt_id = given.id and k.purpose = 'answer' and k.sample = 1 and k.gave_up)
    group by c.name`.execute(db)
  return rows[0]
}
