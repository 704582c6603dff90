/** Caches the styles of the answers of arenas until the arena changes. */
import { connectTo } from '../../platform/database.ts'
import { Lru } from '../../platform/lru.ts'
import { UNKNOWN_STYLE } from '../../../shared/contracts/vote-details.ts'
import type { VoteDetails } from '../../../shared/contracts/vote-details.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { countCharacters, readStyles } from './style-queries.ts'
import type { StylesByAnswer } from './style-queries.ts'

/** The most characters whose style is computed; this many take some seconds. */
const MOST_CHARACTERS = 200_000_000
const CACHED_ARENAS = 8

/** Identifies the answers. The revision of the arena changes with its answers. */
export interface AnswersOf {
  url: string
  arenaId: number
  revision: number
}

const cache = new Lru<StylesByAnswer | null>(CACHED_ARENAS)

/** The style of each answer of the arena; null if its answers are too long together. */
export async function stylesOf({ url, arenaId, revision }: AnswersOf): Promise<StylesByAnswer | null> {
  const key = `${arenaId} ${revision} ${url}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const client = await connectTo(url, 'deadheat style of answers')
  client.on('error', () => {})
  try {
    const isLong = (await countCharacters(client, arenaId)) > MOST_CHARACTERS
    const styles = isLong ? null : await readStyles(client, arenaId)
    cache.set(key, styles)
    return styles
  } finally {
    await client.end()
  }
}

/** The votes with the style of both answers, if the answers are known. */
export function withStyles(table: VoteTable, styles: StylesByAnswer): VoteTable {
  const { contestants, left, right, prompt } = table
  const rest = { preferenceB: null, difficulty: null, castAt: null }
  const details = Array.from({ length: table.votes }, (_, vote): VoteDetails => {
    const number = prompt.of.length > 0 ? prompt.of[vote] : -1
    const answers = number < 0 ? undefined : styles.get(prompt.names[number])
    return {
      ...rest,
      styleA: answers?.get(contestants[left[vote]]) ?? UNKNOWN_STYLE,
      styleB: answers?.get(contestants[right[vote]]) ?? UNKNOWN_STYLE,
    }
  })
  return { ...table, details }
}
