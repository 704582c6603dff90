import type { Insertable, Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Logprobs, Message, Rubric, TranscriptStep, Verdicts } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { JudgementTable } from '../tables.ts'
import type { ProviderOfArena } from '../../runs/index.ts'

/** Everything that the job of one judgement needs. */
export interface PlannedPair {
  arenaId: number
  id: string
  runId: number
  form: 'pairwise' | 'listwise'
  criteria: string[]
  repeat: number
  attempts: number
  judge: string
  /** The epoch of the climb that it belongs to, whose judgements cast no votes; null if it belongs to none. */
  climbEpoch: number | null
  /** Whether the judge is still active in this version and the prompt is still in use. */
  current: boolean
  model: string
  params: Record<string, unknown>
  logprobs: Logprobs
  rubric: Rubric
  provider: ProviderOfArena
  prompt: { id: number; messages: Message[] | null; reference: string | null; context: string[] | null }
  /** As the judge sees them in the first order. */
  answers: PlannedPairAnswer[]
  /** The results of earlier calls. */
  calls: {
    shown: 'first' | 'second'
    status: string
    cause: string | null
    verdicts: Verdicts | null
    /** Whether it counts as an attempt: calls from before the judgement was planned again do not. */
    counts: boolean
  }[]
}

export interface PlannedPairAnswer {
  id: number
  contestantId: number
  text: string | null
  turns: string[] | null
  context: string[] | null
  transcript: TranscriptStep[] | null
}

/** A planned judgement; undefined if it has ended or was removed. */
export async function selectPlannedPair(
  db: Kysely<Database>,
  arenaId: number,
  id: string,
): Promise<PlannedPair | undefined> {
  const { rows } = await sql<PlannedPair>`
    -- Postgres plans two small joins in a third of the time of one large one, and does so for each judgement
    with planned as materialized (
      select j.*, v.judge, v.model, v.params, v.sha256, v.rubric_sha256, v.provider, g.active, g.version_sha256, g.logprobs
      from judgements j
      join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
      join judges g on g.arena_id = v.arena_id and g.name = v.judge
      where j.arena_id = ${arenaId} and j.id = ${id} and j.status = 'planned')
    select j.arena_id as "arenaId", j.id, j.run_id as "runId", j.form, j.criteria, j.repeat, j.attempts,
      j.climb_epoch as "climbEpoch",
      j.judge, j.model, j.params, j.logprobs, r.rubric, to_jsonb(o) as provider,
      jsonb_build_object('id', p.id, 'messages', p.messages, 'reference', coalesce(f.reference, p.reference), 'context', p.context) as prompt,
      (select jsonb_agg(jsonb_build_object('id', a.id, 'contestantId', a.contestant_id, 'text', a.text, 'turns', a.turns,
          'context', a.context, 'transcript', a.transcript) order by array_position(j.answer_ids, a.id))
        from answers a where a.arena_id = j.arena_id and a.id = any (j.answer_ids)) as answers,
      j.active and p.retired_at is null and (j.version_sha256 = j.sha256
        -- a climb has a rubric of its own, frozen for its epoch
        or j.climb_epoch is not null and exists (select from judge_versions w where w.arena_id = j.arena_id
          and w.judge = j.judge and w.sha256 = j.version_sha256 and w.model = j.model and w.params = j.params))
        and (j.climb_epoch is not null or not exists (select from leaks l where l.arena_id = j.arena_id
          and l.released_at is null and (l.answer_id = any (j.answer_ids) or l.prompt_id = j.prompt_id))) as current,
      coalesce((select jsonb_agg(jsonb_build_object('shown', c.shown, 'status', c.status, 'cause', c.cause,
          'verdicts', c.verdicts, 'counts', c.started_at >= j.planned_at) order by c.id)
        from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id), '[]') as calls
    from planned j
    join rubrics r on r.arena_id = j.arena_id and r.sha256 = j.rubric_sha256
    join providers o on o.arena_id = j.arena_id and o.name = j.provider
    join prompts p on p.arena_id = j.arena_id and p.id = j.prompt_id
    left join climb_references f on f.arena_id = j.arena_id and f.epoch = j.climb_epoch and f.prompt_id = j.prompt_id`.execute(
    db,
  )
  return rows[0]
}

export type JudgementEnd = { status: 'done' } | { status: 'failed'; cause: string }

/**
 * Ends a judgement and stores the model that its provider named in the last reply.
 * @returns the id of its run; null if the judgement has ended already
 */
export async function markEnded(
  trx: Transaction<Database>,
  arenaId: number,
  id: string,
  end: JudgementEnd,
  finishedAt: Date,
): Promise<number | null> {
  const row = await trx
    .updateTable('judgements')
    .set({
      ...end,
      finished_at: finishedAt,
      served_model: lastServed(arenaId, id),
      txid: sql`pg_current_xact_id()`,
    })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .where('status', '=', 'planned')
    .returning('run_id')
    .executeTakeFirst()
  return row?.run_id ?? null
}

/** SQL: a usable reply counts before an unusable one, because its verdict is the one that votes. */
const lastServed = (arenaId: number, id: string) => sql<string | null>`(
  select c.model_reported from calls c
  where c.arena_id = ${arenaId} and c.judgement_id = ${id} and c.model_reported <> ''
  order by c.status = 'ok' desc, c.id desc limit 1)`

/** Counts an attempt that gave no judgement. @returns the attempts so far */
export async function countAttempt(db: Kysely<Database>, arenaId: number, id: string): Promise<number> {
  const { attempts } = await db
    .updateTable('judgements')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return attempts
}

/**
 * The votes of other versions of the judge on the same answers. For each judge, criterion and pair of answers only
 * the vote of the version that judged last counts.
 * @returns their ids
 */
export async function selectOutdatedVotes(
  trx: Transaction<Database>,
  arenaId: number,
  judgementId: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with judged as (
      select distinct b.voter, b.criterion, b.prompt_id, least(b.left_answer_id, b.right_answer_id) as lesser,
        greatest(b.left_answer_id, b.right_answer_id) as greater
      from battles b where b.arena_id = ${arenaId} and b.judgement_id = ${judgementId}),
    current_votes as (
      select v.id, j.judge_version_id as version,
        first_value(j.judge_version_id) over (partition by b.criterion, s.lesser, s.greater order by v.id desc) as last
      from judged s
      join battles b on b.arena_id = ${arenaId} and b.prompt_id = s.prompt_id and b.voter = s.voter
        and b.criterion = s.criterion and b.judgement_id is not null
        and least(b.left_answer_id, b.right_answer_id) = s.lesser
        and greatest(b.left_answer_id, b.right_answer_id) = s.greater
      join judgements j on j.arena_id = ${arenaId} and j.id = b.judgement_id
      join votes v on v.arena_id = ${arenaId} and v.battle_id = b.id
      where not exists (select from retractions t where t.arena_id = ${arenaId} and t.vote_id = v.id))
    select id from current_votes where version <> last`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The highest place of any judgement of the arena; 0 if there is none. */
export async function lastPlace(db: Kysely<Database>, arenaId: number): Promise<number> {
  const { place } = await db
    .selectFrom('judgements')
    .select((eb) => eb.fn.coalesce(eb.fn.max('place'), eb.lit(0)).as('place'))
    .where('arena_id', '=', arenaId)
    .executeTakeFirstOrThrow()
  return place
}

/** Adds judgements; one that exists already stays. @returns how many were added */
export async function insertJudgements(
  trx: Transaction<Database>,
  rows: Insertable<JudgementTable>[],
): Promise<number> {
  const added = await trx
    .insertInto('judgements')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return added.length
}
