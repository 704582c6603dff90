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

/** Values that schemas require, also in addresses of pages. Every page loads these texts. */
export const addresses = {
  moment_asked: 'give a date (2026-01-31) or a date and time with zone',
  looks_asked: 'must be any or one',
  source_asked: 'must be humans, judges, judge:NAME, majority, powered, all or simulated',
  contestant_asked: 'give the name or slug of a contestant',
  missing: ({ kind }: { kind: string }) => `is missing; write ${A[kind]}`,
  not_of_kind: ({ kind }: { kind: string }) => `is not ${A[kind]}; write ${A[kind]}`,
  too_small: ({ of, limit, inclusive }: { of: string; limit: number; inclusive: boolean }) =>
    of === 'number'
      ? `is too small; write ${inclusive ? `${limit} or more` : `more than ${limit}`}`
      : limit === 1
        ? 'is empty; write something or remove it'
        : `is too short; write at least ${sized(of, limit)}`,
  too_big: ({ of, limit, inclusive }: { of: string; limit: number; inclusive: boolean }) =>
    of === 'number'
      ? `is too big; write ${inclusive ? `${limit} or less` : `less than ${limit}`}`
      : `is too long; write at most ${sized(of, limit)}`,
  none_of: ({ choices }: { choices: readonly string[] }) =>
    `is not an allowed value; choose ${choices.join(', ')}`,
  missing_one_of: ({ choices }: { choices: readonly string[] }) => `is missing; choose ${choices.join(', ')}`,
}
