/** What is said of rows beside the table: findings, two rows against each other, the filter. */
export const en = {
  // findings
  equalTitle: 'Practically equal',
  equal: (points: number) =>
    `are known to differ by less than ${points} points of win rate. That is another finding than a dead heat, in which nothing is known.`,
  and: 'and',
  cheaper: (share: string) => `is in the dead heat and costs ${share} less than`,
  free: 'is in the dead heat and costs nothing, unlike',
  faster: (share: string) => `is in the dead heat and takes ${share} less time than`,
  nothingBetter: 'None of this says that it is better.',

  // two rows
  compare: 'Two contestants against each other',
  against: 'against',
  compareWith: 'Compare with',
  choose: 'choose another',
  hint: 'Look at another row to see the two against each other.',
  counting: 'counting …',
  notRated: 'has no rating, so that there is no difference to tell',
  ahead: (points: string, low: string, high: string) => `${points} points (${low} to ${high})`,
  wins: (share: string, low: string, high: string) => `expected to win ${share} (${low} – ${high})`,
  singly: '95 % for these two alone; whether they are apart is for the whiskers to say.',
  estimated: 'estimated',
  practicallyEqual: 'practically equal',
  met: (wins: string, losses: string, ties: string) => `met: won ${wins}, lost ${losses}, tied ${ties}`,
  ofDecisive: (share: string, low: string, high: string) => `${share} of those decided (${low} – ${high})`,
  notMet: 'they have not met',
  failed: 'The figures did not come.',
  close: 'Let go of the row',

  // filter
  find: 'Find a contestant',
  found: (shown: string, all: string) => `${shown} of ${all} shown`,
  hidden: (n: string) => `${n} hidden; ranks, line and dead heats are those of the whole board.`,
  showAll: 'Show all',
  nobody: 'Nobody is called that.',
}
