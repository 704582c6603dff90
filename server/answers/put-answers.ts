/** How answers come in, imported ones and those of providers, what is measured about their texts, and how they are erased. */
import { sql, type Selectable } from 'kysely'
import type { TranscriptStep } from '../../shared/contracts/index.ts'
import { incrementRevision } from '../arenas/index.ts'
import { ERASED } from '../platform/audit.ts'
import { limitCombiningMarks } from '../platform/fold-texts.ts'
import { chunks } from '../platform/postgres/rows.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database, Db, Trx } from '../platform/schema.ts'
import { shownAnswers } from './missing-answers.ts'
import { msg } from '../../shared/messages/index.ts'
import { searchArena } from './leaks/find-leaks.ts'
import { createHash } from 'node:crypto'
import { canonicalJson } from '../platform/json.ts'
import { queryColumn } from '../platform/postgres/query.ts'
import type { Drawing, ProviderTurn } from '../platform/documents.ts'

/** What a contestant answered: its text, or its turns; what it had retrieved; and what it did before. */
export type AnswerContent = Pick<Selectable<Database['answers']>, 'text' | 'turns' | 'context' | 'transcript'>

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
 * @returns how many answers were added or replaced, and how many of them were replaced
 * @throws {ProblemError} if an answer that was shown or voted on would change
 */
export async function putAnswers(
  trx: Trx,
  arenaId: number,
  answers: readonly NewAnswer[],
): Promise<{ changed: number; replaced: number }> {
  if (answers.length === 0) return { changed: 0, replaced: 0 }
  const promptIds = [...new Set(answers.map(({ promptId }) => promptId))]
  const standing = new Map(
    (await selectAnswers(trx, arenaId, promptIds)).map((row) => [
      answerKey(row.prompt_id, row.contestant_id, row.sample),
      row,
    ]),
  )
  const newAnswers = new Map<string, { answer: NewAnswer; row: ReturnType<typeof storedRow> }>()
  const replaced: { id: number; answer: NewAnswer; row: ReturnType<typeof storedRow> }[] = []
  for (const answer of answers) {
    const key = answerKey(answer.promptId, answer.contestantId, answer.sample ?? 1)
    const row = storedRow(arenaId, answer)
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
    // the database then removes its check results and skipped pairs
    await trx.updateTable('answers').set(row).where('arena_id', '=', arenaId).where('id', '=', id).execute()
  }
  for (const part of chunks([...newAnswers.values()]))
    await trx
      .insertInto('answers')
      .values(part.map(({ row }) => row))
      .execute()
  const changed = newAnswers.size + replaced.length
  if (changed > 0) await incrementRevision(trx, arenaId)
  return { changed, replaced: replaced.length }
}

function storedRow(arenaId: number, answer: NewAnswer) {
  const { text, turns, context, transcript } = answer
  return {
    arena_id: arenaId,
    prompt_id: answer.promptId,
    contestant_id: answer.contestantId,
    sample: answer.sample ?? 1,
    text: turns ? null : text,
    turns: turns && JSON.stringify(turns),
    context: context ? JSON.stringify(context) : null,
    transcript: transcript?.length ? JSON.stringify(transcript) : null,
    tokens: answer.tokens ?? null,
    cost_usd: answer.costUsd ?? null,
    latency_ms: answer.latencyMs ?? null,
    ...measure(turns ?? [text ?? ''], transcript?.length ? transcript : null),
  }
}

/** The answers to these prompts. `isOwn`: this transaction added or changed it. */
const selectAnswers = (trx: Trx, arenaId: number, promptIds: readonly number[]) =>
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

/** One turn of an answer that a run makes. */
export interface MadeTurn extends ProviderTurn {
  /** What the agent did before its text; null: nothing is known. */
  transcript?: TranscriptStep[] | null
}

interface MadeAnswer {
  promptId: number
  contestantId: number
  sample: number
  inputsSha256: string
  context: readonly string[] | null
  /** In order, at least one. */
  turns: readonly MadeTurn[]
  madeAt: Date
}

/** Records an answer from a provider with the cost of all its turns. An existing answer stays. */
export async function recordAnswer(
  trx: Trx,
  arenaId: number,
  { promptId, contestantId, sample, inputsSha256, context, turns, madeAt }: MadeAnswer,
): Promise<void> {
  const texts = turns.map(({ text }) => text)
  const sum = (figure: (turn: MadeTurn) => number) => turns.reduce((all, turn) => all + figure(turn), 0)
  const last = turns.at(-1)!
  const transcript = mergeTranscripts(turns)
  const row = {
    arena_id: arenaId,
    prompt_id: promptId,
    contestant_id: contestantId,
    sample,
    text: texts.length === 1 ? texts[0] : null,
    turns: texts.length === 1 ? null : JSON.stringify(texts),
    context: context && JSON.stringify(context),
    transcript: transcript && JSON.stringify(transcript),
    tokens: sum(({ outputTokens }) => outputTokens),
    cost_usd: turns.some(({ costUsd }) => costUsd === null) ? null : sum(({ costUsd }) => costUsd!),
    latency_ms: sum(({ latencyMs }) => latencyMs),
    inputs_sha256: inputsSha256,
    finish_reason: turns.find(({ finishReason }) => finishReason !== 'stop')?.finishReason ?? 'stop',
    input_tokens: sum(({ inputTokens }) => inputTokens),
    cached_input_tokens: sum(({ cachedInputTokens }) => cachedInputTokens),
    model_reported: last.model,
    made_at: madeAt,
    ...measure(texts, transcript),
  }
  const ofAnswer = trx.insertInto('answers').values(row).returning('id')
  const added = await ofAnswer.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
  if (!added) return
  await incrementRevision(trx, arenaId)
  await searchArena(trx, arenaId, madeAt, { only: added.id })
}

/** The steps of all turns, each with the number of its turn from the second on; null if there are none. */
function mergeTranscripts(turns: readonly MadeTurn[]): TranscriptStep[] | null {
  const steps = turns.flatMap(({ transcript }, nth) =>
    (transcript ?? []).map((step) => (nth === 0 ? step : { ...step, turn: nth + 1 })),
  )
  return steps.length > 0 ? steps : null
}

// What is stored about an answer's text.

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’_-]*/gu

interface Measured {
  /** SHA-256 of the text, and of the transcript if there is one, as a reader sees them. Two answers with the same hash are never shown against each other. */
  text_sha256: string
  /** Unicode code points. */
  characters: number
  /** Runs of letters and digits; in Chinese and Japanese script, characters. */
  words: number
}

/**
 * @param turns the contestant's turns
 * @param transcript what it did before them; it counts for the hash only
 */
export function measure(
  turns: readonly string[],
  transcript: readonly TranscriptStep[] | null = null,
): Measured {
  const written = turns.map((turn) => limitCombiningMarks(turn.trim()).normalize('NFC'))
  // all empty answers have one hash, however many turns they have
  const texts = !transcript && written.every((text) => text === '') ? [] : written
  const shownTexts = [...texts, ...(transcript ? ['transcript', canonicalJson(transcript)] : [])].join(
    '\u0000',
  )
  const text = turns.join('\n')
  return {
    text_sha256: createHash('sha256').update(shownTexts).digest('hex'),
    characters: [...text].length,
    words: text.match(WORD)?.length ?? 0,
  }
}

const EMPTY = measure([]).text_sha256

/** In SQL: an answer says or does something. An empty one is never shown to voters. @param answer  the alias of the table of answers */
export const withText = (answer: string) => sql<boolean>`${sql.ref(`${answer}.text_sha256`)} <> ${EMPTY}`

interface AnswersToErase {
  promptId: number
  /** Null: of all contestants. */
  contestantId: number | null
}

/**
 * Replaces the texts of answers by a tombstone. Their sizes stay, because boards show them. The database removes their
 * check results and leaks.
 * @returns the ids of the answers that had a text
 */
export const eraseAnswers = (
  trx: Trx,
  arenaId: number,
  { promptId, contestantId }: AnswersToErase,
  erasedAt: Date,
): Promise<number[]> =>
  queryColumn<number>(trx)`
    update answers set text = ${ERASED}, turns = null, context = null, transcript = null, text_sha256 = ${measure([ERASED]).text_sha256},
      inputs_sha256 = null, erased_at = ${erasedAt}
    where arena_id = ${arenaId} and prompt_id = ${promptId} and erased_at is null
      and (${contestantId}::integer is null or contestant_id = ${contestantId})
    returning id`

/** Keeps how the turns of an answer are drawn, unless its text is another by now. */
export async function keepDrawn(
  db: Db,
  arenaId: number,
  { id, text_sha256 }: { id: number; text_sha256: string },
  drawn: Buffer[],
  drawing: Drawing,
): Promise<void> {
  const recorded = { drawn, drawing: JSON.stringify(drawing) }
  const ofText = db.updateTable('answers').set(recorded).where('text_sha256', '=', text_sha256)
  await ofText.where('arena_id', '=', arenaId).where('id', '=', id).execute()
}
