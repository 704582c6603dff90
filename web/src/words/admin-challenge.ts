import type { ChallengeProgress } from '../../../shared/contracts/climb.ts'
import { counted } from '../ui/figures.ts'
import { terms } from './admin-terms.ts'

/** A challenge: starting it and following it. */
export const challenge = {
  ...terms,
  isRetired: (name: string) => `${name} (retired)`,
  noReferences:
    'A challenge needs prompts with a reference answer, and this arena has none. Add them under [Edit].',
  how: 'A judge sees the reference and both answers, blind and in both orders, and says which is closer. No votes are added.',
  otherJudging: 'Another run of this arena is open. Let it finish or cancel it under [Judging] first.',

  // its state
  against: (challenger: string, incumbent: string) => `[${challenger}] against [${incumbent}]`,
  epoch: (epoch: number) => `Epoch ${epoch}`,
  reach: ({ tasks, wins }: ChallengeProgress['leastWins'], place: number | undefined) => {
    const attempt = place === undefined ? 'this challenge' : `attempt ${place}`
    const references = counted(tasks, 'reference', 'references')
    return wins === null
      ? `With ${references}, ${attempt} cannot pass.`
      : `With ${references}, ${attempt} needs ${counted(wins, 'win', 'wins')}.`
  },
  now: {
    again:
      'First the incumbent is judged again against its predecessor, because the judge, rubric or references have changed.',
    challenge: 'Both are judged on the references that decide the gate.',
    hold_out: 'The gate is passed. Now both are judged on the held-out prompts.',
  },
  stays: 'The challenge continues when you leave this page.',
  promoted: (challenger: string, incumbent: string) =>
    `[${challenger}] is promoted and replaces [${incumbent}] as the incumbent.`,
  kept: (challenger: string, incumbent: string) =>
    `[${incumbent}] stays the incumbent: [${challenger}] is not promoted.`,
  figures: (wins: number, losses: number, ties: number, rate: string) =>
    `${wins} won, ${losses} lost, ${counted(ties, 'tie', 'ties')}; a win rate of ${rate}.`,
  stood: 'This attempt was already in the log, so nothing was judged.',
  toAttempt: (attempt: number) => `Attempt ${attempt} on the climb`,
  nothing: (challenger: string, incumbent: string) =>
    `No attempt of [${challenger}] against [${incumbent}] is in the log.`,
  stopped: {
    cancelled: 'It was cancelled.',
    budget_reached: 'The budget was spent before the end.',
    failed: 'Judging ended without everything that an attempt needs.',
    refused: 'It could not continue as it was started.',
  },
  goesOn: 'Finished judgements are kept: starting the same challenge again continues from there.',
  cancelTitle: 'End this challenge for good?',
  cancelHow:
    'Running calls finish and count. Nothing is added to the log. The same challenge can continue from there.',

  // starting one
  start: 'Start the challenge',
  next: 'Another challenge',
  starting: 'Checking models with their providers …',
  incumbent: 'Incumbent',
  choose: 'choose …',
  isIncumbent: (name: string) => `${name} (incumbent)`,
  becomes: (name: string, before: string) => `${name} replaces ${before} as the incumbent.`,
  newOne: 'Add a new challenger under [Edit].',
  calls: (references: number) =>
    `At most two judge calls for each of ${counted(references, 'reference', 'references')}, plus missing answers. Twice as many at the start of an epoch, because the incumbent is judged again first.`,
  minWinRate: 'Minimum win rate, 0.5 to 1',
  alpha: 'A level of its own; 1 switches the test off',
  gateHow: 'A win rate above one half is always required.',
  epochLevel: 'share of 5 %',
  budgetUsd: 'Budget in US dollars, for each attempt',
  more: 'Judge and hold-out',
  asBefore: 'as before',
  criterion: 'Criterion, for a judge with several',
  holdOut: 'Held-out prompts, judged only before a promotion',
  holdOuts: {
    before: 'as before',
    none: 'nothing',
    share: 'a share',
    categories: 'categories',
    prompts: 'prompts',
  },
  share: 'Share, above 0 and below 1',
  seed: 'Random seed',
  categories: 'Categories, separated by commas',
  prompts: 'Prompt ids, separated by commas',
  requireHoldOut: 'Promote only if it also wins on the held-out prompts',
  epochHow: 'Changing the judge, the criterion or the hold-out starts a new epoch.',
}
