import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { touchArena } from '../arenas/index.ts'
import type { Message } from '../../shared/contracts/index.ts'
import { chunks } from '../platform/chunks.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database } from '../platform/schema.ts'
import { fillPrompt, insertPrompts, selectPrompts } from './queries.ts'
import type { PromptRow } from './queries.ts'

export interface NewPrompt {
  key: string
  /** Null for a prompt of which only the key is known. */
  messages: Message[] | null
  category?: string | null
  reference?: string | null
  variables?: Record<string, unknown> | null
  context?: string[] | null
}

export type PromptIds = Map<string, number>

/**
 * Adds the prompts the arena does not have, and gives texts to those it knew by key only.
 * @returns the ids of all prompts of the arena by key
 * @throws {ProblemError} when a prompt stands with other messages
 */
export async function putPrompts(
  trx: Transaction<Database>,
  arenaId: number,
  prompts: Iterable<NewPrompt>,
): Promise<PromptIds> {
  const standing = new Map((await selectPrompts(trx, arenaId)).map((row) => [row.key, row]))
  const fresh = new Map<string, NewPrompt>()
  let changed = false
  for (const prompt of prompts) {
    const old = standing.get(prompt.key)
    if (!old) fresh.set(prompt.key, fresh.get(prompt.key)?.messages ? fresh.get(prompt.key)! : prompt)
    else changed = (await completePrompt(trx, arenaId, old, prompt)) || changed
  }
  const ids: PromptIds = new Map([...standing.values()].map(({ key, id }) => [key, id]))
  for (const rows of chunks([...fresh.values()]))
    for (const { key, id } of await insertPrompts(trx, arenaId, rows)) ids.set(key, id)
  if (changed || fresh.size > 0) await touchArena(trx, arenaId)
  return ids
}

async function completePrompt(
  trx: Transaction<Database>,
  arenaId: number,
  old: PromptRow,
  prompt: NewPrompt,
): Promise<boolean> {
  if (!prompt.messages) return false
  if (old.messages && !isDeepStrictEqual(old.messages, prompt.messages))
    throw new ProblemError(
      'invalid_request',
      `Prompt "${prompt.key}" already stands in this arena with another text. Give the new text an id of its own.`,
    )
  if (old.messages) return false
  await fillPrompt(trx, arenaId, old.id, prompt)
  return true
}
