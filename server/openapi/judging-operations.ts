/** What the API does about judging and judges. */
import { z } from 'zod'
import {
  BattleRequest,
  ChecksReport,
  Disagreements,
  DisagreementsRequest,
  BudgetRequest,
  IssuedBattle,
  JudgesReport,
  JudgingRequest,
  JudgingState,
  LabellingRequest,
} from '../../shared/contracts/index.ts'
import type { Operation } from './operation.ts'

const text = { schema: z.string() }

const RUN_VERBS = {
  pause: 'Sends no further call; those under way come to their end and count.',
  resume: 'Goes on with a run that was paused.',
  cancel: 'Ends the run for good, and a challenge that it belongs to; what was judged stays.',
}

export const JUDGING_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/admin/arenas/{arena}/judging',
    summary: 'How far the latest run of judging has come, what it cost, and what it waits for.',
    authorization: 'admin',
    answers: [{ status: 200, means: 'Null where there was no run.', schema: JudgingState }],
    problems: ['token_invalid', 'arena_unknown'],
  },
  {
    method: 'get',
    path: '/api/admin/arenas/{arena}/judging/stream',
    summary: 'The same as Server-Sent Events: event `judging`, at once and each second in which it changed.',
    authorization: 'admin',
    answers: [{ status: 200, means: 'The stream.', type: 'text/event-stream', ...text }],
    problems: ['token_invalid', 'arena_unknown'],
  },
  {
    method: 'post',
    path: '/api/admin/arenas/{arena}/judging/start',
    summary:
      'Makes the answers that are missing and judges what the plan asks for, once every provider has said that it knows its models; goes on with the run that is open.',
    body: JudgingRequest,
    authorization: 'admin',
    answers: [{ status: 200, means: 'How it stands now.', schema: JudgingState }],
    problems: ['token_invalid', 'arena_unknown', 'invalid_request', 'challenge_under_way'],
  },
  ...Object.entries(RUN_VERBS).map(([verb, summary]): Operation => ({
    method: 'post',
    path: `/api/admin/arenas/{arena}/judging/${verb}`,
    summary,
    authorization: 'admin',
    answers: [{ status: 200, means: 'How it stands now.', schema: JudgingState }],
    problems: ['token_invalid', 'arena_unknown', 'run_unknown', 'challenge_under_way'],
  })),
  {
    method: 'post',
    path: '/api/admin/arenas/{arena}/judging/budget',
    summary:
      'Sets the most the run may cost, what it cost already included. One that had reached its budget goes on.',
    authorization: 'admin',
    body: BudgetRequest,
    answers: [{ status: 200, means: 'How it stands now.', schema: JudgingState }],
    problems: ['token_invalid', 'arena_unknown', 'run_unknown', 'invalid_request', 'challenge_under_way'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/judges',
    summary:
      'Every judge held against the humans: agreement, consistency, preferences, cost, trust; and how far humans agree.',
    answers: [{ status: 200, means: 'The report.', schema: JudgesReport }],
    problems: ['arena_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/checks',
    summary: 'How many answers of whom passed each check, run by run, and whether that reached its bar.',
    answers: [{ status: 200, means: 'The report.', schema: ChecksReport }],
    problems: ['arena_unknown', 'token_invalid'],
  },
  {
    method: 'get',
    path: '/api/admin/arenas/{arena}/judges/{judge}/disagreements',
    summary: 'The pairs on which a judge and most humans disagree most, with texts, names and reasons.',
    query: DisagreementsRequest,
    authorization: 'admin',
    answers: [{ status: 200, means: 'The list.', schema: Disagreements }],
    problems: ['token_invalid', 'arena_unknown', 'judge_unknown', 'invalid_request'],
  },
  {
    method: 'get',
    path: '/api/arenas/{arena}/judges/{judge}/disagreements',
    summary:
      'The same for everybody: names and what each said; texts and reasons only of prompts that are no longer voted on.',
    query: DisagreementsRequest,
    answers: [{ status: 200, means: 'The list.', schema: Disagreements }],
    problems: ['token_invalid', 'arena_unknown', 'judge_unknown', 'invalid_request', 'too_many_requests'],
  },
  {
    method: 'post',
    path: '/api/arenas/{arena}/calibration/battles',
    summary:
      'A blind battle that judges have judged, for whoever has a labelling link of the arena, also of a private one. Sets the voter cookie.',
    body: LabellingRequest,
    answers: [{ status: 201, means: 'The battle, open for 30 minutes.', schema: IssuedBattle }],
    problems: [
      'link_invalid',
      'invalid_request',
      'arena_unknown',
      'nothing_left_to_vote_on',
      'too_large',
      'too_many_requests',
    ],
  },
  {
    method: 'post',
    path: '/api/admin/arenas/{arena}/calibration/battles',
    summary:
      'A blind battle that judges have judged, to be decided like any other: its vote counts, and shows how good the judges are. Sets the voter cookie.',
    body: BattleRequest,
    authorization: 'admin',
    answers: [{ status: 201, means: 'The battle, open for 30 minutes.', schema: IssuedBattle }],
    problems: [
      'token_invalid',
      'invalid_request',
      'arena_unknown',
      'nothing_left_to_vote_on',
      'too_large',
      'too_many_requests',
    ],
  },
]
