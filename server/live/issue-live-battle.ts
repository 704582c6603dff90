import { sql } from 'kysely'
import type { IssuedBattle } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { answerToMake, recordAnswer } from '../answers/index.ts'
import { issued, recordShownBattle, addProofOfWork } from '../battles/index.ts'
import { putVisitorsPrompt } from '../prompts/index.ts'
import type { ArenaHooks, Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db, Trx } from '../platform/schema.ts'
import {
  requireConversation,
  liveBattle,
  lockConversation,
  selectTurns,
  type Conversation,
  type Turn,
  type Visitor,
} from './converse.ts'

/**
 * The battle of the last turn, to be voted on like any other: the prompts of the visitor become a prompt that is in nobody's
 * set, and the answers its answers. Asked for again, also after an attempt that was cut off, it is the same battle.
 * @throws {ProblemError} live_unknown, live_not_now, battle_expired
 */
export async function issueLiveBattle(deps: Deps, visitor: Visitor, id: string): Promise<IssuedBattle> {
  const { arena } = visitor
  const conversation = await requireConversation(deps, visitor, id)
  const pair = await deps.db.transaction().execute(async (trx) => {
    // the arena first, as whoever erases a text does
    await sql`select from arenas where id = ${arena.id} for no key update`.execute(trx)
    await lockConversation(trx, conversation)
    const within = { ...deps, db: trx }
    if (!(await liveBattle(within, arena, conversation)).mayVote)
      throw new ProblemError('live_not_now', msg('live_not_now'))
    const turns = await selectTurns(trx, conversation)
    const last = turns.at(-1)!
    if (last.battle_id === null) await recordTexts(trx, conversation, turns)
    const battle = await battleWith(trx, conversation, last.number)
    if (battle && battle.expires_at! <= deps.clock())
      throw new ProblemError('battle_expired', msg('pair_too_old'))
    if (battle) return issued(within, battle)
    const { voter, criterion, pair_probability: pairProbability } = conversation
    const shownPair = (await recordShownBattle(within, {
      arenaId: arena.id,
      voter,
      criterion,
      ...(await selectSides(trx, conversation, last.number)),
      origin: 'live',
      ...(pairProbability !== null && { pairProbability }),
    }))!
    await trx
      .updateTable('live_turns')
      .set({ battle_id: shownPair.battle.id })
      .where('arena_id', '=', arena.id)
      .where('conversation_id', '=', id)
      .where('number', '=', last.number)
      .execute()
    return shownPair
  })
  return addProofOfWork(deps, arena, pair)
}

/**
 * A ticket outlives its turn: no vote stands on one after which the conversation went on or names were shown, nor a second
 * one where a conversation has one.
 * @throws {ProblemError} battle_expired
 */
export const requireVotable: NonNullable<ArenaHooks['afterChoice']> = async (_, trx, { arenaId, battle }) => {
  const conversation = await sql`
    select from live_conversations c join live_turns t on t.arena_id = c.arena_id and t.conversation_id = c.id
    where t.arena_id = ${arenaId} and t.battle_id = ${battle} for no key update of c`.execute(trx)
  // a vote on the arena's own prompts
  if (conversation.rows.length === 0) return
  const { rows } = await sql`
    select from live_turns t join live_turns o on o.arena_id = t.arena_id and o.conversation_id = t.conversation_id
      and o.number <> t.number
    where t.arena_id = ${arenaId} and t.battle_id = ${battle} and (o.number > t.number
      or exists (select from reveals r where r.arena_id = o.arena_id and r.battle_id = o.battle_id)
      or exists (select from votes v join arenas a on a.id = v.arena_id where v.arena_id = o.arena_id
        and v.battle_id = o.battle_id and a.settings #>> '{live,vote}' is distinct from 'turn'))`.execute(trx)
  if (rows.length > 0) throw new ProblemError('battle_expired', msg('live_not_now'))
}

const promptKey = ({ id }: Conversation, number: number) => `live-${id}-${number}`

/** Records the prompt and both answers of a conversation up to its last turn. What is there already stays. */
async function recordTexts(trx: Trx, conversation: Conversation, turns: readonly Turn[]): Promise<void> {
  const { arena_id: arenaId, id } = conversation
  const last = turns.at(-1)!
  const key = promptKey(conversation, last.number)
  const promptId = await putVisitorsPrompt(trx, arenaId, {
    key,
    group: `live-${id}`,
    messages: turns.map(({ text }) => ({ role: 'user', content: text })),
    askedAt: last.finished_at!,
  })
  for (const side of ['left', 'right'] as const) {
    const contestantId = conversation[`${side}_contestant_id`]
    const { composed } = await answerToMake(trx, arenaId, { promptId, contestantId, sample: 1 })
    await recordAnswer(trx, arenaId, {
      promptId,
      contestantId,
      sample: 1,
      inputsSha256: composed.sha256,
      context: null,
      turns: turns.map((turn) => turn[`${side}_answer`]!),
      madeAt: last.finished_at!,
    })
  }
}

/** The battle of a turn, if it has one. */
const battleWith = (db: Db, { arena_id, id }: Conversation, number: number) =>
  db
    .selectFrom('live_turns as t')
    .innerJoin('battles as b', (join) =>
      join.onRef('b.arena_id', '=', 't.arena_id').onRef('b.id', '=', 't.battle_id'),
    )
    .selectAll('b')
    .where('t.arena_id', '=', arena_id)
    .where('t.conversation_id', '=', id)
    .where('t.number', '=', number)
    .executeTakeFirst()

async function selectSides(db: Db, conversation: Conversation, number: number) {
  const rows = await db
    .selectFrom('answers as a')
    .innerJoin('prompts as p', (join) =>
      join.onRef('p.arena_id', '=', 'a.arena_id').onRef('p.id', '=', 'a.prompt_id'),
    )
    .select(['a.id', 'a.prompt_id', 'a.contestant_id'])
    .where('a.arena_id', '=', conversation.arena_id)
    .where('p.key', '=', promptKey(conversation, number))
    .execute()
  const sideAnswer = (contestantId: number) => ({
    contestantId,
    answerId: rows.find(({ contestant_id }) => contestant_id === contestantId)!.id,
  })
  return {
    promptId: rows[0].prompt_id,
    left: sideAnswer(conversation.left_contestant_id),
    right: sideAnswer(conversation.right_contestant_id),
  }
}
