import type { AuditEntry } from '../../../shared/contracts/operators.ts'

/** The log of an arena, for operators. */
export const log = {
  by: ({ actor, token }: Pick<AuditEntry, 'actor' | 'token'>) =>
    token === undefined
      ? { token: 'with the admin token', terminal: 'at the terminal', server: 'the server' }[actor]
      : `with the token “${token}”`,
}

/** The list of suspected voters, for operators. */
export const suspects = {
  states: { open: 'its votes count', quarantined: 'in quarantine', released: 'released' },
  quarantineAll: (voter: string) => `Quarantine all votes of ${voter}`,
  releaseAll: (voter: string) => `Release all votes of ${voter}`,
  wentIn: (votes: string) => `${votes} put into quarantine.`,
  cameOut: (votes: string) => `${votes} released.`,
}

/** The list of answers that name their model, for operators. */
export const leaks = {
  release: (prompt: string) => `Release: leak in ${prompt}`,
  holdAgain: (prompt: string) => `Hold again: leak in ${prompt}`,
}

/** How pages look to judges, for operators. */
export const drawnAnswers = {
  whys: {
    took_too_long: 'It took too long, or never ends.',
    broke_off: 'It left its frame, or used up its memory.',
    uniform: 'Two pictures had one colour each, and differed.',
    chromium_failed: 'Chromium did not work. The log of the server says more.',
  },
}
