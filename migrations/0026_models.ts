import { sql, type Kysely } from 'kysely'

/** What operators set of models on the page: keys of providers, sealed, and prices that the price table lacks. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table model_keys (
      variable text primary key,
      sealed bytea not null,
      set_at timestamptz not null);
    create table model_prices (
      model text primary key,
      input_usd float8 not null check (input_usd >= 0),
      output_usd float8 not null check (output_usd >= 0),
      set_at timestamptz not null)`.execute(db)
