import { sql, type Kysely } from 'kysely'

/**
 * What triggers did to the rows of an archived arena is in these rows already. The transaction that adds them says so by
 * `deadheat.copies_arena`. Disabling triggers would lock out everybody who votes, and deadlock with them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, table, rows, run] of TRIGGERS)
    await sql`
      drop trigger ${sql.ref(name)} on ${sql.table(table)};
      create trigger ${sql.ref(name)} after insert on ${sql.table(table)} referencing new table as ${sql.ref(rows)}
        for each statement when (current_setting('deadheat.copies_arena', true) is distinct from 'on')
        execute function ${sql.ref(run)}()`.execute(db)
}

/** Each trigger on added rows: its name, its table, its name of the added rows, its function. */
const TRIGGERS = [
  ['nothing_late', 'climb_references', 'added', 'refuse_late_climb_rows'],
  ['nothing_late', 'climb_attempts', 'added', 'refuse_late_climb_rows'],
  ['nothing_late', 'climb_results', 'added', 'refuse_late_climb_rows'],
  ['leaked', 'votes', 'new_votes', 'quarantine_new_leaked'],
  ['over_cap', 'votes', 'new_votes', 'quarantine_new_over_cap'],
  ['call_made', 'calls', 'made', 'enter_new_calls'],
  ['call_made', 'live_calls', 'made', 'enter_new_calls'],
] as const
