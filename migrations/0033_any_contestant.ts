import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Providers that are an HTTP endpoint or a command, and what else arena.yaml says about a provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table providers drop constraint providers_type_check`.execute(db)
  await sql`
    alter table providers
      add check (type in ('openai', 'anthropic', 'http', 'exec')),
      alter column api_key_env drop not null,
      add check (api_key_env is not null or type in ('http', 'exec')),
      add column options jsonb not null default '{}'`.execute(db)
}
