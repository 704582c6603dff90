/** Invitations to vote: links for one person, for the people of a group, or for anybody who helps to check judges. */
import { z } from 'zod'
import { Interval, integerSchema } from './pieces.ts'
import { refuse } from './problem.ts'

/** Who a link is for. Only operators see it. */
const PersonName = z.string().trim().min(1).max(100)

export const GroupName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u)

const days = integerSchema.min(1).max(365).default(30).describe('How long the links are valid, in days.')

export const InvitationKind = z
  .enum(['vote', 'judges'])
  .describe(
    '`vote`: its voters are shown pairs as the arena draws them. `judges`: pairs that judges have judged, by one link for anybody.',
  )
export type InvitationKind = z.infer<typeof InvitationKind>

export const InvitationsRequest = z
  .strictObject({
    kind: InvitationKind.default('vote'),
    people: z
      .array(PersonName)
      .min(1)
      .max(200)
      .optional()
      .describe('One link for each name. Only operators ever see these names.'),
    group: GroupName.optional().describe(
      'Their group, which is fixed: the progress of its people is counted together.',
    ),
    seats: integerSchema
      .min(1)
      .max(1000)
      .optional()
      .describe('Makes each link one for this many people of the group, each a voter of their own.'),
    goal: integerSchema.min(1).max(100_000).optional().describe('How many votes are asked of each person.'),
    days,
  })
  .refine(
    ({ kind, people, group, seats, goal }) =>
      kind === 'vote' ? people !== undefined : (people ?? group ?? seats ?? goal) === undefined,
    refuse('people_unless_judges'),
  )
export type InvitationsRequest = z.infer<typeof InvitationsRequest>

export const RenewalRequest = z.strictObject({ days })

/** `unopened`, then `open`, then `complete` when every person cast the votes asked for; `expired`, `withdrawn`: ended. */
export const InvitationState = z.enum(['unopened', 'open', 'complete', 'expired', 'withdrawn'])
export type InvitationState = z.infer<typeof InvitationState>

/** An invitation as an operator sees it, without its link. */
export const Invitation = z.object({
  invitation: integerSchema,
  kind: InvitationKind,
  name: z.string().nullable().describe('Null: the link is for anybody.'),
  group: z.string().nullable(),
  seats: integerSchema.nullable().describe('Null: the link is for one person, or for anybody.'),
  goal: integerSchema.nullable(),
  state: InvitationState,
  madeAt: z.string(),
  expiresAt: z.string(),
  withdrawnAt: z.string().nullable(),
  people: integerSchema.describe('How many people opened the link.'),
  browsers: integerSchema.describe('In how many browsers the link was opened.'),
  votes: integerSchema.describe('Votes that were not taken back.'),
  quarantined: integerSchema.describe('How many of them are in quarantine.'),
  lastVoteAt: z.string().nullable(),
  voter: z
    .string()
    .nullable()
    .describe(
      'The voter id in votes and exports, once the person opened the link. Null for a link for several.',
    ),
})
export type Invitation = z.infer<typeof Invitation>

/** A new link. Only this response contains its address. */
export const NewInvitation = Invitation.extend({ path: z.string() })
export type NewInvitation = z.infer<typeof NewInvitation>

/** Draws pairs on which a number of people of a group vote. */
export const SharedPairsRequest = z.strictObject({
  group: GroupName,
  pairs: integerSchema.min(1).max(1000).describe('How many pairs more.'),
  votes: integerSchema
    .min(1)
    .max(1000)
    .describe(
      'How many people of the group vote on each of them. Then the next pair follows, in the order of the draw.',
    ),
  criterion: z.string().min(1).max(200).optional().describe('The first criterion of the arena if left out.'),
  seed: integerSchema
    .min(0)
    .max(2 ** 31 - 1)
    .optional()
    .describe('Of the random numbers that draw them; drawn if left out. Equal seeds draw equal pairs.'),
})
export type SharedPairsRequest = z.infer<typeof SharedPairsRequest>

/** How far a group has come with pairs that a number of its people vote on. */
export const AssignedPairs = z.object({
  pairs: integerSchema,
  complete: integerSchema.describe('Pairs with all their votes.'),
  votes: integerSchema.describe('Votes on these pairs, at most as many as each needs.'),
  wanted: integerSchema,
})

/** The people of one group together; `group` is null for invited people without one. */
export const InvitedGroup = z.object({
  group: z.string().nullable(),
  invited: integerSchema,
  people: integerSchema,
  votes: integerSchema,
  assigned: AssignedPairs.optional().describe('Absent: the group shares no pairs.'),
  goal: integerSchema
    .nullable()
    .describe('Votes asked of all invited people. Null: none were asked of some.'),
})
export type InvitedGroup = z.infer<typeof InvitedGroup>

export const Invitations = z.object({
  invitations: z.array(Invitation),
  groups: z.array(InvitedGroup),
})
export type Invitations = z.infer<typeof Invitations>

export const OpenInvitationRequest = z.strictObject({
  token: z.string().min(1).max(200).describe('The part of the link after `#invite=`.'),
  replace: z
    .boolean()
    .optional()
    .describe('Gives up another invitation that this browser has used in the arena.'),
})
export type OpenInvitationRequest = z.infer<typeof OpenInvitationRequest>

/** How far an invited voter has come, and all invited people together. It has no name. */
export const InvitedProgress = z.object({
  arena: z.string(),
  kind: InvitationKind,
  title: z.string(),
  group: z.string().nullable(),
  votes: integerSchema,
  goal: integerSchema.nullable(),
  share: integerSchema
    .nullable()
    .describe(
      'About how many votes of each invited person it takes until the first ratings. Null: they are cast.',
    ),
  all: z.object({ votes: integerSchema, goal: integerSchema.nullable() }),
  assigned: AssignedPairs.optional().describe('The pairs that a number of people of the group vote on.'),
  expiresAt: z.string(),
})
export type InvitedProgress = z.infer<typeof InvitedProgress>

// How far invited people agree with each other on pairs that several of them decided. Only operators see it.

const Figures = {
  shared: integerSchema.describe('Pairs of answers that both decided; with several others, each counted.'),
  share: z
    .number()
    .nullable()
    .describe('The share of these on which they said the same. Tie and both bad are one class.'),
  kappa: z.number().nullable().describe("Cohen's κ. Null: only one class occurs."),
  kappaInterval: Interval.nullable().describe(
    '95 %, by a jackknife over groups of whole prompts. Null: under three groups.',
  ),
}

export const PeopleAgreement = z.object({
  together: z.array(
    z.object({
      criterion: z.string(),
      people: integerSchema,
      pairs: integerSchema.describe('Pairs of answers that at least two invited people decided.'),
      alpha: z.number().nullable().describe("Krippendorff's α of all of them, nominal."),
      interval: Interval.nullable(),
    }),
  ),
  each: z
    .array(z.object({ voter: z.string(), name: z.string(), group: z.string().nullable(), ...Figures }))
    .describe('Each person against all others on the same pairs, the least agreement first.'),
})
export type PeopleAgreement = z.infer<typeof PeopleAgreement>
