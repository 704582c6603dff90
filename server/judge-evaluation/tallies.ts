/** What is counted about judges and people, by judge, version and slice, and the figures of agreement that follow. */
import { sql, type RawBuilder } from 'kysely'
import type { Publication } from '../platform/postgres/publishing.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { Db, Trx } from '../platform/schema.ts'
import {
  judgeStatistics,
  wilsonShare,
  type Lapse,
  type Agreement,
  type JudgedVotes,
} from '../../shared/stats/judges/agreement.ts'
import { LEFT, RIGHT, TIE } from '../../shared/stats/fit/votes.ts'
import type {
  JudgementForm,
  Verdicts,
  AgreementFigures,
  JudgeFigures,
  VoteSource,
} from '../../shared/contracts/index.ts'
import { contestantFamily } from '../contestants/index.ts'

/**
 * Reads in one transaction, so that all results show the same moment. Nested loops are off: these queries read whole
 * tables, and planner statistics are wrong just after an import.
 */
export function readConsistently<T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(
        trx,
      )
      return read(trx)
    })
}

/** The number of parts that prompts are divided into. Votes are resampled by part. */
export const PARTS = 32

/** Counted votes on one pair of contestants on one part of the prompts; low < high by id. */
export interface PairCount {
  /** Null for humans. */
  judge: string | null
  criterion: string
  low: number
  high: number
  part: number
  lowWins: number
  highWins: number
  ties: number
}

export interface NamedContestant {
  id: number
  name: string
  family: string | null
  model: string | null
}

export const selectContestants = (db: Db, arenaId: number): Promise<NamedContestant[]> =>
  queryRows<NamedContestant>(db)`
    select id, name, family, model from contestants where arena_id = ${arenaId} order by id`

/** The ways in which judges' votes are grouped. */
type SliceKind = 'version' | 'category' | 'month' | 'day'

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
  /** The category, month (2026-01) or day (2026-01-31); null for `version`, and for no category. */
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

/** Counts equal verdicts of single requests, in which one answer was shown before the other. */
export interface RequestCell {
  kind: 'version' | 'category' | 'month' | 'meeting'
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

/** One judgement of answers that the same version of a judge judged several times. */
export interface RepeatedJudgement {
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

/**
 * SQL: how people decided two contestants on a prompt. Equal numbers are a tie, and so is both_bad. `lower` counts the votes
 * for the contestant with the lower id.
 */
export const peopleOnPairs = (
  arenaId: number,
  publication: Publication | null,
  source: Extract<VoteSource, 'human' | 'live'>,
) => sql`
  select b.criterion, b.prompt_id, least(b.left_contestant_id, b.right_contestant_id) as low,
    greatest(b.left_contestant_id, b.right_contestant_id) as high, max(v.cast_at) as at,
    count(*) filter (where ${winner} < ${loser}) as lower, count(*) filter (where ${winner} > ${loser}) as higher,
    count(*) filter (where v.outcome in ('tie', 'both_bad')) as neither
  from counted_votes_in(${arenaId}, ${publication}) v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
  where v.source = ${source} and b.prompt_id is not null
  group by 1, 2, 3, 4`

const winner = sql`case v.outcome when 'left' then b.left_contestant_id when 'right' then b.right_contestant_id end`
const loser = sql`case v.outcome when 'left' then b.right_contestant_id when 'right' then b.left_contestant_id end`

/** SQL: what most people say, `m` being a row of `peopleOnPairs`; null if there is none. @param left the contestant there */
export const majorityOutcome = (left: RawBuilder<unknown>) => sql`case
  when m.low is null then null
  when m.lower > m.higher and m.lower > m.neither then case ${left} when m.low then 'left' else 'right' end
  when m.higher > m.lower and m.higher > m.neither then case ${left} when m.low then 'right' else 'left' end
  else 'tie' end`

/** SQL: what a vote says if left is the contestant with the lower id, in whatever order the answers were shown. */
export const canonicalOutcome = (vote: string, battle: string) => sql`case
  when ${sql.ref(`${vote}.outcome`)} in ('tie', 'both_bad') then 'tie'
  when (${sql.ref(`${vote}.outcome`)} = 'left') = (${sql.ref(`${battle}.left_contestant_id`)} < ${sql.ref(`${battle}.right_contestant_id`)})
  then 'left' else 'right' end`

const CODES = { left: LEFT, right: RIGHT, tie: TIE } as const
const choiceCode = (outcome: VoteCell['people']) => (outcome === null ? null : CODES[outcome])

/**
 * The figures of one judge over some of its votes.
 * @param bothOrders  whether its imported votes are known to have been judged in both orders
 */
export function judgeFigures(
  cells: readonly VoteCell[],
  requests: readonly RequestCell[],
  bothOrders: boolean,
): JudgeFigures {
  const habits = judgeStatistics(cells.map((cell) => judgedVotes(cell, bothOrders)))
  const { votes, undecidedByJudge, consistency, longer, ownFamily } = habits
  return {
    votes,
    shared: habits.threeWay.shared,
    threeWay: agreementFigures(habits.threeWay),
    decisive: agreementFigures(habits.decisive),
    undecidedByJudge,
    consistency,
    firstPosition: firstPositionShare(requests),
    longer,
    ownFamily,
  }
}

function judgedVotes(cell: VoteCell, bothOrders: boolean): JudgedVotes {
  return {
    count: cell.count,
    verdict: CODES[cell.verdict],
    people: choiceCode(cell.people),
    inconsistent: cell.madeHere || bothOrders ? cell.inconsistent : null,
    longer: choiceCode(cell.longer),
    familySide: choiceCode(cell.ownFamily),
  }
}

export function agreementFigures({ agreed, shared, share, interval, kappa }: Agreement): AgreementFigures {
  return { hits: agreed, n: shared, share, interval, kappa }
}

function firstPositionShare(requests: readonly RequestCell[]) {
  const countVerdicts = (...words: RequestCell['verdict'][]) =>
    requests.reduce((sum, { verdict, count }) => sum + (words.includes(verdict) ? count : 0), 0)
  return wilsonShare(countVerdicts('first'), countVerdicts('first', 'second'))
}

/** A current or former judge of the arena, with the family that `arena.yaml` declares; null if none. */
export interface DeclaredJudge {
  judge: string
  family: string | null
}

/** The families of judges: as declared, or inferred from the name of a judge that is known only by its votes. */
export function judgeFamilies(
  voted: readonly string[],
  declared: readonly DeclaredJudge[],
): ReadonlyMap<string, string | null> {
  const inferred = voted.map((name) => [name, contestantFamily({ name, model: null, family: null })] as const)
  return new Map([...inferred, ...declared.map(({ judge, family }) => [judge, family] as const)])
}

/** The contestants of a judge's family; empty if the judge has no family. */
const findSameFamily = (
  family: string | null | undefined,
  contestants: readonly NamedContestant[],
): NamedContestant[] =>
  family ? contestants.filter((contestant) => contestantFamily(contestant) === family) : []

/** Those that a judge may favour: the contestants of its family. Nobody, if all are: none of them can gain by it. */
export function sameFamilyContestants(
  family: string | null | undefined,
  contestants: readonly NamedContestant[],
): NamedContestant[] {
  const kin = findSameFamily(family, contestants)
  return kin.length === contestants.length ? [] : kin
}

/** Every pair of a judge and a contestant of the same family. */
export function sameFamilyPairs(
  families: ReadonlyMap<string, string | null>,
  contestants: readonly NamedContestant[],
): SameFamilyPairs {
  const pairs = [...families].flatMap(([judge, family]) =>
    findSameFamily(family, contestants).map(({ id }) => ({ judge, contestant: id })),
  )
  return { judges: pairs.map(({ judge }) => judge), contestants: pairs.map(({ contestant }) => contestant) }
}
