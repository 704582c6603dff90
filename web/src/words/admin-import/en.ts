/** Votes, answers and prompts from files. */
export const en = {
  how: 'Files of votes, answers, prompts, or a table of answers, as CSV, JSON or JSONL, packed with gzip or not. They are read first, and nothing is entered before you say so; then all of it or nothing. What is there already is not entered twice.',
  drop: 'Drop files of votes, answers or prompts here',
  sending: 'Sending …',
  reading: 'Reading …',
  entering: 'Entering …',
  tooLarge: (megabytes: string) =>
    `These files have more than ${megabytes} MB together. Pack them with gzip, or bring them in from the terminal: deadheat import.`,
  nothing: 'nothing that can be used',
  leftOut: (rows: string) => `Left out, since they cannot be used: ${rows}.`,
  row: 'row',
  rows: 'rows',
  line: (line: string) => `line ${line}`,
  otherRows: (rows: string) => `${rows} more`,
  notListed: (rows: string) => `And ${rows} more that are not listed.`,
  wouldAdd: ([contestants, prompts, answers, votes]: string[]) =>
    `Would add ${contestants}, ${prompts}, ${answers} and ${votes}.`,
  added: ([contestants, prompts, answers, votes]: string[]) =>
    `Added ${contestants}, ${prompts}, ${answers} and ${votes}.`,
  alreadyThere: (votes: string) => `Already there: ${votes}.`,
  mostlyNew: 'Most of the contestants come with these files. Is it the right arena?',
  withoutText: (prompts: string) =>
    `Answered, and shown to nobody, since the text is not known: ${prompts}. Bring in a file with id and text.`,
  separate: 'Count the two orders of a judgement as a vote each',
  bring: (files: string) => `Bring in ${files}`,
  done: 'Brought in',
  contestant: 'contestant',
  contestants: 'contestants',
  prompt: 'prompt',
  prompts: 'prompts',
  answer: 'answer',
  answers: 'answers',
  vote: 'vote',
  votes: 'votes',
}
