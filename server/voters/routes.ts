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
import { arenaForOperator, arenaForVisitor, loadArena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody, textBody } from '../platform/http/route-description.ts'
import {
  invitationsAsCsv,
  listInvitations,
  makeInvitations,
  renewInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { invitedVoterProgress, openInvitation } from './invited-voter.ts'
import { peopleAgreement } from './people-agreement.ts'
import { sharePairs } from './shared-pairs.ts'
import { dropInvitedCookie, invitedVoter } from './voter.ts'

const ADMIN = '/api/admin/arenas/:arena/invitations'
const INVITATION_PATH = '/api/arenas/:arena/invitation'
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
      INVITATION_PATH,
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
        c.header('cache-control', 'no-store')
        return c.json(await openInvitation(c, voting(deps), c.req.param('arena'), c.req.valid('json')))
      },
    )
    .get(
      INVITATION_PATH,
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
      INVITATION_PATH,
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
