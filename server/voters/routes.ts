import { Hono, type Context } from 'hono'
import { z } from 'zod'
import {
  Invitation,
  Invitations,
  InvitationsRequest,
  InvitedProgress,
  NewInvitation,
  OpenInvitationRequest,
  PeopleAgreement,
  RenewalRequest,
  SharedPairsRequest,
} from '../../shared/contracts/index.ts'
import {
  arenaForVisitor,
  arenaForOperator,
  loadArena,
  type Arena,
  requireUnarchived,
} from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { describeRoute, jsonBody, textBody } from '../platform/http/route-description.ts'
import {
  selectInvitedProgress,
  invitedVoterProgress,
  requireValidLink,
  selectInvited,
} from './invited-voter.ts'
import {
  invitationsAsCsv,
  listInvitations,
  makeInvitations,
  renewInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { linkTokenKey } from './link-token.ts'
import { peopleAgreement } from './people-agreement.ts'
import {
  dropInvitedCookie,
  giveInvitedCookie,
  newSeed,
  seedOfPerson,
  ensureVoter,
  invitedVoter,
} from './voter.ts'
import { clientNetwork } from '../platform/http/client-address.ts'
import { shortList, msg } from '../../shared/messages/index.ts'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '../platform/schema.ts'
import type { InvitedVoterTable, SharedPairTable } from './tables.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { recordAct } from '../platform/audit.ts'
import { drawPairs, pairKey } from '../sampling/index.ts'

const SEEDS = 2 ** 31

/**
 * Draws pairs that the people of a group are shown: uniformly over pairs of contestants, then over prompts, by a seed on record.
 * With `votes`, so many of them see each pair, else all. Pairs that the group shares already are not drawn again.
 * @returns how many were drawn: fewer if the arena has no more
 * @throws {ProblemError} invalid_request if the arena is archived or does not have the criterion
 */
async function sharePairs(
  deps: Pick<Deps, 'db' | 'clock' | 'actor' | 'chance'>,
  arena: Arena,
  { group, pairs, votes, criterion = arena.criteria[0], seed }: SharedPairsRequest,
): Promise<{ group: string; criterion: string; seed: number; drawn: number }> {
  requireUnarchived(arena)
  const { slug, criteria } = arena
  if (!criteria.includes(criterion))
    throw new ProblemError(
      'invalid_request',
      msg('unknown_name', {
        field: 'criterion',
        arena: slug,
        kind: 'criterion',
        name: criterion,
        there: shortList(criteria, criterion),
      }),
    )
  const usedSeed = seed ?? Math.floor(deps.chance.random() * SEEDS)
  const stream = new RandomStream(usedSeed, 0)
  return deps.db.transaction().execute(async (trx) => {
    await lockSharing(trx, arena.id)
    const sharedKeys = await selectSharedKeys(trx, arena.id, group)
    const draws = await drawPairs(deps, arena, pairs, sharedKeys, () => stream.uniform())
    await insertSharedPairs(
      trx,
      draws.map(({ promptId, left, right }) => ({
        arena_id: arena.id,
        group_name: group,
        criterion,
        seed: usedSeed,
        prompt_id: promptId,
        one_contestant_id: left.contestantId,
        one_answer_id: left.answerId,
        other_contestant_id: right.contestantId,
        other_answer_id: right.answerId,
        drawn_at: deps.clock(),
        votes_wanted: votes ?? null,
      })),
    )
    const drawn = draws.length
    await recordAct(trx, deps, arena.id, 'pairs_shared', {
      group,
      pairs: drawn,
      ...(votes !== undefined && { votesEach: votes }),
      seed: usedSeed,
    })
    return { group, criterion, seed: usedSeed, drawn }
  })
}

/** Lets one transaction at a time draw pairs of the arena's groups. */
async function lockSharing(trx: Trx, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(47470012, ${arenaId})`.execute(trx)
}

/** The keys of the pairs that a group shares already. */
async function selectSharedKeys(db: Db, arenaId: number, group: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('shared_pairs')
    .select(['prompt_id', 'one_contestant_id', 'other_contestant_id'])
    .where('arena_id', '=', arenaId)
    .where('group_name', '=', group)
    .execute()
  return new Set(rows.map((row) => pairKey(row.prompt_id, row.one_contestant_id, row.other_contestant_id)))
}

async function insertSharedPairs(trx: Trx, rows: Insertable<SharedPairTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('shared_pairs').values(rows).execute()
}

type Opening = Pick<Deps, 'db' | 'access' | 'clock'>

/**
 * Opens a link: makes this browser its voter in the arena, even in a private one. A link for one person is the same
 * voter in every browser. A link for several makes each browser another voter, until its seats are taken. A link to judged pairs
 * leaves the browser the voter that it is without an invitation.
 * @returns the arena and the voter
 * @throws {ProblemError} link_invalid if the link is unknown, has ended or has no seat left; arena_unknown for an
 *   unknown arena, or a private one with an unknown link; invitation_replaces_other if the browser has another
 *   invitation that has not ended; too_many_requests
 */
async function openInvitation(
  c: Context<Env>,
  deps: Opening,
  slug: string,
  { token, replace = false }: OpenInvitationRequest,
): Promise<{ arena: Arena; voter: string }> {
  await deps.access.limits.require('drawsOfNetwork', clientNetwork(c, deps.access.trustProxy))
  const arena = await arenaForOperator(deps.db, slug)
  const now = deps.clock()
  const stored = linkTokenKey(token, arena.id, deps)
  const invitation = await deps.db
    .selectFrom('invitations')
    .selectAll()
    .where('arena_id', '=', arena.id)
    .where('token_hash', '=', stored)
    .executeTakeFirst()
  if (!invitation) {
    await arenaForVisitor(deps.db, slug)
    throw new ProblemError('link_invalid', msg('invitation_unknown'))
  }
  requireValidLink(invitation, now)
  const { id, kind, seats, group_name } = invitation
  const opened = { arena_id: arena.id, invitation_id: id, group_name, opened_at: now }
  if (kind === 'judges') {
    const voter = await ensureVoter(c, deps)
    // by this link, instead of an earlier one
    await upsertInvitedVoter(deps.db, { ...opened, voter }, { invitation_id: id })
    return { arena, voter }
  }
  const present = invitedVoter(c, arena.id, deps)
  const { seed, voter } = await deps.db.transaction().execute(async (trx) => {
    // so that its seats are counted one by one
    await sql`select from invitations where arena_id = ${arena.id} and id = ${id} for update`.execute(trx)
    const before = present === null ? undefined : await selectInvited(trx, arena.id, present)
    if (before?.invitation_id === id) return { seed: null, voter: before.voter }
    const isEarlierValid = before?.expires_at && before.expires_at > now && !before.withdrawn_at
    if (isEarlierValid && !replace)
      throw new ProblemError('invitation_replaces_other', msg('invitation_replaces_other'))
    if (seats !== null && (await countVotersOf(trx, arena.id, id)) >= seats)
      throw new ProblemError('link_invalid', msg('invitation_full', { seats }))
    const made = seats === null ? seedOfPerson(arena.id, id, deps) : newSeed(deps)
    const increment = { browsers: sql<number>`invited_voters.browsers + 1` }
    await upsertInvitedVoter(trx, { ...opened, voter: made.voter }, increment)
    return made
  })
  if (seed !== null) giveInvitedCookie(c, arena.id, seed, deps)
  return { arena, voter }
}

async function countVotersOf(trx: Trx, arenaId: number, invitation: number): Promise<number> {
  const { people } = await trx
    .selectFrom('invited_voters')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('arena_id', '=', arenaId)
    .where('invitation_id', '=', invitation)
    .executeTakeFirstOrThrow()
  return Number(people)
}

/** Adds an invited voter, or changes a known one. */
async function upsertInvitedVoter(
  db: Db,
  row: Insertable<InvitedVoterTable>,
  change: Updateable<InvitedVoterTable> | { browsers: RawBuilder<number> },
): Promise<void> {
  await db
    .insertInto('invited_voters')
    .values(row)
    .onConflict((conflict) => conflict.columns(['arena_id', 'voter']).doUpdateSet(change))
    .execute()
}

const ADMIN = '/api/admin/arenas/:arena/invitations'
const OWN = '/api/arenas/:arena/invitation'
const voting = (deps: Deps): Deps => ({ ...deps, db: deps.postgres.voting })

export const voterRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      ADMIN,
      describeRoute({
        summary: 'The invitations of the arena, newest first, with what became of them, without their links.',
        responses: { 200: jsonBody('The list, and each group as a whole.', Invitations) },
      }),
      loadArena(deps),
      async (c) => c.json(await listInvitations(deps, c.var.arena)),
    )
    .get(
      `${ADMIN}/csv`,
      describeRoute({
        summary: 'The invitations of the arena as CSV, for reminders. It has no links.',
        responses: { 200: textBody('The list.', 'text/csv') },
      }),
      loadArena(deps),
      async (c) =>
        c.body(invitationsAsCsv(await listInvitations(deps, c.var.arena)), 200, {
          'content-type': 'text/csv; charset=utf-8',
        }),
    )
    .get(
      `${ADMIN}/agreement`,
      describeRoute({
        summary:
          'How far invited people agree on pairs that several of them decided: all together, each against the others, each two.',
        responses: { 200: jsonBody('The figures.', PeopleAgreement) },
      }),
      loadArena(deps),
      async (c) => c.json(await peopleAgreement(deps, c.var.arena)),
    )
    .post(
      ADMIN,
      describeRoute({
        summary:
          'Invites people: one link for each name, or one for anybody to pairs that judges have judged. The links are shown only in this response.',
        responses: {
          201: jsonBody('The new invitations.', z.object({ invitations: z.array(NewInvitation) })),
        },
        problems: ['too_large'],
      }),
      validateRequest('json', InvitationsRequest),
      loadArena(deps),
      async (c) =>
        c.json({ invitations: await makeInvitations(deps, c.var.arena, c.req.valid('json')) }, 201),
    )
    .post(
      `${ADMIN}/shared-pairs`,
      describeRoute({
        summary:
          'Draws pairs that everybody in a group of invited people is shown, sides at random, so that their votes can be compared.',
        responses: {
          201: jsonBody(
            'The pairs are drawn; fewer if the arena has no more.',
            z.object({
              group: z.string(),
              criterion: z.string(),
              seed: z.number().int(),
              drawn: z.number().int(),
            }),
          ),
        },
        problems: ['too_large'],
      }),
      validateRequest('json', SharedPairsRequest),
      loadArena(deps),
      async (c) => c.json(await sharePairs(deps, c.var.arena, c.req.valid('json')), 201),
    )
    .post(
      `${ADMIN}/:invitation{\\d{1,9}}/withdraw`,
      describeRoute({
        summary: 'Withdraws an invitation. It casts no further votes. Votes that were cast with it stay.',
        responses: { 200: jsonBody('The invitation is withdrawn.', Invitation) },
        problems: ['not_found'],
      }),
      loadArena(deps),
      async (c) => c.json(await withdrawInvitation(deps, c.var.arena, Number(c.req.param('invitation')))),
    )
    .post(
      `${ADMIN}/:invitation{\\d{1,9}}/renew`,
      describeRoute({
        summary:
          'Gives an invitation a new link, also an ended one. The old link ends; the people who opened it stay the same voters.',
        responses: { 200: jsonBody('The invitation with its new link.', NewInvitation) },
        problems: ['not_found', 'too_large'],
      }),
      validateRequest('json', RenewalRequest),
      loadArena(deps),
      async (c) => {
        const { arena } = c.var
        const { days } = c.req.valid('json')
        return c.json(await renewInvitation(deps, arena, Number(c.req.param('invitation')), days))
      },
    )
    .post(
      OWN,
      describeRoute({
        summary:
          'Opens an invitation: makes this browser its voter in the arena, also in a private one. Sets the voter cookie of the arena; a link to judged pairs sets the usual voter cookie.',
        responses: { 200: jsonBody('The voter is invited.', InvitedProgress) },
        problems: [
          'arena_unknown',
          'link_invalid',
          'invitation_replaces_other',
          'too_large',
          'too_many_requests',
        ],
      }),
      validateRequest('json', OpenInvitationRequest),
      async (c) => {
        const { arena, voter } = await openInvitation(
          c,
          voting(deps),
          c.req.param('arena'),
          c.req.valid('json'),
        )
        const invited = await selectInvited(deps.postgres.voting, arena.id, voter)
        c.header('cache-control', 'no-store')
        return c.json(await selectInvitedProgress(voting(deps), arena, invited!))
      },
    )
    .get(
      OWN,
      describeRoute({
        summary: 'How many votes the invited voter has cast, and all invited people together, by the cookie.',
        responses: { 200: jsonBody('The progress.', InvitedProgress) },
        problems: ['arena_unknown', 'token_invalid', 'not_found', 'link_invalid'],
      }),
      async (c) => {
        c.header('cache-control', 'no-store')
        return c.json(await invitedVoterProgress(c, voting(deps), c.req.param('arena')))
      },
    )
    .delete(
      OWN,
      describeRoute({
        summary: 'Forgets the invitation in this browser, which then votes without one. Votes stay.',
        responses: { 200: jsonBody('The cookie is removed.', z.object({ arena: z.string() })) },
        problems: ['arena_unknown'],
      }),
      async (c) => {
        const arena = await arenaForOperator(deps.postgres.voting, c.req.param('arena'))
        if (invitedVoter(c, arena.id, deps) === null) await arenaForVisitor(deps.postgres.voting, arena.slug)
        dropInvitedCookie(c, arena.id, deps)
        c.header('cache-control', 'no-store')
        return c.json({ arena: arena.slug })
      },
    )
