import { counted } from '../../ui/figures.ts'

/** The climb: challengers against the incumbent of their day. */
export const en = {
  title: 'Climb',
  arenaMissing: (arena: string) => `There is no arena “${arena}” here.`,
  board: 'Board',
  challenge: 'New challenge',
  loading: 'Reading the log …',

  incumbent: 'is the incumbent',
  after: (attempts: number, promotions: number) =>
    `after ${counted(attempts, 'attempt', 'attempts')}, ${counted(promotions, 'promotion', 'promotions')} among them.`,
  none: 'Nobody has climbed here yet.',
  noneWhy:
    'A challenger is held against the incumbent on prompts that have a reference; a judge says whose answer is closer to it. The first challenge names both, on the operator’s page of the arena or in the terminal:',

  notes: 'Notes on this climb',
  chart: (attempts: number) =>
    `Win rate of each of ${counted(attempts, 'attempt', 'attempts')} against the incumbent of its day, with its interval; the table below has the same figures.`,
  epoch: (n: number) => `Epoch ${n}`,
  legendTried: 'win rate with its 95 % interval',
  legendPromoted: 'promoted: the incumbent from there on',
  legendAgain: 'the incumbent judged again at the start of an epoch',
  legendHeldOut: 'win rate on what is held out',
  legendReigns: 'names along the foot: who was to be beaten',
  legendEpochs:
    'Attempts of different epochs cannot be compared: what they were judged by has changed in between.',

  since: (day: string) => `since ${day}`,
  references: (n: number) => counted(n, 'reference', 'references'),
  heldOut: (n: number) => `${n} held out`,
  judged: (judge: string, model: string, rubric: string) => `judged by ${judge} (${model}, rubric ${rubric})`,
  frozen: 'What is frozen',
  frozenJudge: 'judge',
  frozenRubric: 'rubric and judge prompt',
  frozenReferences: 'references',

  attempt: 'Attempt',
  challenger: 'Challenger',
  against: (name: string) => `against ${name}`,
  tally: 'Won, lost, tied',
  winRate: 'Win rate',
  interval: (low: string, high: string) => `${low} to ${high}`,
  p: 'p',
  holdOut: 'Hold-out',
  cost: 'Cost',
  costIn: (dollars: string) => `$${dollars}`,
  outcome: 'Outcome',
  promoted: 'promoted',
  kept: 'not promoted',
  again: 'judged again',
  showResults: (attempt: number) => `Results of attempt ${attempt}`,
  pNote:
    'p is one-sided and exact, over what was decided: how often one that is no better would win as much. An inconsistent judgement is a tie.',
  above: (rate: string) => `above ${rate}`,
  atLeast: (rate: string) => `of ${rate} at least`,
  gate: (rate: string, alpha: string) => `Asked for: a win rate ${rate}, p at most ${alpha}.`,
  gateMajority: (rate: string) => `Asked for: a win rate ${rate}.`,

  results: (attempt: number, challenger: string, incumbent: string) =>
    `Attempt ${attempt}: ${challenger} against ${incumbent}`,
  resultsLoading: 'Reading the results …',
  close: 'Close',
  prompt: 'Prompt',
  closer: 'Closer to the reference',
  reason: 'Reason',
  tie: 'tie',
  failed: 'no verdict',
  noResult: 'no result',
  absent: (name: string) => `no answer of ${name}`,
  inconsistent: 'another in each order',
  identical: 'same text',
  held: 'held out',
  aside: (failed: number, missing: number) =>
    [
      ...(failed > 0 ? [`${counted(failed, 'prompt', 'prompts')} without a verdict`] : []),
      ...(missing > 0 ? [`${counted(missing, 'prompt', 'prompts')} without the incumbent’s answer`] : []),
    ].join(', '),
  withToken: 'What the judge said is shown to whoever signs in with the admin token.',
  retry: 'Try again',
  resultsFailed: 'The results did not come.',
}
