/** How far judges agree with each other, and versions of a judge with earlier ones. It needs no votes of people. */
import type { JuryAgreement, PairedAgreement } from '../../shared/contracts/index.ts'
import { tallyAgreement, jackknifeInterval, krippendorffAlpha } from '../../shared/stats/judges/agreement.ts'
import { agreementFigures, canonicalOutcome, PARTS } from './tallies.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/schema.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import { queryRows } from '../platform/postgres/query.ts'

/** Agreement of each two raters under each criterion. */
export function pairedAgreements<Rater>(
  cells: readonly TwoRaters<Rater>[],
): (PairedAgreement & { raters: [Rater, Rater] })[] {
  const byRaters = Map.groupBy(cells, ({ criterion, first, second }) =>
    JSON.stringify([criterion, first, second]),
  )
  return [...byRaters.values()].map((shared) => {
    const { criterion, first, second } = shared[0]
    const agreement = (subset: readonly TwoRaters<Rater>[]) =>
      tallyAgreement(
        subset.map(({ firstOutcome, secondOutcome, count }) => [firstOutcome, secondOutcome, count] as const),
      )
    return {
      raters: [first, second],
      criterion,
      agreement: agreementFigures(agreement(shared)),
      kappaInterval: jackknifeInterval(byPart(shared), (subset) => agreement(subset).kappa),
    }
  })
}

/** The agreement of the judges of an arena with each other, in pairs and all together. */
export function juryAgreement(
  twoJudges: readonly TwoRaters<string>[],
  together: readonly JuryCell[],
): JuryAgreement {
  const pairs = pairedAgreements(twoJudges).map(({ raters, ...figures }) => ({ judges: raters, ...figures }))
  return {
    pairs,
    together: [...Map.groupBy(together, ({ criterion }) => criterion)].map(([criterion, cells]) => ({
      criterion,
      judges: [
        ...new Set(pairs.filter((pair) => pair.criterion === criterion).flatMap(({ judges }) => judges)),
      ].sort(),
      pairs: cells.reduce((sum, { count }) => sum + count, 0),
      alpha: juryAlpha(cells),
      interval: jackknifeInterval(byPart(cells), juryAlpha),
    })),
  }
}

const juryAlpha = (cells: readonly JuryCell[]) =>
  krippendorffAlpha(
    cells.map(({ left, right, tie, count }) => ({ chosenBy: [left, right, tie], items: count })),
  )

const byPart = <T extends { part: number }>(cells: readonly T[]): T[][] => [
  ...Map.groupBy(cells, ({ part }) => part).values(),
]

type Outcome = 'left' | 'right' | 'tie'

/** How often two raters gave these two verdicts on the same pairs of answers, in one part of the prompts. */
export interface TwoRaters<Rater> {
  criterion: string
  part: number
  first: Rater
  second: Rater
  firstOutcome: Outcome
  secondOutcome: Outcome
  count: number
}

/** The number of pairs of answers on which so many judges gave each verdict, in one part of the prompts. */
export interface JuryCell {
  criterion: string
  part: number
  left: number
  right: number
  tie: number
  count: number
}

const outcome = canonicalOutcome('v', 'b')

const part = sql`(hashint8(prompt_id) & ${PARTS - 1})`

/**
 * SQL: the counted vote of each judge on each pair of answers, the last one if it has several; `verdict` is from the side of the
 * contestant with the lower id.
 */
export const verdictsOfJudges = (arenaId: number, publication: Publication | null) => sql`
  select distinct on (v.voter, b.criterion, b.prompt_id, low, high) v.voter as rater, null::text as judge, b.criterion, b.prompt_id,
    least(b.left_contestant_id, b.right_contestant_id) as low, greatest(b.left_contestant_id, b.right_contestant_id) as high, ${outcome} as verdict
  from counted_votes_in(${arenaId}, ${publication}) v
  join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
  where v.source = 'judge' and b.prompt_id is not null
  order by v.voter, b.criterion, b.prompt_id, low, high, v.id desc`

/** SQL: the verdicts of each version of a judge, also in votes that a later version replaced. */
const verdictsOfVersions = (arenaId: number, publication: Publication | null) => sql`
  select j.judge_version_id as rater, v.voter as judge, b.criterion, b.prompt_id, least(b.left_answer_id, b.right_answer_id) as low,
    greatest(b.left_answer_id, b.right_answer_id) as high, ${outcome} as verdict
  from votes v
  join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
  join judgements j on j.arena_id = b.arena_id and j.id = b.judgement_id
  where v.arena_id = ${arenaId} and v.source = 'judge' and is_in(v.txid, (${publication}::publication).votes)
    and exists (select from judge_versions o
      where o.arena_id = v.arena_id and o.judge = v.voter and o.id <> j.judge_version_id)`

const selectTwoRaters = <Rater>(db: Db, all: RawBuilder<unknown>): Promise<TwoRaters<Rater>[]> =>
  queryRows<TwoRaters<Rater>>(db)`
    with verdicts as materialized (${all})
    select criterion, ${part} as part, a.rater as first, z.rater as second, a.verdict as "firstOutcome", z.verdict as "secondOutcome", count(*)::int as count
    from verdicts a join verdicts z using (criterion, prompt_id, low, high)
    where a.rater < z.rater and a.judge is not distinct from z.judge
    group by 1, 2, 3, 4, 5, 6 order by 1, 3, 4, 2, 5, 6`

/** Any two judges on the same pairs of answers. */
export const selectTwoJudges = (db: Db, arenaId: number, publication: Publication | null) =>
  selectTwoRaters<string>(db, verdictsOfJudges(arenaId, publication))

/** Any two versions of one judge on the same pairs of answers. */
export const selectTwoVersions = (db: Db, arenaId: number, publication: Publication | null) =>
  selectTwoRaters<number>(db, verdictsOfVersions(arenaId, publication))

/** Pairs of answers that at least two judges judged. */
export const selectJuryCells = (
  db: Db,
  arenaId: number,
  publication: Publication | null,
): Promise<JuryCell[]> =>
  queryRows<JuryCell>(db)`
    with pairs as (
      select criterion, prompt_id, count(*) filter (where verdict = 'left') as "left",
        count(*) filter (where verdict = 'right') as "right", count(*) filter (where verdict = 'tie') as tie
      from (${verdictsOfJudges(arenaId, publication)}) s group by criterion, prompt_id, low, high having count(*) > 1)
    select criterion, ${part} as part, "left"::int, "right"::int, tie::int, count(*)::int as count
    from pairs group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`
