import { Hono } from 'hono'
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
import { arenaBySlug, arenaNamed } from '../arenas/index.ts'
import { adminOnly } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { describeRoute, jsonBody, textBody } from '../platform/route-description.ts'
import { progressIn, progressOf } from './invited-voter.ts'
import { invitationsAsCsv, listInvitations } from './list-invitations.ts'
import { makeInvitations, renewInvitation, withdrawInvitation } from './make-invitations.ts'
import { openInvitation } from './open-invitation.ts'
import { peopleAgreement } from './people-agreement.ts'
import { selectInvited } from './queries.ts'
import { sharePairs } from './share-pairs.ts'
import { dropInvitedCookie, voterInvitedTo } from './voter.ts'

const ADMIN = '/api/admin/arenas/:arena/invitations'
const OWN = '/api/arenas/:arena/invitation'
const voting = (deps: Deps): Deps => ({ ...deps, db: deps.votingDb })

export const voterRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      ADMIN,
      describeRoute({
        summary: 'The invitations of the arena, newest first, with what became of them, without their links.',
        responses: { 200: jsonBody('The list, and each group as a whole.', Invitations) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        c.header('cache-control', 'no-store')
        return c.json(await listInvitations(deps, arena))
      },
    )
    .get(
      `${ADMIN}/csv`,
      describeRoute({
        summary: 'The invitations of the arena as CSV, for reminders. It has no links.',
        responses: { 200: textBody('The list.', 'text/csv') },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        c.header('cache-control', 'no-store')
        return c.body(invitationsAsCsv(await listInvitations(deps, arena)), 200, {
          'content-type': 'text/csv; charset=utf-8',
        })
      },
    )
    .get(
      `${ADMIN}/agreement`,
      describeRoute({
        summary:
          'How far invited people agree on pairs that several of them decided: all together, each against the others, each two.',
        responses: { 200: jsonBody('The figures.', PeopleAgreement) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        c.header('cache-control', 'no-store')
        return c.json(await peopleAgreement(deps, arena))
      },
    )
    .post(
      ADMIN,
      describeRoute({
        summary: 'Invites people: one link for each name. The links are shown only in this response.',
        responses: {
          201: jsonBody('The new invitations.', z.object({ invitations: z.array(NewInvitation) })),
        },
        problems: ['arena_unknown', 'too_large'],
      }),
      adminOnly(deps),
      checked('json', InvitationsRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        c.header('cache-control', 'no-store')
        return c.json({ invitations: await makeInvitations(deps, arena, c.req.valid('json')) }, 201)
      },
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
        problems: ['arena_unknown', 'too_large'],
      }),
      adminOnly(deps),
      checked('json', SharedPairsRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        return c.json(await sharePairs(deps, arena, c.req.valid('json')), 201)
      },
    )
    .post(
      `${ADMIN}/:invitation{\\d{1,9}}/withdraw`,
      describeRoute({
        summary: 'Withdraws an invitation. It casts no further votes. Votes that were cast with it stay.',
        responses: { 200: jsonBody('The invitation is withdrawn.', Invitation) },
        problems: ['arena_unknown', 'not_found'],
      }),
      adminOnly(deps),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        return c.json(await withdrawInvitation(deps, arena, Number(c.req.param('invitation'))))
      },
    )
    .post(
      `${ADMIN}/:invitation{\\d{1,9}}/renew`,
      describeRoute({
        summary:
          'Gives an invitation a new link, also an ended one. The old link ends; the people who opened it stay the same voters.',
        responses: { 200: jsonBody('The invitation with its new link.', NewInvitation) },
        problems: ['arena_unknown', 'not_found', 'too_large'],
      }),
      adminOnly(deps),
      checked('json', RenewalRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        const { days } = c.req.valid('json')
        c.header('cache-control', 'no-store')
        return c.json(await renewInvitation(deps, arena, Number(c.req.param('invitation')), days))
      },
    )
    .post(
      OWN,
      describeRoute({
        summary:
          'Opens an invitation: makes this browser its voter in the arena, also in a private one. Sets the voter cookie of the arena.',
        responses: { 200: jsonBody('The voter is invited.', InvitedProgress) },
        problems: [
          'arena_unknown',
          'link_invalid',
          'invitation_replaces_other',
          'too_large',
          'too_many_requests',
        ],
      }),
      checked('json', OpenInvitationRequest),
      async (c) => {
        const { arena, voter } = await openInvitation(
          c,
          voting(deps),
          c.req.param('arena'),
          c.req.valid('json'),
        )
        const invited = await selectInvited(deps.votingDb, arena.id, voter)
        c.header('cache-control', 'no-store')
        return c.json(await progressIn(voting(deps), arena, invited!))
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
        return c.json(await progressOf(c, voting(deps), c.req.param('arena')))
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
        const arena = await arenaNamed(deps.votingDb, c.req.param('arena'))
        if (voterInvitedTo(c, arena.id, deps) === null) await arenaBySlug(deps.votingDb, arena.slug)
        dropInvitedCookie(c, arena.id)
        c.header('cache-control', 'no-store')
        return c.json({ arena: arena.slug })
      },
    )
