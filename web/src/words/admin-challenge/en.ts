import { counted } from '../../ui/figures.ts'

/** A challenge, as an operator starts it and sees it through. */
export const en = {
  noReferences:
    'A challenge needs prompts with a reference, a gold answer, and this arena has none. They are added under [Edit].',
  how: 'A judge sees the reference and the answers of both, blind and in both orders, and says which is closer to it. A gate decides whether the challenger takes the incumbent’s place. Nothing of it is a vote.',
  otherJudging:
    'Other judging of this arena is open. Let it end or cancel it under [Judging], then challenge.',

  // how it stands
  against: (challenger: string, incumbent: string) => `[${challenger}] against [${incumbent}]`,
  epoch: (epoch: number) => `Epoch ${epoch}`,
  now: {
    again:
      'First the incumbent is judged again against its predecessor: what is judged by has changed since.',
    challenge: 'The two are judged on the references that the gate goes by.',
    hold_out: 'The gate is passed. Now the two are judged on what is held out.',
  },
  stays: 'It goes on without this page: whoever leaves finds it here, or in the log of the climb.',
  promoted: (challenger: string, incumbent: string) =>
    `[${challenger}] is promoted: the incumbent in place of [${incumbent}].`,
  kept: (challenger: string, incumbent: string) =>
    `[${incumbent}] stays the incumbent: [${challenger}] is not promoted.`,
  figures: (wins: number, losses: number, ties: number, rate: string) =>
    `${wins} won, ${losses} lost, ${counted(ties, 'tie', 'ties')}; a win rate of ${rate}.`,
  stood: 'It stood in the log already: nothing was judged.',
  toAttempt: (attempt: number) => `Attempt ${attempt} on the climb`,
  nothing: (challenger: string, incumbent: string) =>
    `Nothing is entered of [${challenger}] against [${incumbent}].`,
  stopped: {
    cancelled: 'It was cancelled.',
    budget_reached: 'The budget was spent before the end.',
    failed: 'Judging came to its end, but not to what an attempt needs.',
    refused: 'It could not go on as it was begun.',
  },
  goesOn: 'What was judged is kept: the same challenge goes on from there.',
  cancelTitle: 'End this challenge for good?',
  cancelHow:
    'No further call goes out; those under way come to their end and count. Nothing is entered in the log. What was judged stays, and the same challenge goes on from there.',

  // starting one
  start: 'Start the challenge',
  next: 'Another challenge',
  starting: 'Asking providers for their models …',
  incumbent: 'Incumbent',
  challenger: 'Challenger',
  choose: 'choose …',
  isIncumbent: (name: string) => `${name} (incumbent)`,
  isRetired: (name: string) => `${name} (retired)`,
  becomes: (name: string, before: string) => `${name} becomes the incumbent in place of ${before}.`,
  newOne: 'A new challenger is added under [Edit].',
  calls: (references: number) =>
    `Two calls to the judge for each of ${counted(references, 'reference', 'references')} at most, beside answers that are missing; twice as many where an epoch begins, for the incumbent is judged again first.`,
  minWinRate: 'Least win rate, 0.5 to 1',
  alpha: 'Alpha of the exact test; 1 asks none',
  gateHow:
    'A win rate above one half is asked for always. At 0.05 it takes 15 of 20 decisive results, or 9 of 10.',
  budgetUsd: 'Budget in US dollars, for each attempt',
  asPlanned: 'as planned',
  more: 'Judge and hold-out',
  judge: 'Judge',
  asBefore: 'as before',
  criterion: 'Criterion, of a judge with several',
  holdOut: 'Held out, judged at promotion only',
  holdOuts: {
    before: 'as before',
    none: 'nothing',
    share: 'a share',
    categories: 'categories',
    prompts: 'prompts',
  },
  share: 'Share, above 0 and below 1',
  seed: 'Seed of the draw',
  categories: 'Categories, with commas between them',
  prompts: 'Ids of prompts, with commas between them',
  requireHoldOut: 'Promote only who wins on what is held out too',
  epochHow: 'Another judge, criterion or hold-out begins a new epoch.',
}
