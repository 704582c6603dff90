import { counted } from '../../ui/figures.ts'

/** What is noticed in the lists of operators, and how they are searched. */
export const en = {
  found: 'Noticed',
  noAnswers: 'no answers',
  unanswered: (n: number) => `${counted(n, 'prompt')} without an answer`,
  leaks: (n: number) => `${counted(n, 'answer names', 'answers name')} a model`,
  leaksOrAsks: (n: number) => `${counted(n, 'leak')}: a model is named or asked for`,
  alike: 'all answers are alike',
  oneAnswered: 'only one contestant answered',
  notVotable: 'nothing to vote on',
  findContestant: 'Find by name or model',
  findArena: 'Find by title or address',
  findEntry: 'Find in the details',
  act: 'What was done',
  anyAct: 'anything',
  shown: (shown: string, all: string) => `${shown} of ${all} shown`,
  nothing: 'Nothing matches.',
  more: 'Show more',
}
