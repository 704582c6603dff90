/** What the job of a judgement reads before it calls a model. */
import type { JudgeTrial, Message, ReplyForm, Rubric, Verdicts } from '../../../shared/contracts/index.ts'
import type { AnswerContent } from '../../answers/index.ts'
import type { ArenaProvider } from '../../arenas/index.ts'
import { runsWebAnswers } from '../../battles/index.ts'
import { queryRow } from '../../platform/postgres/query.ts'
import type { Db } from '../../platform/schema.ts'

/** Everything that the job of one judgement needs. */
export interface JudgementTask {
  arenaId: number
  id: string
  runId: number
  form: 'pairwise' | 'listwise'
  criteria: string[]
  repeat: number
  attempts: number
  versionId: number
  judge: string
  /** The state of the judge's trial; null: it has none. */
  trial: JudgeTrial['state'] | null
  replyForm: ReplyForm
  /** The epoch of the climb that it belongs to, whose judgements cast no votes; null if it belongs to none. */
  climbEpoch: number | null
  /** Whether it is of a live battle, and casts no vote. */
  isLive: boolean
  /** Whether the judge is still active in this version and the prompt is still in use, or the live battle has its texts. */
  isCurrent: boolean
  /** Whether people see its answers run that are pages. */
  showsPages: boolean
  /** Whether a page was sent as its source alone; null: nothing was sent. */
  isSourceOnly: boolean | null
  model: string
  params: Record<string, unknown>
  rubric: Rubric
  provider: ArenaProvider
  prompt: { id: number; messages: Message[] | null; reference: string | null; context: string[] | null }
  /** As the judge sees them in the first order. */
  answers: TaskAnswer[]
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

export interface TaskAnswer extends AnswerContent {
  id: number
  contestantId: number
}

/** A planned judgement; undefined if it has ended or was removed. */
export const selectJudgementTask = (
  db: Db,
  arenaId: number,
  id: string,
): Promise<JudgementTask | undefined> =>
  queryRow<JudgementTask>(db)`
    -- Postgres plans two small joins in a third of the time of one large one, and does so for each judgement
    with planned as materialized (
      select j.*, v.judge, v.model, v.params, v.sha256, v.rubric_sha256, v.provider, v.trial, g.active, g.version_sha256,
        (select ${runsWebAnswers} from arenas where id = j.arena_id) as web
      from judgements j
      join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
      join judges g on g.arena_id = v.arena_id and g.name = v.judge
      where j.arena_id = ${arenaId} and j.id = ${id} and j.status = 'planned')
    select j.arena_id as "arenaId", j.id, j.run_id as "runId", j.form, j.criteria, j.repeat, j.attempts,
      j.climb_epoch as "climbEpoch", j.live as "isLive", j.read_source as "isSourceOnly",
      j.judge_version_id as "versionId", j.judge, j.model, j.params, j.web as "showsPages",
      j.trial->>'state' as trial, coalesce(j.trial->>'form', 'schema') as "replyForm", r.rubric, to_jsonb(o) as provider,
      jsonb_build_object('id', p.id, 'messages', p.messages, 'reference', coalesce(f.reference, p.reference), 'context', p.context) as prompt,
      (select jsonb_agg(jsonb_build_object('id', a.id, 'contestantId', a.contestant_id, 'text', a.text, 'turns', a.turns,
          'context', a.context, 'transcript', a.transcript) order by array_position(j.answer_ids, a.id))
        from answers a where a.arena_id = j.arena_id and a.id = any (j.answer_ids)) as answers,
      j.active and case when j.live then p.erased_at is null and not exists (select from answers a
          where a.arena_id = j.arena_id and a.id = any (j.answer_ids) and a.erased_at is not null)
        else p.retired_at is null end and (j.version_sha256 = j.sha256
        -- a climb has a rubric of its own, frozen for its epoch
        or j.climb_epoch is not null and exists (select from judge_versions w where w.arena_id = j.arena_id
          and w.judge = j.judge and w.sha256 = j.version_sha256 and w.model = j.model and w.params = j.params))
        and (j.climb_epoch is not null or not exists (select from leaks l where l.arena_id = j.arena_id
          and l.released_at is null and (l.answer_id = any (j.answer_ids) or l.prompt_id = j.prompt_id))) as "isCurrent",
      coalesce((select jsonb_agg(jsonb_build_object('shown', c.shown, 'status', c.status, 'cause', c.cause,
          'verdicts', c.verdicts, 'counts', c.started_at >= j.planned_at) order by c.id)
        from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id), '[]') as calls
    from planned j
    join rubrics r on r.arena_id = j.arena_id and r.sha256 = j.rubric_sha256
    join providers o on o.arena_id = j.arena_id and o.name = j.provider
    join prompts p on p.arena_id = j.arena_id and p.id = j.prompt_id
    left join climb_references f on f.arena_id = j.arena_id and f.epoch = j.climb_epoch and f.prompt_id = j.prompt_id`
