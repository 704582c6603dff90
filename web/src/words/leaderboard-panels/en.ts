import { counted } from '../../ui/figures.ts'
const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The panels under the board: judges, costs, checks. */
export const en = {
  unknown: 'not known',

  // judges
  judgesTitle: 'How good the judges are',
  judges: 'Judges, each held against people',
  whereTheyDiffer: 'Where judges and people differ',
  judgesCaption:
    'Each judge against people who decided the same pairs of answers without knowing of it. Bar: 95 % interval. Judges that fail count on no board with others; beside people only checked ones do.',
  noJudges: 'No judge has voted here.',
  judge: 'Judge',
  trust: 'Trust',
  states: {
    calibrated: 'checked, and agrees',
    uncalibrated: 'checked, and failed',
    not_measured: 'not checked yet',
  },
  due: 'due again',
  pairsMissing: (n: number) =>
    `${counted(n, 'pair', 'pairs')} that people decide ${n === 1 ? 'is' : 'are'} missing`,
  agreement: 'Agrees with people',
  agreementFigure: 'Agrees',
  agreementSaid: (share: string, n: number) => `agrees in ${share} of ${counted(n, 'pair', 'pairs')}`,
  noShared: 'no pair that people decided too',
  ofPairs: (n: string) => `of ${n} decided by both`,
  kappaMeans: 'Cohen’s kappa: agreement beyond chance, 1 at most',
  inconsistent: 'Turns with order',
  inconsistentMeans: 'Pairs on which it says another thing when the answers change places',
  first: 'Picks the first',
  firstMeans: 'How often the answer shown first won; half where places do not matter',
  longer: 'Picks the longer',
  longerMeans: 'How often the longer of two answers won',
  longerBeside: (own: string, people: string) => `on shared pairs ${own}, people ${people}`,
  failed: 'Failed',
  failedMeans: 'Judgements that came to no verdict, and are no vote',
  ceilingLegend: 'how far people agree with one another',
  askedLegend: 'what a judge is asked for',
  ceiling: (share: string, low: string, high: string, n: number) =>
    `Two people who decide the same pair agree in ${share} of ${n} (${low} – ${high}): no judge can be asked for more.`,
  noCeiling: 'No pair was decided by two people yet, so that how far people agree is not known.',
  asked: (share: string, n: number) => `Asked of a judge: ${share}, on ${n} pairs or more.`,
  howToCalibrate: (names: readonly string[]) =>
    `${listed(names)} ${names.length === 1 ? 'is' : 'are'} not held against people yet. This prints an address where people vote, blind, on pairs that judges have judged; after a few dozen, this panel says how good they are.`,

  // costs
  costTitle: 'What it costs',
  costCaption: (unit: string) =>
    `Rating against ${unit}. Thick: 95 % for it alone; thin: for all at once. Filled dots reach the line and may be first; hollow ones do not. Cheaper says nothing about better.`,
  perThousand: 'US dollars for 1,000 answers',
  perAnswer: 'seconds for an answer',
  byCost: 'Cost',
  byTime: 'Time',
  against: 'Against',
  plotOf: (unit: string) => `Plot of ratings against ${unit}; the same figures are in the table below it`,
  logarithmic: 'Each step of the axis is a multiple.',
  noCost: (n: number) => `Of ${counted(n, 'contestant', 'contestants')} this is not known.`,
  unlabelled: (n: number) => `${counted(n, 'dot has', 'dots have')} no room for a name.`,
  asTable: 'The same as a table',
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
  checksTitle: 'What passes the checks',
  checksCaption:
    'How many of its answers pass, in the latest run of each check, with 95 % intervals. Checks stand beside the rating and are never in it.',
  check: 'Check',
  checksOf: (check: string) => `Answers that pass “${check}”`,
  passed: 'Passed',
  passedOf: (passed: string, of: string) => `${passed} of ${of}`,
  notMade: (n: number) => `${n} not made`,
  mustPass: (share: string) => `At least ${share} must pass.`,
  bar: 'what must pass',
  met: 'holds',
  notMet: 'fails',
  noChecks: 'No answer was checked yet.',
}
