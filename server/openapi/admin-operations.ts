/** What the API does for operators beside judging. */
import { z } from 'zod'
import {
  AdminArenaDetail,
  AdminArenas,
  AdminContestants,
  AdminPrompts,
  AdminVotes,
  ArenaReceipt,
  ArenaRecipe,
  ArenaTrial,
  AuditLog,
  ImportReceipt,
  ImportRequest,
  LabellingLink,
  LinkRequest,
  NewLabellingLink,
  PageRequest,
  QuarantineReceipt,
  QuarantineRequest,
  RecipeRequest,
  SentArena,
  SimulatedRemoval,
  Visibility,
  VisibilityRequest,
  VotesRequest,
} from '../../shared/contracts/index.ts'
import type { Operation } from './operation.ts'

const Retirement = z.object({ contestant: z.string(), name: z.string(), retiredAt: z.string().nullable() })

const NOBODY_ELSE = ['token_invalid', 'too_many_requests'] as const
const OF_AN_ARENA = [...NOBODY_ELSE, 'arena_unknown'] as const

type Reading = Pick<Operation, 'path' | 'summary' | 'query'> & { schema: z.ZodType; means: string }

const reading = ({ schema, means, ...rest }: Reading): Operation => ({
  method: 'get',
  ...rest,
  authorization: 'admin',
  answers: [{ status: 200, means, schema }],
  problems: [...OF_AN_ARENA, ...(rest.query ? ['invalid_request' as const] : [])],
})

export const ADMIN_OPERATIONS: Operation[] = [
  {
    ...reading({
      path: '/api/admin/arenas',
      summary: 'Every arena, oldest first, the private ones too, with how its latest run of judging stands.',
      schema: AdminArenas,
      means: 'The list.',
    }),
    problems: [...NOBODY_ELSE],
  },
  {
    method: 'post',
    path: '/api/admin/arenas',
    summary:
      'Creates or updates the arena of an arena.yaml that is sent with the files it names: as multipart/form-data, a field for each file named by its path, or as JSON. With `?dry-run` nothing is kept, and the answer says what would come of it and what a run would cost.',
    query: z.object({ 'dry-run': z.string().optional() }),
    body: SentArena,
    authorization: 'admin',
    answers: [
      { status: 201, means: 'It is created.', schema: ArenaReceipt },
      {
        status: 200,
        means: 'It is updated; or, with `dry-run`, tried.',
        schema: ArenaReceipt.or(ArenaTrial),
      },
    ],
    problems: [...NOBODY_ELSE, 'invalid_request', 'too_large'],
  },
  reading({
    path: '/api/admin/arenas/{arena}',
    summary: 'One arena with its settings, and which variables hold a key on this server; never a key.',
    schema: AdminArenaDetail,
    means: 'The arena.',
  }),
  {
    ...reading({
      path: '/api/admin/arenas/{arena}/recipe',
      summary:
        'The arena as an arena.yaml with the files it names, which change nothing when they are sent back, and what of it no file can say. The audit log tells that texts were taken; with `for=editing`, that it was opened, once an hour.',
      query: RecipeRequest,
      schema: ArenaRecipe,
      means: 'The files.',
    }),
    problems: [...OF_AN_ARENA, 'invalid_request', 'too_large'],
  },
  {
    method: 'post',
    path: '/api/admin/arenas/{arena}/import',
    summary:
      'Brings votes, answers and prompts into the arena: files as multipart/form-data, a field for each, or one as the body; gzip too. All of it or nothing, and again adds nothing. With `?dry-run` nothing is kept.',
    query: ImportRequest,
    authorization: 'admin',
    answers: [
      { status: 200, means: 'What was read, and what it added or would add.', schema: ImportReceipt },
    ],
    problems: [...OF_AN_ARENA, 'invalid_request', 'too_large'],
  },
  {
    method: 'post',
    path: '/api/admin/arenas/{arena}/visibility',
    summary: 'Lists the arena for everybody, keeps it to who knows its address, or to who holds the token.',
    body: VisibilityRequest,
    authorization: 'admin',
    answers: [
      { status: 200, means: 'Done.', schema: z.object({ arena: z.string(), visibility: Visibility }) },
    ],
    problems: [...OF_AN_ARENA, 'invalid_request'],
  },
  reading({
    path: '/api/admin/arenas/{arena}/contestants',
    summary: 'All contestants by name, the retired ones among them.',
    schema: AdminContestants,
    means: 'The list.',
  }),
  reading({
    path: '/api/admin/arenas/{arena}/prompts',
    summary: 'All prompts by key, the retired ones among them, each with how it begins.',
    schema: AdminPrompts,
    means: 'The list.',
  }),
  ...(['retire', 'restore'] as const).map((verb): Operation => ({
    method: 'post',
    path: `/api/admin/arenas/{arena}/contestants/{contestant}/${verb}`,
    summary:
      verb === 'retire'
        ? 'Shows the contestant to nobody any more; its votes and its place on the board stay.'
        : 'Puts a retired contestant back into sampling.',
    authorization: 'admin',
    answers: [{ status: 200, means: 'Done.', schema: Retirement }],
    problems: [...OF_AN_ARENA, 'contestant_unknown'],
  })),
  reading({
    path: '/api/admin/arenas/{arena}/votes',
    summary: 'Standing votes, newest first, with their names and why they are in quarantine.',
    query: VotesRequest,
    schema: AdminVotes,
    means: 'The votes, and where to read on.',
  }),
  {
    method: 'delete',
    path: '/api/admin/arenas/{arena}/votes',
    summary:
      'Takes back all simulated votes for good, by a retraction each; `source=simulated` is the only one.',
    query: z.object({ source: z.literal('simulated') }),
    authorization: 'admin',
    answers: [{ status: 200, means: 'Done; again removes none.', schema: SimulatedRemoval }],
    problems: [...OF_AN_ARENA, 'invalid_request'],
  },
  ...(['quarantine', 'release'] as const).map((verb): Operation => ({
    method: 'post',
    path: `/api/admin/arenas/{arena}/votes/${verb}`,
    summary:
      verb === 'quarantine'
        ? 'No board counts these votes any more, and each says how many it left out; with the reason on record.'
        : 'Lets votes out of quarantine: they count again.',
    body: QuarantineRequest,
    authorization: 'admin',
    answers: [{ status: 200, means: 'Done; the votes for which it was new.', schema: QuarantineReceipt }],
    problems: [...OF_AN_ARENA, 'invalid_request', 'vote_unknown', 'too_large'],
  })),
  reading({
    path: '/api/admin/arenas/{arena}/audit',
    summary: 'What was done to the arena, by whom and when, newest first.',
    query: PageRequest,
    schema: AuditLog,
    means: 'The entries, and where to read on.',
  }),
  reading({
    path: '/api/admin/arenas/{arena}/calibration/links',
    summary: 'The labelling links that were made, newest first; not what opens them.',
    schema: z.object({ links: z.array(LabellingLink) }),
    means: 'The list.',
  }),
  {
    method: 'post',
    path: '/api/admin/arenas/{arena}/calibration/links',
    summary: 'Makes a labelling link. Its path is told this once.',
    body: LinkRequest,
    authorization: 'admin',
    answers: [{ status: 201, means: 'It is made.', schema: NewLabellingLink }],
    problems: [...OF_AN_ARENA, 'invalid_request'],
  },
  {
    method: 'post',
    path: '/api/admin/arenas/{arena}/calibration/links/{link}/withdraw',
    summary: 'From now on nobody is shown a pair for this link; votes that were cast with it stay.',
    authorization: 'admin',
    answers: [{ status: 200, means: 'It is withdrawn.', schema: LabellingLink }],
    problems: [...OF_AN_ARENA, 'not_found'],
  },
]
