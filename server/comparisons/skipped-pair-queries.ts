import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { countsJudge } from '../../shared/votes/judges-counted.ts'
import type { Database } from '../platform/schema.ts'
import type { VoteSelection } from '../votes/index.ts'
import type { SharedVoteText } from './example-queries.ts'
import type { SharedVote, Pair } from './queries.ts'
import { judgeIn } from '../../shared/contracts/index.ts'

interface SkippedPair {
  criterion: string
  promptId: number
  category: string | null
  judge: string
  checks: string[]
  /** Ids of the challenger's and the incumbent's answer. */
  answerIds: [number, number]
  challengerPasses: boolean
  incumbentPasses: boolean
  countedAt: Date
}

/**
 * The skipped pairs of the two contestants, as the votes that follow from them. An answer that failed a gating check
 * loses to one that passed. If both failed, both are bad.
 */
export async function selectSkippedAsVotes(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
  { source, judges, publication }: Pick<VoteSelection, 'source' | 'judges' | 'publication'>,
): Promise<SharedVote[]> {
  const judge = judgeIn(source)
  if (judge === null && source !== 'judges' && source !== 'all') return []
  const { rows } = await sql<SkippedPair>`
    select l.criterion, l.prompt_id as "promptId", p.category, l.judge, l.checks, l.counted_at as "countedAt",
      case when a.contestant_id = ${challenger} then array[a.id, z.id] else array[z.id, a.id] end as "answerIds",
      case when a.contestant_id = ${challenger} then l.lesser_passes else l.greater_passes end as "challengerPasses",
      case when a.contestant_id = ${challenger} then l.greater_passes else l.lesser_passes end as "incumbentPasses"
    from left_out_pairs l
    join prompts p on p.arena_id = l.arena_id and p.id = l.prompt_id
    join answers a on a.arena_id = l.arena_id and a.id = l.lesser_answer_id
    join answers z on z.arena_id = l.arena_id and z.id = l.greater_answer_id
    where l.arena_id = ${arenaId} and l.counted_at is not null
      and is_in(l.txid, (${publication ?? null}::publication).votes)
      and (${judge}::text is null or l.judge = ${judge})
      and ((a.contestant_id = ${challenger} and z.contestant_id = ${incumbent})
        or (a.contestant_id = ${incumbent} and z.contestant_id = ${challenger}))
    order by l.counted_at, l.place, l.judge, l.criterion`.execute(db)
  return rows
    .filter((one) => countsJudge(judges, one.judge))
    .map(
      ({
        criterion,
        promptId,
        category,
        judge: name,
        checks,
        answerIds,
        challengerPasses,
        incumbentPasses,
        countedAt,
      }) => ({
        id: null,
        criterion,
        promptId,
        category,
        outcome: challengerPasses ? 'left' : incumbentPasses ? 'right' : 'both_bad',
        isLeft: true,
        inconsistent: false,
        source: 'judge',
        judge: name,
        voter: null,
        recordedAt: countedAt,
        failedChecks: checks,
        skippedAnswers: answerIds,
      }),
    )
}

/** The texts behind skipped pairs, by the id of the challenger's and the incumbent's answer. */
export async function selectSkippedTexts(
  db: Kysely<Database>,
  arenaId: number,
  skipped: readonly (readonly [number, number])[],
): Promise<Map<string, SharedVoteText>> {
  const [challengerAnswers, incumbentAnswers] = [skipped.map(([id]) => id), skipped.map(([, id]) => id)]
  const { rows } = await sql<SharedVoteText & { pair: [number, number] }>`
    select distinct on (a.id, z.id) p.id, array[a.id, z.id] as pair, p.key as prompt, p.retired_at, p.messages,
      jsonb_build_object('text', a.text, 'turns', a.turns, 'context', a.context, 'transcript', a.transcript) as challenger,
      jsonb_build_object('text', z.text, 'turns', z.turns, 'context', z.context, 'transcript', z.transcript) as incumbent, null as battle, null as reason, '[]'::jsonb as orders
    from unnest(${challengerAnswers}::integer[], ${incumbentAnswers}::integer[]) as given (own, other)
    join answers a on a.arena_id = ${arenaId} and a.id = given.own
    join answers z on z.arena_id = ${arenaId} and z.id = given.other
    join prompts p on p.arena_id = ${arenaId} and p.id = a.prompt_id`.execute(db)
  return new Map(rows.map(({ pair, ...row }) => [pair.join(' '), row]))
}

/** On how many prompts each contestant has no answer while the other has one. */
export async function countUnanswered(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
): Promise<{ challenger: number; incumbent: number }> {
  const lacking = (lacks: number, has: number) => sql<number>`(
    select count(distinct a.prompt_id)::int from answers a join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    where a.arena_id = ${arenaId} and a.contestant_id = ${has} and p.messages is not null and p.retired_at is null
      and not exists (select from answers z where z.arena_id = a.arena_id and z.prompt_id = a.prompt_id
        and z.contestant_id = ${lacks}))`
  const { rows } = await sql<{ challenger: number; incumbent: number }>`
    select ${lacking(challenger, incumbent)} as challenger, ${lacking(incumbent, challenger)} as incumbent`.execute(
    db,
  )
  return rows[0]
}

/** How many prompts both have answered. */
export async function countShared(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
): Promise<number> {
  const { rows } = await sql<{ prompts: number }>`
    select count(distinct a.prompt_id)::int as prompts from answers a
    join answers z on z.arena_id = a.arena_id and z.prompt_id = a.prompt_id and z.contestant_id = ${incumbent}
    where a.arena_id = ${arenaId} and a.contestant_id = ${challenger}`.execute(db)
  return rows[0].prompts
}
