/**
 * Agreement on live battles: how each judge decides what visitors asked themselves, beside their own votes. They are another
 * population, so no figure of the set and no board has any of it.
 */
import { sql } from 'kysely'
import type { JudgeReport, Outcome, TrustTerms } from '../../shared/contracts/index.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import type { Db } from '../platform/schema.ts'
import { judgeFigures, majorityOutcome, peopleOnPairs, type VoteCell } from './tallies.ts'
import { trustFromPairs } from './trust.ts'
import { queryRows } from '../platform/postgres/query.ts'

/**
 * SQL: what the versions in use say of live battles, `j` being the judgement and `o` what it says under one criterion; `l`
 * is the contestant on its left.
 */
export const judgedLive = (arenaId: number, publication: Publication | null) => sql`
  select v.judge, j.id as judgement_id, j.place, o.key as criterion, j.prompt_id, x.id as left_answer_id,
    y.id as right_answer_id, x.contestant_id as l, y.contestant_id as r, o.value->>'outcome' as outcome,
    (o.value->>'inconsistent')::boolean as inconsistent, null::text as reason, j.finished_at as cast_at
  from judgements j
  join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
  join judges g on g.arena_id = v.arena_id and g.name = v.judge and g.version_sha256 = v.sha256
  cross join jsonb_each(j.outcomes) o
  join answers x on x.arena_id = j.arena_id and x.id = j.answer_ids[1]
  join answers y on y.arena_id = j.arena_id and y.id = j.answer_ids[2]
  where j.arena_id = ${arenaId} and j.live and is_in(j.txid, (${publication}::publication).votes)`

type LiveCell = Pick<VoteCell, 'judge' | 'verdict' | 'people' | 'inconsistent' | 'count'>

/** Counts what judges say of live battles that people voted on, as `selectVoteCells` does of the set. */
export const selectLiveCells = (
  db: Db,
  arenaId: number,
  publication: Publication | null,
): Promise<LiveCell[]> =>
  queryRows<LiveCell>(db)`
    with judged as (${judgedLive(arenaId, publication)}), people as (${peopleOnPairs(arenaId, publication, 'live')})
    select t.judge, case t.outcome when 'both_bad' then 'tie' else t.outcome end as verdict, ${majorityOutcome(sql`t.l`)} as people,
      t.inconsistent, count(*)::int as count
    from judged t join people m on m.criterion = t.criterion and m.prompt_id = t.prompt_id
      and m.low = least(t.l, t.r) and m.high = greatest(t.l, t.r)
    group by 1, 2, 3, 4`

/** One judge's figures, and whether it would be trusted by these pairs alone; undefined without any. */
export function liveAgreement(liveCells: readonly LiveCell[], terms: TrustTerms): JudgeReport['live'] {
  if (liveCells.length === 0) return undefined
  const cells = liveCells.map((cell): VoteCell => ({ ...cell, ...ALIKE }))
  const { shared, threeWay, decisive, undecidedByJudge, consistency } = judgeFigures(cells, [], true)
  return { shared, threeWay, decisive, undecidedByJudge, consistency, ...trustFromPairs(cells, terms) }
}

const ALIKE = {
  kind: 'version',
  version: null,
  served: null,
  lapses: null,
  counted: true,
  slice: '',
  madeHere: true,
  longer: null,
  ownFamily: null,
} as const

/** A live battle that a judge decides otherwise than the visitor who asked; outcomes are from the sides of the battle. */
export interface LiveDisagreement {
  /** The id of the visitor's vote, and what it says. */
  vote: number
  voterOutcome: Outcome
  votedAt: Date
  left: string
  right: string
  prompt: string
  category: string | null
  criterion: string
  judge: string
  outcome: Outcome
  inconsistent: boolean
  judgementId: string
  castAt: Date
}

/** What the versions in use say otherwise than visitors on live battles. Two kinds of tie are the same. */
export const liveDisagreements = (
  db: Db,
  arenaId: number,
  publication: Publication | null,
): Promise<LiveDisagreement[]> =>
  queryRows<LiveDisagreement>(db)`
    select v.id as vote, v.outcome as "voterOutcome", v.cast_at as "votedAt", l.name as left, r.name as right, p.key as prompt,
      p.category, t.criterion, t.judge, o.outcome, t.inconsistent, t.judgement_id as "judgementId", t.cast_at as "castAt"
    from (${judgedLive(arenaId, publication)}) t
    join battles b on b.arena_id = ${arenaId} and b.prompt_id = t.prompt_id and b.criterion = t.criterion
    join counted_votes_in(${arenaId}, ${publication}) v on v.battle_id = b.id and v.source = 'live'
    join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id
    join contestants l on l.arena_id = b.arena_id and l.id = b.left_contestant_id
    join contestants r on r.arena_id = b.arena_id and r.id = b.right_contestant_id
    cross join lateral (select case when b.left_contestant_id = t.l or t.outcome not in ('left', 'right') then t.outcome
      when t.outcome = 'left' then 'right' else 'left' end as outcome) o
    where replace(o.outcome, 'both_bad', 'tie') <> replace(v.outcome, 'both_bad', 'tie')
    order by v.id, t.judge desc`
