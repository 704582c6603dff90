import { type Transaction, sql } from 'kysely'
import type { Arena } from '../../arenas/index.ts'
import { recordBattlesFrom } from '../../battles/index.ts'
import type { Contestant } from '../../contestants/index.ts'
import type { Database } from '../../platform/schema.ts'
import { ensurePrompts } from '../../prompts/index.ts'
import { recordVotesFrom } from '../../votes/index.ts'
import type { VoteStage } from './stage-votes.ts'

/** The number of votes that are recorded together. */
const PORTION = 50_000

/**
 * Records the staged votes that the arena does not have yet, each with its battle. Prompts that it does not know are
 * added without texts.
 * @param onProgress called with the share that is recorded
 * @returns how many were new
 */
export async function recordImportedVotes(
  trx: Transaction<Database>,
  arena: Arena,
  stage: VoteStage,
  { contestants, now }: { contestants: ReadonlyMap<string, Contestant>; now: Date },
  onProgress: (share: number) => void = () => {},
): Promise<number> {
  if (stage.count === 0) return 0
  if (stage.places > PORTION) await indexStaged(trx)
  await ensurePrompts(trx, arena.id, stagedPrompts)
  await findRepeats(trx, stage.fileIds)
  const resolution = {
    arenaId: arena.id,
    criterion: arena.criteria[0],
    files: stage.fileIds,
    contestants: [...stage.contestants.keys()].map((name) => contestants.get(name)!.id),
    now,
  }
  let recorded = 0
  for (let after = 0; after < stage.places; after += PORTION) {
    await resolvePortion(trx, resolution, { after, until: after + PORTION })
    await recordBattlesFrom(trx, RESOLVED_TABLE)
    recorded += await recordVotesFrom(trx, RESOLVED_TABLE)
    onProgress(Math.min(1, (after + PORTION) / stage.places))
  }
  return recorded
}

/** The table of one portion, in the form of battles and votes. */
const RESOLVED_TABLE = 'pg_temp.resolved_votes'

/** Lets Postgres find portions of many staged votes, and plan with their number. */
async function indexStaged(trx: Transaction<Database>): Promise<void> {
  await sql`create index on pg_temp.staged_votes (place)`.execute(trx)
  await sql`analyze pg_temp.staged_votes`.execute(trx)
}

/** The key of staged vote `s`, without the number that a repeat gets. @param files the ids of the files, in order */
const keyOf = (files: readonly string[]) =>
  sql`coalesce(s.key, (${[...files]}::text[])[s.file] || ':' || s.line)`

/**
 * Numbers the votes that share a key with another one. Repeats within a file are separate votes if they have neither id
 * nor name. Any others are the same vote again.
 */
async function findRepeats(trx: Transaction<Database>, files: readonly string[]): Promise<void> {
  await sql`
    insert into pg_temp.repeated_votes
    with alike as (select ${keyOf(files)} as key from pg_temp.staged_votes s group by 1 having count(*) > 1),
      numbered as (select s.place, a.key, s.repeatable,
          row_number() over (partition by a.key, s.file order by s.place) as number
        from pg_temp.staged_votes s join alike a on a.key = ${keyOf(files)})
    select n.place, case when n.repeatable then n.number else 1 end,
      row_number() over (partition by n.key, case when n.repeatable then n.number end order by n.place) > 1
    from numbered n`.execute(trx)
}

/** What staged votes refer to. */
interface Resolution {
  arenaId: number
  criterion: string
  /** The ids of the files, in order. */
  files: readonly string[]
  /** The ids of the contestants, in the order of their numbers. */
  contestants: readonly number[]
  now: Date
}

/** Writes the votes after `after` up to `until` that the arena does not have yet into the table of resolved votes. */
async function resolvePortion(
  trx: Transaction<Database>,
  { arenaId, criterion, files, contestants, now }: Resolution,
  { after, until }: { after: number; until: number },
): Promise<void> {
  const idOf = (name: string) => sql`(${[...contestants]}::integer[])[${sql.ref(name)}]`
  const answer = (alias: string, name: string, sample: string) => sql`left join answers ${sql.raw(alias)}
      on ${sql.ref(`${alias}.arena_id`)} = ${arenaId} and ${sql.ref(`${alias}.prompt_id`)} = p.id
      and ${sql.ref(`${alias}.contestant_id`)} = ${idOf(name)} and ${sql.ref(`${alias}.sample`)} = coalesce(${sql.ref(sample)}, 1)`
  await sql`truncate pg_temp.resolved_votes`.execute(trx)
  await sql`
    insert into pg_temp.resolved_votes
    select s.place, ${arenaId}, s.battle_id, coalesce(s.criterion, ${criterion}), p.id,
      ${idOf('s.left_name')}, ${idOf('s.right_name')},
      case when r.id is not null then l.id end, case when l.id is not null then r.id end,
      coalesce(s.voter, s.import_key), case when s.source = 'simulated' then 'simulation' else 'import' end,
      coalesce(s.cast_at, ${now}), s.left_sample, s.right_sample, s.pair_probability,
      s.outcome, s.source, s.inconsistent, ${now}, s.import_key
    from (
      select s.*, ${keyOf(files)} || case when again.number > 1 then ':' || (again.number - 1) else '' end as import_key
      from pg_temp.staged_votes s left join pg_temp.repeated_votes again on again.place = s.place
      where s.place > ${after} and s.place <= ${until} and again.again is not true) s
    left join prompts p on p.arena_id = ${arenaId} and p.key = s.prompt
    ${answer('l', 's.left_name', 's.left_sample')}
    ${answer('r', 's.right_name', 's.right_sample')}
    where not exists (select from votes v where v.arena_id = ${arenaId} and v.import_key = s.import_key)`.execute(
    trx,
  )
}

/** SQL: the prompts that staged votes name, each with its category and place. */
const stagedPrompts = sql<{ key: string; category: string | null; place: number }>`
  select s.prompt as key, s.category, s.place from pg_temp.staged_votes s where s.prompt is not null`
