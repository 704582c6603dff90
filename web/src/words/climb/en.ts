import { counted } from '../../ui/figures.ts'

/** The climb: challengers against the incumbent at the time. */
export const climb = {
  title: 'Climb',
  arenaMissing: (arena: string) => `There is no arena “${arena}” here.`,
  challenge: 'New challenge',
  loading: 'Loading the log …',

  incumbent: 'is the incumbent',
  after: (attempts: number, promotions: number) =>
    `after ${counted(attempts, 'attempt', 'attempts')} with ${counted(promotions, 'promotion', 'promotions')}.`,
  none: 'No challenge has been run here yet.',
  noneWhy:
    'A challenger is compared with the incumbent on prompts that have a reference. A judge decides whose answer is closer to the reference.',
  howToStart: 'Start the first challenge on the arena’s admin page or in the terminal:',

  notes: 'Notes on this climb',
  chart: (attempts: number) =>
    `Win rate of each of ${counted(attempts, 'attempt', 'attempts')} against the incumbent at that time, with its interval; the table below has the same figures.`,
  epoch: (n: number) => `Epoch ${n}`,
  legendTried: 'win rate with its 95 % interval',
  legendPromoted: 'promoted: the incumbent from there on',
  legendAgain: 'the incumbent judged again at the start of an epoch',
  legendHeldOut: 'win rate on the held-out prompts',
  legendReigns: 'names along the bottom: the incumbent at that time',
  legendEpochs:
    'Attempts of different epochs cannot be compared: the judge, rubric or references changed in between.',

  since: (day: string) => `since ${day}`,
  references: (n: number) => counted(n, 'reference', 'references'),
  heldOut: (n: number) => `${n} held out`,
  judged: (judge: string, model: string, rubric: string) => `judged by ${judge} (${model}, rubric ${rubric})`,
  asked: (question: string) => `The judge is asked: ${question}`,
  frozen: 'Fixed within this epoch',
  frozenJudge: 'judge',
  frozenRubric: 'rubric and judge prompt',
  frozenReferences: 'references',

  attempt: 'Attempt',
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
    'p is one-sided and exact, over decisive results: how often a challenger that is no better would win at least this often. An inconsistent judgement is a tie.',
  above: (rate: string) => `above ${rate}`,
  atLeast: (rate: string) => `of at least ${rate}`,
  gate: (rate: string, alpha: string) => `Required: a win rate ${rate}, p at most ${alpha}.`,
  gateMajority: (rate: string) => `Required: a win rate ${rate}.`,

  results: (attempt: number, challenger: string, incumbent: string) =>
    `Attempt ${attempt}: ${challenger} against ${incumbent}`,
  resultsLoading: 'Loading the results …',
  closer: 'Closer to the reference',
  reason: 'Reason',
  failed: 'no verdict',
  noResult: 'no result',
  absent: (name: string) => `no answer from ${name}`,
  inconsistent: 'differs by order',
  identical: 'same text',
  held: 'held out',
  aside: (failed: number, missing: number) =>
    [
      ...(failed > 0 ? [`${counted(failed, 'prompt', 'prompts')} without a verdict`] : []),
      ...(missing > 0 ? [`${counted(missing, 'prompt', 'prompts')} without the incumbent’s answer`] : []),
    ].join(', '),
  withToken: 'Sign in with the admin token to see what the judge said.',
  retry: 'Try again',
  resultsFailed: 'The results could not be loaded.',
}
