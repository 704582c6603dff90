/** An arena with any number of votes, written by the database itself: a minute or two for millions. */
import type { Client } from 'pg'

export interface ManyVotes {
  slug: string
  votes: number
  contestants: number
  prompts: number
  /** How many contestants have an answer to each prompt; all unless given. */
  answersEach?: number
}

/**
 * Strengths are evenly spread over 700 rating points. Pair, prompt and outcome of vote n come from a seeded draw.
 * All votes are on the page's criterion, by 10,000 voters. Answers count as searched for leaks, and
 * votes are of the last minutes, so that no board of a past day is due, as in an arena that grew. Constraints that look up other rows
 * are not checked, which needs a superuser.
 */
export async function loadManyVotes(client: Client, size: ManyVotes): Promise<void> {
  const { slug, votes, contestants, prompts, answersEach = contestants } = size
  const query = (text: string, values: unknown[] = []) => client.query(text, values)
  await query(`set session_replication_role = replica; select setseed(0.5)`)
  const makeIndexes = await dropIndexes(client)
  const { rows } = await query(
    `insert into arenas (slug, title, criteria) values ($1, $1, '{better}') returning id`,
    [slug],
  )
  const arena = Number(rows[0].id)
  await query(
    `insert into contestants (arena_id, slug, name)
      select ${arena}, 'model-' || n, 'model-' || lpad(n::text, 4, '0') from generate_series(1, ${contestants}) n`,
  )
  await query(
    `insert into prompts (arena_id, key, messages)
      select ${arena}, 'q' || n, jsonb_build_array(jsonb_build_object('role', 'user', 'content', 'Question ' || n))
      from generate_series(1, ${prompts}) n`,
  )
  // ids follow one another, so that places become ids without joins of tables that Postgres knows nothing of yet
  const [firstContestant, firstPrompt] = [await firstId('contestants'), await firstId('prompts')]
  const stride = answersEach === contestants ? '1' : '(1 + p % 17)'
  await query(
    `insert into answers (arena_id, prompt_id, contestant_id, text, text_sha256, characters, words, leak_rules)
      select ${arena}, ${firstPrompt} - 1 + p, c, 'Answer of ' || c || ' to ' || p, c || ' ' || p, 20, 4, 'off'
      from generate_series(1, ${prompts}) p, generate_series(0, ${answersEach - 1}) step,
        lateral (select ${firstContestant} + (p::bigint * 7919 + step * ${stride}) % ${contestants} as c) place
      order by p, step on conflict do nothing`,
  )
  await query(
    `create temp table drawn as
      with places as materialized (select n, floor(random() * ${contestants})::int as a,
        floor(random() * ${contestants - 1})::int as step, floor(random() * ${prompts})::int as p, random() as u
        from generate_series(1, ${votes}) n),
      pairs as (select n, a, (a + 1 + step) % ${contestants} as b, p, u from places)
      select n, ('018f' || lpad(to_hex(n), 28, '0'))::uuid as battle, 'voter-' || n % 10000 as voter,
        ${firstContestant} + a as l, ${firstContestant} + b as r, ${firstPrompt} + p as p,
        now() - make_interval(secs => (${votes} - n) / 1e5) as at,
        case when u < 0.15 then 'tie' when (u - 0.15) / 0.85 < 1 / (1 + exp(4.0 * (b - a) / ${contestants})) then 'left' else 'right' end as outcome
      from pairs`,
  )
  await query(
    `insert into battles (arena_id, id, criterion, prompt_id, left_contestant_id, right_contestant_id, voter, origin, shown_at)
      select ${arena}, battle, 'better', p, l, r, voter, 'import', at from drawn`,
  )
  await query(
    `insert into votes (arena_id, battle_id, voter, outcome, source, cast_at, recorded_at)
      select ${arena}, battle, voter, outcome, 'human', at, at from drawn`,
  )
  await query(`drop table drawn; set session_replication_role = origin`)
  await makeIndexes()
  await query(`vacuum analyze`)

  async function firstId(table: 'contestants' | 'prompts'): Promise<number> {
    const { rows } = await query(`select min(id)::int as first from ${table} where arena_id = ${arena}`)
    return Number(rows[0].first)
  }
}

/** Drops the indexes of the large tables that are no constraints: made again at the end, they take a tenth of the time. */
async function dropIndexes(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('answers'::regclass, 'battles'::regclass, 'votes'::regclass)
        and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}
