import { terms } from './admin-terms.ts'

/** An arena as its arena.yaml with a small form beside it: a new one, or an existing one. */
export const arenaEditor = {
  ...terms,
  title: 'Title',
  address: 'Address',
  question: 'What voters are asked',
  name: 'Name',
  provider: 'Provider',
  model: 'Model, by dated name',
  system: 'System prompt',
  contestant: (number: string) => `Contestant ${number}`,
  addContestant: 'Add a contestant',
  addAnswers: 'Or its answers: a file with prompt and text',
  answersIn: (path: string) => `Its answers are in ${path}.`,
  prompts: 'Prompts, separated by blank lines',
  promptsIn: (path: string) => `They are in ${path}, beside this form.`,
  promptsInYaml: 'They are in the arena.yaml, with more than a text each.',
  judging: 'Who judges',
  peopleOnly: 'Only people vote',
  judged: 'A model judges, too',
  moreContestants: (count: string) => `${count} more in the arena.yaml.`,
  refused: (path: string) => `${path} is written elsewhere in the arena.yaml: change it there.`,
  moreJudges: (count: string) => `${count} more in the arena.yaml.`,
  rubric: 'Rubric',
  ownRubric: 'my own text',
  budget: 'Budget in US dollars',
  everyKey:
    'Everything else is written here: docs/reference/arena-yaml.md lists every key. API keys stay in the server’s environment.',
  broken: (line: string, why: string) => `Line ${line} cannot be read: ${why}`,
  tooLong: 'Too long to be shown here.',
  drop: 'Drop other files that arena.yaml names',
  download: (name: string) => `Download ${name}`,
  check: 'Check the arena',
  fixHow: 'Fix it above and check again.',

  // an existing arena
  loading: 'Loading the arena …',
  saved: 'Saved.',
  leftOut: 'Not part of the files; it stays as it is',
  leftOutWhy: {
    prompts_without_text: (names: string) => `Prompts known by their id only: ${names}.`,
    prompts_retired: (names: string) => `Prompts that an earlier arena.yaml removed: ${names}.`,
    contestants_without_answers: (names: string) => `Contestants known by votes only: ${names}.`,
    answers_made: (names: string) =>
      `Answers that models generated for ${names}: the files describe how to generate them, not the answers.`,
    pictures: (names: string) =>
      `Pictures in the texts of ${names}: the files name them, and this arena has them.`,
  },
  andVotes: 'Votes, judgements and results stay too.',
  retiredHere: (names: string) => `Already retired: ${names}.`,
  andMore: (names: string, more: string) => `${names} and ${more} more`,
  contestantsStay: 'Removed or renamed, a contestant stays with its votes. Other settings need a new name.',
  promptsStay: 'Removed prompts are retired. Another text needs a new prompt.',

  // unsaved changes
  notSaved: 'Not saved yet.',
  discard: 'Discard',
  discarded: 'Discarded.',
  bringBack: 'Bring it back',
  changedSince: 'The arena has changed since you started. The check shows what saving would change and undo.',
  overtaken: 'Not saved: the arena was changed after the check. Check again.',
}
