import { type Kysely, sql } from 'kysely'
import { judgeIn, type ComparisonReach } from '../../shared/contracts/index.ts'
import { countsJudge } from '../../shared/votes/majority.ts'
import type { Arena } from '../arenas/index.ts'
import { criteriaAsked, currentJudges } from '../judging/index.ts'
import type { Database } from '../platform/schema.ts'
import { isOfCategories } from '../prompts/index.ts'
import type { ArenaView } from '../ratings/index.ts'
import type { Pair, SharedVote } from './queries.ts'

/** What the prompts and judges of an arena can give a comparison under a criterion. */
export type ReachUnder = (
  criterion: string,
  votes: readonly SharedVote[],
  failed: number,
) => ComparisonReach | null

/**
 * How many votes on a pair the arena's judges can give at most: one of each judge on each prompt that both contestants
 * have answered or can be asked, within the plan's `votesPerPair`. Votes on other prompts count as they are. Failed
 * judgements are left out, since no run repeats them by itself.
 * @returns null under a criterion that no judge in use is asked about, and for sources other than judges: nobody knows
 *   how many votes of people come
 */
export async function reachOf(
  db: Kysely<Database>,
  arena: Arena,
  pair: Pair,
  view: Pick<ArenaView, 'source' | 'judges'>,
): Promise<ReachUnder> {
  const { source, judges: counted } = view
  const named = judgeIn(source)
  if (source !== 'judges' && named === null) return () => null
  const judges = (await currentJudges(db, arena.id)).filter(({ name }) =>
    named === null ? countsJudge(counted, name) : name === named,
  )
  const prompts = await selectPromptsInUse(db, arena.id, pair)
  const inUse = new Set(prompts.map(({ id }) => id))
  const mostPerJudge = arena.settings.plan?.votesPerPair ?? Infinity
  return (criterion, votes, failed) => {
    const asked = judges.filter((judge) => criteriaAsked(judge).flat().includes(criterion))
    if (asked.length === 0) return null
    const names = new Set(asked.map(({ name }) => name))
    const elsewhere = votes.filter(
      ({ promptId, judge }) => !inUse.has(promptId ?? -1) || (judge !== null && !names.has(judge)),
    )
    const each = asked.map(({ categories }) =>
      Math.min(mostPerJudge, prompts.filter(({ category }) => isOfCategories(category, categories)).length),
    )
    const most = each.reduce((sum, one) => sum + one, elsewhere.length) - failed
    return { prompts: Math.max(...each), judges: asked.length, mostVotes: Math.max(most, votes.length) }
  }
}

/** The prompts in use that both contestants have answered or can be asked to answer. */
async function selectPromptsInUse(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
): Promise<{ id: number; category: string | null }[]> {
  const answers = (id: number) => sql`(
    exists (select from contestants c
      where c.arena_id = p.arena_id and c.id = ${id} and c.provider is not null and c.retired_at is null)
    or exists (select from answers a where a.arena_id = p.arena_id and a.contestant_id = ${id} and a.prompt_id = p.id))`
  const { rows } = await sql<{ id: number; category: string | null }>`
    select p.id, p.category from prompts p
    where p.arena_id = ${arenaId} and p.messages is not null and p.retired_at is null
      and ${answers(challenger)} and ${answers(incumbent)}`.execute(db)
  return rows
}
