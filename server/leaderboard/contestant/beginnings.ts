import type { Message } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { textsArePublic } from '../../prompts/index.ts'
import { selectPromptTexts } from './queries.ts'

const BEGINNING = 280

/** The beginnings of prompts by key; only of prompts whose texts may be read. */
export async function beginnings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  prompts: readonly { key: string }[],
  isAdmin: boolean,
): Promise<Map<string, string>> {
  const keys = prompts.map(({ key }) => key)
  const texts = await selectPromptTexts(db, arena.id, keys)
  const readable = texts.filter((prompt) => isAdmin || textsArePublic(prompt, clock()))
  return new Map(readable.flatMap(({ key, messages }) => (messages ? [[key, beginningOf(messages)]] : [])))
}

function beginningOf(messages: readonly Message[]): string {
  const text = (messages.find(({ role }) => role === 'user') ?? messages[0])?.content ?? ''
  const letters = Array.from(text.slice(0, 2 * BEGINNING + 2))
  return letters.length > BEGINNING ? `${letters.slice(0, BEGINNING - 1).join('')}…` : letters.join('')
}
