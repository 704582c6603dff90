import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** A whole arena can be removed, by a transaction that names it. Nothing else deletes a fact. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { refuse, tables } of [
    { refuse: 'refuse_change', tables: ['votes', 'retractions'] },
    { refuse: 'refuse_change_of_quarantine', tables: ['quarantines'] },
    { refuse: 'refuse_change_of_audit', tables: ['audit_entries'] },
    { refuse: 'refuse_change_of_chain', tables: ['chain_digests', 'chain_leaves'] },
    {
      refuse: 'refuse_climb_change',
      tables: ['climb_epochs', 'climb_references', 'climb_attempts', 'climb_results'],
    },
  ])
    for (const table of tables) {
      await sql`drop trigger append_only on ${sql.table(table)}`.execute(db)
      await sql`
        create trigger append_only before truncate on ${sql.table(table)}
          for each statement execute function ${sql.id(refuse)}()`.execute(db)
      await sql`
        create trigger deleted_with_arena_only before delete on ${sql.table(table)} for each row
          when (old.arena_id is null
            or old.arena_id::text is distinct from current_setting('deadheat.removed_arena', true))
          execute function ${sql.id(refuse)}()`.execute(db)
    }
  // rows of the others are changed by an erasure alone
  for (const { refuse, tables } of [
    { refuse: 'refuse_change', tables: ['retractions'] },
    { refuse: 'refuse_change_of_chain', tables: ['chain_digests', 'chain_leaves'] },
    { refuse: 'refuse_climb_change', tables: ['climb_epochs', 'climb_attempts'] },
  ])
    for (const table of tables)
      await sql`
        create trigger never_updated before update on ${sql.table(table)}
          for each statement execute function ${sql.id(refuse)}()`.execute(db)
}
