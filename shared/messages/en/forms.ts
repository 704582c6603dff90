import { REFUSALS, REFUSALS_OF } from '../../contracts/refusals.ts'

/** The form of YAML and of values that schemas check. */
export const forms = {
  ...REFUSALS,
  no_preset: ({ given }: { given: string }) => `${given} ${REFUSALS_OF.no_preset}`,
  no_share: ({ given }: { given: string }) => `${given} ${REFUSALS_OF.no_share}`,
  no_count: ({ given }: { given: string }) => `${given} ${REFUSALS_OF.no_count}`,
  no_alpha: ({ given }: { given: string }) => `${given} ${REFUSALS_OF.no_alpha}`,
  no_ratio: ({ given }: { given: string }) => `${given} ${REFUSALS_OF.no_ratio}`,

  unknown_key: 'unknown key; fix the spelling or remove it',
  unknown_form: 'is missing or of no form that is known here',
  unknown_form_of_file:
    'is missing or of no form that is known here; docs/reference/files.md shows which there are',
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
