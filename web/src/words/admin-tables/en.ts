/** A new arena from tables, for operators. */
export const en = {
  how: 'A table with a column prompt and a column for each contestant is enough. Files of votes, answers or prompts work too: CSV, JSON or JSONL, also gzipped. They are the files that deadheat import takes.',
  title: 'Title',
  slug: 'Address',
  slugHow: 'a-z, 0-9 and hyphens',
  question: 'What voters are asked',
  questionHint: 'Which answer is better?',
  optional: 'optional',
  drop: 'Drop tables here: CSV, JSON or JSONL',
  create: 'Create the arena',
  fromFiles: 'Create an arena from arena.yaml and its files',
}
