import type { Kysely } from 'kysely'
import type { DecidedBattle, JudgeShowing } from '../../../shared/contracts/index.ts'
import { showAnswer } from '../../battles/index.ts'
import { recordedRequestsOf } from '../../judging/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { mayBeTakenBack, published } from '../../platform/publication.ts'
import type { Database } from '../../platform/schema.ts'
import { textsPublicFrom, textsWithheld } from '../../prompts/index.ts'
import { selectChecked, selectDecided } from './queries.ts'
import type { CheckedRow, DecidedRow } from './queries.ts'
import { msg } from '../../../shared/messages/index.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A decided battle, as far as the reader may see it. Texts and reasons are shown beside names only if the prompt's
 * texts are public or the reader `isAdmin`; only admins see people's reasons. A voter sees again what the vote page
 * showed: messages and answers, never reference, context or checks. An open battle, or one whose vote is
 * not published yet or can still be taken back, is reported as unknown.
 * @throws {ProblemError} battle_unknown, also for a battle without a vote and one of an arena that is private;
 *   battle_withdrawn if the vote was retracted
 */
export async function decidedBattle(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  isAdmin: boolean,
  voters: readonly string[],
): Promise<DecidedBattle> {
  const publication = isAdmin ? null : await published({ db })
  const row = UUID.test(id) ? await selectDecided(db, id, voters, publication) : undefined
  const now = clock()
  if (!row?.isPublic || (row.visibility === 'private' && !isAdmin))
    throw new ProblemError('battle_unknown', msg('no_decided_battle'))
  if (row.retracted) throw new ProblemError('battle_withdrawn', msg('vote_taken_back'))
  if (!isAdmin && publication === null && !stands(row, now))
    throw new ProblemError('battle_unknown', msg('no_decided_battle'))
  const withheld = textsWithheld({ isKnown: isKnown(row), retiredAt: row.retiredAt }, now, isAdmin)
  const mayRead = withheld === null
  const isOwn = !mayRead && withheld !== 'not_known' && row.isOwn
  const [showings, checks] = await Promise.all([
    showingsIn(db, row, mayRead, isAdmin),
    mayRead ? checksIn(db, row) : [],
  ])
  const { prompt, retiredAt } = row
  return {
    id: id.toLowerCase(),
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
            left: row.leftAnswer && showAnswer(row.leftAnswer),
            right: row.rightAnswer && showAnswer(row.rightAnswer),
          }
        : null,
    withheld,
    own: isOwn,
    textsPublicFrom: retiredAt && textsPublicFrom(retiredAt).toISOString(),
    reason: isAdmin || (mayRead && row.source !== 'human') ? row.reason : null,
    showings,
    checks,
    injected: mayRead
      ? {
          left: row.leftAnswer?.injection ?? null,
          right: row.rightAnswer?.injection ?? null,
        }
      : null,
  }
}

/** A vote that can still be taken back must not reveal who wrote the answers. */
const stands = ({ isBlind, castAt }: DecidedRow, now: Date): boolean =>
  !isBlind || !mayBeTakenBack(castAt, now)

async function showingsIn(
  db: Kysely<Database>,
  { arenaId, judgementId, criterion, leftAnswer, rightAnswer }: DecidedRow,
  mayRead: boolean,
  isAdmin: boolean,
): Promise<JudgeShowing[]> {
  if (!judgementId || !leftAnswer || !rightAnswer) return []
  const two = { arenaId, judgementId, criterion, left: leftAnswer.id, right: rightAnswer.id }
  const requests = await recordedRequestsOf(db, two)
  return requests.map(({ shownFirst, said, reason, reply }) => ({
    shownFirst,
    said,
    reason: mayRead ? reason : null,
    ...(isAdmin && reply !== null && { reply }),
  }))
}

async function checksIn(
  db: Kysely<Database>,
  { arenaId, leftAnswer, rightAnswer }: DecidedRow,
): Promise<DecidedBattle['checks']> {
  const answers = [leftAnswer, rightAnswer].flatMap((answer) => answer?.id ?? [])
  const rows = await selectChecked(db, arenaId, answers)
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, ofCheck]) => ({
    name,
    left: resultOn(leftAnswer, ofCheck),
    right: resultOn(rightAnswer, ofCheck),
  }))
}

function resultOn(answer: { id: number } | null, rows: readonly CheckedRow[]) {
  const result = rows.find(({ answerId }) => answerId === answer?.id)
  return result ? { passed: result.passed, reason: result.reason } : null
}

/** Whether any text of the battle is known. */
const isKnown = ({ prompt, leftAnswer, rightAnswer }: DecidedRow): boolean =>
  prompt !== null && (prompt.messages !== null || leftAnswer !== null || rightAnswer !== null)
