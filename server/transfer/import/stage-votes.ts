import { sql } from 'kysely'
import type { Deps } from '../../platform/deps.ts'
import type { Trx } from '../../platform/schema.ts'
import type { ImportedVote, ParsedVote } from './arena-import.ts'
import { insertTableRows } from '../../platform/postgres/rows.ts'
import type { Arena } from '../../arenas/index.ts'
import { recordBattlesFromTable } from '../../battles/index.ts'
import type { Contestant } from '../../contestants/index.ts'
import { ensurePrompts, type NamedPrompts } from '../../prompts/index.ts'
import { recordVotesFromTable } from '../../votes/index.ts'
import { requireValue } from '../../platform/postgres/query.ts'

const [TIME_DIGITS, COUNT_DIGITS] = [12, 3]
const MAX_LOW = 2 ** 12

/**
 * Makes ascending UUIDs of version 7 (RFC 9562), so that millions of new rows go to the end of an index. The last 12
 * digits come from `newId`.
 */
export function ascendingIds(now: Date, newId: () => string): () => string {
  const time = now.getTime().toString(16).padStart(TIME_DIGITS, '0')
  const start = `${time.slice(0, 8)}-${time.slice(8)}-7`
  let count = 0
  return () => {
    const high = Math.floor(count / MAX_LOW) % MAX_LOW
    const low = count++ % MAX_LOW
    return `${start}${digits(high)}-8${digits(low)}-${newId().slice(-12)}`
  }
}

const digits = (count: number): string => count.toString(16).padStart(COUNT_DIGITS, '0')

/** The columns of a staged vote, with their types. */
const STAGED = {
  /** Its number in this import, from 1. */
  place: 'integer',
  /** The number of its file, from 1; 0 for a vote of no file. */
  file: 'integer',
  /** Null: its file and line are its key. */
  key: 'text',
  line: 'integer',
  /** Whether equal rows are separate votes, so that the second gets a key of its own. */
  repeatable: 'boolean',
  battle_id: 'uuid',
  /** Numbers of contestants, from 1. */
  left_name: 'integer',
  right_name: 'integer',
  outcome: 'text',
  source: 'text',
  inconsistent: 'boolean',
  prompt: 'text',
  left_sample: 'integer',
  right_sample: 'integer',
  pair_probability: 'double precision',
  voter: 'text',
  criterion: 'text',
  category: 'text',
  unit_group: 'text',
  cast_at: 'timestamptz',
}

type StagedVote = Record<keyof typeof STAGED, string | number | boolean | Date | null | undefined>

/** The columns of battles and votes, as `recordBattlesFromTable` and `recordVotesFromTable` read them. */
const RESOLVED = {
  place: 'integer',
  arena_id: 'integer',
  id: 'uuid',
  criterion: 'text',
  prompt_id: 'integer',
  left_contestant_id: 'integer',
  right_contestant_id: 'integer',
  left_answer_id: 'integer',
  right_answer_id: 'integer',
  voter: 'text',
  origin: 'text',
  shown_at: 'timestamptz',
  left_sample: 'integer',
  right_sample: 'integer',
  pair_probability: 'double precision',
  outcome: 'text',
  source: 'text',
  inconsistent: 'boolean',
  recorded_at: 'timestamptz',
  import_key: 'text',
}

const columnDefinitions = (types: Record<string, string>) =>
  sql.raw(
    Object.entries(types)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  )

async function createStaging(trx: Trx): Promise<void> {
  await sql`create temporary table staged_votes (${columnDefinitions(STAGED)}) on commit drop`.execute(trx)
  await sql`create temporary table repeated_votes (place integer, number integer, again boolean)
    on commit drop`.execute(trx)
  await sql`create temporary table resolved_votes (${columnDefinitions(RESOLVED)}) on commit drop`.execute(
    trx,
  )
}

const stageRows = (trx: Trx, votes: readonly StagedVote[]): Promise<void> =>
  insertTableRows(trx, 'pg_temp.staged_votes', STAGED, votes)

/**
 * The votes of an import in a temporary table. In memory are only the names of contestants and criteria, and the votes
 * that are being written.
 */
export class VoteStage {
  /** The contestants of the votes, each with its number from 1. */
  readonly contestants = new Map<string, number>()
  readonly criteria = new Set<string>()
  /** Whether any vote is on what a visitor asked. */
  hasLive = false
  /** The ids of the files that were read, in order. */
  readonly fileIds: string[] = []
  /** How many votes are staged. */
  count = 0
  /** The highest place so far. */
  places = 0
  /** The last place of the files before. */
  #before = 0
  #trx: Trx
  #nextId: () => string
  /** The statement that writes the last votes. Meanwhile the next ones are read. */
  #writing: Promise<void> = Promise.resolve()
  #isCreated = false

  constructor(trx: Trx, { clock, chance: { newId } }: Pick<Deps, 'clock' | 'chance'>) {
    this.#trx = trx
    this.#nextId = ascendingIds(clock(), newId)
  }

  /** @param file the number of the file, from 1; 0 for votes of no file */
  async add(votes: readonly ParsedVote[], file: number): Promise<void> {
    if (votes.length === 0) return
    const rows = votes.map((vote) => this.#stagedRow(vote, file))
    await this.#writing
    if (!this.#isCreated) await createStaging(this.#trx)
    this.#isCreated = true
    this.count += rows.length
    this.#writing = stageRows(this.#trx, rows)
    // whoever waits for it next hears of a failure
    this.#writing.catch(() => {})
  }

  /** Waits until all that was added is written. */
  written(): Promise<void> {
    return this.#writing
  }

  /** Called before the first vote of a file: places in it follow those of the files before. */
  startFile(): void {
    this.#before = this.places
  }

  #stagedRow(vote: ParsedVote, file: number): StagedVote {
    const place = this.#before + vote.place
    this.places = Math.max(this.places, place)
    if (vote.criterion !== null) this.criteria.add(vote.criterion)
    if (vote.source === 'live') this.hasLive = true
    return {
      ...vote,
      place,
      file,
      battle_id: this.#nextId(),
      left_name: this.#nameNumber(vote.left),
      right_name: this.#nameNumber(vote.right),
      left_sample: vote.leftSample,
      right_sample: vote.rightSample,
      pair_probability: vote.pairProbability,
      unit_group: vote.promptGroup,
      cast_at: vote.castAt,
    }
  }

  #nameNumber(name: ImportedVote['left']): number {
    const known = this.contestants.get(name)
    if (known !== undefined) return known
    this.contestants.set(name, this.contestants.size + 1)
    return this.contestants.size
  }
}

/** The number of votes that are recorded together. */
const PORTION = 50_000

/**
 * Records the staged votes that the arena does not have yet, each with its battle. Prompts that it does not know are
 * added without texts.
 * @param onProgress called with the share that is recorded
 * @returns how many were new, and how many repeat another one of this import
 */
export async function recordImportedVotes(
  trx: Trx,
  arena: Arena,
  stage: VoteStage,
  { contestants, now }: { contestants: ReadonlyMap<string, Contestant>; now: Date },
  onProgress: (share: number) => void = () => {},
): Promise<{ added: number; repeated: number }> {
  if (stage.count === 0) return { added: 0, repeated: 0 }
  if (stage.places > PORTION) await indexStaged(trx)
  await ensurePrompts(trx, arena.id, stagedPrompts)
  const repeated = await findRepeats(trx, stage.fileIds)
  const resolution = {
    arenaId: arena.id,
    criterion: arena.criteria[0],
    files: stage.fileIds,
    contestants: [...stage.contestants.keys()].map((name) => contestants.get(name)!.id),
    now,
  }
  let added = 0
  for (let after = 0; after < stage.places; after += PORTION) {
    await resolvePortion(trx, resolution, { after, until: after + PORTION })
    await recordBattlesFromTable(trx, RESOLVED_TABLE)
    added += await recordVotesFromTable(trx, RESOLVED_TABLE)
    onProgress(Math.min(1, (after + PORTION) / stage.places))
  }
  return { added, repeated }
}

/** The table of one portion, in the form of battles and votes. */
const RESOLVED_TABLE = 'pg_temp.resolved_votes'

/** Lets Postgres find portions of many staged votes, and plan with their number. */
async function indexStaged(trx: Trx): Promise<void> {
  await sql`create index on pg_temp.staged_votes (place)`.execute(trx)
  await sql`analyze pg_temp.staged_votes`.execute(trx)
}

/** The key of staged vote `s`, without the number that a repeat gets. @param files the ids of the files, in order */
const importKey = (files: readonly string[]) =>
  sql`coalesce(s.key, (${[...files]}::text[])[s.file] || ':' || s.line)`

/**
 * Numbers the votes that share a key with another one. Repeats within a file are separate votes if they have neither id
 * nor name. Any others are the same vote again.
 * @returns how many are the same vote again
 */
async function findRepeats(trx: Trx, files: readonly string[]): Promise<number> {
  await sql`
    insert into pg_temp.repeated_votes
    with alike as (select ${importKey(files)} as key from pg_temp.staged_votes s group by 1 having count(*) > 1),
      numbered as (select s.place, a.key, s.repeatable,
          row_number() over (partition by a.key, s.file order by s.place) as number
        from pg_temp.staged_votes s join alike a on a.key = ${importKey(files)})
    select n.place, case when n.repeatable then n.number else 1 end,
      row_number() over (partition by n.key, case when n.repeatable then n.number end order by n.place) > 1
    from numbered n`.execute(trx)
  return requireValue<number>(trx)`select count(*)::int from pg_temp.repeated_votes where again`
}

/** So many different votes in the same order are no chance. */
const MIN_ALIKE = 8
/** Patterns of keys with an id of a file and a line below 100. A regular expression takes several times as long. */
const KEYS_OF_FIRST_LINES = ['_', '__', '_:%', '__:%'].map((line) => `${'_'.repeat(22)}:${line}`)

/**
 * Whether a file without ids and times begins with the votes of a file that the arena has, in the same order, and is not
 * the same. Only the first hundred lines are compared. Called before its votes are recorded.
 */
export async function beginsLikeEarlier(
  trx: Trx,
  arena: Arena,
  stage: VoteStage,
  contestants: ReadonlyMap<string, Contestant>,
): Promise<boolean> {
  if (stage.count === 0) return false
  const ids = [...stage.contestants.keys()].map((name) => contestants.get(name)!.id)
  const contestantId = (name: string) => sql`(${ids}::integer[])[${sql.ref(name)}]`
  return requireValue<boolean>(trx)`
    with earlier as (
      select left(v.import_key, 22) as file,
        row_number() over (partition by left(v.import_key, 22)
          order by length(v.import_key), v.import_key) as number,
        row(b.left_contestant_id, b.right_contestant_id, v.outcome, v.source, v.inconsistent, p.key, b.criterion,
          b.left_sample, b.right_sample, nullif(v.voter, v.import_key))::text as content
      from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      left join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id
      where v.arena_id = ${arena.id} and v.import_key like any (${KEYS_OF_FIRST_LINES}::text[])),
    incoming as (
      select (${[...stage.fileIds]}::text[])[s.file] as file, row_number() over (partition by s.file order by s.place) as number,
        row(${contestantId('s.left_name')}, ${contestantId('s.right_name')}, s.outcome, s.source, s.inconsistent, s.prompt,
          coalesce(s.criterion, ${arena.criteria[0]}), s.left_sample, s.right_sample, s.voter)::text as content
      from pg_temp.staged_votes s where s.key is null and s.line < 100)
    select exists (
      select from incoming i join earlier e on e.number = i.number
      where i.file not in (select file from earlier)
      group by i.file, e.file
      having bool_and(i.content = e.content) and count(distinct i.content) >= ${MIN_ALIKE}) as is_alike`
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
  trx: Trx,
  { arenaId, criterion, files, contestants, now }: Resolution,
  { after, until }: { after: number; until: number },
): Promise<void> {
  const contestantId = (name: string) => sql`(${[...contestants]}::integer[])[${sql.ref(name)}]`
  const answer = (alias: string, name: string, sample: string) => sql`left join answers ${sql.raw(alias)}
      on ${sql.ref(`${alias}.arena_id`)} = ${arenaId} and ${sql.ref(`${alias}.prompt_id`)} = p.id
      and ${sql.ref(`${alias}.contestant_id`)} = ${contestantId(name)} and ${sql.ref(`${alias}.sample`)} = coalesce(${sql.ref(sample)}, 1)`
  await sql`truncate pg_temp.resolved_votes`.execute(trx)
  await sql`
    insert into pg_temp.resolved_votes
    select s.place, ${arenaId}, s.battle_id, coalesce(s.criterion, ${criterion}), p.id,
      ${contestantId('s.left_name')}, ${contestantId('s.right_name')},
      case when r.id is not null then l.id end, case when l.id is not null then r.id end,
      coalesce(s.voter, s.import_key), case when s.source = 'simulated' then 'simulation' else 'import' end,
      coalesce(s.cast_at, ${now}), s.left_sample, s.right_sample, s.pair_probability,
      s.outcome, s.source, s.inconsistent, ${now}, s.import_key
    from (
      select s.*, ${importKey(files)} || case when again.number > 1 then ':' || (again.number - 1) else '' end as import_key
      from pg_temp.staged_votes s left join pg_temp.repeated_votes again on again.place = s.place
      where s.place > ${after} and s.place <= ${until} and again.again is not true) s
    left join prompts p on p.arena_id = ${arenaId} and p.key = s.prompt
    ${answer('l', 's.left_name', 's.left_sample')}
    ${answer('r', 's.right_name', 's.right_sample')}
    where not exists (select from votes v where v.arena_id = ${arenaId} and v.import_key = s.import_key)`.execute(
    trx,
  )
}

/** The prompts that staged votes name, each with its category, group and place. */
const stagedPrompts: NamedPrompts = sql`
  select s.prompt as key, s.category, s.unit_group, s.place from pg_temp.staged_votes s where s.prompt is not null`
