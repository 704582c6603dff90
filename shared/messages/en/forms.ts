/** The form of YAML and of values that schemas check. */
export const forms = {
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
  no_preset: ({ given }: { given: string }) => `${given} is no preset; write cosmetic, default, critical`,
  no_share: ({ given }: { given: string }) => `${given} is no share from 0 to 1; write 0.55 for 55 %`,
  no_count: ({ given }: { given: string }) =>
    `${given} is no number of votes; write a whole number from 1 on, like 400`,
  no_alpha: ({ given }: { given: string }) => `${given} does not lie between 0 and 1; write 0.05 for 5 %`,
  no_ratio: ({ given }: { given: string }) =>
    `${given} is no ratio; write a number above 0, like 1.2 for a fifth more`,

  unknown_key: 'unknown key; fix the spelling or remove it',
  unknown_form: 'is missing or of no form that is known here',
  unknown_form_of_file:
    'is missing or of no form that is known here; docs/reference/files.md shows which there are',
  whole_number_asked: 'is not a whole number',
  token_asked: 'needs at least 16 characters and no spaces',
  postgres_address_asked: 'is not a postgres:// address',
  variables_asked: 'is not a list of variables, split by commas',
  no_date: 'is not a date; write one like 2026-01-31',
  no_url: 'is no address; write one like https://example.com/v1',
  name_twice: ({ name, first }: { name: string; first: number }) =>
    `the name "${name}" stands twice (the first is number ${first} of the list); give one of them another`,
  id_twice: ({ id, first }: { id: string; first: number }) =>
    `the id "${id}" stands twice (the first is number ${first} of the list); give one of them another`,

  /** @param fault  the parser's own code of it */
  not_yaml: ({ why }: { why: string; fault: string }) => `not YAML: ${why}`,
  not_read: ({ why }: { why: string }) => `cannot be read: ${why}`,
  key_twice: 'Map keys must be unique',
  nested_too_deep: 'it is nested too deeply; write it with fewer levels',
  alias_unresolved: ({ name }: { name: string }) =>
    `the alias *${name} stands for nothing: there is no &${name} above it; write out what it stands for, or put a text that begins with * in quotes`,
  aliases_multiply: 'its aliases multiply without measure; write out what they stand for',

  /** Words of another program, or what was stored before messages had codes. */
  as_given: ({ text }: { text: string }) => text,

  /** `rubric.md:3: shows.0: …` */
  at_place: ({ place, wrong }: { place: string; wrong: string }) => `${place}: ${wrong}`,
  the_file: 'the file',
  several: ({ all, more }: { all: readonly string[]; more: number }) =>
    `${all.join(' · ')}${more > 0 ? ` (and ${more} more)` : ''}`,
}
