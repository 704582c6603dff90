import type { RetestReport, RunToRun } from '../../../../shared/contracts/index.ts'
import type { Arena } from '../../../arenas/index.ts'
import type { Deps } from '../../../platform/deps.ts'
import { published, type Publication } from '../../../platform/postgres/publishing.ts'
import { swapOf } from './swap-of.ts'
import type { RepeatedVerdicts, JudgedByBoth } from './queries.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/schema.ts'
import { runToRun } from '../../../../shared/stats/judges/agreement.ts'
import { wilsonInterval } from '../../../../shared/stats/numbers/distributions.ts'
import { agreementFigures } from '../figures.ts'

/** How much verdicts change if a judge is asked again, and how much results change if another judge replaces it. */
export async function retestReport(
  { db }: Pick<Deps, 'db'>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
): Promise<RetestReport> {
  const names = await selectNames(db, id)
  const nameOf = (contestant: number) => names.get(contestant)!
  const runs = await selectRepeatedVerdicts(db, id)
  const shared = await selectJudgedByBoth(db, id, await published({ db }))
  const grouped = <T extends { criterion: string }>(all: readonly T[], who: (one: T) => unknown) => [
    ...Map.groupBy(all, (one) => JSON.stringify([who(one), one.criterion])).values(),
  ]
  return {
    arena: slug,
    repeats: grouped(runs, ({ judge }) => judge).map((verdicts) => runToRunOf(verdicts, nameOf)),
    swaps: grouped(shared, ({ judges }) => judges).map((votes) => swapOf(votes, nameOf)),
  }
}

/** Pairs of answers that one version of a judge judged at least twice; for each judge, its latest such version. */
async function selectRepeatedVerdicts(db: Kysely<Database>, arenaId: number): Promise<RepeatedVerdicts[]> {
  const { rows } = await sql<RepeatedVerdicts>`
    with again as (
      select distinct judge_version_id, criteria, sorted(answer_ids) as answers from judgements
      where arena_id = ${arenaId} and repeat > 0 and status = 'done' and form = 'pairwise' and climb_epoch is null),
    verdicts as (
      select j.id, j.judge_version_id as version, sorted(j.answer_ids) as answers, j.repeat, k.key as criterion,
        j.answer_ids[1] < j.answer_ids[2] as in_order,
        min(k.value->>'verdict') filter (where c.shown = 'first') as first,
        min(k.value->>'verdict') filter (where c.shown = 'second') as second
      from judgements j
      join again g on g.judge_version_id = j.judge_version_id and g.criteria = j.criteria
        and g.answers = sorted(j.answer_ids)
      join calls c on c.arena_id = j.arena_id and c.judgement_id = j.id and c.status = 'ok' and c.verdicts is not null,
        jsonb_each(c.verdicts) k
      where j.arena_id = ${arenaId} and j.status = 'done' and j.climb_epoch is null
      group by j.arena_id, j.id, k.key),
    scored as (
      select version, answers, criterion, array_agg(
        case when first = 'first' and second = 'second' then in_order::int
          when first = 'second' and second = 'first' then (not in_order)::int else 0.5 end order by repeat)::float8[] as scores
      from verdicts group by version, answers, criterion having count(*) > 1),
    latest as (select v.judge, max(v.id) as version from judge_versions v
      where v.arena_id = ${arenaId} and v.id in (select version from scored) group by v.judge)
    select l.judge, s.version, s.criterion, a.contestant_id as one, z.contestant_id as other, s.scores
    from scored s join latest l on l.version = s.version
    join answers a on a.arena_id = ${arenaId} and a.id = s.answers[1]
    join answers z on z.arena_id = ${arenaId} and z.id = s.answers[2]
    order by l.judge, s.criterion, s.answers`.execute(db)
  return rows
}

/** The counted votes of any two judges on the same answers under the same criterion. */
async function selectJudgedByBoth(
  db: Kysely<Database>,
  arenaId: number,
  publication: Publication | null,
): Promise<JudgedByBoth[]> {
  const { rows } = await sql<JudgedByBoth>`
    with said as materialized (
      select distinct on (v.voter, b.criterion, b.prompt_id, one, other) v.voter as judge, b.criterion, b.prompt_id as prompt,
        least(b.left_contestant_id, b.right_contestant_id) as one, greatest(b.left_contestant_id, b.right_contestant_id) as other,
        case when v.outcome in ('tie', 'both_bad') then 0.5
          else ((v.outcome = 'left') = (b.left_contestant_id < b.right_contestant_id))::int end::float8 as score
      from counted_votes_in(${arenaId}, ${publication}) v
      join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.source = 'judge' and b.prompt_id is not null
      order by v.voter, b.criterion, b.prompt_id, one, other, v.id desc)
    select array[a.judge, z.judge] as judges, a.criterion, a.prompt, a.one, a.other, array[a.score, z.score] as scores
    from said a join said z on z.judge > a.judge and z.criterion = a.criterion and z.prompt = a.prompt
      and z.one = a.one and z.other = a.other
    order by a.judge, z.judge, a.criterion, a.prompt, a.one, a.other`.execute(db)
  return rows
}

async function selectNames(db: Kysely<Database>, arenaId: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('contestants')
    .select(['id', 'name'])
    .where('arena_id', '=', arenaId)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** How often repeated verdicts of one version of a judge agree under one criterion. */
function runToRunOf(all: readonly RepeatedVerdicts[], nameOf: (id: number) => string): RunToRun {
  const { judge, version, criterion } = all[0]
  const { examined, unanimous, again, within, total, ownShare } = runToRun(all.map(({ scores }) => scores))
  const runs = Math.max(...all.map(({ scores }) => scores.length))
  return {
    judge,
    version,
    criterion,
    runs,
    pairs: examined,
    again: agreementFigures(again),
    unanimous: {
      hits: unanimous,
      n: examined,
      share: examined > 0 ? unanimous / examined : null,
      interval: wilsonInterval(unanimous, examined),
    },
    variance: { betweenRuns: within, total, share: ownShare },
    winRates: winRatesOf(
      all.filter(({ scores }) => scores.length === runs),
      runs,
      nameOf,
    ),
  }
}

function winRatesOf(
  all: readonly RepeatedVerdicts[],
  runs: number,
  nameOf: (id: number) => string,
): RunToRun['winRates'] {
  const sides = all.flatMap(({ one, other, scores }) => [
    { contestant: one, scores },
    { contestant: other, scores: scores.map((score) => 1 - score) },
  ])
  return [...Map.groupBy(sides, ({ contestant }) => contestant)]
    .map(([contestant, inPairs]) => {
      const byRun = Array.from(
        { length: runs },
        (_, run) => inPairs.reduce((sum, { scores }) => sum + scores[run], 0) / inPairs.length,
      )
      return { contestant: nameOf(contestant), votes: inPairs.length, byRun, deviation: deviationOf(byRun) }
    })
    .sort((a, b) => b.byRun[0] - a.byRun[0] || (a.contestant < b.contestant ? -1 : 1))
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}
