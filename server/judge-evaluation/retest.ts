/** Retest: one judge on the same answers several times. It needs no human votes, calls no model and stores nothing. */
import type { RetestReport, RunToRun } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { Db } from '../platform/schema.ts'
import { runToRun } from '../../shared/stats/judges/agreement.ts'
import { wilsonInterval } from '../../shared/stats/numbers/distributions.ts'
import { TIE_POINTS } from '../../shared/stats/fit/votes.ts'
import { agreementFigures, selectContestants } from './tallies.ts'
import { dueRechecks } from './due-rechecks.ts'

/** How much verdicts change if a judge is asked again. */
export async function retestReport(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Pick<Arena, 'id' | 'slug' | 'settings'>,
): Promise<RetestReport> {
  const { db } = deps
  const { id, slug } = arena
  const names = new Map(
    (await selectContestants(db, id)).map(({ id: contestant, name }) => [contestant, name]),
  )
  const contestantName = (contestant: number) => names.get(contestant)!
  const runs = await selectRepeatedVerdicts(db, id)
  const byJudge = Map.groupBy(runs, ({ judge, criterion }) => JSON.stringify([judge, criterion]))
  return {
    arena: slug,
    repeats: [...byJudge.values()].map((verdicts) => describeRunToRun(verdicts, contestantName)),
    due: await dueRechecks(deps, arena),
  }
}

/** Pairs of answers that one version of a judge judged at least twice; for each judge, its latest such version. */
const selectRepeatedVerdicts = (db: Db, arenaId: number): Promise<RepeatedVerdicts[]> =>
  queryRows<RepeatedVerdicts>(db)`
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
      where j.arena_id = ${arenaId} and j.status = 'done' and j.climb_epoch is null and not j.live
      group by j.arena_id, j.id, k.key),
    scored as (
      select version, answers, criterion, array_agg(
        case when first = 'first' and second = 'second' then in_order::int
          when first = 'second' and second = 'first' then (not in_order)::int else ${TIE_POINTS}::float8 end order by repeat)::float8[] as scores
      from verdicts group by version, answers, criterion having count(*) > 1),
    latest as (select v.judge, max(v.id) as version from judge_versions v
      where v.arena_id = ${arenaId} and v.id in (select version from scored) group by v.judge)
    select l.judge, s.version, s.criterion, a.contestant_id as first, z.contestant_id as second, s.scores
    from scored s join latest l on l.version = s.version
    join answers a on a.arena_id = ${arenaId} and a.id = s.answers[1]
    join answers z on z.arena_id = ${arenaId} and z.id = s.answers[2]
    order by l.judge, s.criterion, s.answers`

/** How often repeated verdicts of one version of a judge agree under one criterion. */
function describeRunToRun(
  all: readonly RepeatedVerdicts[],
  contestantName: (id: number) => string,
): RunToRun {
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
    winRates: winRatesByRun(
      all.filter(({ scores }) => scores.length === runs),
      runs,
      contestantName,
    ),
  }
}

function winRatesByRun(
  all: readonly RepeatedVerdicts[],
  runs: number,
  contestantName: (id: number) => string,
): RunToRun['winRates'] {
  const sides = all.flatMap(({ first, second, scores }) => [
    { contestant: first, scores },
    { contestant: second, scores: scores.map((score) => 1 - score) },
  ])
  return [...Map.groupBy(sides, ({ contestant }) => contestant)]
    .map(([contestant, inPairs]) => {
      const byRun = Array.from(
        { length: runs },
        (_, run) => inPairs.reduce((sum, { scores }) => sum + scores[run], 0) / inPairs.length,
      )
      return {
        contestant: contestantName(contestant),
        votes: inPairs.length,
        byRun,
        deviation: standardDeviation(byRun),
      }
    })
    .sort((a, b) => b.byRun[0] - a.byRun[0] || (a.contestant < b.contestant ? -1 : 1))
}

function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** The verdicts of one judge on the same two answers, one for each time it was asked. */
interface RepeatedVerdicts {
  judge: string
  version: number
  criterion: string
  /** Contestants, ordered by answer id; the scores are those of `first`. */
  first: number
  second: number
  scores: number[]
}
