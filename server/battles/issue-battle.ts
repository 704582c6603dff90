import type { Arena } from '../arenas/index.ts'
import { type IssuedBattle, BATTLE_MINUTES, type ShownAnswer } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { drawBattle, type Draw } from '../sampling/index.ts'
import { drawAssignedPairs, takeAssigned, type ArenaVoter } from '../voters/index.ts'
import { createPuzzle } from './puzzle.ts'
import { shortList, msg } from '../../shared/messages/index.ts'
import { selectBattleTexts } from './record-battles.ts'
import { signTicket } from './ticket.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Database, Db } from '../platform/schema.ts'
import type { AnswerContent } from '../answers/index.ts'

const ATTEMPTS = 5

/**
 * Draws a pair and a prompt for this voter, or one that an invited voter's group shares, records the battle and returns it
 * with its ticket. Two requests of one voter at the same time may draw the same pair; the second one then draws again.
 */
export async function issueBattle(
  deps: Deps,
  arenaVoter: ArenaVoter,
  requestedCriterion?: string,
): Promise<IssuedBattle> {
  const criterion = chooseCriterion(arenaVoter.arena, requestedCriterion)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const shownPair = await showNext(deps, arenaVoter, criterion)
    if (shownPair) return addProofOfWork(deps, arenaVoter.arena, shownPair)
  }
  throw new ProblemError('too_many_requests', msg('many_battles_at_once'))
}

/** For invited people first a pair of their group that needs votes; else one drawn from all. */
async function showNext(
  deps: Deps,
  { arena, voter, isInvited }: ArenaVoter,
  criterion: string,
): Promise<IssuedBattle | null> {
  if (isInvited) {
    const assigned = await showAssigned(deps, arena, voter, criterion)
    if (assigned) return assigned
  }
  return show(deps, arena, voter, criterion, await drawBattle(deps, arena, voter, criterion))
}

const show = (deps: Deps, arena: Arena, voter: string, criterion: string, draw: Draw) =>
  recordShownBattle(deps, { arenaId: arena.id, voter, criterion, ...draw, origin: 'page' })

/** Shows the next pair of the voter's group that needs votes; null if there is none. */
async function showAssigned(
  deps: Deps,
  arena: Arena,
  voter: string,
  criterion: string,
): Promise<IssuedBattle | null> {
  const draws = await drawAssignedPairs(deps, arena, voter, criterion)
  if (draws.length === 0) return null
  return deps.db.transaction().execute(async (trx) => {
    const draw = await takeAssigned(trx, arena, draws, { voter, criterion, now: deps.clock() })
    return draw && show({ ...deps, db: trx }, arena, voter, criterion, draw)
  })
}

/** With the puzzle whose solution a vote brings, in an arena that asks for proof of work. */
export const addProofOfWork = async (
  deps: Deps,
  { settings }: Arena,
  pair: IssuedBattle,
): Promise<IssuedBattle> =>
  settings.proofOfWork === 'on' ? { ...pair, puzzle: await createPuzzle(deps, pair.battle.id) } : pair

/** The criterion that was asked for, or the arena's first. */
export function chooseCriterion({ slug, criteria }: Arena, requestedCriterion: string | undefined): string {
  if (requestedCriterion === undefined) return criteria[0]
  if (criteria.includes(requestedCriterion)) return requestedCriterion
  throw new ProblemError(
    'invalid_request',
    msg('unknown_name', {
      field: 'criterion',
      arena: slug,
      kind: 'criterion',
      name: requestedCriterion,
      there: shortList(criteria, requestedCriterion),
    }),
  )
}

interface Showing extends Draw {
  arenaId: number
  voter: string
  criterion: string
  origin: 'page' | 'calibration' | 'live'
  /** The battle that is shown again to the same voter. */
  repeatOf?: string
}

/**
 * Records a battle and returns it with its ticket; null if this voter was just shown the pair on this prompt.
 */
export async function recordShownBattle(
  deps: Pick<Deps, 'db' | 'clock' | 'chance' | 'access' | 'services'>,
  { arenaId, voter, criterion, promptId, left, right, pairProbability, origin, repeatOf }: Showing,
): Promise<IssuedBattle | null> {
  const shownAt = deps.clock()
  const battle = {
    arena_id: arenaId,
    id: deps.chance.newId(),
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
  deps.services.metrics.battles.inc({ origin })
  return issued(deps, battle)
}

/** A recorded battle with its texts and its ticket. */
export async function issued(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  battle: Pick<
    Selectable<Database['battles']>,
    | 'arena_id'
    | 'id'
    | 'criterion'
    | 'prompt_id'
    | 'left_answer_id'
    | 'right_answer_id'
    | 'voter'
    | 'expires_at'
  >,
): Promise<IssuedBattle> {
  const { arena_id, id, criterion, prompt_id, left_answer_id, right_answer_id, expires_at } = battle
  const texts = await selectBattleTexts(
    db,
    arena_id,
    prompt_id!,
    [left_answer_id!, right_answer_id!],
    criterion,
  )
  return {
    battle: {
      id,
      criterion,
      prompt: texts.prompt,
      left: showAnswer(texts.left, texts.web),
      right: showAnswer(texts.right, texts.web),
      expiresAt: expires_at!.toISOString(),
    },
    ticket: signTicket(battle, access.secret),
  }
}

/** Records the battle; false if this voter was just shown the pair on this prompt. */
async function insertShowing(db: Db, battle: Insertable<Database['battles']>): Promise<boolean> {
  const row = await db
    .insertInto('battles')
    .values(battle)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const EMPTY = '(empty answer)'
const shownText = (text: string) => (text.trim() === '' ? EMPTY : text)

/**
 * An answer as a voter sees it: its text or turns, its retrieved context and its transcript, always in this order of
 * keys. `web`: whether its arena runs web answers.
 */
export function showAnswer({ text, turns, context, transcript }: AnswerContent, web: boolean): ShownAnswer {
  const content: ShownAnswer = turns ? { turns: turns.map(shownText) } : { text: shownText(text ?? '') }
  return {
    ...content,
    ...(context && context.length > 0 && { context }),
    ...(transcript && { transcript }),
    ...(web && { web: true }),
  }
}
