/** Reads which samples the votes of an arena are on, for contestants with several answers to a prompt. */
import type { Client } from 'pg'
import { copyRows } from '../../platform/postgres/rows.ts'
import { connectTo } from '../../platform/postgres/database.ts'
import type { AnswersOf } from './answer-styles.ts'

/** The samples of both sides by the id of the vote; only of votes with one above 1. */
export type SamplesByVote = ReadonlyMap<number, readonly [left: number, right: number]>

/** Reads the samples each time, because they change with battles and not with the revision of the arena. */
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
