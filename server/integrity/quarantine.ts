import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { recordAct } from '../platform/audit.ts'
import { ProblemError } from '../platform/problem.ts'
import { requestRating } from '../votes/index.ts'
import { englishText, msg, shortList, type CodedMessage } from '../../shared/messages/index.ts'
import { sql } from 'kysely'
import type { SuspicionReceipt, SuspicionRequest, WireMessage } from '../../shared/contracts/index.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { queryColumn, queryRows } from '../platform/postgres/query.ts'

/**
 * Puts votes into quarantine, where no board counts them, or releases them: they count again unless they are retracted. Asks
 * for new boards if any vote changed.
 * @returns the votes that changed; the others are as the change would make them
 * @throws {ProblemError} vote_unknown naming the unknown votes; nothing changes then
 */
export async function setQuarantine(
  deps: Deps,
  arena: Arena,
  votes: readonly number[],
  change: Omit<QuarantineChange, 'changedAt'>,
): Promise<number[]> {
  const unknown = await selectUnknownIds(deps.db, arena.id, votes)
  if (unknown.length > 0)
    throw new ProblemError(
      'vote_unknown',
      msg('none_with_id', {
        arena: arena.slug,
        kind: 'vote',
        ids: shortList(unknown.map(String)),
        listedBy: 'An export of the votes',
      }),
    )
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    await lockQuarantine(trx, arena.id)
    const changed = await insertQuarantines(trx, arena.id, votes, { ...change, changedAt: now })
    if (changed.length === 0) return changed
    await requestRating(trx, arena.id, deps.settings.publishEvery)
    await recordAct(trx, deps, arena.id, change.released ? 'votes_released' : 'votes_quarantined', {
      votes: changed,
      reason: change.reason,
      ...(change.finding && { finding: change.finding }),
    })
    return changed
  })
}

/** The ids that belong to no vote of the arena. */
const selectUnknownIds = (db: Db, arenaId: number, votes: readonly number[]): Promise<number[]> =>
  queryColumn<number>(db)`
    select id from unnest(${votes}::bigint[]) as asked (id)
    where not exists (select from votes v where v.arena_id = ${arenaId} and v.id = asked.id) order by id`

interface QuarantineChange {
  released: boolean
  reason: string
  /** The reason as a message, where the server itself gives it. */
  finding?: WireMessage
  changedAt: Date
}

/** Adds the change to each vote for which it is new; returns these votes, ascending. */
const insertQuarantines = (
  trx: Trx,
  arenaId: number,
  votes: readonly number[],
  { released, reason, finding, changedAt }: QuarantineChange,
): Promise<number[]> =>
  queryColumn<number>(trx)`
    insert into quarantines (arena_id, vote_id, released, reason, finding, at)
    select ${arenaId}, id, ${released}, ${reason}, ${finding ? JSON.stringify(finding) : null}::jsonb, ${changedAt} from (select distinct unnest(${votes}::bigint[])) as asked (id)
    where is_quarantined(${arenaId}, id, null) = ${released} order by id
    returning vote_id`

/** Lets one transaction at a time change quarantines of an arena, so that their order is clear. */
export async function lockQuarantine(trx: Trx, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${QUARANTINE}::integer, ${arenaId})`.execute(trx)
}

const QUARANTINE = 4747_0003

/**
 * Puts all votes of a voter on the page into quarantine, or releases them. After a release the search for attacks leaves
 * the voter alone. Without a reason, a quarantine states what was found, and a release that an operator found no attack.
 * @throws {ProblemError} vote_unknown if the voter has no votes on the page
 */
export async function quarantineVoter(
  deps: Deps,
  arena: Arena,
  { voter, reason }: SuspicionRequest,
  released: boolean,
): Promise<SuspicionReceipt> {
  const { votes, finding } = await selectVotesOfVoter(deps.db, arena.id, voter)
  if (votes.length === 0)
    throw new ProblemError(
      'vote_unknown',
      `Voter ${voter} has cast no votes on the page of arena ${arena.slug}. GET /api/admin/arenas/${arena.slug}/suspicions lists suspects.`,
    )
  const cause = finding && !released ? (finding as CodedMessage) : msg('suspicion_dismissed')
  if (!released && !finding && reason === undefined)
    throw new ProblemError('invalid_request', 'reason: say why; nothing was found about this voter.')
  const change =
    reason === undefined ? { released, reason: englishText(cause), finding: cause } : { released, reason }
  const changed = await setQuarantine(deps, arena, votes, change)
  return { arena: arena.slug, voter, quarantined: !released, votes: changed.length }
}

/** All votes of a voter on the page that were not taken back, and what was found about the voter. */
async function selectVotesOfVoter(
  db: Db,
  arenaId: number,
  voter: string,
): Promise<{ votes: number[]; finding: WireMessage | null }> {
  const rows = await queryRows<{ votes: number[]; finding: WireMessage | null }>(db)`
    select coalesce(array_agg(v.id order by v.id), '{}') as votes,
      (select finding from suspicions where arena_id = ${arenaId} and subject = ${voter}) as finding
    from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.arena_id = ${arenaId} and v.voter = ${voter} and v.source in ('human', 'live') and b.origin in ('page', 'live')
      and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)`
  return { votes: rows[0].votes.map(Number), finding: rows[0].finding }
}
