import type { ErasedText, EraseTextRequest } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { eraseAnswers, forgetLeaksOfPrompt } from '../../answers/index.ts'
import { touchArena, type Arena } from '../../arenas/index.ts'
import { eraseReferences, eraseResultReasons } from '../../challenges/index.ts'
import { putOnRecord, ERASED } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/http/http.ts'
import { removeUnusedPictures } from '../../pictures/index.ts'
import { erasePrompt } from '../../prompts/index.ts'
import { eraseReplies, isOpen, lockRuns } from '../../runs/index.ts'
import { eraseReasonsAbout, requestRating } from '../../votes/index.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/**
 * Erases the answers of a contestant to a prompt, or the prompt with all its answers. A tombstone stands in their place.
 * Reasons, judges' replies and other texts that may quote them are erased too. Votes stay and count, and the digests stay
 * valid. An erased text is not shown, judged, made or imported again.
 * @throws {ProblemError} prompt_unknown, contestant_unknown; invalid_request while judges are at work, who may be reading
 *   the text
 */
export async function eraseText(
  deps: Deps,
  arena: Arena,
  { prompt, contestant }: EraseTextRequest,
): Promise<ErasedText> {
  const now = deps.clock()
  const answers = await deps.db.transaction().execute(async (trx) => {
    const run = await lockRuns(trx, arena.id)
    if (run && isOpen(run.status))
      throw new ProblemError('invalid_request', msg('judging_reads_texts', { arena: arena.slug }))
    const ids = await selectTextIds(trx, arena.id, prompt, contestant)
    if (!ids)
      throw await unknownText(prompt, contestant, arena, () =>
        selectTextIds(trx, arena.id, prompt, undefined),
      )
    const { promptId, answerIds, contestantId } = ids
    const isWhole = contestantId === null
    const leaks = await selectLeaksIn(trx, arena.id, { promptId: isWhole ? promptId : null, answerIds })
    await eraseLeakWords(trx, arena.id, leaks)
    await eraseReplies(trx, arena.id, answerIds)
    await eraseReasonsAbout(trx, arena.id, answerIds)
    await eraseResultReasons(trx, arena.id, answerIds)
    const erased = await eraseAnswers(trx, arena.id, { promptId, contestantId }, now)
    if (isWhole) {
      await erasePrompt(trx, arena.id, promptId, now)
      await forgetLeaksOfPrompt(trx, arena.id, promptId)
      await eraseReferences(trx, arena.id, promptId)
    }
    await removeUnusedPictures(trx, arena.id)
    await touchArena(trx, arena.id)
    await putOnRecord(trx, deps, arena.id, 'text_erased', {
      prompt,
      ...(contestant !== undefined && { contestant }),
      answers: erased.length,
    })
    await requestRating(trx, arena.id, deps.publishEvery)
    return erased.length
  })
  return { arena: arena.slug, prompt, contestant: contestant ?? null, answers }
}

async function unknownText(
  prompt: string,
  contestant: string | undefined,
  { slug }: Arena,
  findPrompt: () => Promise<object | undefined>,
): Promise<ProblemError> {
  if (contestant !== undefined && (await findPrompt()))
    return new ProblemError(
      'contestant_unknown',
      msg('no_such_contestant_named', { arena: slug, contestant }),
    )
  return new ProblemError(
    'prompt_unknown',
    msg('no_such_prompts', { arena: slug, prompts: [prompt], more: false }),
  )
}

/** The leaks found in these answers, or in the prompt. */
async function selectLeaksIn(
  db: Kysely<Database>,
  arenaId: number,
  { promptId, answerIds }: { promptId: number | null; answerIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from leaks where arena_id = ${arenaId} and (prompt_id = ${promptId} or answer_id = any (${answerIds}::integer[]))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Erases the words of leaks from the quarantines that they caused. */
async function eraseLeakWords(
  trx: Transaction<Database>,
  arenaId: number,
  leaks: readonly number[],
): Promise<void> {
  await sql`
    update quarantines set reason = ${ERASED}, finding = null
    where arena_id = ${arenaId} and leak_id = any (${leaks}::bigint[]) and reason <> ${ERASED}`.execute(trx)
}

interface TextIds {
  promptId: number
  /** Null: of all contestants. */
  contestantId: number | null
  /** The answers with a text. */
  answerIds: number[]
}

/** The ids of a prompt, a contestant and their answers; undefined if one of the two does not exist. */
async function selectTextIds(
  db: Kysely<Database>,
  arenaId: number,
  prompt: string,
  contestant: string | undefined,
): Promise<TextIds | undefined> {
  const { rows } = await sql<TextIds>`
    select p.id as "promptId", c.id as "contestantId", array(select a.id from answers a where a.arena_id = p.arena_id
      and a.prompt_id = p.id and a.erased_at is null and (c.id is null or a.contestant_id = c.id)) as "answerIds"
    from prompts p left join contestants c on c.arena_id = p.arena_id and c.name = ${contestant ?? null}
    where p.arena_id = ${arenaId} and p.key = ${prompt} and (${contestant ?? null}::text is null or c.id is not null)`.execute(
    db,
  )
  return rows[0]
}
