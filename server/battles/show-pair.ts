import { BATTLE_MINUTES, type IssuedBattle } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Draw } from '../sampling/index.ts'
import { selectTexts } from './queries.ts'
import { showAnswer } from './show-answer.ts'
import { ticketFor } from './ticket.ts'
import type { Insertable, Kysely } from 'kysely'
import type { BattleTable } from './tables.ts'
import type { Database } from '../platform/schema.ts'

export interface Showing extends Draw {
  arenaId: number
  voter: string
  criterion: string
  origin: 'page' | 'calibration'
  /** The battle that is shown again to the same voter. */
  repeatOf?: string
}

/**
 * Records a battle and returns it with its ticket; null if this voter was just shown the pair on this prompt.
 */
export async function showPair(
  deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'secret' | 'metrics'>,
  { arenaId, voter, criterion, promptId, left, right, pairProbability, origin, repeatOf }: Showing,
): Promise<IssuedBattle | null> {
  const shownAt = deps.clock()
  const battle = {
    arena_id: arenaId,
    id: deps.newId(),
    criterion,
    prompt_id: promptId,
    left_contestant_id: left.contestantId,
    right_contestant_id: right.contestantId,
    left_answer_id: left.answerId,
    right_answer_id: right.answerId,
    voter,
    origin,
    repeat_of: repeatOf ?? null,
    pair_probability: pairProbability ?? null,
    shown_at: shownAt,
    expires_at: new Date(shownAt.getTime() + BATTLE_MINUTES * 60_000),
  }
  if (!(await insertShowing(deps.db, battle))) return null
  deps.metrics.battles.add({ origin })
  const texts = await selectTexts(deps.db, arenaId, promptId, [left.answerId, right.answerId], criterion)
  return {
    battle: {
      id: battle.id,
      criterion,
      prompt: {
        messages: texts.messages,
        ...(texts.reference !== null && { reference: texts.reference }),
      },
      left: showAnswer(texts.left),
      right: showAnswer(texts.right),
      expiresAt: battle.expires_at.toISOString(),
    },
    ticket: ticketFor(battle, deps.secret),
  }
}

/** Records the battle; false if this voter was just shown the pair on this prompt. */
async function insertShowing(db: Kysely<Database>, battle: Insertable<BattleTable>): Promise<boolean> {
  const row = await db
    .insertInto('battles')
    .values(battle)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
