/**
 * Before 0.1.0 the tables were made by 49 migrations, and nine that make exactly the same tables have replaced them. Databases,
 * backups and archives of that time name the 49. This file, its calls and its test are removed after 0.1.0.
 */
import { sql, type Kysely } from 'kysely'

const names = (text: string): string[] => text.trim().split(/\s+/)

export const SQUASHED = names(`
  0001_arenas 0002_battles_and_votes 0003_snapshots 0004_quarantine 0005_judging 0006_trials 0007_climbs
  0008_left_out_pairs 0009_retired_prompts 0010_audit 0011_challenges 0012_counted_votes 0013_run_findings
  0014_results_of_changed_answers 0015_pair_probability 0016_samples 0017_revealed_names 0018_declared_pairs
  0019_suspicions 0020_public_providers 0021_leaks 0022_chain 0023_imported_focus 0024_erasure 0025_evidence
  0026_injections 0027_removal 0028_injection_tests 0029_voter_cap 0030_served_models 0031_notices
  0032_changes_of_arenas 0033_any_contestant 0034_invitations 0035_schedule 0036_counted_votes_before
  0037_shared_pairs 0038_transcripts 0039_logprobs 0040_operator_tokens 0041_archived_arenas
  0042_votes_for_a_pair 0043_keyless_providers 0044_past_boards 0045_pictures 0046_explorer 0047_vote_counts
  0048_publishing 0049_many_leaks`)

/** What replaced them, in order. Later migrations are no part of it. */
export const REPLACEMENTS = names(`
  0001_arenas_and_answers 0002_judging 0003_votes 0004_boards 0005_challenges 0006_operators 0007_integrity
  0008_chain 0009_append_only`)

export const hasAllSquashed = (migrations: string[]): boolean =>
  SQUASHED.every((name) => migrations.includes(name))

/** The migrations of a database or file, in order and by the names of today: all 49 are the nine. */
export const namesOfToday = (migrations: string[]): string[] =>
  hasAllSquashed(migrations)
    ? [...REPLACEMENTS, ...migrations.filter((name) => !SQUASHED.includes(name))]
    : migrations

/** The last one of a database or file that has some of the 49 alone, which nothing completes any more; otherwise null. */
export function stopsAt(migrations: string[]): string | null {
  const today = namesOfToday(migrations)
  return today.every((name) => SQUASHED.includes(name)) ? (today.at(-1) ?? null) : null
}

/**
 * Notes the nine in a database that has the 49. It waits for a backup, which locks the table. Of several processes at once,
 * the others wait for these rows, find them gone, and add nothing.
 */
export async function noteReplacements<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`
    with gone as (delete from kysely_migration where name = any (${SQUASHED}) returning timestamp)
    insert into kysely_migration (name, timestamp)
    select unnest(${REPLACEMENTS}::text[]), max(timestamp) from gone having count(*) > 0`.execute(db)
}
