import { counted } from '../../ui/figures.ts'
const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The panels under the board: judges, costs, checks. */
export const en = {
  unknown: 'not known',

  // judges
  judges: 'Judges, each compared with people',
  whereTheyDiffer: 'Where judges and people differ',
  judgesCaption:
    'Each judge compared with people who voted on the same pairs without seeing its verdict. Bar: 95 % interval. A judge that failed calibration counts only on its own board. Next to people’s votes, only calibrated judges count.',
  noJudges: 'No judge has voted here.',
  judge: 'Judge',
  trust: 'Calibration',
  states: {
    calibrated: 'passed',
    uncalibrated: 'failed',
    not_measured: 'not measured yet',
  },
  failures: {
    agreement: 'agrees too rarely',
    consistency: 'flips too often',
    undecided: 'decides too rarely',
    drift: 'became worse',
    self_agreement: 'contradicts itself',
  },
  due: 'recheck due',
  pairsMissing: (n: number) => `${counted(n, 'more pair', 'more pairs')} needed from people`,
  agreement: 'Agrees with people',
  agreementFigure: 'Agrees',
  agreementSaid: (share: string, n: number) => `agrees in ${share} of ${counted(n, 'pair', 'pairs')}`,
  noShared: 'no pair with votes from people',
  ofPairs: (n: string) => `of ${n} decided by both`,
  kappaMeans: 'Cohen’s kappa: agreement beyond chance, at most 1',
  inconsistent: 'Flips with order',
  inconsistentMeans: 'Pairs on which its verdict changes when the answers swap places',
  first: 'Picks the first',
  firstMeans: 'How often the answer shown first won; one half means no position bias',
  longer: 'Picks the longer',
  longerMeans: 'How often the longer of two answers won',
  longerBeside: (own: string, people: string) => `on shared pairs ${own}, people ${people}`,
  failed: 'Failed',
  failedMeans: 'Judgements without a verdict; they are not votes',
  ceilingLegend: 'how often people agree with one another',
  askedLegend: 'agreement required of a judge',
  ceiling: (share: string, low: string, high: string, n: number) =>
    `Two people who vote on the same pair agree in ${share} of ${n} (${low} – ${high}). No judge can be expected to do better.`,
  noCeiling: 'No pair has votes by two people yet, so how often people agree is not known.',
  asked: (share: string, n: number) => `Required of a judge: ${share}, on at least ${n} pairs.`,
  notCompared: (names: readonly string[]) =>
    `${listed(names)} ${names.length === 1 ? 'is' : 'are'} not compared with people yet.`,
  howToCalibrate:
    'This command prints an address where people vote, blind, on pairs that judges have judged. After a few dozen votes this panel shows how good the judges are.',

  // costs
  costCaption: (unit: string) =>
    `Rating against ${unit}. Thick: 95 % interval for each alone; thin: for all at once. Filled dots reach the line and may be first; hollow ones do not. Cheaper does not mean better.`,
  perThousand: 'US dollars per 1,000 answers',
  perAnswer: 'seconds per answer',
  byCost: 'Cost',
  byTime: 'Time',
  against: 'Against',
  plotOf: (unit: string) => `Plot of ratings against ${unit}; the same figures are in the table below it`,
  logarithmic: 'Logarithmic axis.',
  noCost: (n: number) => `Not known for ${counted(n, 'contestant', 'contestants')}.`,
  unlabelled: (n: number) => `${counted(n, 'dot has', 'dots have')} no room for a name.`,
  asTable: 'Show as a table',
  contestant: 'Contestant',
  rating: 'Rating',
  interval: 'For all at once',
  mayBeFirst: 'May be first',
  yes: 'yes',
  no: 'no',
  dollarsHead: '$/1000',
  time: 'Time',
  open: 'open',
  theLine: 'the line',

  // checks
  checksCaption:
    'Share of answers that pass, in the latest run of each check, with 95 % intervals. Checks never change the rating.',
  check: 'Check',
  checksOf: (check: string) => `Answers that pass “${check}”`,
  passed: 'Passed',
  passedOf: (passed: string, of: string) => `${passed} of ${of}`,
  notMade: (n: number) => `${n} not checked`,
  mustPass: (share: string) => `At least ${share} must pass.`,
  bar: 'required share',
  met: 'passes',
  notMet: 'fails',
  noChecks: 'No answer has been checked yet.',
}
