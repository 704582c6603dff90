import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Lapse } from '../../../shared/stats/internal.ts'
import type { Database } from '../../platform/schema.ts'
import type { Publication } from '../../platform/publication.ts'
import { firstServed } from './served-queries.ts'

/** The ways in which judges' votes are grouped. */
export type SliceKind = 'version' | 'criterion' | 'category' | 'month' | 'day'

/** The number of votes of one judge that are alike in everything measured. */
export interface VoteCell {
  kind: SliceKind
  judge: string
  /** For `version`, `month` and `day`; null for imported votes. */
  version: number | null
  /** The model served, with `version`; null if no reply of the version named one. */
  served: string | null
  /** For `month` and `day`: how many lapses of the version were before these votes. */
  lapses: number | null
  /** Whether the votes count. Retracted and quarantined votes do not. */
  counted: boolean
  /** The criterion, category, month (2026-01) or day (2026-01-31); null for `version`, and for no category. */
  slice: string | null
  verdict: 'left' | 'right' | 'tie'
  people: 'left' | 'right' | 'tie' | null
  inconsistent: boolean
  /** Whether Deadheat asked the judge itself, in both orders. */
  madeHere: boolean
  longer: 'left' | 'right' | null
  ownFamily: 'left' | 'right' | null
  count: number
}

/** A run after which a version of a judge, as served, is shown not to agree with itself. */
export interface JudgeLapse extends Lapse {
  version: number
  served: string | null
}

/** Two lists of equal length: a judge, and the id of a contestant of its family. */
export interface SameFamilyPairs {
  judges: string[]
  contestants: number[]
}

/**
 * Counts the judges' votes by everything measured, in one scan. The number of rows grows with the combinations of
 * values, not with the votes. Each vote of a judge is compared with the majority of humans on the same two answers
 * under the same criterion. Left and right are those of the judge's battle. Equal numbers count as a tie, and so does
 * both_bad.
 * @param lapses  those of every version as served
 * @param publication leaves out what is not public yet; null for everything
 */
export async function selectVoteCells(
  db: Kysely<Database>,
  arenaId: number,
  publication: Publication | null,
  sameFamily: SameFamilyPairs,
  lapses: readonly JudgeLapse[],
): Promise<VoteCell[]> {
  const { rows } = await sql<VoteCell>`
    with people as (
      select b.criterion, b.prompt_id, least(b.left_contestant_id, b.right_contestant_id) as low,
        greatest(b.left_contestant_id, b.right_contestant_id) as high, max(v.cast_at) as at,
        count(*) filter (where ${winner} < ${loser}) as lower, count(*) filter (where ${winner} > ${loser}) as higher,
        count(*) filter (where v.outcome in ('tie', 'both_bad')) as neither
      from counted_votes_in(${arenaId}, ${publication}) v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.source = 'human' and b.prompt_id is not null
      group by 1, 2, 3, 4),
    same_family as (select * from unnest(${sameFamily.judges}::text[], ${sameFamily.contestants}::integer[]) as k (judge, contestant)),
    judged as (
      select v.voter as judge, j.judge_version_id as version,
        coalesce(j.served_model, n.model) as served, ${lapsesBefore(lapses)} as lapses, c.id is not null as counted, b.criterion, p.category,
        to_char(v.cast_at at time zone 'UTC', 'YYYY-MM') as month,
        to_char(greatest(v.cast_at, m.at) at time zone 'UTC', 'YYYY-MM-DD') as day,
        case v.outcome when 'both_bad' then 'tie' else v.outcome end as verdict,
        case
          when m.low is null then null
          when m.lower > m.higher and m.lower > m.neither then case b.left_contestant_id when m.low then 'left' else 'right' end
          when m.higher > m.lower and m.higher > m.neither then case b.left_contestant_id when m.low then 'right' else 'left' end
          else 'tie' end as people,
        v.inconsistent, b.judgement_id is not null as "madeHere",
        case when x.characters > y.characters then 'left' when x.characters < y.characters then 'right' end as longer,
        case when (s.judge is null) = (t.judge is null) then null when s.judge is null then 'right' else 'left' end as "ownFamily"
      from votes v
      join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      left join judgements j on j.arena_id = b.arena_id and j.id = b.judgement_id
      left join ${firstServed(arenaId)} n on n.version = j.judge_version_id
      left join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id
      left join people m on m.criterion = b.criterion and m.prompt_id = b.prompt_id
        and m.low = least(b.left_contestant_id, b.right_contestant_id)
        and m.high = greatest(b.left_contestant_id, b.right_contestant_id)
      left join answers x on x.arena_id = b.arena_id and x.id = b.left_answer_id
      left join answers y on y.arena_id = b.arena_id and y.id = b.right_answer_id
      left join same_family s on s.judge = v.voter and s.contestant = b.left_contestant_id
      left join same_family t on t.judge = v.voter and t.contestant = b.right_contestant_id
      left join counted_votes_in(${arenaId}, ${publication}) c on c.id = v.id and c.source = 'judge'
      where v.arena_id = ${arenaId} and v.source = 'judge' and is_in(v.txid, (${publication}::publication).votes))
    select case grouping(version, criterion, category, month, day)
        when 15 then 'version' when 23 then 'criterion' when 27 then 'category' when 13 then 'month' else 'day' end as kind,
      judge, version, served, lapses, counted,
      case grouping(version, criterion, category, month, day)
        when 23 then criterion when 27 then category when 13 then month when 14 then day end as slice,
      verdict, people, inconsistent, "madeHere", longer, "ownFamily", count(*)::int as count
    from judged
    group by grouping sets (
      (judge, version, served, counted, verdict, people, inconsistent, "madeHere", longer, "ownFamily"),
      (judge, criterion, counted, verdict, people, inconsistent, "madeHere", longer, "ownFamily"),
      (judge, category, counted, verdict, people, inconsistent, "madeHere", longer, "ownFamily"),
      (judge, version, served, lapses, month, counted, verdict, people, inconsistent, "madeHere", longer, "ownFamily"),
      (judge, version, served, lapses, day, counted, verdict, people, inconsistent, "madeHere", longer, "ownFamily"))`.execute(
    db,
  )
  return rows
}

/** SQL: how many lapses of the version as served were before the vote. */
const lapsesBefore = (lapses: readonly JudgeLapse[]) =>
  lapses.length === 0
    ? sql`0`
    : sql`(
        select count(*)::int from unnest(
          ${lapses.map(({ version }) => version)}::integer[], ${lapses.map(({ served }) => served)}::text[],
          ${lapses.map(({ at }) => new Date(at))}::timestamptz[]) as t (version, served, at)
        where t.version = j.judge_version_id and t.served is not distinct from coalesce(j.served_model, n.model)
          and t.at < v.cast_at)`

const winner = sql`case v.outcome when 'left' then b.left_contestant_id when 'right' then b.right_contestant_id end`
const loser = sql`case v.outcome when 'left' then b.right_contestant_id when 'right' then b.left_contestant_id end`
