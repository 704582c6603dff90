import type { Transaction } from 'kysely'
import { touchArena } from '../../arenas/index.ts'
import { addJob } from '../../platform/jobs.ts'
import type { Database } from '../../platform/schema.ts'
import { inEnglish, msg } from '../../../shared/messages/index.ts'
import { identityQuestion } from './identity-question.ts'
import {
  insertLeaks,
  markSearched,
  releaseOpenLeaks,
  selectNamed,
  selectSettings,
  selectUnsearchedAnswers,
  selectUnsearchedPrompts,
  settleLeaks,
} from './leak-queries.ts'
import type { NewLeak, Searched } from './leak-queries.ts'
import { namesOfContestant, rulesOf } from './names-of-contestants.ts'
import { selfNaming } from './self-naming.ts'

/** The job that searches again and settles votes that were cast in the meantime. */
export const FIND_LEAKS_TASK = 'find-leaks'

/** By then, every vote has ended that was being recorded when a leak was. */
const SETTLE_MS = 5000

/** Texts that are searched at once: a few milliseconds of work. */
const PORTION = 100

export interface FoundLeaks {
  found: number
  released: number
  /** Votes whose quarantine changed. */
  votes: number
}

/**
 * Searches every answer and prompt of the arena that was not searched by its present rules: for answers that name their
 * model or its maker, and for prompts that ask for it. Votes on what is found go into quarantine. A leak that present rules
 * no longer find is released; one that an operator released is not found again.
 * @param only the contestant whose answers alone are searched; null: all answers and prompts
 */
export async function findLeaks(
  trx: Transaction<Database>,
  arenaId: number,
  at: Date,
  only: number | null = null,
): Promise<FoundLeaks> {
  const settings = await selectSettings(trx, arenaId)
  const contestants = await selectNamed(trx, arenaId)
  const counts = { found: 0, released: 0 }
  for (const contestant of contestants.filter(({ id }) => only === null || id === only)) {
    const names = namesOfContestant(contestant, contestants, settings)
    const rules = rulesOf(names, settings)
    let search: ((text: string) => string | null) | undefined
    for (;;) {
      const answers = await selectUnsearchedAnswers(trx, arenaId, contestant.id, rules, PORTION)
      if (answers.length === 0) break
      const searching = (search ??= settings.find === false ? () => null : selfNaming(names))
      await record(trx, arenaId, answers, 'answers', { rules, at, counts }, (texts, id) => {
        const found = firstOf(texts, searching)
        return found === null ? null : { answer_id: id, prompt_id: null, ...inAnswer(contestant.name, found) }
      })
    }
  }
  const rules = rulesOf([], settings)
  const search = settings.find === false ? () => null : identityQuestion
  while (only === null) {
    const prompts = await selectUnsearchedPrompts(trx, arenaId, rules, PORTION)
    if (prompts.length === 0) break
    const keys = new Map(prompts.map(({ id, key }) => [id, key]))
    await record(trx, arenaId, prompts, 'prompts', { rules, at, counts }, (texts, id) => {
      const found = firstOf(texts, search)
      return found === null ? null : { answer_id: null, prompt_id: id, ...inPrompt(keys.get(id)!, found) }
    })
  }
  if (counts.found + counts.released === 0) return { ...counts, votes: 0 }
  await touchArena(trx, arenaId)
  await addJob(trx, {
    task: FIND_LEAKS_TASK,
    payload: { arenaId },
    queue: `arena-${arenaId}`,
    key: `${FIND_LEAKS_TASK}-${arenaId}`,
    delayMs: SETTLE_MS,
  })
  return { ...counts, votes: await settleLeaks(trx, arenaId, at) }
}

interface Recording {
  rules: string
  at: Date
  counts: { found: number; released: number }
}

async function record(
  trx: Transaction<Database>,
  arenaId: number,
  searched: readonly Searched[],
  table: 'answers' | 'prompts',
  { rules, at, counts }: Recording,
  leakIn: (texts: readonly string[], id: number) => NewLeak | null,
): Promise<void> {
  const leaks: NewLeak[] = []
  const gone: number[] = []
  for (const { id, texts, openLeak, releasedWords } of searched) {
    const leak = leakIn(texts, id)
    if (leak === null) gone.push(...(openLeak === null ? [] : [openLeak]))
    else if (openLeak === null && !releasedWords.includes(leak.found)) leaks.push(leak)
  }
  await insertLeaks(trx, arenaId, leaks, at)
  const because = inEnglish(msg('leak_no_longer_found'))
  counts.released += (await releaseOpenLeaks(trx, arenaId, gone, { by: 'rules', because, at })).length
  counts.found += leaks.length
  await markSearched(
    trx,
    table,
    arenaId,
    searched.map(({ id }) => id),
    rules,
  )
}

function firstOf(texts: readonly string[], search: (text: string) => string | null): string | null {
  for (const text of texts) {
    const found = search(text)
    if (found !== null) return found
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
