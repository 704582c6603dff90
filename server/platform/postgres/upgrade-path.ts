/**
 * Before 0.1.0 the tables were made by 17 migrations, and nine that make the same tables have replaced them. A database of that
 * time names the 17. This file, its calls and its test are removed after 0.1.0.
 */
import { sql, type Kysely } from 'kysely'

const names = (text: string): string[] => text.trim().split(/\s+/)

/** What replaced them, in order. Later migrations are no part of it. */
export const REPLACEMENTS = names(`
  0001_arenas_and_answers 0002_judging 0003_votes 0004_boards 0005_challenges 0006_operators 0007_integrity
  0008_chain 0009_facts`)

/** The names that are no longer in use. */
export const REPLACED = names(`
  0009_append_only 0010_quarantine_by_index 0011_board_names 0012_judge_evaluation_names 0013_factors
  0014_given_up_answers 0015_prompt_groups 0016_no_previews 0017_runs_of_answers`)

const hasAllReplaced = (migrations: string[]): boolean => REPLACED.every((name) => migrations.includes(name))

/** Two hours of 24 November 2026 had it. No version before or after knows it, and none opens what has it. */
const WITHDRAWN = '0049_plans_without_statistics'

/**
 * How a database or backup that is too old for this version comes here: `none`, by `one` version, or by `two`, one after the
 * other. Tried with databases of 21, 24 and 25 November 2026.
 */
export function upgradePath(migrations: string[]): 'none' | 'one' | 'two' {
  if (migrations.includes(WITHDRAWN)) return 'none'
  return migrations.includes('0001_arenas') ? 'two' : 'one'
}

/** The last migration of a database or backup that is too old for this version, otherwise null. */
export const lastBefore = (migrations: string[]): string | null =>
  // still older ones begin with the first
  ['0001_arenas', ...REPLACED].some((name) => migrations.includes(name)) ? migrations.at(-1)! : null

/** The migrations of a database, by the names of today: all 17 are the nine. */
export const namesOfToday = (migrations: string[]): string[] =>
  hasAllReplaced(migrations)
    ? [...REPLACEMENTS, ...migrations.filter((name) => ![...REPLACED, ...REPLACEMENTS].includes(name))]
    : migrations

/** Makes a database with the 17 one with the nine, in one transaction, which waits for a backup. Others are left as they are. */
export async function bridge<Schema>(db: Kysely<Schema>, migrations: string[]): Promise<void> {
  if (!hasAllReplaced(migrations)) return
  await db.transaction().execute(async (trx) => {
    await sql`delete from kysely_migration where name = any (${REPLACED.slice(1)})`.execute(trx)
    await sql`update kysely_migration set name = ${REPLACEMENTS.at(-1)} where name = ${REPLACED[0]}`.execute(
      trx,
    )
    // what nothing read any more
    await sql`
      alter table snapshots drop column preview;
      drop table injection_tests;
      drop function counted_votes(integer, timestamptz, xid8)`.execute(trx)
    // constraints kept the names of tables that were renamed
    await sql`
      do $$
      declare one record;
      begin
        for one in select conrelid::regclass as owner, conname as name from pg_constraint
          where conrelid in ('skipped_pairs'::regclass, 'judge_evaluations'::regclass)
            and conname ~ '^(left_out_pairs|trials)_'
        loop
          execute format('alter table %s rename constraint %I to %I', one.owner, one.name,
            regexp_replace(one.name, '^(left_out_pairs|trials)', one.owner::text));
        end loop;
      end $$`.execute(trx)
  })
}
