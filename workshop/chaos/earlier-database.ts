/** A database of an earlier version that has everything which must survive an upgrade. */
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { migrateToLatest } from '../../server/platform/postgres/migrate.ts'
import { inFolder } from './world.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The earlier version ends before this migration; votes, runs and challenges have their tables in it. */
const FIRST_LATER = '0007'

export const EARLIER_ARENA = 'earlier'
/** Its votes without those that were taken back or are in quarantine. */
export const COUNTED_VOTES = 3000 - 30 - 20

const FILL = `
  insert into arenas (slug, title, criteria) values ('${EARLIER_ARENA}', 'Earlier', '{overall}');
  insert into contestants (arena_id, slug, name) select 1, 'c' || n, 'C' || n from generate_series(1, 6) n;
  insert into prompts (arena_id, key, messages, reference)
    select 1, 'p' || n, jsonb_build_array(jsonb_build_object('role', 'user', 'content', 'Question ' || n)), 'Right ' || n
    from generate_series(1, 200) n;
  insert into answers (arena_id, prompt_id, contestant_id, text, text_sha256, characters, words)
    select 1, p.id, c.id, format('Reply %s to %s', c.id, p.id), md5(format('%s %s', c.id, p.id)), 12, 4
    from prompts p, contestants c;
  create temporary table drawn as
    select n, gen_random_uuid() as id, 1 + n % 200 as prompt, 1 + n % 6 as one, 1 + (n + 1 + n / 200 % 5) % 6 as other,
      'voter ' || n % 60 as voter, timestamptz '2024-05-01' + n * interval '1 minute' as at
    from generate_series(1, 3000) n;
  insert into battles (arena_id, id, criterion, prompt_id, left_contestant_id, right_contestant_id, left_answer_id,
      right_answer_id, voter, origin, shown_at, expires_at)
    select 1, d.id, 'overall', prompt, one, other, l.id, r.id, voter, 'import', at, null from drawn d
    join answers l on l.prompt_id = prompt and l.contestant_id = one
    join answers r on r.prompt_id = prompt and r.contestant_id = other;
  insert into votes (arena_id, battle_id, voter, outcome, source, reason, cast_at, recorded_at, import_key)
    select 1, id, voter, (array['left', 'right', 'tie', 'both_bad'])[1 + n % 4], 'human', 'Reason ' || n, at, at, n
    from drawn order by n;
  insert into retractions (arena_id, vote_id, retracted_at) select 1, id, cast_at from votes where id <= 30;
  insert into quarantines (arena_id, vote_id, released, reason, at)
    select 1, id, false, 'too fast', cast_at from votes where id between 31 and 50;
  insert into providers (arena_id, name, type, api_key_env) values (1, 'local', 'openai', 'NO_KEY');
  insert into rubrics (arena_id, sha256, name, rubric) values (1, 'r', 'overall', '{}');
  insert into judges (arena_id, name, form, list_size, ask, version_sha256, active)
    values (1, 'careful', 'pairwise', 3, 'together', 'v', false);
  insert into judge_versions (arena_id, judge, provider, model, rubric_sha256, sha256, created_at)
    values (1, 'careful', 'local', 'm', 'r', 'v', '2024-05-01');
  insert into runs (arena_id, kind, status, plan, started_at, ended_at)
    values (1, 'judge', 'done', '{}', '2024-05-01', '2024-05-02');
  insert into judgements (arena_id, id, run_id, judge_version_id, form, criteria, prompt_id, answer_ids, place, status,
      planned_at, finished_at)
    select 1, gen_random_uuid(), 1, 1, 'pairwise', '{overall}', l.prompt_id, array[l.id, r.id], l.id, 'done',
      '2024-05-01', '2024-05-02'
    from answers l join answers r on r.prompt_id = l.prompt_id and r.contestant_id = 2 and l.contestant_id = 1;
  insert into calls (arena_id, run_id, purpose, judgement_id, shown, provider, model, status, reply, reserved_usd,
      cost_usd, started_at, finished_at)
    select 1, 1, 'judgement', id, shown, 'local', 'm', 'ok', 'A is better.', 0.01, 0.01, '2024-05-01', '2024-05-02'
    from judgements, unnest(array['first', 'second']) as shown;
  begin;
  insert into climb_epochs (arena_id, number, judge_version_id, criterion, sha256, references_sha256, started_at)
    values (1, 1, 1, 'overall', 'e', 'r', '2024-05-01');
  insert into climb_references (arena_id, epoch, prompt_id, reference, held_out)
    select 1, 1, id, reference, id % 2 = 0 from prompts;
  commit;
  insert into challenges (arena_id, epoch, incumbent_id, challenger_id, trials, status, stopped, started_at, ended_at)
    values (1, 1, 1, 2, '[]', 'stopped', 'cancelled', '2024-05-01', '2024-05-02');
  insert into audit_entries (arena_id, at, actor, act) values (1, '2024-05-01', 'terminal', 'arena_created')`

/** Makes the schema of the earlier version in an empty database and fills it. */
export async function makeEarlierDatabase(databaseUrl: string): Promise<void> {
  await inFolder(async (folder) => {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const name of await readdir(join(ROOT, 'migrations')))
      if (name < FIRST_LATER) await symlink(join(ROOT, 'migrations', name), join(folder, name))
    const { db, pool, close } = await openDatabase({ databaseUrl, dataDir: folder })
    try {
      await migrateToLatest(db, folder)
      await pool.query(FILL)
    } finally {
      await close()
    }
  })
}
