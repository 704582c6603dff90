/**
 * Controls of judges: whether a judge has changed, from month to month and when it was asked again, and whether it prefers a
 * contestant to a copy of itself (A/A).
 */
import type { AgreementFigures, JudgeReport, TrustTerms } from '../../shared/contracts/index.ts'
import {
  tallyAgreement,
  minimumSelfAgreement,
  findLapses,
  type RepeatedRating,
} from '../../shared/stats/judges/agreement.ts'
import { significantChanges } from '../../shared/stats/compare/rank-correlation.ts'
import { mergeOrders } from '../judging/index.ts'
import { agreementFigures, type JudgeLapse, type RepeatedJudgement } from './tallies.ts'
import { queryRows } from '../platform/postgres/query.ts'
import { signTest } from '../../shared/stats/index.ts'
import type { Db } from '../platform/schema.ts'

const MEASURES = ['decisive', 'consistency'] as const

/** Months in which a judge differs significantly from the month before. All comparisons of a judge share one error level. */
export function monthlyDrift(months: JudgeReport['byMonth']): JudgeReport['drift'] {
  const periods = (measure: (typeof MEASURES)[number]) => months.map(({ figures }) => figures[measure])
  const comparisons = MEASURES.reduce(
    (sum, measure) => sum + Math.max(0, periods(measure).filter(({ n }) => n > 0).length - 1),
    0,
  )
  return MEASURES.flatMap((measure) => {
    const all = periods(measure)
    return significantChanges(all, comparisons).map(({ before, period, interval }) => ({
      measure,
      period: months[period].month,
      before: months[before].month,
      from: all[before].share!,
      to: all[period].share!,
      interval,
    }))
  })
}

/** A rating by a version of a judge, as served, of answers that it rated several times. */
export interface JudgeRating extends RepeatedRating {
  judge: string
  version: number
  served: string | null
}

/** What a judgement says of each two of its answers under each criterion: the one with the lower id, the other, or a tie. */
export function judgementRating(judgement: RepeatedJudgement): JudgeRating {
  const { judge, version, served, form, criteria, answers, run, at, first, second } = judgement
  const verdicts = Object.entries(mergeOrders(first, second, form, answers.length)).flatMap(
    ([criterion, comparisons]) =>
      comparisons.map(({ left, right, outcome }) => {
        const [leftAnswer, rightAnswer] = [answers[left]!, answers[right]!]
        const better = outcome === 'left' ? leftAnswer : outcome === 'right' ? rightAnswer : null
        const verdict =
          better === null ? 'tie' : better === Math.min(leftAnswer, rightAnswer) ? 'lower' : 'higher'
        return [
          JSON.stringify([criterion, Math.min(leftAnswer, rightAnswer), Math.max(leftAnswer, rightAnswer)]),
          verdict,
        ] as const
      }),
  )
  const item = JSON.stringify([criteria, answers.toSorted((a, b) => a - b)])
  return {
    judge,
    version,
    served,
    item,
    at: at.getTime(),
    batch: run,
    verdictByCriterion: Object.fromEntries(verdicts),
  }
}

/** The lapses of every version as served, each version's in order of time. */
export function judgeLapses(all: readonly JudgeRating[], { minAgreement }: TrustTerms): JudgeLapse[] {
  const least = minimumSelfAgreement(minAgreement)
  return [...byVersion(all).values()].flatMap((ratings) => {
    const { version, served } = ratings[0]!
    return findLapses(ratings, least).map((lapse) => ({ ...lapse, version, served }))
  })
}

/** How often later verdicts repeat the first one on the same two answers, under each criterion. */
export function judgeSelfAgreement(all: readonly JudgeRating[]): AgreementFigures {
  const pairs = [...byVersion(all).values()].flatMap((ratings) =>
    [...Map.groupBy(ratings, ({ item }) => item).values()].flatMap(([first, ...later]) =>
      later.flatMap(({ verdictByCriterion }) =>
        Object.entries(verdictByCriterion).map(
          ([about, verdict]) => [first!.verdictByCriterion[about], verdict] as const,
        ),
      ),
    ),
  )
  return agreementFigures(tallyAgreement(pairs))
}

const byVersion = (all: readonly JudgeRating[]) =>
  Map.groupBy(all, ({ version, served }) => JSON.stringify([version, served]))

/** One judge on a contestant and its control, with a test of whether it prefers either. */
export interface AaControl extends ControlVotes {
  /** Two-sided exact sign test on the decisive votes; 1 without any. */
  p: number
  /** Whether the two differ significantly. They are the same contestant, so they should not. */
  isToldApart: boolean
}

/** The error level for all controls together, divided evenly among them (Bonferroni). */
const CONTROL_ALPHA = 0.05

/** The A/A controls of an arena: a contestant against a copy of itself under another name, by judge and criterion. */
export async function selectAaControls(db: Db, arenaId: number): Promise<AaControl[]> {
  const rows = await selectControlVotes(db, arenaId)
  return rows.map((row) => {
    const p = signTest(row.wins, row.losses)
    return { ...row, p, isToldApart: p <= CONTROL_ALPHA / rows.length }
  })
}

/** How one judge voted between a contestant and its A/A control, under one criterion. */
interface ControlVotes {
  judge: string
  criterion: string
  contestant: string
  control: string
  /** The contestant's wins over its control. */
  wins: number
  losses: number
  ties: number
}

/** Counted votes of judges between contestants and their controls. */
const selectControlVotes = (db: Db, arenaId: number): Promise<ControlVotes[]> =>
  queryRows<ControlVotes>(db)`
    select v.voter as judge, b.criterion, o.name as contestant, c.name as control,
      count(*) filter (where v.outcome = case when b.left_contestant_id = o.id then 'left' else 'right' end)::int
        as wins,
      count(*) filter (where v.outcome = case when b.left_contestant_id = c.id then 'left' else 'right' end)::int
        as losses,
      count(*) filter (where v.outcome in ('tie', 'both_bad'))::int as ties
    from contestants c
    join contestants o on o.arena_id = c.arena_id and o.name = c.control_of
    join battles b on b.arena_id = c.arena_id
      and ((b.left_contestant_id = c.id and b.right_contestant_id = o.id)
        or (b.left_contestant_id = o.id and b.right_contestant_id = c.id))
    join counted_votes_in(${arenaId}, null) v on v.arena_id = b.arena_id and v.battle_id = b.id and v.source = 'judge'
    where c.arena_id = ${arenaId}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`
