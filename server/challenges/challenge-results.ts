/** The results of the runs of an attempt, by prompt. */
import { mergeOrders } from '../judging/index.ts'
import type { Deps } from '../platform/deps.ts'
import { isRetryable } from '../runs/index.ts'
import type { ChallengeJudging } from './challenge-spec.ts'
import { selectAnswerPairs, type AnswerPair } from './judged-prompt-queries.ts'
import { type Kysely, sql } from 'kysely'
import type { Verdicts } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

/** A prompt that at least one contestant has not answered, with the known causes. */
interface Unanswered {
  promptId: number
  challenger: boolean
  causes: string[]
  /** Ids of contestants without an ended call for this answer: they did not fail to answer. */
  unasked: number[]
}

/**
 * Prompts that at least one contestant has not answered. If only an incumbent that can still be asked lacks its
 * answer too, the challenger counts as the one that failed.
 */
async function selectUnanswered(
  db: Kysely<Database>,
  arenaId: number,
  { contestants: [one, other], promptIds }: Pick<ChallengeJudging, 'contestants' | 'promptIds'>,
): Promise<Unanswered[]> {
  const gaveUp = (id: number) => sql`
    select k.cause, k.id from calls k where k.arena_id = p.arena_id and k.prompt_id = p.id and k.contestant_id = ${id}
      and k.purpose = 'answer' and k.gave_up order by k.id desc limit 1`
  const { rows } = await sql<Unanswered>`
    select p.id as "promptId", z.id is null and (a.id is not null or (
        c.provider is not null and c.retired_at is null and not exists (${gaveUp(one)}))) as challenger,
      array(select k.cause from (${gaveUp(one)}) k where a.id is null) || array(
        select k.cause from (${gaveUp(other)}) k where z.id is null) as causes,
      array_remove(array[case when a.id is null and not exists (${gaveUp(one)}) then ${one}::integer end,
        case when z.id is null and not exists (${gaveUp(other)}) then ${other}::integer end], null) as unasked
    from prompts p
    join contestants c on c.arena_id = p.arena_id and c.id = ${one}
    left join answers a on a.arena_id = p.arena_id and a.prompt_id = p.id and a.contestant_id = ${one} and a.sample = 1
    left join answers z on z.arena_id = p.arena_id and z.prompt_id = p.id and z.contestant_id = ${other} and z.sample = 1
    where p.arena_id = ${arenaId} and p.id = any (${promptIds}::integer[]) and (a.id is null or z.id is null)
    order by p.id`.execute(db)
  return rows
}

const ofPair = (
  arenaId: number,
  { epoch, versionId, criterion, promptIds }: ChallengeJudging,
  ids: number[],
) =>
  sql`j.arena_id = ${arenaId} and j.climb_epoch = ${epoch} and j.judge_version_id = ${versionId}
    and j.criteria = array[${criterion}::text] and j.prompt_id = any (${promptIds}::integer[])
    and j.answer_ids <@ ${ids}::integer[]`

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

/** The judgements of the two contestants in an epoch, by prompt. */
async function selectJudgedPrompts(
  db: Kysely<Database>,
  arenaId: number,
  judging: ChallengeJudging,
  pairs: readonly AnswerPair[],
): Promise<JudgedPromptRow[]> {
  const ids = pairs.flatMap(({ answerIds }) => answerIds)
  const verdicts = (shown: 'first' | 'second') => sql`(
    select c.verdicts from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id and c.shown = ${shown}
      and c.status = 'ok' and c.verdicts is not null order by c.id limit 1)`
  const { rows } = await sql<JudgedPromptRow>`
    select j.id, j.prompt_id as "promptId", j.status, j.cause, a.contestant_id as "firstContestantId",
      ${verdicts('first')} as first, ${verdicts('second')} as second
    from judgements j join answers a on a.arena_id = j.arena_id and a.id = j.answer_ids[1]
    where ${ofPair(arenaId, judging, ids)} order by j.prompt_id`.execute(db)
  return rows
}

/** The result on one prompt, from the challenger's side. */
export interface ChallengeResult {
  promptId: number
  /** Null if there is no result, for the given cause. */
  outcome: 'won' | 'lost' | 'tie' | null
  /**
   * Who has no answer. A challenger without an answer has lost; if the incumbent or both have none, there is no
   * result. Null if both answered.
   */
  absent: 'challenger' | 'incumbent' | null
  /** Ids of contestants that have no answer and whose calls never ended. */
  unasked: number[]
  cause: string | null
  /** Whether it failed for a passing reason, so that another run may succeed. */
  mayPass: boolean
  inconsistent: boolean
  /** Whether both answers have the same text: a tie without a judge. */
  identical: boolean
  reason: string | null
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
    (await selectJudgedPrompts(db, arenaId, judging, pairs)).map((one) => [one.promptId, one]),
  )
  const judged = pairs.flatMap(({ promptId, identical }) => {
    if (identical) return [{ ...NOTHING, promptId, outcome: 'tie' as const, identical }]
    const one = examined.get(promptId)
    return one ? [resultOf(judging, one)] : []
  })
  return [...judged, ...(await selectUnanswered(db, arenaId, judging)).map(absentee)]
}

const NOTHING = {
  absent: null,
  unasked: [],
  cause: null,
  mayPass: false,
  inconsistent: false,
  identical: false,
  reason: null,
  judgementId: null,
}

const absentee = ({ promptId, challenger, causes, unasked }: Unanswered): ChallengeResult => ({
  ...NOTHING,
  promptId,
  outcome: challenger ? 'lost' : null,
  absent: challenger ? 'challenger' : 'incumbent',
  unasked,
  cause: causes.at(-1) ?? 'no answer',
  mayPass: causes.some(isRetryable),
})

function resultOf({ contestants, criterion }: ChallengeJudging, examined: JudgedPromptRow): ChallengeResult {
  const { id, promptId, status, cause, first, second, firstContestantId } = examined
  const judged = { ...NOTHING, promptId, judgementId: id }
  if (status !== 'done' || !first || !second) {
    const why = cause ?? 'not judged'
    return { ...judged, outcome: null, cause: why, mayPass: isRetryable(why) }
  }
  const { outcome, inconsistent, reason } = mergeOrders(first, second, 'pairwise', 2)[criterion][0]
  if (outcome === 'tie' || outcome === 'both_bad') return { ...judged, outcome: 'tie', inconsistent, reason }
  const isFirst = outcome === 'left'
  const winner = isFirst === (firstContestantId === contestants[0]) ? contestants[0] : contestants[1]
  return { ...judged, outcome: winner === contestants[1] ? 'won' : 'lost', inconsistent, reason }
}
