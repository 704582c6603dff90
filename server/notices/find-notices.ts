import type { Deps } from '../platform/deps.ts'
import { firstMoment } from '../platform/first-moment.ts'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { NoticeTable } from './tables.ts'
import { msg, type CodedMessage } from '../../shared/messages/index.ts'
import type {
  Board,
  JudgeReport,
  JudgesReport,
  ScheduledComparison,
  WireMessage,
  NoticeKind,
} from '../../shared/contracts/index.ts'
import { dueSince, lapseMessage } from '../judge-evaluation/index.ts'

/**
 * Stores a notice of every event that has none. Events before the first call for this database have no notices.
 * @returns how many notices were stored
 */
export async function findNotices(deps: Pick<Deps, 'db' | 'clock' | 'newId'>): Promise<number> {
  const now = deps.clock()
  const since = await firstMoment(deps.db, 'notices_since', now)
  let stored = 0
  for (const find of FINDERS) {
    const rows = (await find(deps, since)).map(({ arenaId, finding, happenedAt, ...event }) => ({
      ...event,
      arena_id: arenaId,
      id: deps.newId(),
      finding: JSON.stringify(finding),
      happened_at: happenedAt,
      found_at: now,
      state: 'waiting' as const,
      next_at: now,
    }))
    stored += await insertNotices(deps.db, rows)
  }
  return stored
}

/** Adds the notices of events that have none, and returns how many. */
async function insertNotices(
  db: Kysely<Database>,
  rows: readonly Insertable<NoticeTable>[],
): Promise<number> {
  if (rows.length === 0) return 0
  const added = await db
    .insertInto('notices')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['arena_id', 'kind', 'subject']).doNothing())
    .returning('id')
    .execute()
  return added.length
}

/** Something that happened in an arena. */
interface Event {
  arenaId: number
  kind: NoticeKind
  /** Which event of this kind in this arena. */
  subject: string
  /** The event as a sentence. */
  finding: CodedMessage
  happenedAt: Date
}

/** Returns the events since a moment that have no notice yet; it may return some that have one. */
type FindEvents = (deps: Pick<Deps, 'db' | 'clock'>, since: Date) => Promise<Event[]>

/** Runs that stopped at their budget, each once for each budget. */
const spentBudgets: FindEvents = async ({ db }, since) => {
  const runs = await selectSpentBudgets(db, since)
  return runs.map(({ arena_id: arenaId, run, title, budget, spent, ended_at: happenedAt }) => ({
    arenaId,
    kind: 'budget_spent',
    subject: `run ${run} at ${budget}`,
    finding: msg('notice_budget_spent', { title, spent, budget }),
    happenedAt,
  }))
}

interface SpentBudget {
  arena_id: number
  title: string
  run: number
  budget: number
  spent: number
  ended_at: Date
}

/** Runs that reached their budget after a moment, and wait for a higher one. */
async function selectSpentBudgets(db: Kysely<Database>, since: Date): Promise<SpentBudget[]> {
  const { rows } = await sql<SpentBudget>`
    select r.arena_id, a.title, r.id as run, r.budget_usd as budget, r.spent_usd as spent, r.ended_at
    from runs r join arenas a on a.id = r.arena_id
    where r.status = 'budget_reached' and r.budget_usd is not null
      and r.ended_at >= ${since}
    order by r.ended_at`.execute(db)
  return rows
}

/** An arena under attack would otherwise have a notice every minute. */
const SPACING_MS = 60 * 60_000

/** Votes that went into quarantine since the last such notice of their arena, at most one notice an hour. */
const quarantinedVotes: FindEvents = async ({ db, clock }, since) => {
  const before = new Date(clock().getTime() - SPACING_MS)
  const arenas = await selectQuarantined(db, since, before)
  return arenas.map(({ arena_id: arenaId, title, votes, seen_in: subject, last_at: happenedAt }) => ({
    arenaId,
    kind: 'votes_quarantined',
    subject,
    finding: msg('notice_votes_quarantined', { title, votes }),
    happenedAt,
  }))
}

interface Quarantined {
  arena_id: number
  title: string
  votes: number
  /** The snapshot in which they were counted. */
  seen_in: string
  last_at: Date
}

/**
 * The votes of each arena that went into quarantine after `since` and that its last notice did not see. Arenas with a
 * notice after `before` are left out. A notice is of a snapshot, so no transaction that ends late is passed over.
 */
async function selectQuarantined(db: Kysely<Database>, since: Date, before: Date): Promise<Quarantined[]> {
  const { rows } = await sql<Quarantined>`
    select q.arena_id, a.title, count(distinct q.vote_id)::int as votes,
      pg_current_snapshot()::text as seen_in, max(q.at) as last_at
    from quarantines q join arenas a on a.id = q.arena_id
    left join lateral (
      select n.subject::pg_snapshot as seen, n.found_at from notices n
      where n.arena_id = q.arena_id and n.kind = 'votes_quarantined'
      order by n.found_at desc limit 1) n on true
    where not q.released and q.at >= ${since}
      and (n.seen is null or (n.found_at <= ${before}
        -- a restored database may be of a server with other transaction numbers
        and (q.at > n.found_at or not pg_visible_in_snapshot(q.txid, n.seen))))
    group by q.arena_id, a.title`.execute(db)
  return rows
}

/** An older board was looked at when it was new. */
const LOOK_BACK_MS = 24 * 60 * 60_000

/** Winners that the boards of people, of all judges or of results declared, and declarations that fell. */
const declaredWinners: FindEvents = async ({ db, clock }, since) => {
  const boards = await selectTrackedBoards(db, new Date(clock().getTime() - LOOK_BACK_MS))
  return boards.map(eventOf).filter((event) => event !== null && event.happenedAt >= since) as Event[]
}

function eventOf(board: TrackedBoard): Event | null {
  const { arena_id: arenaId, view_key: view, title, criterion, declared, computed_at: computedAt } = board
  const of = { title, criterion, voters: votersOf(board.source) }
  if (board.winner !== null && declared?.winner)
    return {
      arenaId,
      kind: 'decided',
      subject: `${view} since ${declared.winner.at}`,
      finding: msg('notice_decided', { ...of, winner: board.winner, votes: declared.winner.votes }),
      happenedAt: new Date(declared.winner.at),
    }
  if (board.winner === null && declared && declared.fell > 0)
    return {
      arenaId,
      kind: 'decision_fell',
      subject: `${view} fall ${declared.fell}`,
      finding: msg('notice_decision_fell', of),
      happenedAt: computedAt,
    }
  return null
}

function votersOf(source: string): 'people' | 'judges' | 'results' {
  if (source === 'judges') return 'judges'
  return source === 'humans' ? 'people' : 'results'
}

interface TrackedBoard {
  arena_id: number
  title: string
  view_key: string
  source: string
  criterion: string
  winner: string | null
  declared: Board['declaredSince'] | null
  computed_at: Date
}

/** The newest full board of each tracked view of people, all judges or results, computed after a moment. */
async function selectTrackedBoards(db: Kysely<Database>, after: Date): Promise<TrackedBoard[]> {
  const { rows } = await sql<TrackedBoard>`
    select n.arena_id, a.title, n.view_key, n.view_key::jsonb ->> 0 as source,
      coalesce(n.view_key::jsonb ->> 1, a.criteria[1]) as criterion, b.board ->> 'winner' as winner,
      b.board -> 'declaredSince' as declared, n.computed_at
    from (
      select distinct on (arena_id, view_key) * from snapshots
      where tracked and not preview and computed_at > ${after}
      order by arena_id, view_key, id desc) n
    join arenas a on a.id = n.arena_id cross join lateral (select n.board::jsonb as board) b
    where n.view_key::jsonb ->> 0 in ('humans', 'judges', 'all')`.execute(db)
  return rows
}

/** Judges in use that became better or worse by more than chance, in the month of `since` or later. */
const driftedJudges: FindEvents = async ({ db }, since) => {
  const firstMonth = since.toISOString().slice(0, 7)
  const reports = await selectReports(db)
  return reports.flatMap(({ arena_id: arenaId, title, report, evaluated_at: happenedAt }): Event[] =>
    report.judges.filter(isInUse).flatMap(({ judge, drift }) =>
      drift
        .filter(({ period }) => period >= firstMonth)
        .map(({ measure, before, period, from, to }) => ({
          arenaId,
          kind: 'judge_drifted',
          subject: `${judge} ${measure} ${period}`,
          finding: msg('notice_judge_drifted', {
            title,
            judge,
            finding: msg('judge_drifted', { measure, before, period, from, to }),
          }),
          happenedAt,
        })),
    ),
  )
}

/** Judges in use that no longer agree with themselves, since the day of `since` or later. */
const lapsedJudges: FindEvents = async ({ db }, since) => {
  const firstDay = since.toISOString().slice(0, 10)
  const reports = await selectReports(db)
  return reports.flatMap(
    ({ arena_id: arenaId, title, report: { judges, trust }, evaluated_at: happenedAt }): Event[] =>
      judges
        .filter(isInUse)
        .filter(
          ({ failure, evidence }) => failure?.reason === 'self_agreement' && evidence!.since! >= firstDay,
        )
        .map(({ judge, failure, evidence }) => ({
          arenaId,
          kind: 'judge_drifted',
          subject: `${judge} itself ${evidence!.since}`,
          finding: msg('notice_judge_drifted', {
            title,
            judge,
            finding: lapseMessage({ failure, evidence }, trust),
          }),
          happenedAt,
        })),
  )
}

/** Judges in use whose measurement became older than `recheckDays` after `since`, each once for each measurement. */
const dueJudges: FindEvents = async ({ db, clock }, since) => {
  const now = clock()
  const reports = await selectReports(db)
  return reports.flatMap(({ arena_id: arenaId, title, report: { judges, trust } }): Event[] =>
    judges.filter(isInUse).flatMap(({ judge, measuredAt }) => {
      const happenedAt = dueSince(measuredAt, trust)
      if (happenedAt === null || happenedAt > now || happenedAt < since) return []
      return {
        arenaId,
        kind: 'judge_due',
        subject: `${judge} measured ${measuredAt}`,
        finding: msg('notice_judge_due', {
          title,
          judge,
          finding: msg('judge_due', { measuredAt: measuredAt!, days: trust.recheckDays }),
        }),
        happenedAt,
      }
    }),
  )
}

interface StoredReport {
  arena_id: number
  title: string
  report: JudgesReport
  evaluated_at: Date
}

/** The last evaluation of the judges of each arena. */
async function selectReports(db: Kysely<Database>): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    select t.arena_id, a.title, t.report, t.evaluated_at
    from judge_evaluations t join arenas a on a.id = t.arena_id`.execute(db)
  return rows
}

/** A judge that is only known from imported votes may still vote elsewhere. */
const isInUse = ({ active, versions }: JudgeReport): boolean =>
  active || versions.every(({ version }) => version === null)

/** Builds that a scheduled comparison found worse, each once until it passes again. */
const fallenGates: FindEvents = async ({ db }, since) => {
  const fallen = await selectFallenGates(db, since)
  return fallen.map(({ arena_id: arenaId, title, id, entry, result, ended_at: happenedAt }) => ({
    arenaId,
    kind: 'gate_fell',
    subject: `occurrence ${id}`,
    finding: msg('notice_gate_fell', {
      title,
      entry,
      current: result.current,
      shipped: result.shipped,
      figures: result.criteria
        .filter(({ verdict }) => verdict === 'do_not_ship')
        .map(({ criterion, winRate, votes }) => ({ criterion, winRate, votes })),
    }),
    happenedAt,
  }))
}

interface FallenGate {
  arena_id: number
  title: string
  id: number
  entry: string
  result: ScheduledComparison
  ended_at: Date
}

/**
 * Scheduled comparisons that ended after a moment with a gate that fell: the last decided comparison of the same two
 * contestants by the same entry, if there is one, had not said so.
 */
async function selectFallenGates(db: Kysely<Database>, since: Date): Promise<FallenGate[]> {
  const { rows } = await sql<FallenGate>`
    select d.arena_id, a.title, d.id, d.entry, d.result, d.ended_at from (
      select *, result ->> 'verdict' as verdict, lag(result ->> 'verdict') over (
        partition by arena_id, entry, result ->> 'current', result ->> 'shipped' order by due_at) as before
      from schedule_occurrences
      where does = 'compare' and result ->> 'verdict' in ('ship', 'do_not_ship')) d
    join arenas a on a.id = d.arena_id
    where d.verdict = 'do_not_ship' and d.before is distinct from 'do_not_ship' and d.ended_at >= ${since}
    order by d.ended_at`.execute(db)
  return rows
}

/** Entries of schedules that could not start or go on, each time once. */
const failedEntries: FindEvents = async ({ db }, since) => {
  const failed = await selectFailedEntries(db, since)
  return failed.map(({ arena_id: arenaId, title, id, entry, finding, ended_at: happenedAt }) => ({
    arenaId,
    kind: 'schedule_failed',
    subject: `occurrence ${id}`,
    finding: msg('notice_schedule_failed', { title, entry, finding: finding as CodedMessage }),
    happenedAt,
  }))
}

interface FailedEntry {
  arena_id: number
  title: string
  id: number
  entry: string
  finding: WireMessage
  ended_at: Date
}

/** Scheduled entries that could not do their work, after a moment. */
async function selectFailedEntries(db: Kysely<Database>, since: Date): Promise<FailedEntry[]> {
  const { rows } = await sql<FailedEntry>`
    select s.arena_id, a.title, s.id, s.entry, s.finding, s.ended_at
    from schedule_occurrences s join arenas a on a.id = s.arena_id
    where s.state = 'failed' and s.ended_at >= ${since} order by s.ended_at`.execute(db)
  return rows
}

const FINDERS: FindEvents[] = [
  spentBudgets,
  quarantinedVotes,
  declaredWinners,
  driftedJudges,
  lapsedJudges,
  dueJudges,
  fallenGates,
  failedEntries,
]
