import { stringify } from 'csv-stringify/sync'
import type { Invitation, Invitations, InvitationState, InvitedGroup } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectInvitations, type InvitationRow } from './progress-queries.ts'
import { countAssigned, type Assigned } from './assigned-pair-queries.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../platform/schema.ts'

type Reading = Pick<Deps, 'db' | 'clock'>

/** The invitations of an arena with their states, newest first, and each group as a whole. */
export async function listInvitations(
  { db, clock }: Reading,
  { id }: Pick<Arena, 'id'>,
): Promise<Invitations> {
  const [rows, shared, assigned] = await Promise.all([
    selectInvitations(db, id),
    countSharedPairs(db, id),
    countAssigned(db, id),
  ])
  return { invitations: rows.map((row) => described(row, clock())), groups: groupsOf(rows, shared, assigned) }
}

/** These invitations of an arena, newest first. */
export async function describeInvitations(
  { db, clock }: Reading,
  arenaId: number,
  ids: readonly number[],
): Promise<Invitation[]> {
  return (await selectInvitations(db, arenaId, ids)).map((row) => described(row, clock()))
}

const CSV_COLUMNS = [
  'invitation',
  'name',
  'group',
  'seats',
  'state',
  'votes',
  'goal',
  'quarantined',
  'people',
  'browsers',
  'lastVoteAt',
  'madeAt',
  'expiresAt',
  'withdrawnAt',
  'voter',
] as const satisfies (keyof Invitation)[]

/** The invitations as CSV. Text that a spreadsheet would take for a formula is escaped. */
export const invitationsAsCsv = ({ invitations }: Invitations): string =>
  stringify(invitations, { header: true, columns: [...CSV_COLUMNS], escape_formulas: true })

function described(row: InvitationRow, now: Date): Invitation {
  return {
    invitation: row.id,
    name: row.name,
    group: row.group,
    seats: row.seats,
    goal: row.goal,
    state: stateOf(row, now),
    madeAt: row.madeAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    people: row.people,
    browsers: row.browsers,
    votes: row.votes,
    quarantined: row.quarantined,
    lastVoteAt: row.lastVoteAt?.toISOString() ?? null,
    voter: row.voter,
  }
}

function stateOf(row: InvitationRow, now: Date): InvitationState {
  if (row.goal !== null && row.complete >= (row.seats ?? 1)) return 'complete'
  if (row.withdrawnAt) return 'withdrawn'
  if (row.expiresAt <= now) return 'expired'
  return row.people === 0 ? 'unopened' : 'open'
}

function groupsOf(
  rows: readonly InvitationRow[],
  shared: ReadonlyMap<string, number>,
  assigned: ReadonlyMap<string, Assigned>,
): InvitedGroup[] {
  const sum = (some: readonly InvitationRow[], of: (row: InvitationRow) => number) =>
    some.reduce((total, row) => total + of(row), 0)
  return [...Map.groupBy(rows, ({ group }) => group)]
    .map(([group, all]) => {
      const active = all.filter(({ withdrawnAt }) => withdrawnAt === null)
      const ofGroup = group === null ? undefined : assigned.get(group)
      return {
        group,
        invited: sum(active, ({ seats }) => seats ?? 1),
        people: sum(all, ({ people }) => people),
        votes: sum(all, ({ votes }) => votes),
        sharedPairs: group === null ? 0 : (shared.get(group) ?? 0),
        ...(ofGroup && { assigned: ofGroup }),
        goal: active.some(({ goal }) => goal === null)
          ? null
          : sum(active, ({ goal, seats }) => goal! * (seats ?? 1)),
      }
    })
    .sort((a, b) => (a.group ?? '￿').localeCompare(b.group ?? '￿', 'en'))
}

/** How many pairs each group shares. */
async function countSharedPairs(db: Kysely<Database>, arenaId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('shared_pairs')
    .select(['group_name', ({ fn }) => fn.countAll<number>().as('pairs')])
    .where('arena_id', '=', arenaId)
    .groupBy('group_name')
    .execute()
  return new Map(rows.map(({ group_name, pairs }) => [group_name, Number(pairs)]))
}
