/** The answers that can be shown, arranged so that a draw reads no database. */
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { withoutLeak, withText } from '../answers/index.ts'
import type { Db } from '../platform/schema.ts'

/** One sample of a contestant's answers to a prompt; equal `text` means equal texts. */
export interface PoolAnswer {
  id: number
  text: string
}

export interface Pool {
  /** Active contestants that have at least one answer to a prompt that can be shown. */
  contestants: number[]
  /** Each contestant's answers by prompt id, at least one each, in the order of `contestants`. */
  answers: Map<number, PoolAnswer[]>[]
}

interface PoolRow {
  contestant_id: number
  prompt_id: number
  answer_id: number
  text_sha256: string
}

type Answers = Map<number, Map<number, PoolAnswer[]>>

/** @param rows in the same order each time, which makes a seeded draw repeatable */
export function buildPool(rows: readonly PoolRow[]): Pool {
  return poolFrom(add(new Map(), rows))
}

/**
 * Builds the pool from rows in portions, so that a large arena does not block the process.
 * @param onPortion is told how many answers were read so far
 */
async function gatherPool(
  portions: AsyncIterable<readonly PoolRow[]>,
  onPortion: (answers: number) => void,
): Promise<Pool> {
  const all: Answers = new Map()
  let answers = 0
  for await (const rows of portions) {
    add(all, rows)
    onPortion((answers += rows.length))
  }
  return poolFrom(all)
}

function add(all: Answers, rows: readonly PoolRow[]): Answers {
  for (const { contestant_id, prompt_id, answer_id, text_sha256 } of rows) {
    const answers = all.get(contestant_id) ?? new Map<number, PoolAnswer[]>()
    const samples = answers.get(prompt_id)
    const answer = { id: answer_id, text: text_sha256 }
    if (samples) samples.push(answer)
    else answers.set(prompt_id, [answer])
    all.set(contestant_id, answers)
  }
  return all
}

function poolFrom(all: Answers): Pool {
  const contestants = [...all.keys()].sort((a, b) => a - b)
  return { contestants, answers: contestants.map((id) => all.get(id)!) }
}

/** Whether any text of one contestant differs from any text of the other. */
export const anyDifferent = (answers: readonly PoolAnswer[], rivalAnswers: readonly PoolAnswer[]): boolean =>
  answers[0].text !== rivalAnswers[0].text ||
  answers.some(({ text }) => rivalAnswers.some((rival) => rival.text !== text))

// The pool of an arena in memory, read again after a change of the arena.

/** Nobody waits for a pool of more answers. */
const MANY_ANSWERS = 20_000

interface Reading {
  /** Of the arena, when the reading began. */
  revision: number
  pool: Promise<Pool>
  /** The pool, or null once more than `MANY_ANSWERS` were read. */
  poolIfSmall: Promise<Pool | null>
  isOver: boolean
}

const readings = new WeakMap<object, Map<number, Reading>>()

type Asked = Pick<Arena, 'id' | 'revision'>

/** The arena's pool. Millions of answers take many seconds. */
export async function currentPool(deps: Pick<Deps, 'db'>, arena: Asked): Promise<Pool> {
  for (;;) {
    const reading = newestReading(deps, arena)
    const pool = await reading.pool
    if (reading.revision >= arena.revision) return pool
  }
}

/** The arena's pool; null while one of many answers is read. */
export async function poolIfRead(deps: Pick<Deps, 'db'>, arena: Asked): Promise<Pool | null> {
  for (;;) {
    const reading = newestReading(deps, arena)
    const pool = await (reading.isOver ? reading.pool : reading.poolIfSmall)
    if (pool === null || reading.revision >= arena.revision) return pool
  }
}

/** The newest reading. Another one begins only after it, so that frequent changes do not make many at once. */
function newestReading({ db }: Pick<Deps, 'db'>, { id, revision }: Asked): Reading {
  const byArena = readings.get(db) ?? new Map<number, Reading>()
  readings.set(db, byArena)
  const newest = byArena.get(id)
  if (newest && (!newest.isOver || newest.revision >= revision)) return newest
  const many = Promise.withResolvers<null>()
  const pool = read()
  // one race for all draws: a promise that stays pending keeps what each race leaves on it
  const reading: Reading = { revision, pool, poolIfSmall: Promise.race([pool, many.promise]), isOver: false }
  byArena.set(id, reading)
  reading.pool.catch(() => byArena.delete(id))
  // those who wait for it hear of a failure
  reading.poolIfSmall.catch(() => {})
  return reading

  async function read(): Promise<Pool> {
    const pool = await gatherPool(poolRows(db, id), (answers) => {
      if (answers > MANY_ANSWERS) many.resolve(null)
    })
    reading.isOver = true
    return pool
  }
}

/** Rows that are read at once: few enough to be read within a few milliseconds. */
const PORTION = 2000

/**
 * Answers of active contestants to prompts in use that have a text. None that is empty, since it is told from any other at a
 * glance. None in which the model or its maker is named, since votes on it would not count.
 */
const showableAnswers = (db: Db, arenaId: number) =>
  db
    .selectFrom('answers')
    .innerJoin('prompts', (join) =>
      join.onRef('prompts.arena_id', '=', 'answers.arena_id').onRef('prompts.id', '=', 'answers.prompt_id'),
    )
    .innerJoin('contestants', (join) =>
      join
        .onRef('contestants.arena_id', '=', 'answers.arena_id')
        .onRef('contestants.id', '=', 'answers.contestant_id'),
    )
    .where('answers.arena_id', '=', arenaId)
    .where('answers.erased_at', 'is', null)
    .where('prompts.messages', 'is not', null)
    .where('prompts.retired_at', 'is', null)
    .where('contestants.retired_at', 'is', null)
    .where(withText('answers'))
    .where(withoutLeak('answers'))

const POOL_COLUMNS = [
  'answers.contestant_id',
  'answers.prompt_id',
  'answers.id as answer_id',
  'answers.text_sha256',
] as const

/**
 * Answers that can be shown, by id: nearly as they lie on the disk. By contestant, each row would be on another page.
 */
async function* poolRows(db: Db, arenaId: number): AsyncGenerator<PoolRow[]> {
  for (let after = 0; ;) {
    const rows = await showableAnswers(db, arenaId)
      .select(POOL_COLUMNS)
      .where('answers.id', '>', after)
      .orderBy('answers.id')
      .limit(PORTION)
      .execute()
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.answer_id
  }
}

/** The answers of these contestants to one prompt that can be shown, by contestant and id. */
export const selectPromptAnswers = (
  db: Db,
  arenaId: number,
  promptId: number,
  contestantIds: readonly number[],
): Promise<PoolRow[]> =>
  showableAnswers(db, arenaId)
    .select(POOL_COLUMNS)
    .where('answers.prompt_id', '=', promptId)
    .where('answers.contestant_id', 'in', contestantIds)
    .orderBy('answers.contestant_id')
    .orderBy('answers.id')
    .execute()

/** The prompts on which two active contestants can meet: both have an answer that can be shown, with different texts. */
export async function selectSharedPrompts(
  db: Db,
  arenaId: number,
  first: number,
  second: number,
): Promise<number[]> {
  const rows = await showableAnswers(db, arenaId)
    .select('answers.prompt_id')
    .distinct()
    .where('answers.contestant_id', '=', first)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('answers as o')
          .select('o.id')
          .whereRef('o.arena_id', '=', 'answers.arena_id')
          .whereRef('o.prompt_id', '=', 'answers.prompt_id')
          .where('o.contestant_id', '=', second)
          .where('o.erased_at', 'is', null)
          .whereRef('o.text_sha256', '!=', 'answers.text_sha256')
          .where(withText('o'))
          .where(withoutLeak('o')),
      ),
    )
    .orderBy('answers.prompt_id')
    .execute()
  return rows.map(({ prompt_id }) => prompt_id)
}

export async function selectActiveContestants(db: Db, arenaId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('contestants')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
