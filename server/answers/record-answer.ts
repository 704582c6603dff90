import type { Kysely, Insertable, Transaction } from 'kysely'
import type { TranscriptStep } from '../../shared/contracts/index.ts'
import { touchArena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { findInjections } from './injections/find-injections.ts'
import { findLeaks } from './leaks/find-leaks.ts'
import { measure } from './measure.ts'
import type { AnswerTable } from './tables.ts'

/** One turn from a provider. */
export interface MadeTurn {
  text: string
  finishReason: string
  /** The provider's name for the model. */
  model: string
  inputTokens: number
  cachedInputTokens: number
  outputTokens: number
  /** Null if the model has no price. */
  costUsd: number | null
  latencyMs: number
  /** What the agent did before its text; null: nothing is known. */
  transcript?: TranscriptStep[] | null
}

export interface MadeAnswer {
  promptId: number
  contestantId: number
  sample: number
  inputsSha256: string
  context: string[] | null
  /** In order, at least one. */
  turns: readonly MadeTurn[]
  madeAt: Date
}

/** Records an answer from a provider with the cost of all its turns. An existing answer stays. */
export async function recordAnswer(
  db: Kysely<Database>,
  arenaId: number,
  { promptId, contestantId, sample, inputsSha256, context, turns, madeAt }: MadeAnswer,
): Promise<void> {
  const texts = turns.map(({ text }) => text)
  const sum = (of: (turn: MadeTurn) => number) => turns.reduce((all, turn) => all + of(turn), 0)
  const last = turns.at(-1)!
  const transcript = transcriptOf(turns)
  await db.transaction().execute(async (trx) => {
    const added = await insertMadeAnswer(trx, {
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
    })
    if (!added) return
    await touchArena(trx, arenaId)
    await findLeaks(trx, arenaId, madeAt, { only: contestantId })
    await findInjections(trx, arenaId, { only: contestantId })
  })
}

/** The steps of all turns, each with the number of its turn from the second on; null if there are none. */
function transcriptOf(turns: readonly MadeTurn[]): TranscriptStep[] | null {
  const steps = turns.flatMap(({ transcript }, nth) =>
    (transcript ?? []).map((step) => (nth === 0 ? step : { ...step, turn: nth + 1 })),
  )
  return steps.length > 0 ? steps : null
}

/** Adds the answer unless there is one. Returns whether it was added. */
async function insertMadeAnswer(trx: Transaction<Database>, row: Insertable<AnswerTable>): Promise<boolean> {
  const added = await trx
    .insertInto('answers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}
