import { counted } from './figures.ts'

/** Notices of events, and why one could not be delivered. */
export const notices = {
  notice_decided: (values: {
    title: string
    winner: string
    criterion: string
    votes: number
    voters: 'people' | 'judges' | 'results'
  }) =>
    `${values.title}: ${values.winner} is declared the winner by “${values.criterion}”, after ${counted(values.votes, 'vote')} of ${values.voters}.`,
  notice_decision_fell: (values: {
    title: string
    criterion: string
    voters: 'people' | 'judges' | 'results'
  }) =>
    `${values.title}: the declared winner by “${values.criterion}” no longer stands. The votes of ${values.voters} name no winner now.`,
  notice_judge_drifted: ({ title, judge, finding }: { title: string; judge: string; finding: string }) =>
    `${title}: the judge ${judge} has changed. ${finding}`,
  notice_judge_due: ({ title, judge, finding }: { title: string; judge: string; finding: string }) =>
    `${title}: the judge ${judge} is due for a re-check. ${finding}`,
  notice_budget_spent: ({ title, spent, budget }: { title: string; spent: number; budget: number }) =>
    `${title}: the run stopped at its budget. It has cost $${spent.toFixed(2)} of $${budget.toFixed(2)}, and the next call may cost more than is left.`,
  notice_votes_quarantined: ({ title, votes }: { title: string; votes: number }) =>
    `${title}: ${counted(votes, 'vote')} went into quarantine. No board counts ${votes === 1 ? 'it' : 'them'}.`,
  notice_gate_fell: ({
    title,
    entry,
    current,
    shipped,
    figures,
  }: {
    title: string
    entry: string
    current: string
    shipped: string
    /** Under each criterion that fell. */
    figures: readonly { criterion: string; winRate: number; votes: number }[]
  }) =>
    [
      `${title}: the ship gate fell. By the scheduled comparison “${entry}”, ${current} should not replace ${shipped}.`,
      ...figures.map(
        ({ criterion, winRate, votes }) =>
          `By “${criterion}” it wins ${Math.round(100 * winRate)} % after ${counted(votes, 'vote')}.`,
      ),
    ].join(' '),
  notice_schedule_failed: ({ title, entry, finding }: { title: string; entry: string; finding: string }) =>
    `${title}: the scheduled entry “${entry}” could not do its work. ${finding}`,
  notice_refused: ({ status }: { status: number }) => `the receiver answered ${status}`,
  notice_redirected: ({ status }: { status: number }) =>
    `the receiver answered ${status} and named another address; set that address instead`,
  notice_unreachable: ({ why }: { why: string }) => `the receiver cannot be reached (${why})`,
  notice_timed_out: ({ seconds }: { seconds: number }) =>
    `the receiver gave no answer within ${counted(seconds, 'second')}`,
  notices_unsigned:
    'DEADHEAT_NOTICES_URL is set without a key: put the output of "openssl rand -base64 32" into DEADHEAT_NOTICES_SECRET, or set DEADHEAT_NOTICES_FORMAT=slack.',
}
