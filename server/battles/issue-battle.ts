import type { Arena } from '../arenas/index.ts'
import { BATTLE_MINUTES } from '../../shared/contracts/index.ts'
import type { IssuedBattle } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { drawBattle } from '../sampling/index.ts'
import { insertShowing, selectTexts } from './queries.ts'
import { showAnswer } from './show-answer.ts'
import { ticketFor } from './ticket.ts'

const ATTEMPTS = 5

/**
 * Draws a pair and a prompt for this voter, puts the showing on record and hands it out with its ticket.
 * Two requests of one voter at the same moment may draw the same; the second then draws again.
 */
export async function issueBattle(
  deps: Deps,
  arena: Arena,
  voter: string,
  asked?: string,
): Promise<IssuedBattle> {
  const criterion = criterionOf(arena, asked)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { promptId, left, right } = await drawBattle(deps, arena, voter)
    const shownAt = deps.clock()
    const battle = {
      arena_id: arena.id,
      id: deps.newId(),
      criterion,
      prompt_id: promptId,
      left_contestant_id: left.contestantId,
      right_contestant_id: right.contestantId,
      left_answer_id: left.answerId,
      right_answer_id: right.answerId,
      voter,
      origin: 'page' as const,
      shown_at: shownAt,
      expires_at: new Date(shownAt.getTime() + BATTLE_MINUTES * 60_000),
    }
    if (!(await insertShowing(deps.db, battle))) continue
    const texts = await selectTexts(deps.db, arena.id, promptId, [left.answerId, right.answerId])
    return {
      battle: {
        id: battle.id,
        criterion,
        prompt: { messages: texts.messages },
        left: showAnswer(texts.left),
        right: showAnswer(texts.right),
        expiresAt: battle.expires_at.toISOString(),
      },
      ticket: ticketFor(battle, deps.secret),
    }
  }
  throw new ProblemError(
    'too_many_requests',
    'Too many battles were asked for at once. Ask for one at a time.',
  )
}

function criterionOf({ slug, criteria }: Arena, asked: string | undefined): string {
  if (asked === undefined) return criteria[0]!
  if (criteria.includes(asked)) return asked
  throw new ProblemError(
    'invalid_request',
    `criterion: arena "${slug}" has no criterion "${asked}"; it has ${criteria.join(', ')}.`,
  )
}
