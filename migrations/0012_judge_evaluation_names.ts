import { sql, type Kysely } from 'kysely'

/** Names of judging as the code has them: skipped pairs and judge evaluations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table left_out_pairs rename to skipped_pairs;
    alter index left_out_pairs_by_greater rename to skipped_pairs_by_greater;
    alter index left_out_pairs_by_lesser rename to skipped_pairs_by_lesser;
    create or replace function forget_results_of_answer() returns trigger language plpgsql as $$
    begin
      delete from check_results where arena_id = new.arena_id and answer_id = new.id;
      delete from skipped_pairs where arena_id = new.arena_id and new.id in (lesser_answer_id, greater_answer_id);
      return null;
    end $$`.execute(db)
  await sql`
    alter table trials rename to judge_evaluations;
    alter table judge_evaluations rename column tried_at to evaluated_at;
    update judge_evaluations
      set report = replace(replace(report::text, '"triedAt":', '"evaluatedAt":'), '"showings":', '"requests":')::jsonb`.execute(
    db,
  )
}
