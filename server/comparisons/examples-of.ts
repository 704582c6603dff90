import type { AnswerContent } from '../answers/tables.ts'
import type { Arena } from '../arenas/index.ts'
import type { Example, ExampleKind } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { textsArePublic } from '../prompts/index.ts'
import { sharedVotes, type VotesRequest, type SharedVote, type Pair } from './shared-votes.ts'
import { scoreOf } from './assess-criteria.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'

interface SharedVoteText {
  id: number
  /** Null for a skipped pair. */
  battle: string | null
  prompt: string | null
  /** When the prompt was retired. */
  retired_at: Date | null
  retired_by: 'file' | 'admin' | 'live' | null
  messages: { role: string; content: string }[] | null
  challenger: AnswerContent | null
  incumbent: AnswerContent | null
  reason: string | null
  /** The verdict of the judge in each order, and whose answer was first. `own` is the challenger. */
  orders: { first: 'own' | 'other'; verdict: string | null; reason: string | null }[]
}

/** Who reads the examples of a comparison. */
interface Reader {
  /** Whether the reader has the admin token or uses the terminal. */
  isOperator: boolean
}

interface Examples {
  contestants: [string, string]
  source: string
  /** The number of all such votes. */
  total: number
  examples: Example[]
}

const SCORES = { losses: 0, wins: 1, ties: 0.5 } as const

/**
 * The votes of a comparison that the challenger lost, won or tied, in the order in which they were recorded.
 * @param reader  decides which texts are shown
 * @param page  the part to return; all by default
 * @throws {ProblemError} as compareContestants
 */
export async function examplesOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  request: VotesRequest,
  kind: ExampleKind,
  reader: Reader,
  page: { offset: number; limit?: number } = { offset: 0 },
): Promise<Examples> {
  const { names, pair, view, votes } = await sharedVotes(deps, arena, request)
  const all = votes.filter((vote) => scoreOf(vote) === SCORES[kind])
  const shown = all.slice(page.offset, page.limit && page.offset + page.limit)
  const ids = shown.flatMap(({ id }) => id ?? [])
  const ofVotes = new Map((await selectTexts(deps.db, arena.id, pair, ids)).map((one) => [one.id, one]))
  const skipped = shown.flatMap(({ skippedAnswers }) => (skippedAnswers ? [skippedAnswers] : []))
  const ofSkipped = await selectSkippedTexts(deps.db, arena.id, skipped)
  const now = deps.clock()
  const examples = shown.flatMap((vote) => {
    const { id, skippedAnswers } = vote
    const texts = id !== null ? ofVotes.get(id) : ofSkipped.get(skippedAnswers?.join(' ') ?? '')
    // simulated votes may be removed between the two reads
    return texts ? [exampleOf(vote, texts, showsTexts(reader, texts, now), reader)] : []
  })
  return { contestants: names, source: view.source, total: all.length, examples }
}

/** Only operators see people's reasons. */
function exampleOf(
  vote: SharedVote,
  texts: SharedVoteText,
  isOpen: boolean,
  { isOperator }: Reader,
): Example {
  const { criterion, category, judge, inconsistent } = vote
  const { prompt, battle, messages, challenger, incumbent, reason, orders } = texts
  const failedChecks = vote.failedChecks ?? []
  const aboutVote = {
    criterion,
    prompt,
    category,
    judge,
    said: winnerOfVote(vote),
    inconsistent,
    failedChecks,
    isOpen,
  }
  if (!isOpen)
    return {
      ...aboutVote,
      battle: null,
      question: null,
      answers: [null, null],
      contexts: [null, null],
      transcripts: [null, null],
      reason: null,
      orders: [],
    }
  return {
    ...aboutVote,
    battle,
    question: messages?.findLast(({ role }) => role === 'user')?.content ?? null,
    answers: [textOf(challenger), textOf(incumbent)],
    contexts: [challenger?.context ?? null, incumbent?.context ?? null],
    transcripts: [challenger?.transcript ?? null, incumbent?.transcript ?? null],
    reason: failedChecks.length > 0 ? skipReason(failedChecks) : isOperator || judge !== null ? reason : null,
    orders: orders.map(({ first, verdict, reason: why }) => ({
      first,
      said: winnerOfVerdict(verdict, first),
      reason: why,
    })),
  }
}

const skipReason = (checks: readonly string[]): string =>
  `Judges skipped this pair, because an answer failed ${checks.length === 1 ? 'a gating check' : 'gating checks'}: ${checks.join(', ')}.`

function winnerOfVote(vote: SharedVote): Example['said'] {
  if (vote.outcome === 'both_bad') return 'both_bad'
  const score = scoreOf(vote)
  return score === 0.5 ? 'tie' : score === 1 ? 'own' : 'other'
}

/** The winner by a verdict; null for a ranking, whose verdict names no side. */
function winnerOfVerdict(verdict: string | null, first: 'own' | 'other'): Example['said'] | null {
  if (verdict === 'tie' || verdict === 'both_bad') return verdict
  if (verdict !== 'first' && verdict !== 'second') return null
  return (verdict === 'first') === (first === 'own') ? 'own' : 'other'
}

const textOf = (answer: AnswerContent | null): string | null =>
  answer && (answer.text ?? answer.turns!.join('\n\n'))

/**
 * Whether texts and reasons may be shown beside names. Voters on a prompt must not know who wrote which answer. So
 * operators may read all texts. Everybody may read the texts of prompts that are no longer voted on.
 */
const showsTexts = (
  { isOperator }: Reader,
  prompt: Parameters<typeof textsArePublic>[0],
  now: Date,
): boolean => isOperator || textsArePublic(prompt, now)

/** The texts and reasons behind votes on the two contestants. */
async function selectTexts(
  db: Db,
  arenaId: number,
  { challenger, incumbent }: Pair,
  ids: readonly number[],
): Promise<SharedVoteText[]> {
  // the answer that was shown; for a vote imported without answers, the sample that it names, by default the first
  const answerOf = (contestant: number) => sql`(
    select jsonb_build_object('text', a.text, 'turns', a.turns, 'context', a.context, 'transcript', a.transcript) from answers a,
      (select case when b.left_contestant_id = ${contestant} then b.left_answer_id else b.right_answer_id end as id,
        case when b.left_contestant_id = ${contestant} then b.left_sample else b.right_sample end as sample) shown
    where a.arena_id = b.arena_id and a.prompt_id = b.prompt_id and a.contestant_id = ${contestant}
      and case when shown.id is null then a.sample = coalesce(shown.sample, 1) else a.id = shown.id end)`
  const { rows } = await sql<SharedVoteText>`
    select v.id, b.id as battle, p.key as prompt, p.retired_at, p.retired_by, p.messages, ${answerOf(challenger)} as challenger, ${answerOf(incumbent)} as incumbent, v.reason,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'first', case when ((array_position(j.answer_ids, b.left_answer_id) < array_position(j.answer_ids, b.right_answer_id))
            = (k.shown = 'first')) = (b.left_contestant_id = ${challenger}) then 'own' else 'other' end,
          'verdict', k.verdicts->b.criterion->>'verdict', 'reason', k.verdicts->b.criterion->>'reason') order by k.shown)
        from (select distinct on (k.shown) k.shown, k.verdicts from calls k
          where k.arena_id = b.arena_id and k.judgement_id = b.judgement_id and k.status = 'ok' and k.verdicts is not null
          order by k.shown, k.id desc) k), '[]') as orders
    from votes v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    left join judgements j on j.arena_id = b.arena_id and j.id = b.judgement_id
    left join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id
    where v.arena_id = ${arenaId} and v.id = any (${ids}::bigint[])
    order by array_position(${ids}::bigint[], v.id)`.execute(db)
  return rows
}

/** The texts behind skipped pairs, by the id of the challenger's and the incumbent's answer. */
async function selectSkippedTexts(
  db: Db,
  arenaId: number,
  skipped: readonly (readonly [number, number])[],
): Promise<Map<string, SharedVoteText>> {
  const [challengerAnswers, incumbentAnswers] = [skipped.map(([id]) => id), skipped.map(([, id]) => id)]
  const { rows } = await sql<SharedVoteText & { pair: [number, number] }>`
    select distinct on (a.id, z.id) p.id, array[a.id, z.id] as pair, p.key as prompt, p.retired_at, p.retired_by, p.messages,
      jsonb_build_object('text', a.text, 'turns', a.turns, 'context', a.context, 'transcript', a.transcript) as challenger,
      jsonb_build_object('text', z.text, 'turns', z.turns, 'context', z.context, 'transcript', z.transcript) as incumbent, null as battle, null as reason, '[]'::jsonb as orders
    from unnest(${challengerAnswers}::integer[], ${incumbentAnswers}::integer[]) as given (own, other)
    join answers a on a.arena_id = ${arenaId} and a.id = given.own
    join answers z on z.arena_id = ${arenaId} and z.id = given.other
    join prompts p on p.arena_id = ${arenaId} and p.id = a.prompt_id`.execute(db)
  return new Map(rows.map(({ pair, ...row }) => [pair.join(' '), row]))
}
