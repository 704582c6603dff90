import { arenaById, type Arena } from '../../arenas/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { SELDOM, Thread } from '../../platform/jobs/thread.ts'
import { inEnglish } from '../../../shared/messages/index.ts'
import { forgetNetworks, type SearchPayload } from '../../votes/index.ts'
import { setQuarantine } from '../set-quarantine.ts'
import type { AttackTask, Suspicion } from './attack-thread.ts'
import { type Kysely, type Transaction, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** Fewer votes cannot tell an attack from chance. */
const FEWEST_VOTES = 30
/** How long the networks of voters are stored after their first vote. */
const NETWORK_DAYS = 30
const DAY_MS = 24 * 3600 * 1000

const thread = new Thread(new URL('./attack-thread.ts', import.meta.url), SELDOM)

/**
 * The job after people's votes: looks for attacks, and puts the votes of the accused into quarantine or only records them
 * in the log, as the arena says. Voters of whom an operator has released a vote are left alone. Doing it twice changes
 * nothing.
 */
export async function findAttacksIn(deps: Deps, { arenaId, isLocal }: SearchPayload): Promise<void> {
  await forgetNetworks(deps.db, new Date(deps.clock().getTime() - NETWORK_DAYS * DAY_MS))
  const arena = await arenaById(deps.db, arenaId)
  const anomalies = arena?.settings.anomalies ?? (isLocal ? 'flag' : 'quarantine')
  if (!arena || anomalies === 'off' || !(await hasPageVotes(deps.db, arenaId, FEWEST_VOTES))) return
  const task: AttackTask = { url: deps.connectionString, arenaId }
  const suspicions = strongestOfEach(await thread.ask<Suspicion[]>(task))
  const server: Deps = { ...deps, actor: 'server' }
  const voters = suspicions.flatMap(({ voter }) => voter ?? [])
  const votes = await selectSuspectVotes(deps.db, arenaId, voters)
  const isOpen = ({ voter }: Suspicion) => voter === null || votes.has(voter)
  const isFlagged = ({ voter }: Suspicion) => voter === null || anomalies === 'flag'
  await record(server, arena, suspicions.filter(isOpen), isFlagged, votes)
  if (anomalies === 'flag') return
  for (const { voter, finding } of suspicions)
    if (voter !== null && votes.has(voter))
      await setQuarantine(server, arena, votes.get(voter)!, {
        released: false,
        reason: inEnglish(finding),
        finding,
      })
}

/** One suspicion for each subject, the one with the strongest evidence: several searches may find the same. */
export function strongestOfEach(suspicions: readonly Suspicion[]): Suspicion[] {
  const strongest = new Map<string, Suspicion>()
  for (const one of suspicions)
    if (!((strongest.get(one.subject)?.logE ?? -Infinity) >= one.logE)) strongest.set(one.subject, one)
  return [...strongest.values()]
}

/** Lists suspicions for operators. New ones whose votes go on counting also get a line in the log. */
function record(
  deps: Deps,
  arena: Arena,
  suspicions: readonly Suspicion[],
  isFlagged: (one: Suspicion) => boolean,
  votes: ReadonlyMap<string, number[]>,
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const fresh = await insertSuspicions(trx, arena.id, suspicions, deps.clock())
    for (const { voter, subject, finding } of suspicions.filter(isFlagged))
      if (fresh.has(subject))
        await putOnRecord(trx, deps, arena.id, 'attack_suspected', {
          ...(voter !== null && { voter, votes: votes.get(voter)!.length }),
          reason: inEnglish(finding),
          finding,
        })
  })
}

/** Whether people have cast at least this number of votes on the page of the arena. */
async function hasPageVotes(db: Kysely<Database>, arenaId: number, fewest: number): Promise<boolean> {
  const { rows } = await sql<{ votes: number }>`
    select count(*)::int as votes from (
      select from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.arena_id = ${arenaId} and v.source = 'human' and b.origin = 'page' limit ${fewest}) as found`.execute(
    db,
  )
  return rows[0].votes >= fewest
}

/** Records suspicions; known ones get their newest finding and evidence. Returns the subjects of new ones. */
async function insertSuspicions(
  trx: Transaction<Database>,
  arenaId: number,
  suspicions: readonly Suspicion[],
  at: Date,
): Promise<Set<string>> {
  if (suspicions.length === 0) return new Set()
  const rows = await trx
    .insertInto('suspicions')
    .values(
      suspicions.map(({ subject, finding, logE }) => ({
        arena_id: arenaId,
        subject,
        finding: JSON.stringify(finding),
        found_at: at,
        log_e: logE,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['arena_id', 'subject']).doUpdateSet(({ ref }) => ({
        finding: ref('excluded.finding'),
        log_e: ref('excluded.log_e'),
      })),
    )
    .returning(['subject', sql<boolean>`xmax = 0`.as('isNew')])
    .execute()
  return new Set(rows.filter(({ isNew }) => isNew).map(({ subject }) => subject))
}

/** Votes of these voters on the page that count, by voter; none of voters of whom an operator has released a vote. */
async function selectSuspectVotes(
  db: Kysely<Database>,
  arenaId: number,
  voters: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ voter: string; votes: number[] }>`
    select v.voter, array_agg(v.id order by v.id) as votes
    from counted_votes_in(${arenaId}, null) v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.source = 'human' and b.origin = 'page' and v.voter = any (${voters}::text[])
      and not exists (select from quarantines q join votes w on w.arena_id = q.arena_id and w.id = q.vote_id
        where q.arena_id = v.arena_id and q.released and q.leak_id is null and w.voter = v.voter)
    group by v.voter order by v.voter`.execute(db)
  return new Map(rows.map(({ voter, votes }) => [voter, votes.map(Number)]))
}
