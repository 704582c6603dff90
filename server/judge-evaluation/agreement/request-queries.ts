import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { JudgementForm, Verdicts } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { Publication } from '../../platform/publication.ts'
import { firstServed } from './served-queries.ts'

/** Counts equal verdicts of single requests, in which one answer was shown before the other. */
export interface RequestCell {
  kind: 'version' | 'criterion' | 'category' | 'month' | 'meeting'
  judge: string
  version: number | null
  /** The model served, with `version`. */
  served: string | null
  slice: string | null
  /** For `meeting`: the contestants, in the order shown. */
  first: number | null
  second: number | null
  verdict: 'first' | 'second' | 'tie'
  count: number
}

/**
 * The verdicts of single requests, in one scan of the calls of finished judgements. A ranking counts as one verdict on
 * each pair of its answers.
 */
export async function selectRequestCells(
  db: Kysely<Database>,
  arenaId: number,
  publication: Publication | null,
): Promise<RequestCell[]> {
  const { rows } = await sql<RequestCell>`
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
      where j.arena_id = ${arenaId} and j.status = 'done'
        and is_in(j.txid, (${publication}::publication).votes)
      order by c.judgement_id, c.shown, c.id desc),
    verdicts as (
      select s.judge, s.version, s.served, s.category, s.month, k.key as criterion, s.ids[m.one] as first, s.ids[m.other] as second, m.verdict
      from shown s, jsonb_each(s.verdicts) k, lateral (
        select 1 as one, 2 as other,
          case k.value->>'verdict' when 'first' then 'first' when 'second' then 'second' else 'tie' end as verdict
        where k.value ? 'verdict'
        union all
        select least(x.place, y.place) + 1, greatest(x.place, y.place) + 1,
          case when x.rank = y.rank then 'tie' when x.place < y.place then 'first' else 'second' end
        from ${ranked} x, ${ranked} y
        where k.value ? 'order' and (x.rank < y.rank or x.rank = y.rank and x.place < y.place)) m)
    select case grouping(v.version, v.criterion, v.category, v.month, a.contestant_id)
        when 15 then 'version' when 23 then 'criterion' when 27 then 'category' when 29 then 'month' else 'meeting' end as kind,
      v.judge, v.version, v.served,
      case grouping(v.version, v.criterion, v.category, v.month, a.contestant_id)
        when 23 then v.criterion when 27 then v.category when 29 then v.month end as slice,
      a.contestant_id as first, b.contestant_id as second, v.verdict, count(*)::int as count
    from verdicts v
    join answers a on a.arena_id = ${arenaId} and a.id = v.first
    join answers b on b.arena_id = ${arenaId} and b.id = v.second
    group by grouping sets ((v.judge, v.version, v.served, v.verdict), (v.judge, v.criterion, v.verdict), (v.judge, v.category, v.verdict),
      (v.judge, v.month, v.verdict), (v.judge, a.contestant_id, b.contestant_id, v.verdict))`.execute(db)
  return rows
}

/** SQL: the answers of a ranking, with their places in the request, from 0, and their ranks. */
const ranked = sql`(select answer::integer as place, g.rank
  from jsonb_array_elements(k.value->'order') with ordinality as g (answers, rank), jsonb_array_elements_text(g.answers) as answer)`

/** One judgement of answers that the same version of a judge judged several times. */
export interface AskedAgain {
  judge: string
  version: number
  /** The model served. */
  served: string | null
  form: JudgementForm
  criteria: string[]
  /** In the order of the first request. */
  answers: number[]
  run: number
  at: Date
  first: Verdicts
  second: Verdicts
}

/** Every judgement of answers that a judge judged again, the first ones too, in order of time. */
export async function selectAskedAgain(
  db: Kysely<Database>,
  arenaId: number,
  publication: Publication | null,
): Promise<AskedAgain[]> {
  const { rows } = await sql<AskedAgain>`
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
      where j.arena_id = ${arenaId} and j.status = 'done' and j.climb_epoch is null
        and f.verdicts is not null and s.verdicts is not null
        and is_in(j.txid, (${publication}::publication).votes)
      order by j.id, f.id desc, s.id desc) asked
    order by at, repeat, place`.execute(db)
  return rows
}
