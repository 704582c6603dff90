import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { JudgeChoice } from '../../shared/contracts/index.ts'
import { POWERED } from '../../shared/votes/judge-choice.ts'
import type { Database } from '../platform/schema.ts'

/** Which standing votes of an arena are meant; null does not restrict. */
export interface VoteSelection {
  /** As in an address: `humans`, `judges`, `judge:NAME`, `powered` (humans and judges), `simulated`, or `all` that are not simulated. */
  source: string | null
  /** Which judges of the source; all unless given. */
  judges?: JudgeChoice | undefined
  criterion: string | null
  category: string | null
  /** Cast from then on. */
  since: Date | null
  /** Cast before then. */
  before: Date | null
  /** Published until then: later votes, retractions and quarantines are not out yet. */
  until: Date | null
}

/**
 * The votes that stand, with their battle (`b`), contestants (`l`, `r`) and prompt (`p`, where known) beside them (`v`);
 * the caller selects what it needs.
 */
export function standingVotes(db: Kysely<Database>, arenaId: number, selection: VoteSelection) {
  const { source, judges, criterion, category, since, before, until } = selection
  let query = db
    .selectFrom('votes as v')
    .innerJoin('battles as b', (join) =>
      join.onRef('b.arena_id', '=', 'v.arena_id').onRef('b.id', '=', 'v.battle_id'),
    )
    .innerJoin('contestants as l', (join) =>
      join.onRef('l.arena_id', '=', 'b.arena_id').onRef('l.id', '=', 'b.left_contestant_id'),
    )
    .innerJoin('contestants as r', (join) =>
      join.onRef('r.arena_id', '=', 'b.arena_id').onRef('r.id', '=', 'b.right_contestant_id'),
    )
    .leftJoin('prompts as p', (join) =>
      join.onRef('p.arena_id', '=', 'b.arena_id').onRef('p.id', '=', 'b.prompt_id'),
    )
    .where('v.arena_id', '=', arenaId)
    .where(ofSource(source))
    .where(
      sql<boolean>`not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id
        and (${until}::timestamptz is null or t.retracted_at <= ${until}))`,
    )
    // as is_quarantined says, in a form that is one join for all votes
    .where(
      sql<boolean>`not exists (select from quarantines q where q.arena_id = v.arena_id and q.vote_id = v.id
        and not q.released and (${until}::timestamptz is null or q.at <= ${until})
        and not exists (select from quarantines n where n.arena_id = q.arena_id and n.vote_id = q.vote_id
          and n.id > q.id and (${until}::timestamptz is null or n.at <= ${until})))`,
    )
  if (judges) query = query.where(ofJudges(judges))
  if (criterion) query = query.where('b.criterion', '=', criterion)
  if (category) query = query.where('p.category', '=', category)
  if (since) query = query.where('v.cast_at', '>=', since)
  if (before) query = query.where('v.cast_at', '<', before)
  if (until) query = query.where('v.recorded_at', '<=', until)
  return query
}

const KINDS = { humans: 'human', judges: 'judge', simulated: 'simulated' } as const

/** The votes that a source selects, as a condition on table `v`. */
function ofSource(source: string | null) {
  if (source === null) return sql<boolean>`true`
  if (source === 'all') return sql<boolean>`v.source <> 'simulated'`
  if (source === POWERED) return sql<boolean>`v.source in ('human', 'judge')`
  if (source.startsWith('judge:'))
    return sql<boolean>`(v.source = 'judge' and v.voter = ${source.slice('judge:'.length)})`
  return sql<boolean>`v.source = ${KINDS[source as keyof typeof KINDS]}`
}

const ofJudges = (judges: JudgeChoice) =>
  'only' in judges
    ? sql<boolean>`(v.source <> 'judge' or v.voter = any (${judges.only}::text[]))`
    : sql<boolean>`(v.source <> 'judge' or v.voter <> all (${judges.except}::text[]))`
