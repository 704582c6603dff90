import { sql, type Kysely } from 'kysely'

/** What columns mean whose migrations do not say it. It comes into the types of the tables (npm run schema). */
export const up = (db: Kysely<unknown>) =>
  sql`
    comment on column answers.erased_at is 'Since when its text is erased; null: it has its text.';
    comment on column prompts.erased_at is 'Since when its text is erased; null: it has its text.';
    comment on column live_conversations.erased_at is 'Since when its texts are erased; null: it has them.';
    comment on column voter_networks.network is
      'As a keyed hash; of an IPv6 one, the hash of its /48 follows.';
    comment on column pair_decisions.question is 'The pair, view and gate, as canonical JSON.';
    comment on column pictures.width is 'In pixels, as shown.';
    comment on column read_files.file is 'Its name, without folders.';
    comment on column read_files.content_id is 'Differs for files with different content.';
    comment on column read_files.votes is 'How many it had, as of answers and prompts.';
    comment on column model_keys.variable is 'The environment variable in whose place it stands.';
    comment on column model_keys.sealed is 'The key of the provider, sealed with a key of the data folder.';
    comment on column model_prices.input_usd is 'US dollars per million tokens, as for output.'`.execute(db)
