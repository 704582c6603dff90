import { sql } from 'kysely'
import { ProblemError } from '../platform/problem.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { composeAnswer, type ComposedAnswer } from './compose-answer.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Message } from '../../shared/contracts/index.ts'
import { incrementRevision } from '../arenas/index.ts'
import { chunks } from '../platform/postgres/rows.ts'
import { queryRows } from '../platform/postgres/query.ts'

/** An answer that a provider must make, because there is none or its inputs have changed. */
interface MissingAnswer {
  contestantId: number
  promptId: number
  /** The number of the answer among the contestant's answers to the prompt, from 1. */
  sample: number
  /** The outdated answer, which nobody has seen and the new one replaces; null if there is none. */
  answerId: number | null
  /** The provider's name. */
  provider: string
  sha256: string
  turns: number
}

/**
 * The missing answers of active contestants with a provider to the prompts in use. They come prompt by prompt,
 * because judging starts with the first prompts.
 * @param contestantIds only of these contestants; null: of all
 * @throws {ProblemError} if the inputs of an answer that was shown, judged or voted on have changed
 */
export async function missingAnswers(
  db: Db,
  arenaId: number,
  contestantIds: readonly number[] | null = null,
): Promise<MissingAnswer[]> {
  const all = await selectAnsweringContestants(db, arenaId)
  const contestants = contestantIds ? all.filter(({ id }) => contestantIds.includes(id)) : all
  if (contestants.length === 0) return []
  const [prompts, answersByKey, samples] = await Promise.all([
    selectPromptsWithText(db, arenaId),
    selectMade(db, arenaId),
    selectSamples(db, arenaId),
  ])
  const missing: MissingAnswer[] = []
  const outdated = new Map<number, string>()
  for (const prompt of prompts)
    for (const contestant of contestants) {
      const bySample = new Map(
        answersByKey.get(`${prompt.id} ${contestant.id}`)?.map((answer) => [answer.sample, answer]),
      )
      // answers beyond the requested number stay, unless they are outdated
      const last = Math.max(samples, ...bySample.keys())
      for (let sample = 1; sample <= last; sample++) {
        const old = bySample.get(sample)
        if ((!old && sample > samples) || old?.erased) continue
        const { sha256, turns } = composeAnswer(contestant, prompt, sample)
        if (old?.sha256 === sha256) continue
        if (old) outdated.set(old.id, contestant.name)
        if (prompt.retired) continue
        missing.push({
          contestantId: contestant.id,
          promptId: prompt.id,
          sample,
          answerId: old?.id ?? null,
          provider: contestant.provider,
          sha256,
          turns,
        })
      }
    }
  const shownAnswerIds = await shownAnswers(db, arenaId, [...outdated.keys()])
  if (shownAnswerIds.size > 0) refuseToRemake(new Set([...shownAnswerIds].map((id) => outdated.get(id)!)))
  return missing
}

function refuseToRemake(names: ReadonlySet<string>): never {
  const sorted = [...names].sort()
  throw new ProblemError('invalid_request', msg('made_anew', { contestants: sorted }), {
    about: { contestant: sorted[0] },
  })
}

/** The contestant that makes the answer, and its request. @throws {ProblemError} if the arena has no such contestant or prompt */
export async function answerToMake(
  db: Db,
  arenaId: number,
  { contestantId, promptId, sample }: Pick<MissingAnswer, 'contestantId' | 'promptId'> & { sample?: number },
): Promise<{ contestant: AnsweringContestantRow; prompt: PromptRow; composed: ComposedAnswer }> {
  const [[contestant], [prompt]] = await Promise.all([
    selectAnsweringContestants(db, arenaId, contestantId),
    selectPromptsWithText(db, arenaId, promptId),
  ])
  if (!contestant || !prompt)
    throw new ProblemError(
      'invalid_request',
      `Contestant ${contestantId} has no provider or prompt ${promptId} has no text, so no answer can be generated.`,
    )
  return { contestant, prompt, composed: composeAnswer(contestant, prompt, sample) }
}

/** The active contestants whose answers a provider makes, by id. */
export async function answeringContestants(
  db: Db,
  arenaId: number,
): Promise<Map<number, AnsweringContestantRow>> {
  return new Map(
    (await selectAnsweringContestants(db, arenaId)).map((contestant) => [contestant.id, contestant]),
  )
}

/** Active contestants whose answers a provider makes, or the contestant with this id, active or not. */
const selectAnsweringContestants = (db: Db, arenaId: number, contestantId?: number) => {
  const contestantQuery = db
    .selectFrom('contestants as c')
    .innerJoin('providers as p', (join) =>
      join.onRef('p.arena_id', '=', 'c.arena_id').onRef('p.name', '=', 'c.provider'),
    )
    .select(['c.id', 'c.name', 'p.name as provider', 'p.type as providerType', 'p.options'])
    .select(['c.system', 'c.template', 'c.params', sql<string>`coalesce(c.model, '')`.as('model')])
    .where('c.arena_id', '=', arenaId)
    .orderBy('c.id')
  return (
    contestantId === undefined
      ? contestantQuery.where('c.retired_at', 'is', null)
      : contestantQuery.where('c.id', '=', contestantId)
  ).execute()
}

type AnsweringContestantRow = Awaited<ReturnType<typeof selectAnsweringContestants>>[number]
type PromptRow = Awaited<ReturnType<typeof selectPromptsWithText>>[number]

/** Prompts with a text, including retired ones, or the prompt with this id. */
const selectPromptsWithText = (db: Db, arenaId: number, promptId?: number) => {
  const promptQuery = db
    .selectFrom('prompts')
    .select(['id', 'key', 'messages', 'variables', 'context'])
    .select(sql<boolean>`retired_at is not null`.as('retired'))
    .where('arena_id', '=', arenaId)
    .where('messages', 'is not', null)
    .orderBy('id')
    .$narrowType<{ messages: Message[] }>()
  return (promptId === undefined ? promptQuery : promptQuery.where('id', '=', promptId)).execute()
}

interface MadeRow {
  id: number
  sample: number
  sha256: string | null
  erased: boolean
}

/** How many answers a run makes for each contestant and prompt. */
async function selectSamples(db: Db, arenaId: number): Promise<number> {
  const { settings } = await db
    .selectFrom('arenas')
    .select('settings')
    .where('id', '=', arenaId)
    .executeTakeFirstOrThrow()
  return settings.samples ?? 1
}

/** The stored answers by `<prompt id> <contestant id>`, each list by sample. */
async function selectMade(db: Db, arenaId: number): Promise<Map<string, MadeRow[]>> {
  const rows = await db
    .selectFrom('answers')
    .select(['id', 'prompt_id', 'contestant_id', 'sample', 'inputs_sha256 as sha256'])
    .select(sql<boolean>`erased_at is not null`.as('erased'))
    .where('arena_id', '=', arenaId)
    .orderBy('sample')
    .execute()
  return Map.groupBy(rows, (row) => `${row.prompt_id} ${row.contestant_id}`)
}

/**
 * Removes outdated answers, whose inputs have changed, so that they are made again.
 * @param contestantIds  only of these contestants; null: of all
 * @throws {ProblemError} if one of them was shown, judged or voted on
 */
export async function forgetOutdated(
  trx: Trx,
  arenaId: number,
  contestantIds: readonly number[] | null = null,
): Promise<void> {
  const outdated = (await missingAnswers(trx, arenaId, contestantIds)).flatMap(
    ({ answerId }) => answerId ?? [],
  )
  // nobody has seen them; the database removes their check results and skipped pairs
  for (const ids of chunks(outdated))
    await trx
      .deleteFrom('answers')
      .where('arena_id', '=', arenaId)
      .where(sql<boolean>`id = any(${ids}::integer[])`)
      .execute()
  if (outdated.length > 0) await incrementRevision(trx, arenaId)
}

/** Those of these answers that a voter has seen in a battle, or a judge in a call. */
export async function shownAnswers(db: Db, arenaId: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await queryRows<{ id: number }>(db)`
    select id from unnest(${ids}::integer[]) as given (id)
    join (select left_answer_id as id from battles where arena_id = ${arenaId}
      union select right_answer_id from battles where arena_id = ${arenaId}
      union select unnest(j.answer_ids) from judgements j where j.arena_id = ${arenaId}
        and exists (select from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id)
    ) as shown using (id)`
  return new Set(rows.map(({ id }) => id))
}
