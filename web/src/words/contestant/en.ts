import { count, counted, plural } from '../../ui/figures.ts'

/** One contestant: what it is and how it fared. */
export const en = {
  missing: (name: string, arena: string) => `There is no contestant “${name}” in arena “${arena}”.`,
  missingMore: 'It may be mistyped. [All contestants] are on the board.',
  loading: 'Reading what is on record …',
  toBoard: 'Board',
  compare: 'Compare with another',
  retired: 'retired',
  retiredSince: (day: string) => `Retired since ${day}: shown and judged no more; its votes stay.`,
  view: (view: string) => `Votes: ${view}.`,
  changeView: 'Other votes on the board',

  leads: 'It leads: its interval lies above every other.',
  deadHeat: (others: string) => `In a dead heat for first with ${others}.`,
  ranks: (first: number, last: number, of: number) =>
    first === last ? `Rank ${first} of ${of} rated.` : `Rank ${first} to ${last} of ${of} rated.`,
  rating: (points: string) => `Rating ${points}`,
  together: (low: string, high: string) => `; between ${low} and ${high} where all are told apart at once`,
  provisional: (needs: string) => `No rating yet: provisional, ${needs}.`,
  unrated: (needs: string) => `No rating yet: ${needs}.`,
  noBoardYet: 'It came after this board was computed.',
  preview: 'The intervals are estimates for now.',
  record: (wins: number, losses: number, ties: number, bothBad: number) =>
    `Won ${count(wins)}, lost ${count(losses)}, tied ${count(ties)}${bothBad > 0 ? `, ${count(bothBad)} of them both bad` : ''}.`,

  what: 'What it is',
  model: 'Model',
  provider: 'Provider',
  params: 'Parameters',
  family: 'Family',
  owner: 'Owner',
  controlOf: 'The same again as',
  madeElsewhere: 'Its answers were made elsewhere.',
  noModel: 'not known',
  checks: 'Checks passed',
  checked: (passed: number, of: number) => `${count(passed)} of ${count(of)}`,
  bar: { met: 'bar held', missed: 'bar missed' },

  opponents: 'Against each opponent',
  opponentsCaption:
    'How often it won where a vote had a winner, with Wilson’s 95\u00a0% interval of each taken alone; the line is one half. Bold: the interval does not hold one half. Of twenty even opponents one looks uneven by chance.',
  opponent: 'Opponent',
  won: 'Won',
  interval: '95\u00a0%',
  counts: 'Won · lost · tied',
  countsOf: (wins: number, losses: number, ties: number) =>
    `${count(wins)} won, ${count(losses)} lost, ${count(ties)} tied`,
  metNobody: 'It has met nobody in these votes.',

  prompts: 'Best and worst prompts',
  promptsCaption: (score: string, n: number) =>
    `Wins, and ties by half, over votes on a prompt: ${score} over all ${counted(n, 'prompt', 'prompts')}, which is the line. Listed by the end of the interval that claims least; opponents may differ from prompt to prompt.`,
  best: 'Best',
  worst: 'Worst',
  standsOut: 'stands out',
  someStandOut: (n: number) =>
    `${counted(n, 'of these prompts differs', 'of these prompts differ')} from the others by more than chance has it, all prompts looked at together.`,
  noneStandsOut:
    'None of these differs from the others by more than chance has it, all prompts looked at together.',
  prompt: 'Prompt',
  score: 'Score',
  aBattle: 'A battle',
  battleOn: (prompt: string) => `A battle on ${prompt}`,
  noBest: 'On none it did better than on the whole.',
  noWorst: 'On none it did worse than on the whole.',
  noPrompts: 'It was voted on under no prompt in these votes.',

  asked: 'How it is asked',
  system: 'System prompt',
  template: 'Template',
  beside: 'Beside',
  nobody: 'nobody',
  same: 'Both are the same here.',
  onlyHere: (name: string) => `only ${name}:`,
  removedKey: (name: string) => `struck out: only ${name}`,
  addedKey: (name: string) => `underlined: only ${name}`,
  noText: 'none',
  paramsOf: 'Parameters',

  battles: 'Battles',
  battlesCaption: (shown: number, total: number) =>
    shown < total
      ? `${count(shown)} of ${counted(total, 'vote', 'votes')}, drawn evenly.`
      : `All ${counted(total, 'vote', 'votes')}.`,
  outcomes: { left: 'Won', right: 'Lost', tie: 'Tied', both_bad: 'Both bad' },
  inconsistent: 'orders contradict',
  against: (name: string) => `against ${name}`,
  by: {
    human: 'a person',
    judge: (name: string) => name,
    result: 'a known result',
    simulated: 'a simulated vote',
  },
  noPrompt: 'no prompt',

  judging: 'Judging',
  inconsistentVotes: (n: number) =>
    `${counted(n, 'tie comes', 'ties come')} from a judge that preferred another answer in each order.`,
  failedJudgements: (n: number, causes: string) =>
    `${counted(n, 'judgement', 'judgements')} with ${plural(n, 'an answer', 'answers')} of it failed and ${plural(n, 'is', 'are')} no vote: ${causes}.`,
  nothingFailed: 'No judgement of its answers failed, and none contradicted itself.',
}
