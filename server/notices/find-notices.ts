/** Finds what happened in arenas that operators want to know. A row for each kind of event: its query, and its sentence. */
import { sql } from 'kysely'
import type {
  Board,
  JudgeReport,
  JudgesReport,
  NoticeKind,
  ScheduledComparison,
  WireMessage,
} from '../../shared/contracts/index.ts'
import { msg, type CodedMessage } from '../../shared/messages/index.ts'
import { arenasWithEnd, countPeopleVotes, votingClosedAt } from '../arenas/index.ts'
import { dueSince, lapseMessage } from '../judge-evaluation/index.ts'
import type { Deps } from '../platform/deps.ts'
import { firstMoment } from '../platform/postgres/publishing.ts'

/** Stores a notice of every event that has none. Events before the first call for this database have no notices. */
export async function findNotices(deps: Pick<Deps, 'db' | 'clock' | 'chance'>): Promise<void> {
  const now = deps.clock()
  const since = await firstMoment(deps.db, 'notices_since', now)
  for (const find of FINDERS) {
    const events = await find(deps, since)
    if (events.length === 0) continue
    await deps.db
      .insertInto('notices')
      .values(
        events.map(({ arenaId, kind, subject, finding, happenedAt }) => ({
          arena_id: arenaId,
          id: deps.chance.newId(),
          kind,
          subject,
          finding: JSON.stringify(finding),
          happened_at: happenedAt,
          found_at: now,
          state: 'waiting' as const,
          next_at: now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['arena_id', 'kind', 'subject']).doNothing())
      .execute()
  }
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

/** What every query returns. */
type OfArena = Pick<Event, 'arenaId' | 'happenedAt'> & { title: string }

/** Runs that stopped at their budget and wait for a higher one, each once for each budget. */
const spentBudgets: FindEvents = async ({ db }, since) => {
  const { rows } = await sql<OfArena & { run: number; budget: number; spent: number }>`
    select r.arena_id as "arenaId", a.title, r.id as run, r.budget_usd as budget, r.spent_usd as spent, r.ended_at as "happenedAt"
    from runs r join arenas a on a.id = r.arena_id
    where r.status = 'budget_reached' and r.budget_usd is not null
      and r.ended_at >= ${since}
    order by r.ended_at`.execute(db)
  return rows.map(({ title, run, budget, spent, ...of }) => ({
    ...of,
    kind: 'budget_spent',
    subject: `run ${run} at ${budget}`,
    finding: msg('notice_budget_spent', { title, spent, budget }),
  }))
}

/** An arena under attack would otherwise have a notice every minute. */
const SPACING_MS = 60 * 60_000

/**
 * Votes that went into quarantine since the last such notice of their arena, at most one notice an hour. The subject is
 * the snapshot in which they were counted, so no transaction that ends late is passed over.
 */
const quarantinedVotes: FindEvents = async ({ db, clock }, since) => {
  const before = new Date(clock().getTime() - SPACING_MS)
  const { rows } = await sql<OfArena & { votes: number; subject: string }>`
    select q.arena_id as "arenaId", a.title, count(distinct q.vote_id)::int as votes,
      pg_current_snapshot()::text as subject, max(q.at) as "happenedAt"
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
  return rows.map(({ title, votes, ...of }) => ({
    ...of,
    kind: 'votes_quarantined',
    finding: msg('notice_votes_quarantined', { title, votes }),
  }))
}

/** An older board was looked at when it was new. */
const LOOK_BACK_MS = 24 * 60 * 60_000

/**
 * Winners that the newest full boards of people, of all judges or of results declared, and declarations that fell.
 */
const declaredWinners: FindEvents = async ({ db, clock }, since) => {
  const { rows } = await sql<TrackedBoard>`
    select n.arena_id as "arenaId", a.title, n.view_key as view, n.view_key::jsonb ->> 0 as source,
      coalesce(n.view_key::jsonb ->> 1, a.criteria[1]) as criterion, 
      case when b.board ->> 'state' = 'wins' then b.board ->> 'leader' end as winner,
      b.board -> 'declaredSince' as declared, n.computed_at as "happenedAt"
    from (
      select distinct on (arena_id, view_key) * from snapshots
      where tracked and computed_at > ${new Date(clock().getTime() - LOOK_BACK_MS)}
      order by arena_id, view_key, id desc) n
    join arenas a on a.id = n.arena_id cross join lateral (select n.board::jsonb as board) b
    where n.view_key::jsonb ->> 0 in ('humans', 'judges', 'all')`.execute(db)
  return rows.flatMap(declarationOf).filter(({ happenedAt }) => happenedAt >= since)
}

interface TrackedBoard extends OfArena {
  view: string
  source: string
  criterion: string
  winner: string | null
  declared: Board['declaredSince'] | null
}

const VOTERS: Record<string, 'people' | 'judges' | 'results'> = { judges: 'judges', humans: 'people' }

function declarationOf({ view, source, criterion, winner, declared, title, ...of }: TrackedBoard): Event[] {
  const about = { title, criterion, voters: VOTERS[source] ?? 'results' }
  if (winner !== null && declared?.winner) {
    const { at, votes } = declared.winner
    const finding = msg('notice_decided', { ...about, winner, votes })
    return [{ ...of, kind: 'decided', subject: `${view} since ${at}`, finding, happenedAt: new Date(at) }]
  }
  if (winner !== null || !declared || declared.fell === 0) return []
  const finding = msg('notice_decision_fell', about)
  return [{ ...of, kind: 'decision_fell', subject: `${view} fall ${declared.fell}`, finding }]
}

/**
 * Judges in use that became better or worse by more than chance, no longer agree with themselves or are calibrated no
 * more, in the month or on the day of `since` or later; and judges whose measurement became older than `recheckDays` after it.
 */
const changedJudges: FindEvents = async ({ db, clock }, since) => {
  const now = clock()
  const [firstMonth, firstDay] = [since.toISOString().slice(0, 7), since.toISOString().slice(0, 10)]
  const { rows } = await sql<OfArena & { report: JudgesReport }>`
    select e.arena_id as "arenaId", a.title, e.report, e.evaluated_at as "happenedAt"
    from judge_evaluations e join arenas a on a.id = e.arena_id`.execute(db)
  return rows.flatMap(({ title, report: { judges, trust }, ...of }) =>
    judges
      .filter(isInUse)
      .flatMap(({ judge, drift, failure, evidence, measuredAt, lostOn, findings }): Event[] => {
        const drifted = (subject: string, finding: CodedMessage): Event => ({
          ...of,
          kind: 'judge_drifted',
          subject: `${judge} ${subject}`,
          finding: msg('notice_judge_drifted', { title, judge, finding }),
        })
        const isLapsed = failure?.reason === 'self_agreement' && evidence!.since! >= firstDay
        const why = findings.find(({ code }) => code === 'uncalibrated' || code === 'by_chance')
        const isLost =
          lostOn !== undefined && lostOn >= firstDay && why && !isLapsed && failure?.reason !== 'drift'
        const due = dueSince(measuredAt, trust)
        const isDue = due !== null && due <= now && due >= since
        const dueFinding = () => msg('judge_due', { measuredAt: measuredAt!, days: trust.recheckDays })
        return [
          ...drift
            .filter(({ period }) => period >= firstMonth)
            .map(({ measure, before, period, from, to }) =>
              drifted(`${measure} ${period}`, msg('judge_drifted', { measure, before, period, from, to })),
            ),
          ...(isLapsed
            ? [drifted(`itself ${evidence!.since}`, lapseMessage({ failure, evidence }, trust))]
            : []),
          ...(isLost ? [drifted(`lost ${lostOn}`, why.finding as CodedMessage)] : []),
          ...(isDue
            ? [
                {
                  ...of,
                  kind: 'judge_due' as const,
                  subject: `${judge} measured ${measuredAt}`,
                  finding: msg('notice_judge_due', { title, judge, finding: dueFinding() }),
                  happenedAt: due,
                },
              ]
            : []),
        ]
      }),
  )
}

/** A judge that is only known from imported votes may still vote elsewhere. */
const isInUse = ({ active, versions }: JudgeReport): boolean =>
  active || versions.every(({ version }) => version === null)

/**
 * Builds that a scheduled comparison found worse, each once until it passes again: the last decided comparison of the
 * same two contestants by the same entry, if there is one, had not said so.
 */
const fallenGates: FindEvents = async ({ db }, since) => {
  const { rows } = await sql<OfArena & { id: number; entry: string; result: ScheduledComparison }>`
    select d.arena_id as "arenaId", a.title, d.id, d.entry, d.result, d.ended_at as "happenedAt" from (
      select *, result ->> 'verdict' as verdict, lag(result ->> 'verdict') over (
        partition by arena_id, entry, result ->> 'current', result ->> 'shipped' order by due_at) as before
      from schedule_occurrences
      where does = 'compare' and result ->> 'verdict' in ('ship', 'do_not_ship')) d
    join arenas a on a.id = d.arena_id
    where d.verdict = 'do_not_ship' and d.before is distinct from 'do_not_ship' and d.ended_at >= ${since}
    order by d.ended_at`.execute(db)
  return rows.map(({ title, id, entry, result: { current, shipped, criteria }, ...of }) => {
    const figures = criteria
      .filter(({ verdict }) => verdict === 'do_not_ship')
      .map(({ criterion, winRate, votes }) => ({ criterion, winRate, votes }))
    const finding = msg('notice_gate_fell', { title, entry, current, shipped, figures })
    return { ...of, kind: 'gate_fell', subject: `occurrence ${id}`, finding }
  })
}

/** Entries of schedules that could not start or go on, each time once. */
const failedEntries: FindEvents = async ({ db }, since) => {
  const { rows } = await sql<OfArena & { id: number; entry: string; finding: WireMessage }>`
    select s.arena_id as "arenaId", a.title, s.id, s.entry, s.finding, s.ended_at as "happenedAt"
    from schedule_occurrences s join arenas a on a.id = s.arena_id
    where s.state = 'failed' and s.ended_at >= ${since} order by s.ended_at`.execute(db)
  return rows.map(({ title, id, entry, finding, ...of }) => ({
    ...of,
    kind: 'schedule_failed',
    subject: `occurrence ${id}`,
    finding: msg('notice_schedule_failed', { title, entry, finding: finding as CodedMessage }),
  }))
}

/** Voting of people that came to its end, by its date, by its number of votes or by hand. */
const closedVoting: FindEvents = async (deps, since) => {
  const events: Event[] = []
  for (const arena of await arenasWithEnd(deps.db)) {
    const happenedAt = arena.archived_at ? null : await votingClosedAt(deps, arena)
    if (happenedAt === null || happenedAt < since) continue
    const finding = msg('notice_voting_closed', {
      title: arena.title,
      votes: await countPeopleVotes(deps.db, arena.id),
    })
    const subject = `at ${happenedAt.toISOString()}`
    events.push({ arenaId: arena.id, kind: 'voting_closed', subject, finding, happenedAt })
  }
  return events
}

const FINDERS: FindEvents[] = [
  spentBudgets,
  quarantinedVotes,
  declaredWinners,
  changedJudges,
  fallenGates,
  failedEntries,
  closedVoting,
]
