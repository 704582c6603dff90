/**
 * Labelling: the blind queue in which people vote on pairs that judges have judged. Pairs are drawn evenly, whatever
 * the verdicts. Choosing pairs on which judges disagree would make every judge look worse than it is.
 */
import type { IssuedBattle } from '../../shared/contracts/index.ts'
import { withText } from '../answers/index.ts'
import { requireOpen, type Arena } from '../arenas/index.ts'
import { chooseCriterion, recordShownBattle, withPrivateArena } from '../battles/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { readConsistently } from './tallies.ts'
import { settleVoterVotes } from '../votes/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'
import { queryRow } from '../platform/postgres/query.ts'

/** The shares of battles on pairs that another voter has decided, and on pairs that this voter has decided. */
const SHARE_OF_SECOND_VOTERS = 0.1
const SHARE_OF_REPEATS = 0.1
const ATTEMPTS = 5

/**
 * Issues a blind battle from the labelling queue. Most of its pairs have no human vote yet. Some were decided by
 * another voter, and some by this one, now with sides swapped. They show how far people agree, which is the upper
 * bound for a judge.
 * @throws {ProblemError} nothing_left_to_vote_on if no judged pair is left for this voter; invalid_request if the
 *   arena does not have the criterion; too_many_requests if every attempt lost a race
 */
export async function issueLabellingBattle(
  deps: Deps,
  arena: Arena,
  voter: string,
  requestedCriterion?: string,
): Promise<IssuedBattle> {
  await requireOpen(deps.db, arena, deps.clock())
  const criteria =
    requestedCriterion === undefined ? arena.criteria : [chooseCriterion(arena, requestedCriterion)]
  await settleVoterVotes(deps, arena.id, voter)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const pair = await draw(deps, arena, voter, criteria)
    if (!pair)
      throw new ProblemError('nothing_left_to_vote_on', msg('nothing_to_label', { arena: arena.slug }))
    const { criterion, promptId, first, second, repeatOf } = pair
    const isSwapped = repeatOf === null ? deps.chance.random() < 0.5 : true
    const [left, right] = isSwapped ? [second, first] : [first, second]
    const drawnPair = { arenaId: arena.id, voter, criterion, promptId, left, right }
    const issued = await recordShownBattle(deps, {
      ...drawnPair,
      origin: 'calibration',
      ...(repeatOf !== null && { repeatOf }),
    })
    if (issued) return withPrivateArena(issued, arena)
  }
  throw new ProblemError('too_many_requests', msg('many_battles_at_once'))
}

async function draw(
  { db, chance: { random } }: Deps,
  arena: Arena,
  voter: string,
  criteria: string[],
): Promise<JudgedPair | undefined> {
  const kind = random()
  const seed = Math.floor(random() * 2 ** 31)
  const judged = (by: 'nobody' | 'another') =>
    readConsistently(db, (trx) =>
      drawJudgedPair(trx, { arenaId: arena.id, voter, criteria, seed, decidedBy: by }),
    )
  if (kind < SHARE_OF_REPEATS) {
    const pair = await drawRepeat(db, arena.id, voter, criteria, seed)
    if (pair) return pair
  }
  const isForSecond = kind < SHARE_OF_REPEATS + SHARE_OF_SECOND_VOTERS
  for (const by of isForSecond ? (['another', 'nobody'] as const) : (['nobody', 'another'] as const)) {
    const pair = await judged(by)
    if (pair) return pair
  }
  return undefined
}

/** A pair of answers to show to a voter. */
interface JudgedPair {
  criterion: string
  promptId: number
  first: { contestantId: number; answerId: number }
  second: { contestantId: number; answerId: number }
  /** The battle that showed them to this voter before, `first` on the left. */
  repeatOf: string | null
}

interface PairRequest {
  arenaId: number
  voter: string
  /** In order of preference: a later criterion is used only if the earlier ones have no pair. */
  criteria: string[]
  seed: number
  /** Draws pairs that no human has decided (`nobody`), or that another human has decided (`another`). */
  decidedBy: 'nobody' | 'another'
}

/**
 * Draws a pair with a counted vote of a judge that this voter has not seen. Pairs that a judge still needs for its
 * measurement come first; among these the draw is even, whatever the verdicts.
 */
export const drawJudgedPair = (
  db: Db,
  { arenaId, voter, criteria, seed, decidedBy }: PairRequest,
): Promise<JudgedPair | undefined> =>
  queryRow<JudgedPair>(db)`
    with evaluated as (
      select j->>'judge' as judge, (j->>'pairsMissing')::int = 0 and not (j->>'due')::boolean as settled,
        case when j->>'state' = 'uncalibrated' then j->'evidence'->>'since' end as since
      from judge_evaluations, jsonb_array_elements(report->'judges') j where arena_id = ${arenaId}),
    judged as (
      select b.criterion, b.prompt_id, least(b.left_answer_id, b.right_answer_id) as low,
        greatest(b.left_answer_id, b.right_answer_id) as high, bool_or(${teaches}) as teaches
      from counted_votes_in(${arenaId}, null) v
      join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      left join evaluated e on e.judge = v.voter
      where v.source = 'judge' and b.criterion = any (${criteria}::text[])
        and b.left_answer_id is not null and b.right_answer_id is not null
      group by 1, 2, 3, 4),
    decided as (
      select distinct b.criterion, least(b.left_answer_id, b.right_answer_id) as low,
        greatest(b.left_answer_id, b.right_answer_id) as high
      from counted_votes_in(${arenaId}, null) v
      join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.source = 'human' and v.voter <> ${voter} and b.left_answer_id is not null),
    seen as (
      select least(b.left_answer_id, b.right_answer_id) as low, greatest(b.left_answer_id, b.right_answer_id) as high
      from battles b where b.arena_id = ${arenaId} and b.voter = ${voter} and b.left_answer_id is not null)
    select j.criterion, j.prompt_id as "promptId",
      jsonb_build_object('contestantId', x.contestant_id, 'answerId', x.id) as first,
      jsonb_build_object('contestantId', y.contestant_id, 'answerId', y.id) as second, null as "repeatOf"
    from judged j
    join prompts p on p.arena_id = ${arenaId} and p.id = j.prompt_id and p.messages is not null
      and p.retired_at is null
    join answers x on x.arena_id = ${arenaId} and x.id = j.low
    join answers y on y.arena_id = ${arenaId} and y.id = j.high and y.text_sha256 <> x.text_sha256
      and ${withText('x')} and ${withText('y')}
    join contestants s on s.arena_id = ${arenaId} and s.id = x.contestant_id and s.retired_at is null
    join contestants t on t.arena_id = ${arenaId} and t.id = y.contestant_id and t.retired_at is null
    left join decided d on d.criterion = j.criterion and d.low = j.low and d.high = j.high
    where (d.low is ${sql.raw(decidedBy === 'nobody' ? 'null' : 'not null')})
      and not exists (select from seen where seen.low = j.low and seen.high = j.high)
    order by array_position(${criteria}::text[], j.criterion), j.teaches desc,
      hashint8extended(j.low::bigint << 31 | j.high, ${seed}::bigint)
    limit 1`

/** SQL: whether a judge still needs votes on such a pair. If it changed, only pairs that it judged since then say how. */
const teaches = sql`e.judge is null or not e.settled and (e.since is null
  or v.cast_at >= (case length(e.since) when 7 then e.since || '-01' else e.since end || 'Z')::timestamptz)`

/** The battles before a pair is shown to the same voter again, so that the voter does not remember it. */
const BETWEEN = 10

/** Draws a pair that this voter decided more than `BETWEEN` votes ago and has not seen again. */
const drawRepeat = (
  db: Db,
  arenaId: number,
  voter: string,
  criteria: string[],
  seed: number,
): Promise<JudgedPair | undefined> =>
  queryRow<JudgedPair>(db)`
    with decided as (
      select b.*, row_number() over (order by v.id desc) as ago
      from counted_votes_in(${arenaId}, null) v
      join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.voter = ${voter} and v.source = 'human' and b.origin in ('page', 'calibration'))
    select o.criterion, o.prompt_id as "promptId", o.id as "repeatOf",
      jsonb_build_object('contestantId', o.left_contestant_id, 'answerId', o.left_answer_id) as first,
      jsonb_build_object('contestantId', o.right_contestant_id, 'answerId', o.right_answer_id) as second
    from decided o join prompts p on p.arena_id = ${arenaId} and p.id = o.prompt_id and p.retired_at is null
    where o.ago > ${BETWEEN} and o.criterion = any (${criteria}::text[])
      and not exists (select from battles r where r.arena_id = ${arenaId} and r.repeat_of = o.id)
    order by hashtextextended(o.id::text, ${seed}::bigint) limit 1`
