/** Every operation of the public API in words and schemas; a test holds it against the routes that are served. */
import { z } from 'zod'
import {
  ArenaDetail,
  ArenaListing,
  BattleRequest,
  Board,
  Climb,
  ClimbRequest,
  ContestantList,
  ContestantRecord,
  DecidedBattle,
  Differences,
  HeadToHead,
  History,
  IssuedBattle,
  PromptSelection,
  PromptsReceipt,
  SamplingCounts,
  VoteReceipt,
  VoteRequest,
  WinRates,
} from '../../shared/contracts/index.ts'
import {
  DifferencesRequest,
  HeadToHeadRequest,
  SamplingRequest,
  WinRatesRequest,
} from '../leaderboard/index.ts'
import { ViewRequest } from '../ratings/index.ts'
import { ADMIN_OPERATIONS } from './admin-operations.ts'
import { COMPARE_OPERATIONS } from './compare-operations.ts'
import { JUDGING_OPERATIONS } from './judging-operations.ts'
import type { Operation } from './operation.ts'

const NOT_MODIFIED = { status: 304, means: 'The copy whose ETag was sent in If-None-Match is current.' }
const text = { schema: z.string() }

export const OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/arenas',
    summary: 'The public arenas, oldest first.',
    answers: [{ status: 200, means: 'The list.', schema: z.object({ arenas: z.array(ArenaListing) }) }],
    problems: [],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}',
    summary: 'One arena, with the sources, criteria and categories its board can be asked for.',
    answers: [{ status: 200, means: 'The arena.', schema: ArenaDetail }],
    problems: ['arena_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/leaderboard',
    summary: 'The published board of a view; where it takes long, a preview until it is there.',
    query: ViewRequest,
    answers: [{ status: 200, means: 'The board, with a strong ETag.', schema: Board }, NOT_MODIFIED],
    problems: ['invalid_request', 'arena_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/leaderboard/settled',
    summary: 'The last board of a view that is no preview, which is what `verify` takes.',
    query: ViewRequest,
    answers: [{ status: 200, means: 'The board, with a strong ETag.', schema: Board }, NOT_MODIFIED],
    problems: ['invalid_request', 'arena_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/leaderboard/stream',
    summary:
      'The board as Server-Sent Events: event `leaderboard`, id the snapshot, data the board; at once and whenever it changes.',
    query: ViewRequest,
    answers: [{ status: 200, means: 'The stream.', type: 'text/event-stream', ...text }],
    problems: ['invalid_request', 'arena_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/head-to-head',
    summary:
      'Who beat whom how often among the published votes of a view, pair by pair; of one contestant alone where it is named.',
    query: HeadToHeadRequest,
    answers: [
      { status: 200, means: 'The pairs that met, with a strong ETag.', schema: HeadToHead },
      NOT_MODIFIED,
    ],
    problems: ['invalid_request', 'arena_unknown', 'token_invalid', 'too_many_requests'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/differences',
    summary:
      'How one contestant of a view differs from every other, each pair taken singly: rating points and win rate with 95 %, and whether the two are practically equal.',
    query: DifferencesRequest,
    answers: [
      { status: 200, means: 'The differences, with a strong ETag.', schema: Differences },
      NOT_MODIFIED,
    ],
    problems: ['invalid_request', 'arena_unknown', 'token_invalid', 'too_many_requests'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/win-rates',
    summary:
      'What everyone won against one contestant in the votes on the two alone, plain and with answers as long as its own, beside their ratings of the same view.',
    query: WinRatesRequest,
    answers: [{ status: 200, means: 'The win rates, with a strong ETag.', schema: WinRates }, NOT_MODIFIED],
    problems: ['invalid_request', 'arena_unknown', 'token_invalid', 'too_many_requests'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/sampling',
    summary: 'How many published votes of a view lie on each pair that can be drawn, and how even that is.',
    query: SamplingRequest,
    answers: [
      { status: 200, means: 'The counts, with a strong ETag.', schema: SamplingCounts },
      NOT_MODIFIED,
    ],
    problems: ['invalid_request', 'arena_unknown', 'token_invalid', 'too_many_requests'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/history',
    summary:
      'The ratings of the stored boards of a view, oldest first: the last of each of 48 hours, before that of each day.',
    query: ViewRequest,
    answers: [{ status: 200, means: 'The history, with a strong ETag.', schema: History }, NOT_MODIFIED],
    problems: ['invalid_request', 'arena_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/climb',
    summary:
      'Every challenger that was held against an incumbent: epochs, attempts, promotions; with `attempt`, that one prompt by prompt (texts and reasons with the admin token only).',
    query: ClimbRequest,
    answers: [{ status: 200, means: 'The climb, empty before the first attempt.', schema: Climb }],
    problems: ['invalid_request', 'arena_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/contestants',
    summary: 'What each contestant of an arena is: model, templates, parameters, owner, family.',
    answers: [{ status: 200, means: 'The contestants, sorted by name.', schema: ContestantList }],
    problems: ['arena_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/contestants/{contestant}',
    summary:
      'One contestant in a view: its row of the board, its record against each opponent, its best and worst prompts, some of its battles.',
    query: ViewRequest,
    answers: [{ status: 200, means: 'The record.', schema: ContestantRecord }],
    problems: [
      'invalid_request',
      'arena_unknown',
      'contestant_unknown',
      'token_invalid',
      'too_many_requests',
    ],
  },
  {
    method: 'get',
    path: '/api/battles/{id}',
    summary:
      'A battle that was decided. Texts and reasons only where the prompt is no longer voted on, or with the admin token; one that is open is unknown here.',
    answers: [{ status: 200, means: 'The battle.', schema: DecidedBattle }],
    problems: ['battle_unknown', 'battle_withdrawn', 'token_invalid'],
  },
  {
    method: 'post',
    path: '/api/arenas/{arena}/battles',
    summary: 'A pair of answers to one prompt, blind, with the ticket to vote on it. Sets the voter cookie.',
    body: BattleRequest,
    answers: [{ status: 201, means: 'The battle, open for 30 minutes.', schema: IssuedBattle }],
    problems: [
      'invalid_request',
      'arena_unknown',
      'nothing_left_to_vote_on',
      'arena_not_ready',
      'too_large',
      'too_many_requests',
    ],
  },
  {
    method: 'post',
    path: '/api/battles/{id}/vote',
    summary: 'Decides a battle, once. The same outcome again changes nothing, so a retry is safe.',
    body: VoteRequest,
    answers: [
      { status: 201, means: 'The vote is recorded; the names.', schema: VoteReceipt },
      { status: 200, means: 'It was recorded before, with this outcome.', schema: VoteReceipt },
    ],
    problems: [
      'invalid_request',
      'ticket_invalid',
      'battle_unknown',
      'battle_already_decided',
      'battle_withdrawn',
      'battle_expired',
      'too_large',
    ],
  },
  {
    method: 'delete',
    path: '/api/battles/{id}/vote',
    summary: 'Takes a vote back within 10 seconds, which closes the battle.',
    authorization: 'ticket',
    answers: [
      {
        status: 200,
        means: 'It is taken back.',
        schema: z.object({ battle: z.string(), withdrawn: z.literal(true) }),
      },
    ],
    problems: ['ticket_invalid', 'battle_unknown', 'vote_unknown', 'too_late_to_take_back'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/export/{file}',
    summary:
      'Downloads `votes`, `ratings`, `battles`, `judgements` or `preferences` as .csv, .json or .jsonl; without any switch all there is, labelled. Texts with names only of prompts that are no longer voted on, or with the admin token.',
    query: ViewRequest,
    answers: [{ status: 200, means: 'The file, streamed.', type: 'text/csv', ...text }],
    problems: ['invalid_request', 'arena_unknown', 'not_found', 'token_invalid'],
  },
  ...ADMIN_OPERATIONS,
  ...(['retire', 'restore'] as const).map((verb): Operation => ({
    method: 'post',
    path: `/api/admin/arenas/{arena}/prompts/${verb}`,
    summary:
      verb === 'retire'
        ? 'Prompts are shown and judged no more; votes stay. Half an hour later everybody may read who answered what to them.'
        : 'Puts retired prompts back into use; their texts stand under no name again.',
    body: PromptSelection,
    authorization: 'admin',
    answers: [{ status: 200, means: 'Done; the prompts for which it was new.', schema: PromptsReceipt }],
    problems: ['invalid_request', 'token_invalid', 'arena_unknown', 'prompt_unknown', 'too_large'],
  })),
  ...JUDGING_OPERATIONS,
  ...COMPARE_OPERATIONS,
  {
    method: 'get',
    path: '/a/{arena}/badge.svg',
    summary: 'What is known of an arena in few words, as a picture for READMEs, light and dark.',
    query: ViewRequest,
    answers: [{ status: 200, means: 'The badge.', type: 'image/svg+xml', ...text }, NOT_MODIFIED],
    problems: ['invalid_request', 'arena_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/a/{file}',
    summary: 'The board of an arena as text: `<arena>.md` or `<arena>.txt`.',
    query: ViewRequest,
    answers: [{ status: 200, means: 'The board.', type: 'text/markdown', ...text }, NOT_MODIFIED],
    problems: ['invalid_request', 'arena_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/arena.schema.json',
    summary: 'What an arena.yaml may hold, as a JSON Schema, for editors that complete and check it.',
    answers: [{ status: 200, means: 'The schema.', schema: z.record(z.string(), z.unknown()) }],
    problems: [],
  },
  {
    method: 'get',
    path: '/healthz',
    summary: 'Whether the process lives.',
    answers: [{ status: 200, means: 'It does.', schema: z.object({ alive: z.literal(true) }) }],
    problems: [],
  },
  {
    method: 'get',
    path: '/readyz',
    summary: 'Whether an arena can be voted on.',
    answers: [200, 503].map((status) => ({
      status,
      means: status === 200 ? 'It can.' : 'Not yet.',
      schema: z.object({ ready: z.boolean(), reason: z.string().nullable() }),
    })),
    problems: ['database_unreachable'],
  },
  {
    method: 'get',
    path: '/metrics',
    summary:
      'What this process counts of itself, in the text format of Prometheus; with the admin token or that of DEADHEAT_METRICS_TOKEN.',
    authorization: 'admin',
    answers: [{ status: 200, means: 'The figures.', type: 'text/plain', ...text }],
    problems: ['token_invalid', 'too_many_requests'],
  },
]
