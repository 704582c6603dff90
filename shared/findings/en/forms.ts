import { REFUSALS, REFUSALS_OF } from '../../contracts/refusals.ts'

const A: Record<string, string> = {
  text: 'a text',
  number: 'a number',
  whole: 'a whole number',
  yes_or_no: 'true or false',
  list: 'a list',
  mapping: 'a mapping',
}

const sized = (of: string, count: number): string => {
  if (of === 'text') return `${count} ${count === 1 ? 'character' : 'characters'}`
  return of === 'list' ? `${count} ${count === 1 ? 'entry' : 'entries'}` : String(count)
}

/** The form of what is written: YAML, and what schemas ask for. */
export const forms = {
  ...REFUSALS,
  no_preset: ({ given }: { given: string }) => `${given} ${REFUSALS_OF.no_preset}`,
  no_share: ({ given }: { given: string }) => `${given} ${REFUSALS_OF.no_share}`,
  no_count: ({ given }: { given: string }) => `${given} ${REFUSALS_OF.no_count}`,
  no_alpha: ({ given }: { given: string }) => `${given} ${REFUSALS_OF.no_alpha}`,
  no_ratio: ({ given }: { given: string }) => `${given} ${REFUSALS_OF.no_ratio}`,

  unknown_key: 'is no key that is known here; correct it or take it out',
  unknown_form: 'is missing or of no form that is known here',
  unknown_form_of_file: 'is missing or of no form that is known here; docs/files.md shows which there are',
  missing: ({ kind }: { kind: string }) => `is missing; it is ${A[kind]}`,
  not_of_kind: ({ kind }: { kind: string }) => `is not ${A[kind]}; write ${A[kind]}`,
  too_small: ({ of, limit, inclusive }: { of: string; limit: number; inclusive: boolean }) =>
    of === 'number'
      ? `is too small; write ${inclusive ? `${limit} or more` : `more than ${limit}`}`
      : limit === 1
        ? 'is empty; write something, or leave it out where it may be'
        : `is too short; it has ${sized(of, limit)} at least`,
  too_big: ({ of, limit, inclusive }: { of: string; limit: number; inclusive: boolean }) =>
    of === 'number'
      ? `is too big; write ${inclusive ? `${limit} or less` : `less than ${limit}`}`
      : `is too long; it has ${sized(of, limit)} at most`,
  none_of: ({ choices }: { choices: readonly string[] }) =>
    `is none of what is known here; write ${choices.join(', ')}`,
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
  aliases_multiply: 'its aliases multiply without measure; write out what they stand for',

  /** `rubric.md:3: shows.0: …` */
  at_place: ({ place, wrong }: { place: string; wrong: string }) => `${place}: ${wrong}`,
  the_file: 'the file',
  several: ({ all, more }: { all: readonly string[]; more: number }) =>
    `${all.join(' · ')}${more > 0 ? ` (and ${more} more)` : ''}`,
}
