/** Votes, answers and prompts from files. */
export const en = {
  how: 'Files of votes, answers, prompts or a table of answers, as CSV, JSON or JSONL, also gzipped. The files are checked first. Nothing is saved until you confirm; then all of it is saved or nothing. Rows that exist already are skipped.',
  drop: 'Drop files of votes, answers or prompts here',
  sending: 'Sending …',
  reading: 'Checking …',
  entering: 'Saving …',
  tooLarge: (megabytes: string) =>
    `Together these files are larger than ${megabytes} MB. Gzip them, import them in the terminal beside the database, or raise DEADHEAT_IMPORT_LIMIT.`,
  nothing: 'nothing usable',
  leftOut: (rows: string) => `Skipped because they cannot be used: ${rows}.`,
  row: 'row',
  rows: 'rows',
  line: (line: string) => `line ${line}`,
  /** In a list on one line. */
  element: (element: string) => `element ${element}`,
  otherRows: (rows: string) => `${rows} more`,
  notListed: (rows: string) => `And ${rows} more that are not listed.`,
  wouldAdd: ([contestants, prompts, answers, votes]: string[]) =>
    `Would add ${contestants}, ${prompts}, ${answers} and ${votes}.`,
  added: ([contestants, prompts, answers, votes]: string[]) =>
    `Added ${contestants}, ${prompts}, ${answers} and ${votes}.`,
  alreadyThere: (votes: string) => `Already there: ${votes}.`,
  mostlyNew: 'Most of these contestants are new. Is this the right arena?',
  withoutText: (prompts: string) =>
    `Answered but not shown to anyone, because the text is missing: ${prompts}. Import a file with id and text.`,
  separate: 'Count the two orders of a judgement as separate votes',
  bring: (files: string) => `Import ${files}`,
  done: 'Imported',
  contestant: 'contestant',
  contestants: 'contestants',
  prompt: 'prompt',
  prompts: 'prompts',
  answer: 'answer',
  answers: 'answers',
  vote: 'vote',
  votes: 'votes',
}
