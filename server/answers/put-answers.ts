import { type Transaction, type Insertable, sql } from 'kysely'
import type { TranscriptStep } from '../../shared/contracts/index.ts'
import { touchArena } from '../arenas/index.ts'
import { chunks } from '../platform/chunks.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { Database } from '../platform/schema.ts'
import { measure } from './measure.ts'
import { shownAnswers } from './queries.ts'
import { msg } from '../../shared/messages/index.ts'
import type { AnswerTable } from './tables.ts'

export interface NewAnswer {
  promptId: number
  contestantId: number
  /** The number of the answer among the contestant's answers to the prompt, from 1; 1 by default. */
  sample?: number | undefined
  /** The names of contestant and prompt, for messages. */
  contestant: string
  prompt: string
  text: string | null
  turns: string[] | null
  context?: string[] | null
  transcript?: TranscriptStep[] | null
  tokens?: number | null
  costUsd?: number | null
  latencyMs?: number | null
}

/**
 * Adds answers. An existing answer with the same text stays; one with another text is replaced if nobody has seen it.
 * An erased answer stays erased.
 * @returns the number of answers that were added or replaced
 * @throws {ProblemError} if an answer that was shown or voted on would change
 */
export async function putAnswers(
  trx: Transaction<Database>,
  arenaId: number,
  answers: readonly NewAnswer[],
): Promise<number> {
  if (answers.length === 0) return 0
  const promptIds = [...new Set(answers.map(({ promptId }) => promptId))]
  const standing = new Map(
    (await selectAnswers(trx, arenaId, promptIds)).map((row) => [
      answerKey(row.prompt_id, row.contestant_id, row.sample),
      row,
    ]),
  )
  const newAnswers = new Map<string, { answer: NewAnswer; row: ReturnType<typeof rowOf> }>()
  const replaced: { id: number; answer: NewAnswer; row: ReturnType<typeof rowOf> }[] = []
  for (const answer of answers) {
    const key = answerKey(answer.promptId, answer.contestantId, answer.sample ?? 1)
    const row = rowOf(arenaId, answer)
    const old = standing.get(key)
    // the same transaction may have put other portions of these answers
    const twin = newAnswers.get(key)?.row ?? (old?.isOwn ? old : undefined)
    if (twin && twin.text_sha256 !== row.text_sha256)
      throw new ProblemError(
        'invalid_request',
        msg('two_answers', { contestant: answer.contestant, prompt: answer.prompt }),
        { about: { contestant: answer.contestant } },
      )
    if (!old) newAnswers.set(key, { answer, row })
    else if (old.erased_at === null && old.text_sha256 !== row.text_sha256)
      replaced.push({ id: old.id, answer, row })
  }
  const seenIds = await shownAnswers(
    trx,
    arenaId,
    replaced.map(({ id }) => id),
  )
  for (const { id, answer, row } of replaced) {
    if (seenIds.has(id))
      throw new ProblemError(
        'invalid_request',
        msg('text_changed', { contestant: answer.contestant, prompt: answer.prompt }),
        { about: { contestant: answer.contestant } },
      )
    await updateAnswer(trx, arenaId, id, row)
  }
  for (const part of chunks([...newAnswers.values()]))
    await insertAnswers(
      trx,
      part.map(({ row }) => row),
    )
  const changed = newAnswers.size + replaced.length
  if (changed > 0) await touchArena(trx, arenaId)
  return changed
}

function rowOf(
  arenaId: number,
  {
    promptId,
    contestantId,
    sample = 1,
    text,
    turns,
    context,
    transcript,
    tokens,
    costUsd,
    latencyMs,
  }: NewAnswer,
) {
  return {
    arena_id: arenaId,
    prompt_id: promptId,
    contestant_id: contestantId,
    sample,
    text: turns ? null : text,
    turns: turns && JSON.stringify(turns),
    context: context ? JSON.stringify(context) : null,
    transcript: transcript?.length ? JSON.stringify(transcript) : null,
    tokens: tokens ?? null,
    cost_usd: costUsd ?? null,
    latency_ms: latencyMs ?? null,
    ...measure(turns ?? [text ?? ''], transcript?.length ? transcript : null),
  }
}

/** The answers to these prompts. `isOwn`: this transaction added or changed it. */
const selectAnswers = (trx: Transaction<Database>, arenaId: number, promptIds: readonly number[]) =>
  trx
    .selectFrom('answers')
    .select(['id', 'prompt_id', 'contestant_id', 'sample', 'text_sha256', 'erased_at'])
    .select(sql<boolean>`answers.xmin = pg_current_xact_id()::xid`.as('isOwn'))
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`prompt_id = any (${promptIds}::integer[])`)
    .execute()

/** The same key for the same sample of a contestant's answers to a prompt. */
const answerKey = (promptId: number, contestantId: number, sample: number): string =>
  `${promptId} ${contestantId} ${sample}`

async function insertAnswers(trx: Transaction<Database>, rows: Insertable<AnswerTable>[]): Promise<void> {
  await trx.insertInto('answers').values(rows).execute()
}

/** Changes an answer; the database then removes its check results and skipped pairs. */
async function updateAnswer(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  row: Insertable<AnswerTable>,
): Promise<void> {
  await trx.updateTable('answers').set(row).where('arena_id', '=', arenaId).where('id', '=', id).execute()
}
