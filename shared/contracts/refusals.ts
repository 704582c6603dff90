import type { z } from 'zod'

/** A problem that a schema reports about a value. */
export type Issue = z.core.$ZodIssue

/** Codes of shared/messages with which schemas refuse a value if zod's own issues say too little. */
const REFUSALS = [
  'responses_or_model',
  'one_of_text',
  'votes_or_everything',
  'criterion_or_criteria',
  'criterion_twice',
  'no_variable',
  'no_slug',
  'no_flags',
  'no_pointer',
  'no_header',
  'name_challenger',
  'name_incumbent',
  'name_long',
  'other_source',
  'other_preset',
  'other_kind',
  'not_true_or_false',
  'share_asked',
  'count_asked',
  'alpha_asked',
  'ratio_asked',
  'one_selection',
  'moment_asked',
  'looks_asked',
  'source_asked',
  'contestant_asked',
  'no_preset',
  'no_share',
  'no_count',
  'no_alpha',
  'no_ratio',
  'whole_number_asked',
  'token_asked',
  'postgres_address_asked',
  'variables_asked',
  'origins_asked',
  'public_url_asked',
  'web_address_asked',
  'signing_key_asked',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** Makes a schema or a check refuse with a message of shared/messages: the issue carries its code. */
export const refuse = (code: Refusal): { error: string } => ({ error: code })

/** The code that `refuse` gave an issue. Null if zod reported the issue itself. */
export const refusalOf = ({ message }: Issue): Refusal | null =>
  REFUSALS.find((code) => code === message) ?? null
