import type { z } from 'zod'

/** What a schema says against a value. */
export type Issue = z.core.$ZodIssue

/** What the schemas say, in English, where zod has no words for it; each by the code of its sentence in shared/messages. */
export const REFUSALS = {
  responses_or_model:
    'give either `responses` (a file of answers, with the `model` that gave them if you like) or `provider` and `model`',
  one_of_text: 'give exactly one of `text`, `messages` and `turns`',
  votes_or_everything: 'give either `votesPerPair` or `everything`',
  criterion_or_criteria: 'give either `criterion` or `criteria`',
  criterion_twice: 'a criterion stands twice',
  no_variable: 'is the name of an environment variable, like OPENAI_API_KEY',
  no_slug: 'a slug has 1 to 64 of a-z, 0-9 and -',
  no_flags: 'may hold i, m, s and u',
  name_challenger: 'name the contestant that would replace the other by its slug or name',
  name_incumbent: 'name the contestant that would be replaced by its slug or name',
  name_long: 'has 200 letters at most',
  other_source: 'is humans, judges, judge:NAME, all or simulated',
  other_preset: 'is cosmetic, default or critical',
  other_kind: 'is losses, wins or ties',
  not_true_or_false: 'is true or false',
  share_asked: 'is a share from 0 to 1',
  count_asked: 'is a whole number, 1 or more',
  alpha_asked: 'lies between 0 and 1',
  ratio_asked: 'is a number above 0',
  one_selection: 'give one of keys (a list), category, or all: true',
}

/** The same of what stands in the addresses of pages, each of which brings these sentences along. */
export const REFUSALS_IN_ADDRESSES = {
  moment_asked: 'give a date (2026-01-31) or a date and time with zone',
  source_asked: 'is humans, judges, judge:NAME, powered, all or simulated',
  contestant_asked: 'name a contestant, by its name or slug',
}

/** The same where what was given stands before it. */
export const REFUSALS_OF = {
  no_preset: 'is no preset; write cosmetic, default, critical',
  no_share: 'is no share from 0 to 1; write 0.55 for 55 %',
  no_count: 'is no number of votes; write a whole number from 1 on, like 400',
  no_alpha: 'does not lie between 0 and 1; write 0.05 for 5 %',
  no_ratio: 'is no ratio; write a number above 0, like 1.2 for a fifth more',
}
