import { count, counted, plural } from '../../ui/figures.ts'

/** One contestant: what it is and how it fared. */
export const contestant = {
  missing: (name: string, arena: string) => `There is no contestant “${name}” in arena “${arena}”.`,
  missingMore: 'It may be mistyped. [All contestants] are on the board.',
  loading: 'Loading …',
  toBoard: 'Board',
  retiredSince: (day: string) => `Retired since ${day}: no longer shown or judged. Its votes still count.`,
  view: (view: string) => `Votes: ${view}.`,
  changeView: 'Other votes on the board',

  leads: (among: number | null) =>
    among === null
      ? 'It leads: its interval lies above every other.'
      : `It leads among these ${counted(among, 'person', 'people')}, who are too few to speak for others.`,
  deadHeat: (others: string) => `In a dead heat for first with ${others}.`,
  ranks: (first: number, last: number, of: number) =>
    first === last ? `Rank ${first} of ${of} rated.` : `Rank ${first} to ${last} of ${of} rated.`,
  rating: (points: string) => `Rating ${points}`,
  together: (low: string, high: string) => `; interval for all at once ${low} to ${high}`,
  provisional: (needs: string) => `No rating yet: provisional, ${needs}.`,
  unrated: (needs: string) => `No rating yet: ${needs}.`,
  noBoardYet: 'It was added after this board was computed.',
  record: (wins: number, losses: number, ties: number, bothBad: number) =>
    `Won ${count(wins)}, lost ${count(losses)}, tied ${count(ties)}${bothBad > 0 ? `, ${count(bothBad)} of them both bad` : ''}.`,

  what: 'About this contestant',
  provider: 'Provider',
  family: 'Family',
  owner: 'Owner',
  controlOf: 'A/A control of',
  checks: 'Checks passed',
  checked: (passed: number, of: number) => `${count(passed)} of ${count(of)}`,
  bar: { met: 'threshold met', missed: 'threshold missed' },

  opponents: 'Against each opponent',
  opponentsCaption:
    'Share of decided votes won, with a 95\u00a0% interval for each opponent alone. Bold: it excludes one half.',
  metLess: (n: number) => `The other ${count(n)}, met less often`,
  opponent: 'Opponent',
  interval: '95\u00a0%',
  counts: 'Won · lost · tied',
  countsOf: (wins: number, losses: number, ties: number) =>
    `${count(wins)} won, ${count(losses)} lost, ${count(ties)} tied`,
  metNobody: 'It has no opponents in these votes.',

  prompts: 'Prompts',
  extremes: 'The best and the worst',
  promptsCaption: (score: string, n: number) =>
    `Score: wins plus half the ties, of all votes. Line: ${score}, over ${counted(n, 'prompt', 'prompts')}.`,
  best: 'Best',
  worst: 'Worst',
  standsOut: 'stands out',
  someStandOut: (n: number) =>
    `${counted(n, 'prompt differs', 'prompts differ')} from the others by more than chance.`,
  noneStandsOut: 'None differs from the others by more than chance.',
  score: 'Score',
  battleOn: (prompt: string) => `A battle on ${prompt}`,
  noBest: 'No prompt went better than average.',
  noWorst: 'No prompt went worse than average.',
  noPrompts: 'None of these votes names a prompt.',

  asked: 'How it is prompted',
  system: 'System prompt',
  template: 'Template',
  beside: 'Compare with',
  nobody: 'nobody',
  same: 'Both are the same here.',
  onlyHere: (name: string) => `only ${name}:`,
  removedKey: (name: string) => `struck out: only ${name}`,
  addedKey: (name: string) => `underlined: only ${name}`,
  paramsOf: 'Parameters',

  battlesCaption: (shown: number, total: number) =>
    shown < total
      ? `${count(shown)} of ${counted(total, 'vote', 'votes')}, drawn evenly.`
      : `All ${counted(total, 'vote', 'votes')}.`,
  outcomes: { left: 'Won', right: 'Lost', tie: 'Tied', both_bad: 'Both bad' },
  inconsistent: 'inconsistent across orders',
  against: (name: string) => `against ${name}`,
  by: {
    human: 'a person',
    judge: (name: string) => name,
    result: 'a known result',
    simulated: 'a simulated vote',
    live: 'a person, in a live battle',
  },
  noPrompt: 'no prompt',

  judging: 'Judging',
  inconsistentVotes: (n: number) =>
    `${counted(n, 'tie comes', 'ties come')} from a judge that preferred a different answer in each order.`,
  failedJudgements: (n: number, causes: string) =>
    `${counted(n, 'judgement', 'judgements')} of its answers failed and ${plural(n, 'is not a vote', 'are not votes')}: ${causes}.`,
  nothingFailed: 'No judgement of its answers failed or contradicted itself.',
}
