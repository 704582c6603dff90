import { sql, type RawBuilder } from 'kysely'
import {
  type DecidedBattle,
  isPersonSource,
  type JudgeRequest,
  type BattleSide,
  type Message,
  type Outcome,
  type Verdict,
  type Visibility,
  type VoteSource,
} from '../../shared/contracts/index.ts'
import { runsWebAnswers, showAnswer } from '../battles/index.ts'
import { outcomeInOrder } from '../judging/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { currentPublication, type Publication } from '../platform/postgres/publishing.ts'
import type { Db } from '../platform/schema.ts'
import { publicationTime, textWithholdingReason } from '../prompts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { AnswerContent } from '../answers/index.ts'

interface StoredAnswer extends AnswerContent {
  id: number
  /** The words that speak to a judge; null: there are none. */
  injection: string | null
}

interface DecidedRow {
  id: string
  vote: number
  arenaId: number
  arena: string
  title: string
  visibility: Visibility
  criterion: string
  judgementId: string | null
  source: VoteSource
  judge: string | null
  outcome: Outcome
  inconsistent: boolean
  reason: string | null
  castAt: Date
  isPublished: boolean
  retracted: boolean
  /** Whether it is of a live battle whose visitor may go on with the same two contestants. */
  isConversationOpen: boolean
  /** Whether the reader cast this vote on the vote page. */
  isOwn: boolean
  quarantined: boolean
  leaked: boolean
  prompt: {
    key: string
    category: string | null
    messages: Message[] | null
    reference: string | null
    context: string[] | null
  } | null
  retired_at: Date | null
  retired_by: 'file' | 'admin' | 'live' | null
  left: BattleSide
  right: BattleSide
  web: boolean
  leftAnswer: StoredAnswer | null
  rightAnswer: StoredAnswer | null
}

/**
 * Battles with their votes, read by one of these voters.
 * @param which  the battles `b` and their votes `v`
 */
const selectDecided = (
  db: Db,
  which: RawBuilder<unknown>,
  voters: readonly string[],
  publication: Publication | null,
  now: Date,
): Promise<DecidedRow[]> =>
  queryRows<DecidedRow>(db)`
    select b.id, v.id as vote, b.arena_id as "arenaId", arenas.slug as arena, arenas.title, arenas.visibility, ${runsWebAnswers} as web, b.criterion, b.judgement_id as "judgementId",
      v.source, case when v.source = 'judge' then v.voter end as judge, v.outcome, v.inconsistent, v.reason,
      v.cast_at as "castAt", is_in(v.txid, (${publication}::publication).votes) as "isPublished", t.vote_id is not null as retracted,
      b.origin = 'live' and arenas.settings #>> '{live,vote}' is not distinct from 'turn' and exists (
        select from live_turns own join live_turns l on l.arena_id = own.arena_id and l.conversation_id = own.conversation_id
        where own.arena_id = b.arena_id and own.battle_id = b.id and coalesce(l.finished_at, l.started_at) > ${now}::timestamptz - interval '24 hours')
        and not exists (select from live_turns own
          join live_turns l on l.arena_id = own.arena_id and l.conversation_id = own.conversation_id
          join reveals r on r.arena_id = l.arena_id and r.battle_id = l.battle_id
          where own.arena_id = b.arena_id and own.battle_id = b.id) as "isConversationOpen",
      b.origin in ('page', 'live') and b.voter = any (${voters}::text[]) as "isOwn", t.vote_id is null and q.released is false as quarantined,
      q.leak_id is not null as leaked,
      case when p.id is not null then jsonb_build_object('key', p.key, 'category', p.category, 'messages', p.messages,
        'reference', p.reference, 'context', p.context) end as prompt,
      p.retired_at, p.retired_by,
      ${selectSide('left')} as left, ${selectSide('right')} as right,
      ${selectAnswer('left')} as "leftAnswer", ${selectAnswer('right')} as "rightAnswer"
    from ${which}
    join arenas on arenas.id = b.arena_id
    left join lateral (select released, leak_id from quarantines
      where arena_id = v.arena_id and vote_id = v.id order by id desc limit 1) q on true
    left join retractions t on t.arena_id = v.arena_id and t.vote_id = v.id
    left join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id`

const column = (side: 'left' | 'right', field: 'answer' | 'contestant') => sql.ref(`b.${side}_${field}_id`)

/** Which of the contestant's answers to the prompt was shown; null if it has one. */
const selectSample = (side: 'left' | 'right') => sql`(
  select case when count(*) > 1 or s.sample > 1 then s.sample end
  from (select coalesce(
    (select x.sample from answers x where x.arena_id = b.arena_id and x.id = ${column(side, 'answer')}),
    ${sql.ref(`b.${side}_sample`)}, 1) as sample) s
  left join answers y on y.arena_id = b.arena_id and y.prompt_id = b.prompt_id
    and y.contestant_id = ${column(side, 'contestant')}
  where b.prompt_id is not null
  group by s.sample)`

const selectSide = (side: 'left' | 'right') => sql`(
  select jsonb_strip_nulls(jsonb_build_object('slug', c.slug, 'name', c.name, 'retired', c.retired_at is not null,
    'sample', ${selectSample(side)}))
  from contestants c where c.arena_id = b.arena_id and c.id = ${column(side, 'contestant')})`

/** The answer that was shown. For a vote imported without answers, the contestant's answer to the prompt. */
const selectAnswer = (side: 'left' | 'right') => sql`(
  select jsonb_build_object('id', x.id, 'text', x.text, 'turns', x.turns, 'context', x.context,
    'transcript', x.transcript, 'injection', x.injection)
  from answers x where x.arena_id = b.arena_id and x.prompt_id = b.prompt_id
    and x.contestant_id = ${column(side, 'contestant')}
    and case when ${column(side, 'answer')} is null then x.sample = coalesce(${sql.ref(`b.${side}_sample`)}, 1)
      else x.id = ${column(side, 'answer')} end)`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A decided battle, as far as the reader may see it. Texts and reasons are shown beside names only if the prompt's
 * texts are public or the reader `isAdmin`; only admins see people's reasons. A voter sees again what the vote page
 * showed: messages and answers, never reference, context or checks. An open battle, one whose vote is
 * not published yet, and a live one whose visitor may go on, is reported as unknown.
 * @throws {ProblemError} battle_unknown, also for a battle without a vote and one of an arena that is private;
 *   battle_withdrawn if the vote was retracted
 */
export async function decidedBattle(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  isAdmin: boolean,
  voters: readonly string[],
): Promise<DecidedBattle> {
  const publication = isAdmin ? null : await currentPublication({ db })
  const now = clock()
  const which = sql`(select * from battles where id = ${id}) b
    join votes v on v.arena_id = b.arena_id and v.battle_id = b.id`
  const [row] = UUID.test(id) ? await selectDecided(db, which, voters, publication, now) : []
  if (!row?.isPublished || (row.visibility === 'private' && !isAdmin))
    throw new ProblemError('battle_unknown', msg('no_decided_battle'))
  if (row.retracted) throw new ProblemError('battle_withdrawn', msg('vote_taken_back'))
  if (row.isConversationOpen && !isAdmin) throw new ProblemError('battle_unknown', msg('no_decided_battle'))
  const [battle] = await shownBattles(db, [row], now, isAdmin)
  return battle
}

/**
 * The battles of these votes in their order, by the same rules. One that the reader may not see yet is left out.
 * @param verdicts  by vote: what a judge said of the battle, in place of its vote
 */
export async function decidedBattles(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arenaId: number,
  votes: readonly number[],
  isAdmin: boolean,
  verdicts: ReadonlyMap<number, JudgeVerdictRow> = new Map(),
): Promise<{ vote: number; battle: DecidedBattle }[]> {
  if (votes.length === 0) return []
  const publication = isAdmin ? null : await currentPublication({ db })
  const now = clock()
  // the offset stops Postgres from reading all battles of the arena
  const which = sql`(select * from votes where arena_id = ${arenaId} and id = any (${votes}::bigint[])) v
    cross join lateral (select * from battles where arena_id = v.arena_id and id = v.battle_id offset 0) b`
  const found = await selectDecided(db, which, [], publication, now)
  const byVote = new Map(found.map((row) => [row.vote, row]))
  const rows = votes.flatMap((vote): DecidedRow[] => {
    const row = byVote.get(vote)
    // since the votes were listed, one may have been retracted
    if (!row?.isPublished || row.retracted || (row.isConversationOpen && !isAdmin)) return []
    return [{ ...row, ...verdicts.get(vote) }]
  })
  const battles = await shownBattles(db, rows, now, isAdmin)
  return rows.map(({ vote }, i) => ({ vote, battle: battles[i] }))
}

/** What a judge said of a battle that a person decided. */
export type JudgeVerdictRow = Pick<
  DecidedRow,
  'judge' | 'outcome' | 'inconsistent' | 'judgementId' | 'castAt'
> & {
  source: 'judge'
  reason: null
}

/** Battles of one arena as the reader may see them. */
async function shownBattles(
  db: Db,
  rows: readonly DecidedRow[],
  now: Date,
  isAdmin: boolean,
): Promise<DecidedBattle[]> {
  const withheld = rows.map((row) => textWithholdingReason({ ...row, isKnown: isKnown(row) }, now, isAdmin))
  const readable = rows.filter((_, i) => withheld[i] === null)
  const judgements = rows.flatMap(({ judgementId }) => judgementId ?? [])
  const answers = readable.flatMap(({ leftAnswer, rightAnswer }) =>
    [leftAnswer, rightAnswer].flatMap((answer) => answer?.id ?? []),
  )
  const arenaId = rows[0]?.arenaId ?? 0
  const [requests, checked] = await Promise.all([
    selectRequests(db, arenaId, judgements),
    selectChecked(db, arenaId, answers),
  ])
  return rows.map((row, i) => toDecidedBattle(row, withheld[i], { requests, checked, isAdmin }))
}

interface Evidence {
  requests: readonly RequestRow[]
  checked: readonly CheckedRow[]
  isAdmin: boolean
}

function toDecidedBattle(
  row: DecidedRow,
  withheld: DecidedBattle['withheld'],
  { requests, checked, isAdmin }: Evidence,
): DecidedBattle {
  const mayRead = withheld === null
  const isOwn = !mayRead && withheld !== 'not_known' && row.isOwn
  const { prompt, retired_at: retiredAt } = row
  return {
    id: row.id,
    arena: row.arena,
    title: row.title,
    criterion: row.criterion,
    source: row.source,
    judge: row.judge,
    outcome: row.outcome,
    inconsistent: row.inconsistent,
    quarantined: row.quarantined,
    leaked: row.quarantined && row.leaked,
    castAt: row.castAt.toISOString(),
    prompt: prompt && { key: prompt.key, category: prompt.category, retired: retiredAt !== null },
    left: row.left,
    right: row.right,
    texts:
      mayRead || isOwn
        ? {
            messages: prompt!.messages ?? [],
            reference: mayRead ? prompt!.reference : null,
            context: mayRead ? (prompt!.context ?? []) : [],
            left: row.leftAnswer && showAnswer(row.leftAnswer, row.web),
            right: row.rightAnswer && showAnswer(row.rightAnswer, row.web),
          }
        : null,
    withheld,
    own: isOwn,
    textsPublicFrom: retiredAt && publicationTime(retiredAt).toISOString(),
    reason: isAdmin || (mayRead && !isPersonSource(row.source)) ? row.reason : null,
    requests: judgeRequests(row, requests, mayRead, isAdmin),
    checks: mayRead ? battleChecks(row, checked) : [],
    injected: mayRead
      ? {
          left: row.leftAnswer?.injection ?? null,
          right: row.rightAnswer?.injection ?? null,
        }
      : null,
  }
}

function judgeRequests(
  { judgementId, criterion, leftAnswer, rightAnswer }: DecidedRow,
  requests: readonly RequestRow[],
  mayRead: boolean,
  isAdmin: boolean,
): JudgeRequest[] {
  if (!judgementId || !leftAnswer || !rightAnswer) return []
  const [left, right] = [leftAnswer.id, rightAnswer.id]
  return requests
    .filter((request) => request.judgementId === judgementId)
    .map(({ shown, answerIds, verdicts, reply }) => {
      const verdict = verdicts[criterion] ?? null
      const ids = shown === 'first' ? answerIds : answerIds.toReversed()
      return {
        shownFirst: ids.indexOf(left) < ids.indexOf(right) ? 'left' : 'right',
        said: verdict && outcomeInOrder(verdict, ids.indexOf(left), ids.indexOf(right)),
        reason: mayRead ? (verdict?.reason ?? null) : null,
        ...(isAdmin && reply !== null && { reply }),
      }
    })
}

interface RequestRow {
  judgementId: string
  shown: 'first' | 'second'
  /** As the judge saw them in the first order. */
  answerIds: number[]
  /** By criterion. */
  verdicts: Record<string, Verdict | undefined>
  reply: string | null
}

/** The last readable reply in each order of these judgements. */
async function selectRequests(
  db: Db,
  arenaId: number,
  judgementIds: readonly string[],
): Promise<RequestRow[]> {
  if (judgementIds.length === 0) return []
  return queryRows<RequestRow>(db)`
    select distinct on (c.judgement_id, c.shown) c.judgement_id as "judgementId", c.shown, j.answer_ids as "answerIds", c.verdicts, c.reply
    from judgements j
    join calls c on c.arena_id = j.arena_id and c.judgement_id = j.id and c.status = 'ok' and c.verdicts is not null
    where j.arena_id = ${arenaId} and j.id = any (${judgementIds}::uuid[])
    order by c.judgement_id, c.shown, c.id desc`
}

function battleChecks(
  { leftAnswer, rightAnswer }: DecidedRow,
  checked: readonly CheckedRow[],
): DecidedBattle['checks'] {
  const ofBoth = checked.filter(({ answerId }) => answerId === leftAnswer?.id || answerId === rightAnswer?.id)
  return [...Map.groupBy(ofBoth, ({ name }) => name)].map(([name, ofCheck]) => ({
    name,
    left: checkResult(leftAnswer, ofCheck),
    right: checkResult(rightAnswer, ofCheck),
  }))
}

function checkResult(answer: { id: number } | null, rows: readonly CheckedRow[]) {
  const result = rows.find(({ answerId }) => answerId === answer?.id)
  return result ? { passed: result.passed, reason: result.reason } : null
}

/** Whether any text of the battle is known. */
const isKnown = ({ prompt, leftAnswer, rightAnswer }: DecidedRow): boolean =>
  prompt !== null && (prompt.messages !== null || leftAnswer !== null || rightAnswer !== null)

interface CheckedRow {
  name: string
  answerId: number
  passed: boolean | null
  reason: string | null
}

/** The latest results of the checks in use on these answers. */
async function selectChecked(db: Db, arenaId: number, answerIds: readonly number[]): Promise<CheckedRow[]> {
  if (answerIds.length === 0) return []
  return queryRows<CheckedRow>(db)`
    select distinct on (r.name, r.answer_id) r.name, r.answer_id as "answerId", r.passed, coalesce(r.reason, r.cause) as reason
    from check_results r
    join checks k on k.arena_id = r.arena_id and k.name = r.name and k.sha256 = r.sha256 and k.active
    where r.arena_id = ${arenaId} and r.answer_id = any (${answerIds}::integer[])
    order by r.name, r.answer_id, r.run_id desc`
}
