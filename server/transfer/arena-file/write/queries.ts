import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { TranscriptStep } from '../../../../shared/contracts/index.ts'
import type { Database } from '../../../platform/schema.ts'

export interface GivenAnswer {
  contestantId: number
  prompt: string
  sample: number
  text: string | null
  turns: string[] | null
  context: string[] | null
  transcript: TranscriptStep[] | null
  tokens: number | null
  costUsd: number | null
  latencyMs: number | null
}

/** The answers that no provider makes, to prompts that a file can contain. */
const importedAnswers = (db: Kysely<Database>, arenaId: number) =>
  db
    .selectFrom('answers as a')
    .innerJoin('contestants as c', (join) =>
      join.onRef('c.arena_id', '=', 'a.arena_id').onRef('c.id', '=', 'a.contestant_id'),
    )
    .innerJoin('prompts as p', (join) =>
      join.onRef('p.arena_id', '=', 'a.arena_id').onRef('p.id', '=', 'a.prompt_id'),
    )
    .where('a.arena_id', '=', arenaId)
    .where('c.provider', 'is', null)
    .where('p.messages', 'is not', null)
    .where(sql<boolean>`p.retired_by is distinct from 'file'`)

/** Ordered by contestant, prompt and sample. */
export const selectGivenAnswers = (db: Kysely<Database>, arenaId: number): Promise<GivenAnswer[]> =>
  importedAnswers(db, arenaId)
    .select([
      'a.contestant_id as contestantId',
      'p.key as prompt',
      'a.sample',
      'a.text',
      'a.turns',
      'a.context',
      'a.transcript',
    ])
    .select(['a.tokens', 'a.cost_usd as costUsd', 'a.latency_ms as latencyMs'])
    .orderBy('a.contestant_id')
    .orderBy('a.prompt_id')
    .orderBy('a.sample')
    .execute()

/** The size of all these texts together, in bytes. */
export async function sizeOfGivenAnswers(db: Kysely<Database>, arenaId: number): Promise<number> {
  const { bytes } = await importedAnswers(db, arenaId)
    .select(
      sql<number>`coalesce(sum(octet_length(coalesce(a.text, a.turns::text)) + coalesce(octet_length(a.context::text), 0)
        + coalesce(octet_length(a.transcript::text), 0)), 0)::float8`.as('bytes'),
    )
    .executeTakeFirstOrThrow()
  return bytes
}
