/** How far judges agree with each other. It needs no votes of people. */
import type { JuryAgreement } from '../../shared/contracts/index.ts'
import { tallyAgreement, jackknifeInterval, krippendorffAlpha } from '../../shared/stats/judges/agreement.ts'
import { agreementFigures, canonicalOutcome, PARTS } from './tallies.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import { queryRows } from '../platform/postgres/query.ts'

/** Agreement of each two judges under each criterion. */
function pairedAgreements(cells: readonly TwoJudges[]): JuryAgreement['pairs'] {
  const byJudges = Map.groupBy(cells, ({ criterion, first, second }) =>
    JSON.stringify([criterion, first, second]),
  )
  return [...byJudges.values()].map((shared) => {
    const { criterion, first, second } = shared[0]
    const agreement = (subset: readonly TwoJudges[]) =>
      tallyAgreement(
        subset.map(({ firstOutcome, secondOutcome, count }) => [firstOutcome, secondOutcome, count] as const),
      )
    return {
      judges: [first, second],
      criterion,
      agreement: agreementFigures(agreement(shared)),
      kappaInterval: jackknifeInterval(byPart(shared), (subset) => agreement(subset).kappa),
    }
  })
}

/** The agreement of the judges of an arena with each other, in pairs and all together. */
export function juryAgreement(twoJudges: readonly TwoJudges[], together: readonly JuryCell[]): JuryAgreement {
  const pairs = pairedAgreements(twoJudges)
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

/** How often two judges gave these two verdicts on the same pairs of answers, in one part of the prompts. */
export interface TwoJudges {
  criterion: string
  part: number
  first: string
  second: string
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
const verdictsOfJudges = (arenaId: number, publication: Publication | null) => sql`
  select distinct on (v.voter, b.criterion, b.prompt_id, low, high) v.voter as rater, b.criterion, b.prompt_id,
    least(b.left_contestant_id, b.right_contestant_id) as low, greatest(b.left_contestant_id, b.right_contestant_id) as high, ${outcome} as verdict
  from counted_votes_in(${arenaId}, ${publication}) v
  join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
  where v.source = 'judge' and b.prompt_id is not null
  order by v.voter, b.criterion, b.prompt_id, low, high, v.id desc`

/** Any two judges on the same pairs of answers. */
export const selectTwoJudges = (
  db: Db,
  arenaId: number,
  publication: Publication | null,
): Promise<TwoJudges[]> =>
  queryRows<TwoJudges>(db)`
    with verdicts as materialized (${verdictsOfJudges(arenaId, publication)})
    select criterion, ${part} as part, a.rater as first, z.rater as second, a.verdict as "firstOutcome", z.verdict as "secondOutcome", count(*)::int as count
    from verdicts a join verdicts z using (criterion, prompt_id, low, high)
    where a.rater < z.rater
    group by 1, 2, 3, 4, 5, 6 order by 1, 3, 4, 2, 5, 6`

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
