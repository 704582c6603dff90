import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Message, Outcome, TranscriptStep, Verdict, VoteSource } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'
import type { Publication } from '../platform/publication.ts'
import { pairProbability, sampleOf } from './queries.ts'
import { countedVotes } from '../votes/index.ts'
import type { VoteSelection } from '../votes/index.ts'

export interface StoredText {
  text: string | null
  turns: string[] | null
  transcript: TranscriptStep[] | null
}

export interface ExportedBattle {
  id: number
  battle: string
  left: string
  right: string
  leftSample: number
  rightSample: number
  /** Null: the pair was drawn uniformly, or it is unknown how. */
  pairProbability: number | null
  outcome: Outcome
  source: VoteSource
  inconsistent: boolean
  judge: string | null
  prompt: string | null
  messages: Message[] | null
  retiredAt: Date | null
  criterion: string
  category: string | null
  reason: string | null
  castAt: Date
  leftText: StoredText | null
  rightText: StoredText | null
}

/** Counted votes with their texts in order of id, `size` after the vote `after`. */
export const selectBattlesAfter = (
  db: Kysely<Database>,
  arenaId: number,
  selection: VoteSelection,
  after: number,
  size: number,
): Promise<ExportedBattle[]> =>
  countedVotes(db, arenaId, selection)
    .select(['v.id', 'b.id as battle', 'l.name as left', 'r.name as right', 'v.outcome', 'v.source'])
    .select(['v.inconsistent', 'v.reason', 'v.cast_at as castAt', 'b.criterion'])
    .select(sql<string | null>`case when v.source = 'judge' then v.voter end`.as('judge'))
    .select(['p.key as prompt', 'p.messages', 'p.retired_at as retiredAt', 'p.category'])
    .select([sampleOf('left').as('leftSample'), sampleOf('right').as('rightSample')])
    .select(pairProbability.as('pairProbability'))
    .select(textOf('left').as('leftText'))
    .select(textOf('right').as('rightText'))
    .where('v.id', '>', after)
    .orderBy('v.id')
    .limit(size)
    .execute()

/** The answer that was shown. For a vote imported without answers, the contestant's answer to the prompt. */
const textOf = (side: 'left' | 'right') => sql<StoredText | null>`(
  select jsonb_build_object('text', x.text, 'turns', x.turns, 'transcript', x.transcript) from answers x
  where x.arena_id = b.arena_id and x.prompt_id = b.prompt_id and x.contestant_id = ${sql.ref(`b.${side}_contestant_id`)}
    and case when ${sql.ref(`b.${side}_answer_id`)} is null then x.sample = coalesce(${sql.ref(`b.${side}_sample`)}, 1)
      else x.id = ${sql.ref(`b.${side}_answer_id`)} end)`

export interface ExportedJudgement {
  id: string
  judge: string
  model: string
  servedModel: string | null
  params: Record<string, unknown>
  rubricSha256: string
  form: 'pairwise' | 'listwise'
  repeat: number
  status: 'done' | 'failed'
  cause: string | null
  criterion: string
  prompt: string
  category: string | null
  retiredAt: Date | null
  contestants: string[]
  /** The contestants whose answer speaks to the judge. */
  injected: string[]
  /** Which of its answers each contestant showed, from 1, in the order of `contestants`. */
  samples: number[]
  first: Verdict | null
  second: Verdict | null
  firstReply: string | null
  secondReply: string | null
  inputTokens: number | null
  outputTokens: number | null
  costUsd: number | null
  latencyMs: number | null
  finishedAt: Date
}

/** Selects judgements; null does not restrict. */
export interface JudgementSelection {
  judge: string | null
  criterion: string | null
  category: string | null
  /** Ended at or after `since`, and before `before`. */
  since: Date | null
  before: Date | null
  /** Ended at or before this time; later ones are not published yet. */
  publication: Publication | null
}

/** The next `size` ended judgements, one row for each criterion, in order of id and criterion. */
export async function selectJudgementsAfter(
  db: Kysely<Database>,
  arenaId: number,
  { judge, criterion, category, since, before, publication }: JudgementSelection,
  after: string,
  size: number,
): Promise<ExportedJudgement[]> {
  const { rows } = await sql<ExportedJudgement>`
    with next as (
      select j.*, v.judge, v.model, v.params, v.rubric_sha256, p.key, p.category, p.retired_at
      from judgements j
      join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
      join prompts p on p.arena_id = j.arena_id and p.id = j.prompt_id
      where j.arena_id = ${arenaId} and j.id > ${after}::uuid and j.status <> 'planned'
        and (${judge}::text is null or v.judge = ${judge})
        and (${category}::text is null or p.category = ${category})
        and (${criterion}::text is null or ${criterion} = any (j.criteria))
        and (${since}::timestamptz is null or j.finished_at >= ${since})
        and (${before}::timestamptz is null or j.finished_at < ${before})
        and is_in(j.txid, (${publication}::publication).votes)
      order by j.id limit ${size})
    select n.id, n.judge, n.model, n.served_model as "servedModel", n.params, n.rubric_sha256 as "rubricSha256", n.form, n.repeat, n.status, n.cause, criterion,
      n.key as prompt, n.category, n.retired_at as "retiredAt",
      array(select c.name from unnest(n.answer_ids) with ordinality as a (id, place)
        join answers x on x.arena_id = ${arenaId} and x.id = a.id
        join contestants c on c.arena_id = ${arenaId} and c.id = x.contestant_id order by a.place) as contestants,
      array(select c.name from unnest(n.answer_ids) with ordinality as a (id, place)
        join answers x on x.arena_id = ${arenaId} and x.id = a.id and x.injection is not null
        join contestants c on c.arena_id = ${arenaId} and c.id = x.contestant_id order by a.place) as injected,
      array(select x.sample from unnest(n.answer_ids) with ordinality as a (id, place)
        join answers x on x.arena_id = ${arenaId} and x.id = a.id order by a.place) as samples,
      f.verdicts->criterion as first, s.verdicts->criterion as second, f.reply as "firstReply", s.reply as "secondReply",
      k.input::int as "inputTokens", k.output::int as "outputTokens", k.cost as "costUsd", k.latency as "latencyMs",
      n.finished_at as "finishedAt"
    from next n
    cross join unnest(n.criteria) as criterion
    left join lateral ${readable('first')} f on true
    left join lateral ${readable('second')} s on true
    left join lateral (select sum(c.input_tokens) as input, sum(c.output_tokens) as output, sum(c.cost_usd) as cost,
        sum(c.latency_ms) as latency from calls c where c.arena_id = ${arenaId} and c.judgement_id = n.id) k on true
    where ${criterion}::text is null or criterion = ${criterion}
    order by n.id, criterion`.execute(db)
  return rows
}

/** The last reply to one order that could be read. */
const readable = (shown: 'first' | 'second') => sql`(
  select c.verdicts, c.reply from calls c
  where c.arena_id = n.arena_id and c.judgement_id = n.id and c.shown = ${shown} and c.status = 'ok' and c.verdicts is not null
  order by c.id desc limit 1)`
