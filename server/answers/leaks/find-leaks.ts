import type { Transaction } from 'kysely'
import type { LeakSettings } from '../../../shared/contracts/index.ts'
import { touchArena } from '../../arenas/index.ts'
import { chunks } from '../../platform/chunks.ts'
import { addJob } from '../../platform/jobs.ts'
import type { JobRequest } from '../../platform/jobs.ts'
import type { Database } from '../../platform/schema.ts'
import { inEnglish, msg } from '../../../shared/messages/index.ts'
import { identityQuestion } from './identity-question.ts'
import {
  insertLeaks,
  markSearched,
  releaseOpenLeaks,
  selectEndOfAnswers,
  selectNamed,
  selectSettings,
  selectUnsearchedAnswers,
  selectUnsearchedPrompts,
  settleLeaks,
} from './leak-queries.ts'
import type { NewLeak, RulesOfContestant, Searched } from './leak-queries.ts'
import { namesOfContestant, rulesOf, sharedPersonas } from './names-of-contestants.ts'
import type { NamedContestant } from './names-of-contestants.ts'
import { selfNaming } from './self-naming.ts'
import type { SelfNaming } from './self-naming.ts'

/** The job that searches again and settles votes that were cast in the meantime. */
export const FIND_LEAKS_TASK = 'find-leaks'

/** The job of an arena. Its queue is its own, so that boards do not wait for it. */
export const leakSearchOf = (arenaId: number): JobRequest => ({
  task: FIND_LEAKS_TASK,
  payload: { arenaId },
  queue: `leaks-${arenaId}`,
  key: `${FIND_LEAKS_TASK}-${arenaId}`,
})

/** After this time, every vote that was being recorded together with a leak is stored. */
const SETTLE_MS = 5000

/** Texts that are searched at once: a few milliseconds of work. */
const PORTION = 100
/** Answers that are fetched at once. */
const FETCHED = 500
/** Answers that Postgres looks through at once where all of them have been searched. */
const MOST_LOOKED_THROUGH = 100_000
const LAST_ID = 2 ** 31 - 1

export interface FoundLeaks {
  found: number
  released: number
  /** Votes whose quarantine changed. */
  votes: number
  /** The answer after which the search goes on; null: everything was searched. */
  next: number | null
}

/** What to search: all that was not, unless given. */
export interface LeakSearch {
  /** The contestant whose answers alone are searched; null: all answers, then all prompts. */
  only?: number | null
  /** The id of the answer after which the search begins. */
  after?: number
  /** Answers after which the search stops. */
  most?: number
}

/**
 * Searches every answer and prompt of the arena that was not searched by its present rules: for answers that name their
 * model or its maker, and for prompts that ask for it. Votes on what is found go into quarantine. A leak that present rules
 * no longer find is released; one that an operator released is not found again.
 */
export async function findLeaks(
  trx: Transaction<Database>,
  arenaId: number,
  at: Date,
  { only = null, after: start = 0, most = Infinity }: LeakSearch = {},
): Promise<FoundLeaks> {
  const settings = await selectSettings(trx, arenaId)
  const contestants = await selectNamed(trx, arenaId)
  const counts = { found: 0, released: 0 }
  const searches = searchesOf(contestants, settings, only)
  const of = searches.map(({ contestantId, rules }) => ({ contestantId, rules }))
  const searchFor = new Map(searches.map((one) => [one.contestantId, one]))
  let next: number | null = null
  for await (const answers of unsearchedAnswers(trx, arenaId, of, start)) {
    for (const portion of chunks(answers.found, PORTION))
      await record(trx, arenaId, portion, 'answers', { at, counts }, ({ id, contestantId, texts }) => {
        const { name, search } = searchFor.get(contestantId)!
        const excerpt = firstOf(texts, search)
        return excerpt === null ? null : { answer_id: id, prompt_id: null, ...inAnswer(name, excerpt) }
      })
    if (answers.count < most) continue
    next = answers.until
    break
  }
  const rules = rulesOf([], settings)
  const search = settings.find === false ? () => null : identityQuestion
  for (let after = 0; only === null && next === null;) {
    const prompts = await selectUnsearchedPrompts(trx, arenaId, rules, { after, limit: PORTION })
    if (prompts.length === 0) break
    after = prompts.at(-1)!.id
    const searched = prompts.map((prompt) => ({ ...prompt, rules }))
    await record(trx, arenaId, searched, 'prompts', { at, counts }, ({ id, key, texts }) => {
      const excerpt = firstOf(texts, search)
      return excerpt === null ? null : { answer_id: null, prompt_id: id, ...inPrompt(key, excerpt) }
    })
  }
  if (counts.found + counts.released === 0) return { ...counts, votes: 0, next }
  await touchArena(trx, arenaId)
  await addJob(trx, { ...leakSearchOf(arenaId), delayMs: SETTLE_MS })
  return { ...counts, votes: await settleLeaks(trx, arenaId, at), next }
}

interface Unsearched {
  found: (Searched & RulesOfContestant)[]
  /** How many were found so far. */
  count: number
  /** All answers up to this id were looked through. */
  until: number
}

/** Answers that were not searched by their present rules, in the order of their ids, a few hundred at a time. */
async function* unsearchedAnswers(
  trx: Transaction<Database>,
  arenaId: number,
  of: readonly RulesOfContestant[],
  start: number,
): AsyncGenerator<Unsearched> {
  let count = 0
  let size = FETCHED
  for (let after = start; of.length > 0;) {
    const last = of.length === 1 ? LAST_ID : await selectEndOfAnswers(trx, arenaId, after, size)
    if (last === undefined) return
    const found = await selectUnsearchedAnswers(trx, arenaId, of, { after, last, limit: FETCHED })
    const until = found.length < FETCHED ? last : found.at(-1)!.id
    yield { found, count: (count += found.length), until }
    if (until === LAST_ID) return
    after = until
    size = found.length > 0 ? FETCHED : Math.min(4 * size, MOST_LOOKED_THROUGH)
  }
}

interface SearchOfContestant extends RulesOfContestant {
  name: string
  search: SelfNaming
}

/** The search of each contestant's answers, or of one contestant's. */
function searchesOf(
  contestants: readonly NamedContestant[],
  settings: LeakSettings,
  only: number | null,
): SearchOfContestant[] {
  const shared = sharedPersonas(contestants)
  return contestants
    .filter(({ id }) => only === null || id === only)
    .map((contestant) => {
      const names = namesOfContestant(contestant, shared, settings)
      const search: SelfNaming = settings.find === false ? () => null : selfNaming(names)
      return { contestantId: contestant.id, name: contestant.name, rules: rulesOf(names, settings), search }
    })
}

interface Recording {
  at: Date
  counts: { found: number; released: number }
}

async function record<T extends Searched & { rules: string }>(
  trx: Transaction<Database>,
  arenaId: number,
  searched: readonly T[],
  table: 'answers' | 'prompts',
  { at, counts }: Recording,
  leakIn: (searched: T) => NewLeak | null,
): Promise<void> {
  const leaks: NewLeak[] = []
  const gone: number[] = []
  for (const one of searched) {
    const leak = leakIn(one)
    if (leak === null) gone.push(...(one.openLeak === null ? [] : [one.openLeak]))
    else if (one.openLeak === null && !one.releasedWords.includes(leak.found)) leaks.push(leak)
  }
  await insertLeaks(trx, arenaId, leaks, at)
  const because = inEnglish(msg('leak_no_longer_found'))
  counts.released += (await releaseOpenLeaks(trx, arenaId, gone, { by: 'rules', because, at })).length
  counts.found += leaks.length
  await markSearched(trx, table, arenaId, searched)
}

function firstOf(texts: readonly string[], search: (text: string) => string | null): string | null {
  for (const text of texts) {
    const excerpt = search(text)
    if (excerpt !== null) return excerpt
  }
  return null
}

const inAnswer = (contestant: string, found: string) =>
  telling(msg('leak_in_answer', { contestant, found }), found)
const inPrompt = (prompt: string, found: string) => telling(msg('leak_in_prompt', { prompt, found }), found)

const telling = (finding: ReturnType<typeof msg>, found: string) => ({
  found,
  reason: inEnglish(finding),
  finding,
})
