import { arenaById, type Arena, loadArena } from '../../arenas/index.ts'
import { recordAct } from '../../platform/audit.ts'
import type { ArenaHooks, Deps } from '../../platform/deps.ts'
import { IDLE_TIMEOUT, Thread } from '../../platform/jobs/thread.ts'
import { englishText, type CodedMessage } from '../../../shared/messages/index.ts'
import { sign } from '../../platform/config/secrets.ts'
import { networksAround, UNKNOWN_NETWORK } from '../../platform/http/client-address.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { setQuarantine } from '../quarantine.ts'
import type { AttackTask, FoundSuspicion } from './attack-thread.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/schema.ts'
import { Hono } from 'hono'
import {
  Suspicions,
  type Suspicion,
  MAX_SUSPICIONS,
  type WireMessage,
} from '../../../shared/contracts/index.ts'
import type { Env } from '../../platform/http/http.ts'
import { describeRoute, jsonBody } from '../../platform/http/route-description.ts'
import { queryRows } from '../../platform/postgres/query.ts'

/** Fewer votes cannot tell an attack from chance. */
const MIN_VOTES = 30
/** How long the networks of voters are stored after their first vote. */
const NETWORK_DAYS = 30
/** The letters of the keyed hash of a network. */
const NETWORK_LENGTH = 22
const DAY_MS = 24 * 3600 * 1000

const thread = new Thread(new URL('./attack-thread.ts', import.meta.url), IDLE_TIMEOUT)

/** The job that looks for attacks among an arena's voters. */
const TASK = 'find-attacks'

/** Shorter than until a vote is published. */
const SEARCH_AFTER_MS = 15_000

/** What the job is given. */
interface SearchPayload {
  arenaId: number
  /** Whether only the server's own machine can reach it. */
  isLocal: boolean
}

/** Records the keyed hash of the network that a choice came from, if that is known. */
const noteNetwork: NonNullable<ArenaHooks['afterChoice']> = async (
  { access: { secret } },
  trx,
  { arenaId, voter, at, network },
) => {
  if (network === null || network === UNKNOWN_NETWORK) return
  const hash = (place: string) => sign(secret, `network ${place}`).slice(0, NETWORK_LENGTH)
  const site = networksAround(network)?.site
  const hashes = hash(network) + (site ? hash(site) : '')
  await sql`
    insert into voter_networks (arena_id, voter, network, seen_at) values (${arenaId}, ${voter}, ${hashes}, ${at})
    on conflict do nothing`.execute(trx)
}

/** Queues the search after a vote. Requests become one while a job waits. */
const requestSearch: NonNullable<ArenaHooks['afterVote']> = async (
  { access: { isPublic } },
  trx,
  { arenaId },
) => {
  const payload = { arenaId, isLocal: !isPublic } satisfies SearchPayload
  const key = { queue: `search-${arenaId}`, key: `${TASK}-${arenaId}` }
  await addJob(trx, { task: TASK, payload, ...key, delayMs: SEARCH_AFTER_MS })
}

/**
 * The job after people's votes: looks for attacks, and puts the votes of the accused into quarantine or only records them
 * in the log, as the arena says. The accused of whom an operator has released a vote are left alone. Doing it twice changes
 * nothing.
 */
export async function findArenaAttacks(deps: Deps, { arenaId, isLocal }: SearchPayload): Promise<void> {
  const forgotten = new Date(deps.clock().getTime() - NETWORK_DAYS * DAY_MS)
  await deps.db.deleteFrom('voter_networks').where('seen_at', '<', forgotten).execute()
  const arena = await arenaById(deps.db, arenaId)
  const anomalies = arena?.settings.anomalies ?? (isLocal ? 'flag' : 'quarantine')
  if (!arena || anomalies === 'off' || !(await hasPageVotes(deps.db, arenaId, MIN_VOTES))) return
  const task: AttackTask = { url: deps.postgres.connectionString, arenaId, networkLength: NETWORK_LENGTH }
  const suspicions = strongestOfEach(await thread.ask<FoundSuspicion[]>(task))
  const server: Deps = { ...deps, actor: 'server' }
  const voters = suspicions.flatMap(({ voter }) => voter ?? [])
  const votes = await selectSuspectVotes(deps.db, arenaId, voters)
  const isNotReleased = ({ voter }: FoundSuspicion) => voter === null || votes.has(voter)
  const isOnlyRecorded = ({ voter }: FoundSuspicion) => voter === null || anomalies === 'flag'
  await record(server, arena, suspicions.filter(isNotReleased), isOnlyRecorded, votes)
  if (anomalies === 'flag') return
  for (const { voter, finding } of suspicions)
    if (voter !== null && votes.has(voter))
      await setQuarantine(server, arena, votes.get(voter)!, {
        released: false,
        reason: englishText(finding),
        finding,
      })
}

/** One suspicion for each subject, the one with the strongest evidence. Several searches may find the same. */
export function strongestOfEach(suspicions: readonly FoundSuspicion[]): FoundSuspicion[] {
  const strongest = new Map<string, FoundSuspicion>()
  for (const suspicion of suspicions) {
    const known = strongest.get(suspicion.subject)
    if (!known || suspicion.logE > known.logE) strongest.set(suspicion.subject, suspicion)
  }
  return [...strongest.values()]
}

/** Lists suspicions for operators. New ones whose votes go on counting also get a line in the log. */
function record(
  deps: Deps,
  arena: Arena,
  suspicions: readonly FoundSuspicion[],
  isOnlyRecorded: (suspicion: FoundSuspicion) => boolean,
  votes: ReadonlyMap<string, number[]>,
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const fresh = await insertSuspicions(trx, arena.id, suspicions, deps.clock())
    for (const { voter, subject, finding } of suspicions.filter(isOnlyRecorded))
      if (fresh.has(subject))
        await recordAct(trx, deps, arena.id, 'attack_suspected', {
          ...(voter !== null && { voter, votes: votes.get(voter)!.length }),
          reason: englishText(finding),
          finding,
        })
  })
}

/** Whether people have cast at least this number of votes on the page of the arena. */
async function hasPageVotes(db: Db, arenaId: number, fewest: number): Promise<boolean> {
  const rows = await queryRows<{ votes: number }>(db)`
    select count(*)::int as votes from (
      select from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.arena_id = ${arenaId} and v.source in ('human', 'live') and b.origin in ('page', 'live') limit ${fewest}) as found`
  return rows[0].votes >= fewest
}

/** Records suspicions; known ones get their newest finding and evidence. Returns the subjects of new ones. */
async function insertSuspicions(
  trx: Trx,
  arenaId: number,
  suspicions: readonly FoundSuspicion[],
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
  db: Db,
  arenaId: number,
  voters: readonly string[],
): Promise<Map<string, number[]>> {
  const rows = await queryRows<{ voter: string; votes: number[] }>(db)`
    select v.voter, array_agg(v.id order by v.id) as votes
    from counted_votes_in(${arenaId}, null) v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.source in ('human', 'live') and b.origin in ('page', 'live') and v.voter = any (${voters}::text[])
      and not exists (select from quarantines q join votes w on w.arena_id = q.arena_id and w.id = q.vote_id
        where q.arena_id = v.arena_id and q.released and q.leak_id is null and w.voter = v.voter)
    group by v.voter order by v.voter`
  return new Map(rows.map(({ voter, votes }) => [voter, votes.map(Number)]))
}

interface SuspicionRow {
  subject: string
  finding: WireMessage
  log_e: number | null
  found_at: Date
  votes: number
  quarantined: number
  released: boolean
}

/** The suspicions of an arena, the newest first, with the votes of each voter on the page. */
const selectSuspicions = (db: Db, arenaId: number): Promise<SuspicionRow[]> =>
  queryRows<SuspicionRow>(db)`
    select s.subject, s.finding, s.log_e, s.found_at, coalesce(v.votes, 0)::int as votes,
      coalesce(v.quarantined, 0)::int as quarantined, coalesce(v.released, false) as released
    from (
      select * from suspicions where arena_id = ${arenaId} order by found_at desc, subject limit ${MAX_SUSPICIONS}) s
    left join lateral (
      select count(*) as votes, count(*) filter (where is_quarantined(v.arena_id, v.id, null)) as quarantined,
        bool_or(exists (select from quarantines q where q.arena_id = v.arena_id and q.vote_id = v.id and q.released
          and q.leak_id is null)) as released
      from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.arena_id = s.arena_id and v.voter = s.subject and v.source in ('human', 'live') and b.origin in ('page', 'live')
        and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)) v on true
    order by s.found_at desc, s.subject`

const suspicionRoutes = (deps: Deps) => {
  return new Hono<Env>().get(
    '/api/admin/arenas/:arena/suspicions',
    describeRoute({
      summary:
        'Voters and groups whose votes look like an attack, newest first, with the reason, the evidence and what became of their votes.',
      responses: { 200: jsonBody('The newest suspicions.', Suspicions) },
    }),
    loadArena(deps),
    async (c) => {
      const { arena } = c.var
      const suspicions = (await selectSuspicions(deps.db, arena.id)).map(inJson)
      return c.json({ suspicions } satisfies Suspicions)
    },
  )
}

function inJson({
  subject,
  finding,
  log_e,
  found_at,
  votes,
  quarantined,
  released,
}: SuspicionRow): Suspicion {
  const isHeld = votes > 0 && quarantined === votes
  return {
    subject,
    voter: finding.code.startsWith('group_') ? null : subject,
    reason: englishText(finding as CodedMessage),
    finding,
    log10E: log_e === null ? null : log_e / Math.LN10,
    at: found_at.toISOString(),
    votes,
    quarantined,
    state: isHeld ? 'quarantined' : released ? 'released' : 'open',
  }
}

/** Removes what was found about a voter, and its network. */
const forgetSuspicion: NonNullable<ArenaHooks['afterErasedVoter']> = async (trx, { arenaId, voter }) => {
  await trx.deleteFrom('suspicions').where('arena_id', '=', arenaId).where('subject', '=', voter).execute()
  await trx.deleteFrom('voter_networks').where('arena_id', '=', arenaId).where('voter', '=', voter).execute()
}

export const attacks = {
  routes: suspicionRoutes,
  tasks: { [TASK]: findArenaAttacks },
  afterChoice: noteNetwork,
  afterVote: requestSearch,
  afterErasedVoter: forgetSuspicion,
}
