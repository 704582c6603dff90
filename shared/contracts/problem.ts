/** RFC 9457 problem details: every error that the server sends has this form. */
import { z } from 'zod'
import { integerSchema } from './pieces.ts'

/** A message as it is sent: enough to write its sentence in any language. shared/messages has the sentences by code. */
export const WireMessage = z.object({
  code: z.string(),
  /** Names, figures, and messages within the message. */
  values: z.record(z.string(), z.unknown()),
})
export type WireMessage = z.infer<typeof WireMessage>

/** Every error code with its HTTP status. Codes are part of the interface: new ones may be added, none renamed. */
export const PROBLEM_STATUS = {
  invalid_request: 400,
  ticket_invalid: 401,
  token_invalid: 401,
  link_invalid: 401,
  role_too_low: 403,
  proof_missing: 403,
  proof_invalid: 403,
  host_refused: 403,
  origin_refused: 403,
  not_found: 404,
  arena_unknown: 404,
  battle_unknown: 404,
  contestant_unknown: 404,
  prompt_unknown: 404,
  judge_unknown: 404,
  vote_unknown: 404,
  voter_unknown: 404,
  leak_unknown: 404,
  run_unknown: 404,
  live_unknown: 404,
  method_not_allowed: 405,
  battle_already_decided: 409,
  battle_withdrawn: 409,
  nothing_left_to_vote_on: 409,
  invitation_replaces_other: 409,
  voting_closed: 409,
  live_budget_reached: 409,
  live_not_now: 409,
  challenge_under_way: 409,
  arena_not_ready: 409,
  battle_expired: 410,
  too_large: 413,
  live_refused: 422,
  too_many_requests: 429,
  internal: 500,
  format_unsupported: 501,
  database_unreachable: 503,
  database_not_writable: 503,
  database_outdated: 503,
  folder_not_writable: 503,
  live_unchecked: 503,
  board_computing: 503,
} as const

export type ProblemCode = keyof typeof PROBLEM_STATUS

/** One problem of a file: what, where, and how to solve it. */
export const FileProblem = z.object({
  /** The name of the file. */
  file: z.string(),
  line: integerSchema,
  /** The place in an arena.yaml, such as `judges.0.rubric`. Null in other files. */
  path: z.string().nullable(),
  message: z.string(),
  /** The message as code and values, so that it can be translated. */
  finding: WireMessage.optional(),
  /** What it prevents: everything, or only calls that cost money. */
  stops: z.enum(['all', 'calls']),
})
export type FileProblem = z.infer<typeof FileProblem>

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: integerSchema,
  code: z.string(),
  detail: z.string(),
  /** The detail as code and values, so that it can be translated. */
  finding: WireMessage.optional(),
  requestId: z.string(),
  /** The problems of the files in the request, if they caused the error. */
  problems: z.array(FileProblem).optional(),
})
export type Problem = z.infer<typeof Problem>

/** A problem that a schema reports about a value. */
export type Issue = z.core.$ZodIssue

/** Codes of shared/messages with which schemas refuse a value if zod's own issues say too little. */
const REFUSALS = [
  'responses_or_model',
  'just_one',
  'one_pair_alone',
  'tournament_alone',
  'decides_when',
  'criterion_twice',
  'no_variable',
  'no_slug',
  'no_flags',
  'no_pointer',
  'no_header',
  'people_unless_judges',
  'moment_asked',
  'source_asked',
  'contestant_asked',
  'no_share',
  'no_count',
  'no_alpha',
  'no_ratio',
] as const
export type RefusalCode = (typeof REFUSALS)[number]

/** Makes a schema or a check refuse with a message of shared/messages: the issue carries its code. */
export const refuse = (code: RefusalCode): { error: string } => ({ error: code })

/** Makes a check of an object refuse unless just one of some keys is given. */
export const refuseUnlessOne = (...choices: string[]) => ({
  ...refuse('just_one'),
  params: { values: { choices } },
})

/** The code that `refuse` gave an issue. Null if zod reported the issue itself. */
export const refusalCode = ({ message }: Issue): RefusalCode | null =>
  REFUSALS.find((code) => code === message) ?? null
