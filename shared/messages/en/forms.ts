import type { ShortList } from '../short-list.ts'
import { namesClause } from './phrases.ts'

/** YAML errors, and values that do not match their schema. */
export const forms = {
  responses_or_model:
    'give either `responses` (a file of answers; `model` is optional then) or `provider` and `model`',
  just_one: 'give just one of {choices}',
  one_pair_alone:
    'singlePair goes without plan, votesPerPair, repeats and retryFailed: it judges two answers once',
  tournament_alone:
    'a tournament chooses its pairs: it goes without `votesPerPair`, `baseline`, `everything` and `repeats`',
  decides_when: 'give `votes` or `at`, or write `decides: never`',
  criterion_twice: 'a criterion is listed twice',
  no_variable: 'must be the name of an environment variable, such as OPENAI_API_KEY',
  no_slug: 'must be 1 to 64 characters from a-z, 0-9 and -',
  no_flags: 'may contain only i, m, s and u',
  no_pointer: 'must be a JSON Pointer: / before each name or place, such as /choices/0/text',
  no_header: 'the name of a header has only letters, digits and hyphens',
  people_unless_judges: 'give people; with kind: judges give no people, group, seats or goal',
  no_share: ({ given }: { given: string }) => `${given} is not a share from 0 to 1; write 0.55 for 55 %`,
  no_count: ({ given }: { given: string }) =>
    `${given} is not a number of votes; write a whole number such as 400`,
  no_alpha: ({ given }: { given: string }) => `${given} is not between 0.000000001 and 1; write 0.05 for 5 %`,
  no_ratio: ({ given }: { given: string }) =>
    `${given} is not a ratio; write a number above 0, such as 1.2 for a fifth more`,

  unknown_key: ({ near }: { near?: ShortList }) =>
    near ? `unknown key; ${namesClause(near)}` : 'unknown key; fix the spelling or remove it',
  unknown_form: 'is missing or has an unknown form',
  unknown_form_of_file: 'is missing or has an unknown form; docs/reference/files.md lists the known ones',
  no_date: 'is not a date; write one like 2026-01-31',
  no_url: 'is not an address; write one like https://example.com/v1',

  twice_in_list: 'the {of} "{value}" is used twice (first by number {first} of the list); change one of them',

  /** @param fault  the parser's code of the error */
  not_yaml: ({ why, fault }: { why: string; fault: string }) => {
    if (fault === 'BLOCK_AS_IMPLICIT_KEY')
      return 'not YAML: two keys stand in one line; put a text that has a colon in quotes'
    return why.startsWith('Missing closing')
      ? `not YAML: ${why}; the text may begin on a line above`
      : `not YAML: ${why}`
  },
  not_read: 'cannot be read: {why}',
  alias_unresolved:
    'the alias *{name} is not defined: there is no &{name} above it; write out its value, or put a text that begins with * in quotes',

  /** The words of another program, or of a text stored before messages had codes. */
  as_given: ({ text }: { text: string }) => text,

  /** `rubric.md:3: shows.0: …` */
  at_place: '{place}: {wrong}',
  several: ({ all, more }: { all: readonly string[]; more: number }) =>
    `${all.join(' · ')}${more > 0 ? ` (and ${more} more)` : ''}`,
} as const

/** Required values of options. */
export const argumentValues = {
  must_be: 'It must be {must}.',
} as const
