/** The results of the runs of an attempt, by prompt. */
import { mergeOrders } from '../judging/index.ts'
import type { Deps } from '../platform/deps.ts'
import { Expected } from '../runs/index.ts'
import { isRetryable } from '../calls/index.ts'
import { sql } from 'kysely'
import type { ClimbResult, Verdicts } from '../../shared/contracts/index.ts'
import type { Db } from '../platform/schema.ts'
import { type ChallengeGate, passChallenge } from '../../shared/stats/compare/gates.ts'
import { shortList, msg, type AnyMessage } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { z } from 'zod'
import { ProblemError } from '../platform/problem.ts'
import { queryColumn, queryRows, requireRow } from '../platform/postgres/query.ts'

/** A prompt that at least one contestant has not answered, with the known causes. */
interface Unanswered {
  promptId: number
  challenger: boolean
  causes: string[]
  /** Ids of contestants without an ended call for this answer: they did not fail to answer. */
  unasked: number[]
}

/** The judgement of one prompt, with the verdicts of both orders if it is done. */
interface JudgedPromptRow {
  id: string
  promptId: number
  status: 'planned' | 'done' | 'failed'
  cause: string | null
  /** The contestant whose answer the judge saw first in the first order. */
  firstContestantId: number
  first: Verdicts | null
  second: Verdicts | null
}

/**
 * The result on one prompt. Without a winner there is none, for the given cause. `absent` has no answer: a challenger has lost
 * then; if the incumbent or both have none, there is no result. `identical`: a tie without a judge.
 */
export interface ChallengeResult extends Omit<ClimbResult, 'prompt' | 'heldOut' | 'question'> {
  promptId: number
  /** Ids of contestants that have no answer and whose calls never ended. */
  unasked: number[]
  cause: string | null
  /** Whether it failed for a transient reason, so that another run may succeed. */
  isRetryable: boolean
  judgementId: string | null
}

/**
 * The results of a challenge so far: for every prompt that was judged or that at least one contestant has not
 * answered.
 */
export async function challengeResults(
  { db }: Pick<Deps, 'db'>,
  arenaId: number,
  judging: ChallengeJudging,
): Promise<ChallengeResult[]> {
  const pairs = await selectAnswerPairs(db, arenaId, judging)
  const examined = new Map(
    (await selectJudgedPrompts(db, arenaId, judging, pairs)).map((row) => [row.promptId, row]),
  )
  const judged = pairs.flatMap(({ promptId, identical }) => {
    if (identical) return [{ ...NOTHING, promptId, winner: 'tie' as const, identical }]
    const row = examined.get(promptId)
    return row ? [promptResult(judging, row)] : []
  })
  return [...judged, ...(await selectUnanswered(db, arenaId, judging)).map(absentee)]
}

const NOTHING = {
  absent: null,
  unasked: [],
  cause: null,
  isRetryable: false,
  inconsistent: false,
  identical: false,
  reason: null,
  judgementId: null,
}

const absentee = ({ promptId, challenger, causes, unasked }: Unanswered): ChallengeResult => ({
  ...NOTHING,
  promptId,
  winner: challenger ? 'incumbent' : null,
  absent: challenger ? 'challenger' : 'incumbent',
  unasked,
  cause: causes.at(-1) ?? 'no answer',
  isRetryable: causes.some(isRetryable),
})

function promptResult(
  { contestants, criterion }: ChallengeJudging,
  examined: JudgedPromptRow,
): ChallengeResult {
  const { id, promptId, status, cause, first, second, firstContestantId } = examined
  const judged = { ...NOTHING, promptId, judgementId: id }
  if (status !== 'done' || !first || !second) {
    const why = cause ?? 'not judged'
    return { ...judged, winner: null, cause: why, isRetryable: isRetryable(why) }
  }
  const { outcome, inconsistent, reason } = mergeOrders(first, second, 'pairwise', 2)[criterion][0]
  if (outcome === 'tie' || outcome === 'both_bad') return { ...judged, winner: 'tie', inconsistent, reason }
  const isFirst = outcome === 'left'
  const winner = isFirst === (firstContestantId === contestants[0]) ? 'incumbent' : 'challenger'
  return { ...judged, winner, inconsistent, reason }
}

// Compares the results of one attempt with a gate.

/** The largest share of references without a result with which a challenger can be promoted. */
export const MAX_MISSING = 0.1

/** Whether the results pass. A prompt that the challenger did not answer is a loss. */
export function passesGate(results: readonly ChallengeResult[], gate: ChallengeGate): boolean {
  const count = (winner: ChallengeResult['winner']) =>
    results.filter((result) => result.winner === winner).length
  const counts = { wins: count('challenger'), losses: count('incumbent'), ties: count('tie') }
  return passChallenge(counts, gate).passes
}

/** Whether there are enough results for a promotion. */
export function hasEnoughResults(results: readonly ChallengeResult[], references: number): boolean {
  const withResult = results.filter(({ winner }) => winner !== null).length
  return (references - withResult) / references <= MAX_MISSING
}

// Why results of a challenge are missing: something that it needs was removed while it ran.

/**
 * Explains why results of a challenge cannot come: a contestant that cannot be asked, retired prompts, or a changed
 * judge.
 * @param versionId  the judge version of the epoch
 * @param kept  the missing results
 */
export async function missingResultsCause(
  db: Db,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  versionId: number,
  missingResults: readonly ChallengeResult[],
): Promise<AnyMessage> {
  const unasked = missingResults.flatMap((result) => result.unasked)
  for (const { contestantId, name, isRetired, hasProvider } of await selectAnswererStates(db, id, unasked)) {
    const missing = unasked.filter((unaskedId) => unaskedId === contestantId).length
    if (isRetired || !hasProvider) return msg('answers_unasked', { name, missing, isRetired })
  }
  const retired = await selectRetiredKeys(
    db,
    id,
    missingResults.map(({ promptId }) => promptId),
  )
  if (retired.length > 0) return msg('prompts_taken_away', shortList(retired))
  const { judge, isActive, isCurrent } = await selectJudgeNow(db, id, versionId)
  if (!isActive)
    return `Judge "${judge}" was removed before judging was complete, so nothing is entered in the log. Add it back and challenge again, or challenge with another judge, which starts a new epoch.`
  if (isCurrent) {
    const count = missingResults.length
    return `${count} ${count === 1 ? 'result is' : 'results are'} missing because arena "${slug}" was changed during judging and changed back. Nothing is entered in the log. Challenge again: finished verdicts are kept.`
  }
  return `The judge of arena "${slug}" was changed while it was judging. Challenge again; that starts a new epoch.`
}

/**
 * Requires that a retired contestant was asked for every answer whose absence would count as a loss, if a provider
 * made its answers.
 * @throws {ProblemError} invalid_request naming the contestant
 */
export async function requireAnswersRequested(
  db: Db,
  { id: arenaId }: Pick<Arena, 'id'>,
  contestantId: number,
  promptIds: readonly number[],
): Promise<void> {
  const rows = await queryRows<{ name: string; missing: number }>(db)`
    select c.name, count(*)::int as missing
    from contestants c cross join unnest(${promptIds}::integer[]) as given (id)
    where c.arena_id = ${arenaId} and c.id = ${contestantId} and c.retired_at is not null and c.provider is not null
      and not exists (select from answers a
        where a.arena_id = c.arena_id and a.contestant_id = c.id and a.prompt_id = given.id and a.sample = 1)
      and not exists (select from calls k where k.arena_id = c.arena_id and k.contestant_id = c.id
        and k.prompt_id = given.id and k.purpose = 'answer' and k.sample = 1 and k.gave_up)
    group by c.name`
  if (rows.length > 0) rejectChallenge(msg('answers_unasked', { ...rows[0], isRetired: true }))
}

/** Whether these contestants can be asked for answers now. */
const selectAnswererStates = (db: Db, arenaId: number, contestantIds: readonly number[]) =>
  queryRows<{
    contestantId: number
    name: string
    isRetired: boolean
    hasProvider: boolean
  }>(db)`
    select id as "contestantId", name, retired_at is not null as "isRetired", provider is not null as "hasProvider"
    from contestants where arena_id = ${arenaId} and id = any (${contestantIds}::integer[]) order by id`

/** The keys of those prompts that are retired. */
const selectRetiredKeys = (db: Db, arenaId: number, promptIds: readonly number[]): Promise<string[]> =>
  queryColumn<string>(db)`
    select key from prompts
    where arena_id = ${arenaId} and id = any (${promptIds}::integer[]) and retired_at is not null order by id`

/** Whether the judge of a version is still active, and still has the same model and parameters. */
const selectJudgeNow = (db: Db, arenaId: number, versionId: number) =>
  requireRow<{ judge: string; isActive: boolean; isCurrent: boolean }>(db)`
    select v.judge, g.active as "isActive", w.model = v.model and w.params = v.params as "isCurrent"
    from judge_versions v join judges g on g.arena_id = v.arena_id and g.name = v.judge
    join judge_versions w on w.arena_id = g.arena_id and w.judge = g.name and w.sha256 = g.version_sha256
    where v.arena_id = ${arenaId} and v.id = ${versionId}`

/** A prompt that both contestants of a challenge have answered. */
export interface AnswerPair {
  promptId: number
  /** Ids of the incumbent's and the challenger's answer. */
  answerIds: [number, number]
  /** Whether both have the same text. */
  identical: boolean
}

/** The prompts that both contestants have answered, by id. A challenge is about their first answers. */
export const selectAnswerPairs = (
  db: Db,
  arenaId: number,
  { contestants: [incumbent, challenger], promptIds }: Pick<ChallengeJudging, 'contestants' | 'promptIds'>,
): Promise<AnswerPair[]> =>
  queryRows<AnswerPair>(db)`
    select a.prompt_id as "promptId", array[a.id, z.id] as "answerIds", a.text_sha256 = z.text_sha256 as identical
    from answers a join answers z on z.arena_id = a.arena_id and z.prompt_id = a.prompt_id
    where a.arena_id = ${arenaId} and a.contestant_id = ${incumbent} and z.contestant_id = ${challenger}
      and a.sample = 1 and z.sample = 1
      and a.prompt_id = any (${promptIds}::integer[])
    order by a.prompt_id`

/** All runs of one attempt: their cost in US dollars, whether every successful call has one, and their beginning. */
export const selectSpent = (
  db: Db,
  arenaId: number,
  key: string,
): Promise<{ spentUsd: number; priced: boolean; began: Date | null }> =>
  requireRow<{ spentUsd: number; priced: boolean; began: Date | null }>(db)`
    with of_attempt as (
      select arena_id, id, spent_usd, started_at from runs
      where arena_id = ${arenaId} and kind = 'challenge' and plan->'challenge'->>'key' = ${key})
    select coalesce(sum(spent_usd), 0)::float8 as "spentUsd", min(started_at) as began, not exists (
      select from calls c join of_attempt o on o.arena_id = c.arena_id and o.id = c.run_id
      where c.status = 'ok' and c.cost_usd is null) as priced
    from of_attempt`

// The spec of a challenge's run: two contestants, judged on some prompts of an epoch.

const id = z.number().int()

export const ChallengeJudging = z.strictObject({
  /** The key of its attempt. A run with the same key and prompts is continued. */
  key: z.string(),
  epoch: z.number().int(),
  versionId: id,
  criterion: z.string(),
  /** Incumbent and challenger, as the judge sees them in the first order. */
  contestants: z.tuple([id, id]),
  promptIds: z.array(id),
})

export type ChallengeJudging = z.infer<typeof ChallengeJudging>

/** The challenge that a run was started for, and how often that challenge had been requested. */
export const RequestingChallenge = z.strictObject({ challenge: id, asked: z.number().int() })

export type RequestingChallenge = z.infer<typeof RequestingChallenge>

export const ChallengeSpec = z.strictObject({
  challenge: ChallengeJudging,
  /** Missing in runs that were started before challenges were stored. */
  by: RequestingChallenge.optional(),
  expected: Expected.optional(),
  callSeconds: z.number().optional(),
})

export type ChallengeSpec = z.infer<typeof ChallengeSpec>

/** @throws {ProblemError} invalid_request, because the challenge is not possible */
export function rejectChallenge(reason: AnyMessage): never {
  throw new ProblemError('invalid_request', reason)
}

/**
 * Prompts that at least one contestant has not answered. If only an incumbent that can still be asked lacks its
 * answer too, the challenger counts as the one that failed.
 */
async function selectUnanswered(
  db: Db,
  arenaId: number,
  { contestants: [incumbent, challenger], promptIds }: Pick<ChallengeJudging, 'contestants' | 'promptIds'>,
): Promise<Unanswered[]> {
  const gaveUp = (id: number) => sql`
    select k.cause, k.id from calls k where k.arena_id = p.arena_id and k.prompt_id = p.id and k.contestant_id = ${id}
      and k.purpose = 'answer' and k.gave_up order by k.id desc limit 1`
  return queryRows<Unanswered>(db)`
    select p.id as "promptId", z.id is null and (a.id is not null or (
        c.provider is not null and c.retired_at is null and not exists (${gaveUp(incumbent)}))) as challenger,
      array(select k.cause from (${gaveUp(incumbent)}) k where a.id is null) || array(
        select k.cause from (${gaveUp(challenger)}) k where z.id is null) as causes,
      array_remove(array[case when a.id is null and not exists (${gaveUp(incumbent)}) then ${incumbent}::integer end,
        case when z.id is null and not exists (${gaveUp(challenger)}) then ${challenger}::integer end], null) as unasked
    from prompts p
    join contestants c on c.arena_id = p.arena_id and c.id = ${incumbent}
    left join answers a on a.arena_id = p.arena_id and a.prompt_id = p.id and a.contestant_id = ${incumbent} and a.sample = 1
    left join answers z on z.arena_id = p.arena_id and z.prompt_id = p.id and z.contestant_id = ${challenger} and z.sample = 1
    where p.arena_id = ${arenaId} and p.id = any (${promptIds}::integer[]) and (a.id is null or z.id is null)
    order by p.id`
}

/** The judgements of the two contestants in an epoch, by prompt. */
async function selectJudgedPrompts(
  db: Db,
  arenaId: number,
  { epoch, versionId, criterion, promptIds }: ChallengeJudging,
  pairs: readonly AnswerPair[],
): Promise<JudgedPromptRow[]> {
  const ids = pairs.flatMap(({ answerIds }) => answerIds)
  const verdicts = (shownOrder: 'first' | 'second') => sql`(
    select c.verdicts from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id and c.shown = ${shownOrder}
      and c.status = 'ok' and c.verdicts is not null order by c.id limit 1)`
  return queryRows<JudgedPromptRow>(db)`
    select j.id, j.prompt_id as "promptId", j.status, j.cause, a.contestant_id as "firstContestantId",
      ${verdicts('first')} as first, ${verdicts('second')} as second
    from judgements j join answers a on a.arena_id = j.arena_id and a.id = j.answer_ids[1]
    where j.arena_id = ${arenaId} and j.climb_epoch = ${epoch} and j.judge_version_id = ${versionId}
      and j.criteria = array[${criterion}::text] and j.prompt_id = any (${promptIds}::integer[])
      and j.answer_ids <@ ${ids}::integer[] order by j.prompt_id`
}
