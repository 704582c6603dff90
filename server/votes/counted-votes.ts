import { sql, type RawBuilder } from 'kysely'
import { parseSource, type JudgeChoice } from '../../shared/contracts/index.ts'
import type { Database, Db, Trx } from '../platform/schema.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import { englishText, msg } from '../../shared/messages/index.ts'
import { queryRows } from '../platform/postgres/query.ts'

/** The counted votes of an arena to select. Null: no restriction. */
export interface VoteSelection {
  /** As in an address: `people`, `judges`, `judge:NAME`, `simulated`, or `all` that are not simulated. */
  source: string | null
  /** Which judges of the source; all unless given. */
  judges?: JudgeChoice | undefined
  criterion: string | null
  category: string | null
  /** The group of invited people whose votes are selected; all votes unless given. */
  group?: string | undefined
  /** Only votes cast at this time or later. */
  since: Date | null
  /** Only votes cast before this time. */
  before: Date | null
  /** What is public: later votes, retractions and quarantines are ignored. */
  publication: Publication | null
}

/**
 * Votes (`v`) of this table, joined with their battle (`b`), contestants (`l`, `r`) and prompt (`p`, if known). The caller
 * selects the columns.
 */
export const votesQuery = (db: Db, table: RawBuilder<Database['votes']>) =>
  db
    .selectFrom(table.as<'v'>('v'))
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

/** The counted votes of a selection, as `votesQuery` joins them. */
export function countedVotes(db: Db, arenaId: number, selection: VoteSelection) {
  const { source, judges, criterion, category, group, since, before, publication } = selection
  const counted = sql<Database['votes']>`counted_votes_in(${arenaId}, ${publication})`
  let query = votesQuery(db, counted).where(ofSource(source))
  if (judges) query = query.where(ofJudges(judges))
  if (criterion) query = query.where('b.criterion', '=', criterion)
  if (category) query = query.where('p.category', '=', category)
  if (group !== undefined) query = query.where(ofGroup(group))
  if (since) query = query.where('v.cast_at', '>=', since)
  if (before) query = query.where('v.cast_at', '<', before)
  return query
}

/** The votes that a source selects, as a condition on table `v`. */
function ofSource(source: string | null) {
  if (source === null) return sql<boolean>`true`
  const { kinds, judge } = parseSource(source)!
  const ofKind = sql<boolean>`v.source in (${sql.join(kinds)})`
  return judge === null ? ofKind : sql<boolean>`(${ofKind} and v.voter = ${judge})`
}

const ofGroup = (group: string) => sql<boolean>`exists (select from invited_voters w
  where w.arena_id = v.arena_id and w.voter = v.voter and w.group_name = ${group})`

const ofJudges = (judges: JudgeChoice) =>
  'only' in judges
    ? sql<boolean>`(v.source <> 'judge' or v.voter = any (${judges.only}::text[]))`
    : sql<boolean>`(v.source <> 'judge' or v.voter <> all (${judges.except}::text[]))`

/**
 * Brings the quarantine in line with the arena's `voterCap` after a change of it, and what it uncovers with leaks. A trigger
 * does so for each new vote.
 * @returns how many votes changed
 */
export async function settleVoterCap(trx: Trx, arenaId: number, at: Date): Promise<number> {
  const released = msg('voter_cap_changed')
  const rows = await queryRows<{ changed: string }>(trx)`
    select settle_voter_cap(${arenaId}, ${at}, ${englishText(released)}, ${JSON.stringify(released)}::jsonb) as changed`
  const changed = Number(rows[0].changed)
  if (changed > 0) await sql`select settle_leaks(${arenaId}, ${at})`.execute(trx)
  return changed
}
