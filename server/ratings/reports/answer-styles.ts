/** What reports need of an arena's answers: their styles, cached until the arena changes. */
import { LRUCache } from 'lru-cache'
import type { Client } from 'pg'
import type { AnswerStyle } from '../../../shared/contracts/votes.ts'
import { openThreadConnection } from '../../platform/postgres/database.ts'
import { measureStyle } from '../../../shared/votes/answer-style.ts'
import { copyRows } from '../../platform/postgres/rows.ts'

/** The most characters whose style is computed; this many take some seconds. */
const MAX_CHARACTERS = 200_000_000
const CACHED_ARENAS = 8

/** Identifies the answers. The revision of the arena changes with its answers. */
export interface AnswersKey {
  url: string
  arenaId: number
  revision: number
}

const cache = new LRUCache<string, { styles: StylesByAnswer | null }>({ max: CACHED_ARENAS })

/** The style of each answer of the arena; null if its answers are too long together. */
export async function selectAnswerStyles({
  url,
  arenaId,
  revision,
}: AnswersKey): Promise<StylesByAnswer | null> {
  const key = `${arenaId} ${revision} ${url}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached.styles
  const client = await openThreadConnection(url, 'deadheat style of answers')
  client.on('error', () => {})
  try {
    const isLong = (await countCharacters(client, arenaId)) > MAX_CHARACTERS
    const styles = isLong ? null : await readStyles(client, arenaId)
    cache.set(key, { styles })
    return styles
  } finally {
    await client.end()
  }
}

async function countCharacters(client: Client, arenaId: number): Promise<number> {
  const { rows } = await client.query(
    'select coalesce(sum(characters), 0)::float8 as characters from answers where arena_id = $1',
    [arenaId],
  )
  return rows[0].characters
}

async function readStyles(client: Client, arenaId: number): Promise<StylesByAnswer> {
  const styles = new Map<string, Map<string, AnswerStyle>>()
  const query = `select p.key, c.name, a.text, a.turns::text from answers a
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where a.arena_id = ${Number(arenaId)}`
  await copyRows(client, query, (row) => {
    const prompt = row.text(0)
    const ofPrompt = styles.get(prompt) ?? new Map<string, AnswerStyle>()
    styles.set(prompt, ofPrompt)
    const turns = row.isNull(2) ? (JSON.parse(row.text(3)) as string[]) : [row.text(2)]
    ofPrompt.set(row.text(1), measureStyle(turns))
  })
  return styles
}

/** Styles by the key of the prompt, then by the name of the contestant. */
export type StylesByAnswer = ReadonlyMap<string, ReadonlyMap<string, AnswerStyle>>
