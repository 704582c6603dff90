/** Prompts and answers on their way into an arena, in a temporary table that ends with the transaction. */
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { insertRowsAs } from '../../platform/insert-rows.ts'
import type { Database } from '../../platform/schema.ts'

export interface StagedText {
  /** From 1. */
  portion: number
  /** Its place in the portion. */
  place: number
  prompt: string
  /** Null: it is the prompt itself. */
  contestant: string | null
  /** The whole of it as JSON. */
  content: string
}

const STAGED = { portion: 'integer', place: 'integer', prompt: 'text', contestant: 'text', content: 'text' }

export async function createTextStaging(trx: Transaction<Database>): Promise<void> {
  await sql`create temporary table staged_texts
    (portion integer, place integer, prompt text, contestant text, content text, primary key (portion, place))
    on commit drop`.execute(trx)
}

export const stageTexts = (trx: Transaction<Database>, texts: readonly StagedText[]): Promise<void> =>
  insertRowsAs(trx, 'pg_temp.staged_texts', STAGED, texts)

export async function selectTexts(
  trx: Transaction<Database>,
  portion: number,
): Promise<Pick<StagedText, 'contestant' | 'content'>[]> {
  const { rows } = await sql<Pick<StagedText, 'contestant' | 'content'>>`
    select contestant, content from pg_temp.staged_texts where portion = ${portion} order by place`.execute(
    trx,
  )
  return rows
}

/** The first answer to a prompt that is not staged. */
export async function firstStray(
  trx: Transaction<Database>,
): Promise<{ contestant: string; prompt: string } | undefined> {
  // without statistics Postgres would compare each answer with each prompt
  await sql`analyze pg_temp.staged_texts`.execute(trx)
  const { rows } = await sql<{ contestant: string; prompt: string }>`
    select a.contestant, a.prompt from pg_temp.staged_texts a
    where a.contestant is not null and not exists (select from pg_temp.staged_texts p where p.contestant is null and p.prompt = a.prompt)
    order by a.portion, a.place limit 1`.execute(trx)
  return rows[0]
}
