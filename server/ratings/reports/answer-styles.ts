/** What reports need of an arena's answers: their styles, cached until the arena changes, and which samples votes are on. */
import { connectTo } from '../../platform/postgres/database.ts'
import { Lru } from '../../platform/lru.ts'
import type { AnswerStyle } from '../../../shared/contracts/votes.ts'

import type { Client } from 'pg'
import { styleOf } from '../../../shared/votes/answer-style.ts'
import { copyRows } from '../../platform/postgres/rows.ts'

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
    ofPrompt.set(row.text(1), styleOf(turns))
  })
  return styles
}

/** Styles by the key of the prompt, then by the name of the contestant. */
export type StylesByAnswer = ReadonlyMap<string, ReadonlyMap<string, AnswerStyle>>

/** The samples of both sides by the id of the vote; only of votes with one above 1. */
export type SamplesByVote = ReadonlyMap<number, readonly [left: number, right: number]>

/**
 * Which samples the votes of an arena are on, for contestants with several answers to a prompt. Read each time, because they
 * change with battles and not with the revision of the arena.
 */
export async function samplesOf({ url, arenaId }: Omit<AnswersOf, 'revision'>): Promise<SamplesByVote> {
  const client = await connectTo(url, 'deadheat samples of votes')
  client.on('error', () => {})
  try {
    return (await hasSeveral(client, arenaId)) ? await readSamples(client, arenaId) : new Map()
  } finally {
    await client.end()
  }
}

async function hasSeveral(client: Client, arenaId: number): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select from answers where arena_id = $1 and sample > 1) or
      exists (select from battles where arena_id = $1 and greatest(left_sample, right_sample) > 1) as several`,
    [arenaId],
  )
  return rows[0].several
}

async function readSamples(client: Client, arenaId: number): Promise<SamplesByVote> {
  const samples = new Map<number, [number, number]>()
  const query = `select v.id::bigint, s.one::int, s.other::int from votes v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    left join answers x on x.arena_id = b.arena_id and x.id = b.left_answer_id
    left join answers y on y.arena_id = b.arena_id and y.id = b.right_answer_id
    cross join lateral (select coalesce(x.sample, b.left_sample, 1) as one,
      coalesce(y.sample, b.right_sample, 1) as other) s
    where v.arena_id = ${Number(arenaId)} and greatest(s.one, s.other) > 1`
  await copyRows(client, query, (row) => samples.set(row.int8(0), [row.int4(1), row.int4(2)]))
  return samples
}
