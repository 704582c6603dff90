/** A conversation of one visitor with two contestants: its turns, and what may be done with it now. */
import { sql, type Selectable } from 'kysely'
import type {
  LiveBattle,
  LiveRequest,
  LiveSettings,
  LiveTerms,
  WireMessage,
} from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { answeringContestants, composeAnswer, placeholdersIn } from '../answers/index.ts'
import { requireOpen, selectProviders, type Arena } from '../arenas/index.ts'
import { chooseCriterion } from '../battles/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { replyTokenLimit, type Limit, type Provider } from '../platform/providers/index.ts'
import type { Database, Db, Trx } from '../platform/schema.ts'
import { settleVoterVotes } from '../votes/index.ts'
import { SetupError } from '../platform/setup-error.ts'
import { providerConfig } from '../calls/index.ts'
import { drawContestants } from '../sampling/index.ts'
import { runningTurn, GONE_MS, turnProblem, SIDES, startAnswering, type SideCall } from './answer-turn.ts'
import { minimumModerationUsd, moderate } from './moderate.ts'
import { contestantsClosedToLive } from '../ledger/index.ts'
import { closedReason, recordCalls, requireProven, reserve, settle } from './spending.ts'
import { queryRows } from '../platform/postgres/query.ts'

/** Who talks, and from where; a network of null is this machine itself. */
export interface Visitor {
  arena: Arena
  voter: string
  network: string | null
}

export type Conversation = Selectable<Database['live_conversations']>
export type Turn = Selectable<Database['live_turns']>

/** How often a turn that failed is made again. */
const MAX_ATTEMPTS = 3
/** A conversation that nobody went on with for so long is over. */
const OVER_MS = 24 * 3_600_000

/** @throws {ProblemError} not_found in an arena without live battles */
export function requireLive({ slug, settings: { live } }: Arena): LiveSettings {
  if (!live) throw new ProblemError('not_found', msg('live_off', { arena: slug }))
  return live
}

/** A contestant that can answer a visitor now. */
interface LiveContestant {
  id: number
  providerName: string
  provider: Provider
  limit: Limit
  compose: (texts: readonly string[]) => ReturnType<typeof composeAnswer>
}

/** Contestants in use whose provider this process can call at a known price, that need no more than a text and are not closed. */
async function talkersIn({ db, services }: Deps, arena: Arena): Promise<LiveContestant[]> {
  const { tokens } = requireLive(arena)
  const [contestants, providers, closed] = await Promise.all([
    answeringContestants(db, arena.id),
    selectProviders(db, arena.id),
    contestantsClosedToLive(db, arena.id),
  ])
  return [...contestants.values()].flatMap((contestant): LiveContestant[] => {
    const asks = placeholdersIn(`${contestant.system ?? ''} ${contestant.template ?? ''}`)
    const stored = providers.find(({ name }) => name === contestant.provider)
    if (!stored || asks.some((name) => name !== 'text') || closed[contestant.id]) return []
    if (services.providers.problemWith(providerConfig(stored)) !== null) return []
    try {
      const { provider, limit } = services.providers.open(String(arena.id), providerConfig(stored))
      const hasLimit = replyTokenLimit(contestant.params) !== replyTokenLimit({})
      const params = hasLimit ? contestant.params : { ...contestant.params, max_tokens: tokens }
      const compose = (texts: readonly string[]) =>
        composeAnswer(
          { ...contestant, params },
          { messages: texts.map((content) => ({ role: 'user', content })), variables: null, context: null },
        )
      if (provider.maxCostUsd(compose(['x']).request([])) === null) return []
      return [{ id: contestant.id, providerName: stored.name, provider, limit, compose }]
    } catch (error) {
      if (error instanceof SetupError) return []
      throw error
    }
  })
}

/** The most that an answer to a short prompt may cost, for each contestant that can answer, ascending. */
export const maxAnswerCosts = async (deps: Deps, arena: Arena): Promise<number[]> =>
  (await talkersIn(deps, arena))
    .map(({ provider, compose }) => provider.maxCostUsd(compose(['x']).request([]))!)
    .sort((a, b) => a - b)

/** What a visitor is told before the first prompt. */
export async function visitorTerms(deps: Deps, arena: Arena): Promise<LiveTerms> {
  const live = requireLive(arena)
  const costs = await maxAnswerCosts(deps, arena)
  const least = (costs[0] ?? 0) + (costs[1] ?? 0) + (await minimumModerationUsd(deps, arena, live))
  return {
    characters: live.characters,
    turns: live.turns,
    vote: live.vote,
    consent: live.consent ?? null,
    keepDays: live.keepDays,
    isMonitored: live.moderation !== undefined,
    closed: await closedReason(deps.db, arena.id, live, least, deps.clock()),
  }
}

/**
 * Begins a conversation: draws two contestants that can answer, uniformly or as the arena draws its pairs, and sends them
 * the prompt.
 * @throws {ProblemError} not_found, voting_closed, invalid_request, live_refused, live_unchecked, arena_not_ready,
 *   live_budget_reached
 */
export async function startConversation(
  deps: Deps,
  visitor: Visitor,
  { text, criterion: requestedCriterion, consent }: LiveRequest,
): Promise<LiveBattle> {
  const { arena, voter } = visitor
  const live = requireLive(arena)
  await requireOpen(deps.db, arena, deps.clock())
  const criterion = chooseCriterion(arena, requestedCriterion)
  if (live.consent && !consent) throw new ProblemError('invalid_request', msg('live_consent'))
  requireShort(live, text)
  await moderate(deps, visitor, live, [], text)
  const talkers = await talkersIn(deps, arena)
  const draw = await drawContestants(
    deps,
    arena,
    talkers.map(({ id }) => id),
    { source: 'live', criterion },
  )
  if (!draw) throw new ProblemError('arena_not_ready', msg('live_without_contestants', { arena: arena.slug }))
  const conversation: Conversation = {
    arena_id: arena.id,
    id: deps.chance.newId(),
    voter,
    criterion,
    left_contestant_id: draw.left,
    right_contestant_id: draw.right,
    pair_probability: draw.pairProbability ?? null,
    started_at: deps.clock(),
    erased_at: null,
  }
  await beginTurn(deps, visitor, conversation, talkers, [], text, async (trx) => {
    await trx.insertInto('live_conversations').values(conversation).execute()
    return insertTurn(trx, conversation, 1, text, deps.clock())
  })
  return liveBattle(deps, arena, conversation)
}

/**
 * Goes on with a conversation.
 * @throws {ProblemError} live_unknown, live_not_now, and as for the first prompt
 */
export async function addTurn(deps: Deps, visitor: Visitor, id: string, text: string): Promise<LiveBattle> {
  const { arena } = visitor
  // a vote on the turn before is final once the conversation goes on
  await settleVoterVotes(deps, arena.id, visitor.voter)
  const { live, conversation, turns: earlier, now } = await conversationNow(deps, visitor, id)
  if (now.status !== 'answered' || now.turnsLeft === 0) throw notNow()
  requireShort(live, text)
  await moderate(deps, visitor, live, earlier, text)
  await beginTurn(deps, visitor, conversation, await talkersIn(deps, arena), earlier, text, async (trx) => {
    await lockConversation(trx, conversation)
    return insertTurn(trx, conversation, earlier.length + 1, text, deps.clock())
  })
  return liveBattle(deps, arena, conversation)
}

/**
 * Makes the last turn again, with the same contestants, after it failed or was stopped.
 * @throws {ProblemError} live_unknown, live_not_now, live_refused, live_unchecked, live_budget_reached, arena_not_ready
 */
export async function retryTurn(deps: Deps, visitor: Visitor, id: string): Promise<LiveBattle> {
  const { arena } = visitor
  const { live, conversation, turns, now } = await conversationNow(deps, visitor, id)
  if (!now.mayRetry) throw notNow()
  const [last, earlier] = [turns.at(-1)!, turns.slice(0, -1)]
  // the arena may have begun to check meanwhile
  await moderate(deps, visitor, live, earlier, last.text)
  const at = deps.clock()
  const talkers = await talkersIn(deps, arena)
  await beginTurn(deps, visitor, conversation, talkers, earlier, last.text, async (trx) => {
    await lockConversation(trx, conversation)
    const attempt = last.attempts + 1
    const { numUpdatedRows } = await trx
      .updateTable('live_turns')
      .set({ status: 'answering', problem: null, finished_at: null, started_at: at, alive_at: at })
      .set({ attempts: attempt })
      .where('arena_id', '=', arena.id)
      .where('conversation_id', '=', id)
      .where('number', '=', last.number)
      .where('status', '=', last.status)
      .where('attempts', '=', last.attempts)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw notNow()
    return attempt
  })
  return liveBattle(deps, arena, conversation)
}

/**
 * A conversation that somebody wants to go on with.
 * @throws {ProblemError} not_found, voting_closed, live_unknown
 */
async function conversationNow(deps: Deps, visitor: Visitor, id: string) {
  const { arena } = visitor
  const live = requireLive(arena)
  await requireOpen(deps.db, arena, deps.clock())
  const conversation = await requireConversation(deps, visitor, id)
  // first, so that a turn that another request adds meanwhile is in the way of this one
  const turns = await selectTurns(deps.db, conversation)
  return { live, conversation, turns, now: await liveBattle(deps, arena, conversation) }
}

/** Ends the answers that are being made; of two that are whole already, the rest is shown at once. */
export async function stopTurn(deps: Deps, visitor: Visitor, id: string): Promise<LiveBattle> {
  const conversation = await requireConversation(deps, visitor, id)
  await deps.db
    .updateTable('live_turns')
    .set({ status: 'stopped', finished_at: deps.clock() })
    .where('arena_id', '=', conversation.arena_id)
    .where('conversation_id', '=', id)
    .where('status', '=', 'answering')
    .execute()
  const turns = await selectTurns(deps.db, conversation)
  const answering = runningTurn(deps, {
    arenaId: conversation.arena_id,
    conversation: id,
    number: turns.length,
  })
  answering?.stop()
  await answering?.ended
  return liveBattle(deps, visitor.arena, conversation)
}

const notNow = () => new ProblemError('live_not_now', msg('live_not_now'))

function requireShort({ characters: most }: LiveSettings, text: string): void {
  const characters = [...text].length
  if (characters > most) throw new ProblemError('invalid_request', msg('live_too_long', { characters, most }))
}

async function insertTurn(trx: Trx, { arena_id, id }: Conversation, number: number, text: string, now: Date) {
  const made = await trx
    .insertInto('live_turns')
    .values({
      arena_id,
      conversation_id: id,
      number,
      text,
      status: 'answering',
      started_at: now,
      alive_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 0n) throw notNow()
  return 1
}

/**
 * Records a turn and its two calls, reserves the most they may cost, and begins to answer.
 * @param write records the turn, in the same transaction, and says which attempt at it this is
 */
async function beginTurn(
  deps: Deps,
  { arena, voter, network }: Visitor,
  conversation: Conversation,
  talkers: readonly LiveContestant[],
  earlier: readonly Turn[],
  text: string,
  write: (trx: Trx) => Promise<number>,
): Promise<void> {
  const { arena_id: arenaId, id } = conversation
  const number = earlier.length + 1
  const texts = [...earlier.map((turn) => turn.text), text]
  const sides = SIDES.map((side) => {
    const talker = talkers.find((candidate) => candidate.id === conversation[`${side}_contestant_id`])
    if (!talker) throw gone()
    const before = earlier.map((turn) => turn[`${side}_answer`]!.text)
    const about = { prompt: `live-${id}`, sample: 1, turn: number - 1 }
    const request = { ...talker.compose(texts).request(before), about }
    return { side, talker, request, mostUsd: talker.provider.maxCostUsd(request)! }
  })
  const total = sides.reduce((sum, { mostUsd }) => sum + mostUsd, 0)
  const { attempt, calls } = await deps.db.transaction().execute(async (trx) => {
    const attempt = await write(trx)
    const scopes = await reserve(trx, deps, arenaId, requireLive(arena), { voter, network }, total)
    const making = sides.map(({ side, talker, request, mostUsd }) => ({
      side,
      provider: talker.providerName,
      model: request.model,
      mostUsd,
    }))
    await requireProven(trx, arenaId, requireLive(arena), making)
    // after its calls, which end later than it is closed
    const closed = await contestantsClosedToLive(trx, arenaId)
    if (sides.some(({ talker }) => closed[talker.id])) throw gone()
    // last, because the ledger is that of the whole arena
    const turn = { arenaId, conversation: id, turn: number }
    return { attempt, calls: await recordCalls(trx, turn, making, scopes, deps.clock()) }
  })
  const sideCall = (side: 'left' | 'right'): SideCall => {
    const { talker, request, mostUsd } = sides.find((prepared) => prepared.side === side)!
    const { id: contestant, provider, providerName, limit } = talker
    const call = Number(calls.find((recorded) => recorded.side === side)!.id)
    return { call, contestant, provider, providerName, limit, request, mostUsd }
  }
  startAnswering(
    deps,
    { arenaId, conversation: id, number, attempt },
    { left: sideCall('left'), right: sideCall('right') },
  )
}

const gone = () => new ProblemError('arena_not_ready', msg('live_contestant_gone'))

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** @throws {ProblemError} live_unknown if there is none, or another visitor's */
export async function requireConversation(
  { db }: Pick<Deps, 'db'>,
  { arena, voter }: Pick<Visitor, 'arena' | 'voter'>,
  id: string,
): Promise<Conversation> {
  const row = UUID.test(id)
    ? await db
        .selectFrom('live_conversations')
        .selectAll()
        .where('arena_id', '=', arena.id)
        .where('id', '=', id)
        .where('voter', '=', voter)
        .where('erased_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!row) throw new ProblemError('live_unknown', msg('live_unknown'))
  return row
}

/** Keeps a conversation from being erased until the transaction ends. @throws {ProblemError} live_unknown if it was */
export async function lockConversation(trx: Trx, { arena_id, id }: Conversation): Promise<void> {
  const { rows } = await sql`
    select from live_conversations where arena_id = ${arena_id} and id = ${id} and erased_at is null
    for no key update`.execute(trx)
  if (rows.length === 0) throw new ProblemError('live_unknown', msg('live_unknown'))
}

export const selectTurns = (db: Db, { arena_id, id }: Conversation): Promise<Turn[]> =>
  db
    .selectFrom('live_turns')
    .selectAll()
    .where('arena_id', '=', arena_id)
    .where('conversation_id', '=', id)
    .orderBy('number')
    .execute()

/** The battles of a conversation with a vote, and whether their names were shown. */
const selectVotedBattles = (db: Db, { arena_id, id }: Conversation) =>
  queryRows<{ battle: string; isRevealed: boolean }>(db)`
    select t.battle_id as battle, exists (select from reveals r where r.arena_id = t.arena_id
      and r.battle_id = t.battle_id) as "isRevealed"
    from live_turns t
    where t.arena_id = ${arena_id} and t.conversation_id = ${id}
      and (exists (select from votes v where v.arena_id = t.arena_id and v.battle_id = t.battle_id)
        or exists (select from pending_votes v where v.arena_id = t.arena_id and v.battle_id = t.battle_id))`

/** The conversation as its visitor sees it now. */
export async function liveBattle(deps: Deps, arena: Arena, conversation: Conversation): Promise<LiveBattle> {
  const live = requireLive(arena)
  const { arena_id: arenaId, id } = conversation
  const [turns, voted] = await Promise.all([
    selectTurns(deps.db, conversation),
    selectVotedBattles(deps.db, conversation),
  ])
  const last = turns.at(-1)!
  const answering = runningTurn(deps, { arenaId, conversation: id, number: last.number })
  const isFailed = !answering && last.status === 'answering' && isAbandoned(last, deps.clock())
  if (isFailed) {
    await failAbandonedTurn(deps, last)
    return liveBattle(deps, arena, conversation)
  }
  const isOld = Number(deps.clock()) - Number(last.finished_at ?? deps.clock()) > OVER_MS
  const isAnswered = last.status === 'answered' && !answering
  const isVoted = voted.some(({ battle }) => battle === last.battle_id)
  const isEnded =
    isOld || (live.vote === 'end' && voted.length > 0) || voted.some(({ isRevealed }) => isRevealed)
  const mayVote = isAnswered && !isVoted && !isEnded
  const turnsLeft = isEnded ? 0 : Math.max(0, live.turns - turns.length)
  const isOver = isEnded ? last.status !== 'answering' : isAnswered && !mayVote && turnsLeft === 0
  const status = answering ? 'answering' : isOver ? 'over' : last.status
  return {
    id,
    criterion: conversation.criterion,
    status,
    turns: turns.map((turn) => {
      const visibleTexts = turn === last ? answering?.visibleTexts : undefined
      return {
        text: turn.text,
        left: visibleTexts?.left ?? turn.left_answer?.text ?? '',
        right: visibleTexts?.right ?? turn.right_answer?.text ?? '',
        isCut:
          !visibleTexts &&
          [turn.left_answer, turn.right_answer].some((answer) => answer?.finishReason === 'length'),
      }
    }),
    ...(arena.settings.webAnswers === 'on' && { web: true as const }),
    turnsLeft,
    mayVote,
    mayRetry:
      !answering && !isEnded && ['failed', 'stopped'].includes(last.status) && last.attempts < MAX_ATTEMPTS,
    problem: last.status === 'failed' ? (last.problem as WireMessage) : null,
  }
}

export const isAbandoned = ({ alive_at }: Turn, now: Date): boolean =>
  Number(now) - Number(alive_at) > GONE_MS

/** Ends a turn whose process is gone. */
export async function failAbandonedTurn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  turn: Turn,
): Promise<void> {
  await db
    .updateTable('live_turns')
    .set({ status: 'failed', problem: JSON.stringify(turnProblem(null)), finished_at: clock() })
    .where('arena_id', '=', turn.arena_id)
    .where('conversation_id', '=', turn.conversation_id)
    .where('number', '=', turn.number)
    .where('attempts', '=', turn.attempts)
    .where('status', '=', 'answering')
    .execute()
  await settleOrphans({ db, clock }, turn)
}

/**
 * Settles the calls of a process that is gone, also of a turn that was stopped meanwhile. They may have been paid, so what
 * was reserved for them counts.
 */
export async function settleOrphans(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  only?: Pick<Turn, 'arena_id' | 'conversation_id'>,
): Promise<void> {
  const rows = await queryRows<{ arena_id: number; id: number }>(db)`
    select c.arena_id, c.id from live_calls c
    join live_turns t on t.arena_id = c.arena_id and t.conversation_id = c.conversation_id and t.number = c.turn
    where c.status = 'under_way' and t.alive_at < ${new Date(Number(clock()) - GONE_MS)}
      and (${only?.conversation_id ?? null}::uuid is null
        or c.arena_id = ${only?.arena_id ?? null} and c.conversation_id = ${only?.conversation_id ?? null})`
  for (const { arena_id, id } of rows)
    await settle(db, arena_id, Number(id), { costUsd: 'reserved', cause: 'server_gone' }, clock())
}
