import type { Client } from 'pg'
import { type BinaryRow, copyRows } from '../../platform/postgres/rows.ts'
import {
  type Publication,
  type Snapshots,
  isOlderPublication,
  isVisibleIn,
  parsePublication,
} from '../../platform/postgres/publishing.ts'
import { BOTH_BAD, LEFT, RIGHT, TIE } from '../../../shared/stats/fit/votes.ts'
import {
  Columns,
  Names,
  Strata,
  type EntryKind,
  VOTE_SOURCES,
  VoteStatus,
  VoteStatuses,
} from './stored-votes.ts'
import type { ContestantFacts } from '../boards/assemble-board.ts'

/** The time limit of a read in ms. Reading ten million votes takes about a minute. */
export const LONGEST_READ_MS = 300_000

/** The columns of `votesQuery`, by place. */
const VOTE_FIELD = {
  id: 0,
  /** The number of the transaction that recorded it. */
  txid: 1,
  castAt: 2,
  outcome: 3,
  left: 4,
  right: 5,
  prompt: 6,
  source: 7,
  judge: 8,
  criterion: 9,
  voter: 10,
  /** The group that the voter was invited to. */
  voterGroup: 11,
} as const

/** The columns of `changesQuery`, by place. */
const CHANGE_FIELD = {
  kind: 0,
  vote: 1,
  /** The number of the transaction that recorded it. */
  txid: 2,
  /** The id of a quarantine or release; null for a retraction. The highest id is the last one. */
  id: 3,
} as const

/** The kinds of changes of a vote, and their codes in rows of `changesQuery`. */
const CHANGE = { retraction: 0, quarantine: 1, release: 2, leak: 3, overCap: 4 } as const

/**
 * Begins reading. All reads until `endReading` see the same moment. Postgres stops every read after `limitMs`, with
 * the code of `QUERY_CANCELED`.
 * @returns the arena's revision, how many of its voters were erased, and the oldest transaction that is still open. All earlier ones have ended, so the
 *   next reading starts at this one
 */
export async function beginReading(
  client: Client,
  arenaId: number,
  isFirst: boolean,
  limitMs = LONGEST_READ_MS,
): Promise<{ revision: number; erasedVoters: number; xmin: string }> {
  // just after an import, Postgres expects a single row of an arena, so its statistics must not choose the plan: the
  // first reading scans and joins whole tables, later ones find a few new rows by index
  const plan = isFirst ? ['nestloop'] : ['hashjoin', 'mergejoin', 'seqscan']
  await client.query(
    `begin isolation level repeatable read read only; set local max_parallel_workers_per_gather = 0;
    set local statement_timeout = ${Number(limitMs)};
    ${plan.map((method) => `set local enable_${method} = off`).join(';')}`,
  )
  const { rows } = await client.query(
    `select (select revision from arenas where id = $1) as revision,
      (select erased_voters from arenas where id = $1) as "erasedVoters", pg_snapshot_xmin(pg_current_snapshot())::text as xmin`,
    [arenaId],
  )
  return rows[0]
}

export const endReading = (client: Client): Promise<unknown> => client.query('commit')

/**
 * A statement, without parameters, of the votes of the arena that transactions from `since` on have written. Null: of all.
 * Its columns are those of `VOTE_FIELD`.
 */
export function votesQuery(arenaId: number, since: string | null): string {
  // the offset stops Postgres from searching all battles of the arena for the battle of each vote
  const battles =
    since === null
      ? 'join battles b on b.arena_id = v.arena_id and b.id = v.battle_id'
      : `cross join lateral (
          select * from battles where arena_id = v.arena_id and id = v.battle_id offset 0) b`
  return `
    select v.id, v.txid, v.cast_at,
      case v.outcome when 'left' then ${LEFT} when 'right' then ${RIGHT} when 'tie' then ${TIE} else ${BOTH_BAD} end,
      b.left_contestant_id, b.right_contestant_id, b.prompt_id,
      case v.source ${VOTE_SOURCES.map((source, code) => `when '${source}' then ${code}`).join(' ')} end,
      case when v.source = 'judge' then v.voter end, b.criterion, nullif(v.voter, v.import_key), w.group_name
    from votes v ${battles}
    left join invited_voters w on w.arena_id = v.arena_id and w.voter = v.voter
    where v.arena_id = ${Number(arenaId)} ${writtenSince('v.txid', since)}`
}

/**
 * A statement, without parameters, of the retractions, quarantines and releases that transactions from `since` on have
 * written. Null: of all. Its columns are those of `CHANGE_FIELD`.
 */
export const changesQuery = (arenaId: number, since: string | null): string => `
    select ${CHANGE.retraction}, t.vote_id, t.txid, null::bigint from retractions t
    where t.arena_id = ${Number(arenaId)} ${writtenSince('t.txid', since)}
    union all
    select case when q.released then ${CHANGE.release} when q.leak_id is not null then ${CHANGE.leak}
        when q.finding ->> 'code' = 'over_voter_cap' then ${CHANGE.overCap} else ${CHANGE.quarantine} end,
      q.vote_id, q.txid, q.id from quarantines q
    where q.arena_id = ${Number(arenaId)} ${writtenSince('q.txid', since)}`

const writtenSince = (column: string, since: string | null): string =>
  since === null ? '' : `and ${column} >= '${BigInt(since)}'::xid8`

interface NamedContestant extends ContestantFacts {
  id: number
}

/**
 * Every contestant, with the average length, cost and latency of its answers. Those to visitors' prompts are left out: a
 * visitor about to vote would learn from a new average who gave which of the two.
 */
async function readContestants(client: Client, arenaId: number): Promise<NamedContestant[]> {
  const { rows } = await client.query(
    `select c.id, c.name, c.slug, c.retired_at is not null as retired, avg(a.characters)::float8 as "averageLength",
      avg(a.words)::float8 as "averageWords", avg(a.cost_usd)::float8 as "costUsd",
      percentile_cont(0.5) within group (order by a.latency_ms) as "latencyMs"
    from contestants c left join (answers a join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
      and p.retired_by is distinct from 'live') on a.arena_id = c.arena_id and a.contestant_id = c.id
    where c.arena_id = $1 group by c.arena_id, c.id`,
    [arenaId],
  )
  return rows
}

interface NamedPrompt {
  id: number
  key: string
  category: string | null
  promptGroup: string | null
}

async function readPrompts(client: Client, arenaId: number): Promise<NamedPrompt[]> {
  const { rows } = await client.query(
    'select id, key, category, unit_group as "promptGroup" from prompts where arena_id = $1',
    [arenaId],
  )
  return rows
}

const STATUS_AFTER: Record<number, VoteStatus> = {
  [CHANGE.quarantine]: VoteStatus.quarantined,
  [CHANGE.release]: VoteStatus.counted,
  [CHANGE.leak]: VoteStatus.leaked,
  [CHANGE.overCap]: VoteStatus.overCap,
}

/** A vote, or a change of one, and the number of the transaction that recorded it. */
interface Entry {
  row: number
  txid: number
  kind: EntryKind
}

/** A retraction, a quarantine or a release, as read from the database. */
interface VoteChange {
  kind: number
  vote: number
  txid: number
  id: number
}

const readChange = (fields: BinaryRow): VoteChange => ({
  kind: fields.int4(CHANGE_FIELD.kind),
  vote: fields.int8(CHANGE_FIELD.vote),
  txid: fields.int8(CHANGE_FIELD.txid),
  id: fields.isNull(CHANGE_FIELD.id) ? 0 : fields.int8(CHANGE_FIELD.id),
})

/**
 * The votes of one arena with their changes. `update` reads what is new. Counts and statuses always equal those of a
 * store that is read from scratch, whatever order transactions commit in and however often it is called.
 */
export class VoteStore {
  readonly columns = new Columns()
  readonly contestants = new Names()
  readonly prompts = new Names()
  readonly strata = new Strata()
  readonly statuses = new VoteStatuses(this.columns)
  contestantRows: readonly NamedContestant[] = []
  /** Indexed by the number of the prompt. */
  categories: (string | null)[] = []
  promptGroups: (string | null)[] = []
  readonly voterNames: string[] = []
  /** The group that each voter was invited to, indexed by number; null: none. It never changes. */
  readonly voterGroups: (string | null)[] = []
  revision = -1
  readonly arenaId: number
  readonly #voters = new Map<string, number>()
  #since: string | null = null
  #erasedVoters = 0
  #publication = parsePublication(null)
  #unpublished: Entry[] = []

  constructor(arenaId: number) {
    this.arenaId = arenaId
  }

  /** Whether nothing was read yet. The first reading takes long. */
  get isEmpty(): boolean {
    return this.#since === null
  }

  /** How many voters of the arena were erased before the first reading. */
  get erasedVoters(): number {
    return this.#erasedVoters
  }

  /** Whether there are votes or changes that are not published yet. */
  get hasUnpublished(): boolean {
    return this.#unpublished.length > 0
  }

  /**
   * Reads new votes and changes, and counts those that are published. After an error the store may hold a part of
   * them, so the caller must discard it.
   * @param publication what is public; null: everything
   * @returns false if a voter was erased since the last reading: nothing was read, and a new store must take over
   */
  async update(client: Client, publication: Publication | null): Promise<boolean> {
    const isFirst = this.isEmpty
    const { revision, erasedVoters, xmin } = await beginReading(client, this.arenaId, isFirst)
    if (!isFirst && erasedVoters !== this.#erasedVoters) {
      await endReading(client)
      return false
    }
    this.#erasedVoters = erasedVoters
    const from = this.columns.rows
    const changes: VoteChange[] = []
    await copyRows(client, votesQuery(this.arenaId, this.#since), (fields) => this.#addVote(fields))
    await copyRows(client, changesQuery(this.arenaId, this.#since), (fields) =>
      changes.push(readChange(fields)),
    )
    if (revision !== this.revision || this.contestants.isIncomplete || this.prompts.isIncomplete)
      await this.#readNames(client)
    await endReading(client)
    this.revision = revision
    this.#since = xmin
    const added = this.#addChanges(changes)
    const snapshots = parsePublication(publication)
    if (isFirst || isOlderPublication(snapshots, this.#publication)) this.#countAll(snapshots)
    else this.#countNew(snapshots, from, added)
    return true
  }

  #addVote(fields: BinaryRow): void {
    const { columns } = this
    const id = fields.int8(VOTE_FIELD.id)
    if (columns.findRow(id) >= 0) return
    const row = columns.add(id)
    columns.left[row] = this.contestants.number(fields.int4(VOTE_FIELD.left))
    columns.right[row] = this.contestants.number(fields.int4(VOTE_FIELD.right))
    columns.outcome[row] = fields.int4(VOTE_FIELD.outcome)
    columns.prompt[row] = fields.isNull(VOTE_FIELD.prompt)
      ? -1
      : this.prompts.number(fields.int4(VOTE_FIELD.prompt))
    columns.voter[row] = fields.isNull(VOTE_FIELD.voter)
      ? -1
      : this.#voter(fields.textKey(VOTE_FIELD.voter), fields)
    const judge = fields.isNull(VOTE_FIELD.judge) ? null : fields.text(VOTE_FIELD.judge)
    columns.stratum[row] = this.strata.number(
      fields.int4(VOTE_FIELD.source),
      judge,
      fields.text(VOTE_FIELD.criterion),
    )
    columns.castAt[row] = fields.int8(VOTE_FIELD.castAt)
    columns.txid[row] = fields.int8(VOTE_FIELD.txid)
  }

  #voter(key: string, fields: BinaryRow): number {
    let number = this.#voters.get(key)
    if (number === undefined) {
      this.#voters.set(key, (number = this.voterNames.length))
      this.voterNames.push(Buffer.from(key, 'latin1').toString('utf8'))
      this.voterGroups.push(fields.isNull(VOTE_FIELD.voterGroup) ? null : fields.text(VOTE_FIELD.voterGroup))
    }
    return number
  }

  async #readNames(client: Client): Promise<void> {
    this.contestantRows = await readContestants(client, this.arenaId)
    const prompts = await readPrompts(client, this.arenaId)
    this.contestants.setAll(this.contestantRows)
    this.prompts.setAll(prompts.map(({ id, key }) => ({ id, name: key })))
    for (const { id, category, promptGroup } of prompts) {
      this.categories[this.prompts.number(id)] = category
      this.promptGroups[this.prompts.number(id)] = promptGroup
    }
  }

  /** Adds the changes to the votes' statuses; returns those that are new. */
  #addChanges(changes: readonly VoteChange[]): Entry[] {
    const { statuses, columns } = this
    return changes.flatMap(({ kind, vote, txid, id }): Entry[] => {
      const row = columns.findRow(vote)
      if (kind === CHANGE.retraction) {
        if (statuses.isRetracted(row)) return []
        statuses.retract(row, txid)
        return [{ row, txid, kind: 'retractions' }]
      }
      if (statuses.isMarked(row, id)) return []
      statuses.mark(row, { id, txid, status: STATUS_AFTER[kind] })
      return [{ row, txid, kind: 'marks' }]
    })
  }

  #countAll(publication: Snapshots): void {
    this.#publication = publication
    this.#unpublished = []
    this.strata.reset()
    for (let row = 0; row < this.columns.rows; row++) {
      this.#count({ row, txid: this.columns.txid[row], kind: 'votes' })
      this.statuses.update(row, publication)
    }
    for (const change of this.statuses.changes()) this.#count(change)
  }

  #countNew(publication: Snapshots, firstRow: number, changes: readonly Entry[]): void {
    this.#publication = publication
    const unpublished = this.#unpublished
    this.#unpublished = []
    const count = (entry: Entry) => {
      if (this.#count(entry)) this.statuses.update(entry.row, publication)
    }
    for (const entry of unpublished) count(entry)
    for (let row = firstRow; row < this.columns.rows; row++)
      count({ row, txid: this.columns.txid[row], kind: 'votes' })
    for (const change of changes) count(change)
  }

  /** Counts an entry in its stratum if it is published, else stores it for later. Returns whether it is published. */
  #count(entry: Entry): boolean {
    const { votes, changes } = this.#publication
    const isPublished = isVisibleIn(entry.txid, entry.kind === 'votes' ? votes : changes)
    if (isPublished) this.strata.all[this.columns.stratum[entry.row]][entry.kind]++
    else this.#unpublished.push(entry)
    return isPublished
  }
}
