/** What a report on judges is made of: votes, verdicts, calls and versions, counted in SQL, all at one moment. */
import { sql } from 'kysely'
import type { TrustTerms } from '../../shared/contracts/index.ts'
import { injectedAnswers } from '../answers/index.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import type { Db } from '../platform/schema.ts'
import { selectAaControls, judgementRating, judgeLapses } from './controls.ts'
import { selectJuryCells, selectTwoJudges } from './jury.ts'
import { selectLiveCells } from './live-agreement.ts'
import {
  judgeFamilies,
  canonicalOutcome,
  majorityOutcome,
  PARTS,
  peopleOnPairs,
  sameFamilyPairs,
  selectContestants,
  type RepeatedJudgement,
  type JudgeLapse,
  type PairCount,
  type RequestCell,
  type SameFamilyPairs,
  type VoteCell,
} from './tallies.ts'
import { queryColumn, queryRows, requireRow } from '../platform/postgres/query.ts'

/** What is counted about the judges of an arena and about people. */
export type EvaluationFacts = Awaited<ReturnType<typeof readFacts>>

export async function readFacts(
  trx: Db,
  arenaId: number,
  publication: Publication | null,
  terms: TrustTerms,
) {
  const contestants = await selectContestants(trx, arenaId)
  const versions = await selectVersions(trx, arenaId)
  const voted = await selectJudgeNames(trx, arenaId)
  const families = judgeFamilies(voted, versions)
  const askedAgain = (await selectAskedAgain(trx, arenaId, publication)).map(judgementRating)
  const lapses = judgeLapses(askedAgain, terms)
  return {
    voted,
    contestants,
    versions,
    families,
    cells: await selectVoteCells(trx, arenaId, publication, sameFamilyPairs(families, contestants), lapses),
    live: await selectLiveCells(trx, arenaId, publication),
    lapses,
    askedAgain,
    requests: await selectRequestCells(trx, arenaId, publication),
    sums: await selectCallSums(trx, arenaId),
    failures: await selectFailures(trx, arenaId),
    injected: await selectInjected(trx, arenaId),
    pairs: await selectPairCounts(trx, arenaId, publication),
    controls: await selectAaControls(trx, arenaId),
    two: await selectVotePairs(trx, arenaId, publication),
    people: await selectPeople(trx, arenaId, publication),
    twoJudges: await selectTwoJudges(trx, arenaId, publication),
    juryCells: await selectJuryCells(trx, arenaId, publication),
  }
}

/**
 * Counts the judges' votes by everything measured, in one scan. The number of rows grows with the combinations of
 * values, not with the votes. Each vote of a judge is compared with the majority of humans on the same two answers
 * under the same criterion. Left and right are those of the judge's battle. Equal numbers count as a tie, and so does
 * both_bad.
 * @param lapses  those of every version as served
 * @param publication leaves out what is not public yet; null for everything
 */
const selectVoteCells = (
  db: Db,
  arenaId: number,
  publication: Publication | null,
  sameFamily: SameFamilyPairs,
  lapses: readonly JudgeLapse[],
): Promise<VoteCell[]> =>
  queryRows<VoteCell>(db)`
    with people as (${peopleOnPairs(arenaId, publication, 'human')}),
    same_family as (select * from unnest(${sameFamily.judges}::text[], ${sameFamily.contestants}::integer[]) as k (judge, contestant)),
    judged as (
      select v.voter as judge, j.judge_version_id as version,
        coalesce(j.served_model, n.model) as served, ${lapsesBefore(lapses)} as lapses, c.id is not null as counted, p.category,
        to_char(v.cast_at at time zone 'UTC', 'YYYY-MM') as month,
        to_char(greatest(v.cast_at, m.at) at time zone 'UTC', 'YYYY-MM-DD') as day,
        case v.outcome when 'both_bad' then 'tie' else v.outcome end as verdict,
        ${majorityOutcome(sql`b.left_contestant_id`)} as people,
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
    select case 0 when grouping(category) then 'category'
        when grouping(month) then 'month' when grouping(day) then 'day' else 'version' end as kind,
      judge, version, served, lapses, counted, coalesce(category, month, day) as slice, verdict, people, inconsistent, "madeHere", longer, "ownFamily", count(*)::int as count
    from judged
    group by grouping sets (
      (judge, version, served, counted, verdict, people, inconsistent, "madeHere", longer, "ownFamily"),
      (judge, category, counted, verdict, people, inconsistent, "madeHere", longer, "ownFamily"),
      (judge, version, served, lapses, month, counted, verdict, people, inconsistent, "madeHere", longer, "ownFamily"),
      (judge, version, served, lapses, day, counted, verdict, people, inconsistent, "madeHere", longer, "ownFamily"))`

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

export interface CallSums {
  judge: string
  version: number | null
  served: string | null
  calls: number
  failed: number
  usd: number
  medianLatencyMs: number | null
  /** Of the calls that were made for a vote: not for a repeat, nor in a climb. Null: the price of one is not known. */
  votesUsd: number | null
  votesLatencyMs: number
}

const selectCallSums = (db: Db, arenaId: number): Promise<CallSums[]> =>
  queryRows<CallSums>(db)`
    select v.judge, v.id as version, s.served, count(*)::int as calls, (count(*) filter (where c.status = 'failed'))::int as failed,
      coalesce(sum(c.cost_usd), 0)::float8 as usd,
      case when bool_or(c.status = 'ok' and c.cost_usd is null and ${castsVotes}) then null
        else coalesce(sum(c.cost_usd) filter (where ${castsVotes}), 0)::float8 end as "votesUsd",
      coalesce(sum(c.latency_ms) filter (where ${castsVotes}), 0)::float8 as "votesLatencyMs",
      percentile_cont(0.5) within group (order by c.latency_ms) filter (where c.status = 'ok') as "medianLatencyMs"
    from calls c
    join judgements j on j.arena_id = c.arena_id and j.id = c.judgement_id
    join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    left join ${firstServed(arenaId)} n on n.version = v.id
    cross join lateral (select coalesce(j.served_model, nullif(c.model_reported, ''), n.model) as served) s
    where c.arena_id = ${arenaId} and c.purpose = 'judgement' and c.status <> 'under_way'
    group by grouping sets ((v.judge), (v.judge, v.id, s.served))`

const castsVotes = sql`j.repeat = 0 and j.climb_epoch is null and not j.live`

export interface FailureCount {
  judge: string
  version: number
  served: string | null
  cause: string
  count: number
}

/** How many judgements failed, by the first word of the cause. */
const selectFailures = (db: Db, arenaId: number): Promise<FailureCount[]> =>
  queryRows<FailureCount>(db)`
    select v.judge, v.id as version, coalesce(j.served_model, n.model) as served, split_part(j.cause, ':', 1) as cause, count(*)::int as count
    from judgements j join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    left join ${firstServed(arenaId)} n on n.version = v.id
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.cause <> 'superseded' and not j.live
    group by 1, 2, 3, 4 order by 5 desc, 4`

interface InjectedCount {
  judge: string
  /** Judgements that showed an answer with words that speak to a judge. */
  injected: number
}

/** For each judge with such judgements. */
const selectInjected = (db: Db, arenaId: number): Promise<InjectedCount[]> =>
  queryRows<InjectedCount>(db)`
    select v.judge, count(*)::int as injected
    from judgements j join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    where j.arena_id = ${arenaId} and j.status = 'done' and not j.live and j.answer_ids && ${injectedAnswers(arenaId)}
    group by v.judge`

export interface VersionRow {
  judge: string
  version: number
  model: string
  served: string | null
  rubric: string
  rubricSha256: string
  params: Record<string, unknown>
  since: Date
  family: string | null
  active: boolean
  current: boolean
}

/**
 * Every version of every current and former judge, newest first, except versions used only in climbs. A version has a
 * row for each model served, the one served last first.
 */
const selectVersions = (db: Db, arenaId: number): Promise<VersionRow[]> =>
  queryRows<VersionRow>(db)`
    with served as (
      select j.judge_version_id as version, coalesce(j.served_model, n.model) as served, min(j.finished_at) as first,
        row_number() over (partition by j.judge_version_id order by min(j.finished_at), min(j.place)) as place,
        row_number() over (partition by j.judge_version_id order by max(j.finished_at) desc, max(j.place) desc) as place_from_last
      from judgements j left join ${firstServed(arenaId)} n on n.version = j.judge_version_id
      where j.arena_id = ${arenaId} and j.status <> 'planned' and j.cause is distinct from 'superseded'
      group by 1, 2)
    select v.judge, v.id as version, v.model, s.served, r.name as rubric, v.rubric_sha256 as "rubricSha256", v.params,
      case when s.place > 1 then s.first else v.created_at end as since, j.family, j.active,
      j.active and j.version_sha256 = v.sha256 and coalesce(s.place_from_last = 1, true) as current
    from judge_versions v
    join judges j on j.arena_id = v.arena_id and j.name = v.judge
    join rubrics r on r.arena_id = v.arena_id and r.sha256 = v.rubric_sha256
    left join served s on s.version = v.id
    where v.arena_id = ${arenaId} and (j.version_sha256 = v.sha256
      or not exists (select from climb_epochs e where e.arena_id = v.arena_id and e.judge_version_id = v.id)
      or exists (select from judgements d
        where d.arena_id = v.arena_id and d.judge_version_id = v.id and d.climb_epoch is null))
    order by v.judge, v.id desc, s.place_from_last`

export interface VotePairs {
  /** Of two voters, or of one voter who saw the pair again. */
  kind: 'voters' | 'again'
  first: 'left' | 'right' | 'tie'
  second: 'left' | 'right' | 'tie'
  /**
   * `count` counts pairs of votes. `pairs` counts pairs of answers; if one has several pairs of votes, each counts
   * for its share.
   */
  count: number
  pairs: number
}

/**
 * How often people agree: two voters on one pair of answers, and one voter on a pair shown again. Both orders of two
 * voters count half, because neither is the first.
 */
const selectVotePairs = (db: Db, arenaId: number, publication: Publication | null): Promise<VotePairs[]> =>
  queryRows<VotePairs>(db)`
    with standing as (
      select distinct on (b.criterion, b.prompt_id, low, high, v.voter) v.battle_id, b.criterion, b.prompt_id, least(b.left_contestant_id, b.right_contestant_id) as low,
        greatest(b.left_contestant_id, b.right_contestant_id) as high, v.voter, ${canonicalOutcome('v', 'b')} as verdict
      from counted_votes_in(${arenaId}, ${publication}) v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.source = 'human' and b.prompt_id is not null
      order by b.criterion, b.prompt_id, low, high, v.voter, v.id),
    counted as (
      select criterion, prompt_id, low, high, verdict, count(*) as votes, sum(count(*)) over (partition by criterion, prompt_id, low, high) as n
      from standing group by 1, 2, 3, 4, 5),
    two as (
      select 'voters' as kind, a.verdict as first, b.verdict as second,
        case when a.verdict = b.verdict then a.votes * (a.votes - 1) else a.votes * b.votes end as votes, a.n
      from counted a join counted b using (criterion, prompt_id, low, high) where a.n > 1)
    select kind, first, second, (sum(votes) / 2.0)::float8 as count, sum(votes / (n * (n - 1)))::float8 as pairs
    from two where votes > 0 group by 1, 2, 3
    union all
    select 'again', s.verdict, ${canonicalOutcome('l', 'r')}, count(*)::float8, count(*)::float8
    from second_looks l
    join battles r on r.arena_id = l.arena_id and r.id = l.battle_id
    join standing s on s.battle_id = r.repeat_of and s.voter = l.voter
    where l.arena_id = ${arenaId} and l.withdrawn_at is null and is_in(l.txid, (${publication}::publication).votes)
    group by 2, 3`

export interface PeopleSums {
  voters: number
  votes: number
  /** Decided votes on battles shown here, where a coin chose the sides; `left` counts those for the left answer. */
  decided: number
  left: number
}

const selectPeople = (db: Db, arenaId: number, publication: Publication | null): Promise<PeopleSums> =>
  requireRow<PeopleSums>(db)`
    select count(distinct v.voter)::int as voters, count(*)::int as votes,
      (count(*) filter (where b.origin in ('page', 'calibration') and v.outcome in ('left', 'right')))::int as decided,
      (count(*) filter (where b.origin in ('page', 'calibration') and v.outcome = 'left'))::int as left
    from counted_votes_in(${arenaId}, ${publication}) v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.source = 'human'`

/**
 * The verdicts of single requests, in one scan of the calls of finished judgements. A ranking counts as one verdict on
 * each pair of its answers.
 */
const selectRequestCells = (
  db: Db,
  arenaId: number,
  publication: Publication | null,
): Promise<RequestCell[]> =>
  queryRows<RequestCell>(db)`
    with shown as (
      select distinct on (c.judgement_id, c.shown) c.verdicts, j.form, j.judge_version_id as version,
        coalesce(j.served_model, n.model) as served, v.judge, p.category,
        to_char(j.finished_at at time zone 'UTC', 'YYYY-MM') as month,
        case c.shown when 'first' then j.answer_ids
          else (select array_agg(id order by place desc) from unnest(j.answer_ids) with ordinality as a (id, place)) end as ids
      from judgements j
      join calls c on c.arena_id = j.arena_id and c.judgement_id = j.id and c.status = 'ok' and c.verdicts is not null
      join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
      join prompts p on p.arena_id = j.arena_id and p.id = j.prompt_id
      left join ${firstServed(arenaId)} n on n.version = j.judge_version_id
      where j.arena_id = ${arenaId} and j.status = 'done' and not j.live
        and is_in(j.txid, (${publication}::publication).votes)
      order by c.judgement_id, c.shown, c.id desc),
    verdicts as (
      select s.judge, s.version, s.served, s.category, s.month, s.ids[m.low] as first, s.ids[m.high] as second, m.verdict
      from shown s, jsonb_each(s.verdicts) k, lateral (
        select 1 as low, 2 as high,
          case k.value->>'verdict' when 'first' then 'first' when 'second' then 'second' else 'tie' end as verdict
        where k.value ? 'verdict'
        union all
        select least(x.place, y.place) + 1, greatest(x.place, y.place) + 1,
          case when x.rank = y.rank then 'tie' when x.place < y.place then 'first' else 'second' end
        from ${ranked} x, ${ranked} y
        where k.value ? 'order' and (x.rank < y.rank or x.rank = y.rank and x.place < y.place)) m)
    select case 0 when grouping(v.category) then 'category'
        when grouping(v.month) then 'month' when grouping(a.contestant_id) then 'meeting' else 'version' end as kind,
      v.judge, v.version, v.served, coalesce(v.category, v.month) as slice, a.contestant_id as first, b.contestant_id as second, v.verdict, count(*)::int as count
    from verdicts v
    join answers a on a.arena_id = ${arenaId} and a.id = v.first
    join answers b on b.arena_id = ${arenaId} and b.id = v.second
    group by grouping sets ((v.judge, v.version, v.served, v.verdict), (v.judge, v.category, v.verdict),
      (v.judge, v.month, v.verdict), (v.judge, a.contestant_id, b.contestant_id, v.verdict))`

/** SQL: the answers of a ranking, with their places in the request, from 0, and their ranks. */
const ranked = sql`(select answer::integer as place, g.rank
  from jsonb_array_elements(k.value->'order') with ordinality as g (answers, rank), jsonb_array_elements_text(g.answers) as answer)`

/** Every judgement of answers that a judge judged again, the first ones too, in order of time. */
const selectAskedAgain = (
  db: Db,
  arenaId: number,
  publication: Publication | null,
): Promise<RepeatedJudgement[]> =>
  queryRows<RepeatedJudgement>(db)`
    with again as (
      select distinct judge_version_id, criteria, sorted(answer_ids) as answers from judgements
      where arena_id = ${arenaId} and repeat > 0 and status = 'done' and climb_epoch is null)
    select judge, version, served, form, criteria, answers, run, at, first, second from (
      select distinct on (j.id) v.judge, v.id as version, coalesce(j.served_model, n.model) as served, j.form, j.criteria,
        j.answer_ids as answers, j.run_id as run, j.finished_at as at, f.verdicts as first, s.verdicts as second,
        j.repeat, j.place
      from judgements j
      join again g on g.judge_version_id = j.judge_version_id and g.criteria = j.criteria and g.answers = sorted(j.answer_ids)
      join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
      join calls f on f.arena_id = j.arena_id and f.judgement_id = j.id and f.shown = 'first' and f.status = 'ok'
      join calls s on s.arena_id = j.arena_id and s.judgement_id = j.id and s.shown = 'second' and s.status = 'ok'
      left join ${firstServed(arenaId)} n on n.version = j.judge_version_id
      where j.arena_id = ${arenaId} and j.status = 'done' and j.climb_epoch is null and not j.live
        and f.verdicts is not null and s.verdicts is not null
        and is_in(j.txid, (${publication}::publication).votes)
      order by j.id, f.id desc, s.id desc) judged
    order by at, repeat, place`

/**
 * SQL: the first model that replies of each judge version named. Judgements without a name count with it: a missing
 * name is no sign of another model.
 */
const firstServed = (arenaId: number) => sql`(
  select distinct on (f.judge_version_id) f.judge_version_id as version, f.served_model as model from judgements f
  where f.arena_id = ${arenaId} and f.served_model is not null
  order by f.judge_version_id, f.finished_at, f.place)`

/**
 * Who beat whom how often, for humans and for each judge: at most `PARTS` rows for each pair, criterion and voter.
 */
const selectPairCounts = (db: Db, arenaId: number, publication: Publication | null): Promise<PairCount[]> =>
  queryRows<PairCount>(db)`
    select case v.source when 'judge' then v.voter end as judge, b.criterion,
      least(b.left_contestant_id, b.right_contestant_id) as low, greatest(b.left_contestant_id, b.right_contestant_id) as high,
      (hashint8(coalesce(b.prompt_id, v.id)) & ${PARTS - 1}) as part,
      (count(*) filter (where ${canonicalOutcome('v', 'b')} = 'left'))::int as "lowWins",
      (count(*) filter (where ${canonicalOutcome('v', 'b')} = 'right'))::int as "highWins",
      (count(*) filter (where ${canonicalOutcome('v', 'b')} = 'tie'))::int as ties
    from counted_votes_in(${arenaId}, ${publication}) v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.source in ('human', 'judge')
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`

/** Every judge that has voted, by name. */
const selectJudgeNames = (db: Db, arenaId: number): Promise<string[]> =>
  queryColumn<string>(db)`
    select distinct voter from votes where arena_id = ${arenaId} and source = 'judge'`
