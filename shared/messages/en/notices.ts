import { counted } from './figures.ts'

/** Notices of events, and why one could not be delivered. */
export const notices = {
  notice_budget_spent: ({ title, spent, budget }: { title: string; spent: number; budget: number }) =>
    `${title}: the run stopped at its budget. It has cost $${spent.toFixed(2)} of $${budget.toFixed(2)}, and the next call may cost more than is left.`,
  notice_votes_quarantined: ({ title, votes }: { title: string; votes: number }) =>
    `${title}: ${counted(votes, 'vote')} went into quarantine. No board counts ${votes === 1 ? 'it' : 'them'}.`,
  notice_refused: ({ status }: { status: number }) => `the receiver answered ${status}`,
  notice_redirected: ({ status }: { status: number }) =>
    `the receiver answered ${status} and named another address; set that address instead`,
  notice_unreachable: ({ why }: { why: string }) => `the receiver cannot be reached (${why})`,
  notice_timed_out: ({ seconds }: { seconds: number }) =>
    `the receiver gave no answer within ${counted(seconds, 'second')}`,
  notices_unsigned:
    'DEADHEAT_NOTICES_URL is set without a key: put the output of "openssl rand -base64 32" into DEADHEAT_NOTICES_SECRET, or set DEADHEAT_NOTICES_FORMAT=slack.',
}
