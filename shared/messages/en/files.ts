import {
  type Few,
  type Of,
  asSides,
  columnWord,
  countOf,
  listed,
  shellWord,
  toldAs,
  toldAsNames,
  toldAsSides,
} from '../few.ts'
import { named } from './phrases.ts'

/** How to rename columns, such as ["Prompt=prompt"]. */
const renaming = (near: readonly string[] = ['COLUMN=NAME']): string =>
  near.length > 0 ? ` To read a column under another name: --map ${shellWord(near.join(','))}.` : ''

/** Options that make contestants of columns. */
const keeping = (columns: readonly string[]): string =>
  `--map ${shellWord(columns.map((column) => `${columnWord(column)}=${columnWord(column)}`).join(','))}`

/** Outcomes that can mean several things. */
interface Doubt {
  file: string
  column: string
  /** Each outcome with its rows. */
  values: readonly string[]
  texts: readonly string[]
  /** What each text means if it is a side; of numbers, an example. */
  sides: readonly string[]
}

/** Files that hold no rows, or rows without names. */
export type FileIs =
  | 'web page'
  | 'pointer'
  | 'tests'
  | 'xml'
  | 'lists'
  | 'python'
  | 'documents'
  | 'lists apart'
  | 'PDF'
  | 'picture'
  | 'office'
  | 'SQLite'
  | 'pickle'
  | 'Arrow'
  | 'packed'
  | 'argilla'
  | 'Label Studio'
  | 'prodigy'
  | 'helm'
  | 'counts'
  | 'encoding'
  | 'sql'
  | 'notebook'
  | 'Qualtrics'
  | 'matrix'
  | 'ratings'
  | 'yaml'
  | 'survey'
  | 'headless'
  | 'javascript'
  | 'printed'
  | 'averages'
  | 'chats'
  | 'events'

const UNNAMED =
  'which does not say which model wrote each text. Write a row for each vote: model_a, model_b, winner, judge.'

const FILES: Record<FileIs, string> = {
  'web page':
    'is a web page. The download may need a sign-in; download the file itself. A table saved as HTML: save it as CSV in a spreadsheet.',
  pointer: 'is a pointer of Git LFS, not the file. Run git lfs pull, or download the file itself.',
  tests:
    'holds results of tests (JUnit). --from results compares those of several files, one for each contestant.',
  xml: 'is XML. Save its rows as CSV or JSONL.',
  sql: 'is SQL. Save its rows as CSV, in psql with \\copy VOTES to FILE csv header.',
  lists: "holds lists without names of columns. Write objects, with pandas to_json(orient='records').",
  python: 'is printed by Python and is no JSON: its texts are in single quotes. Write it with json.dumps.',
  documents: 'holds JSON objects, but not one a line. Write each on a line of its own: jq -c . FILE.',
  'lists apart':
    'holds several JSON documents. Put their rows into one list, for example with jq -s add FILE.',
  PDF: 'is a PDF. Copy its table into a spreadsheet, and save that as CSV.',
  picture: 'is a picture. Save the table that it shows as CSV.',
  office: 'is a document of an office program, in a form that is not read. Save its table as .xlsx or CSV.',
  SQLite:
    "is a database of SQLite. Write a table of it as CSV: sqlite3 -csv -header FILE 'select * from VOTES'.",
  pickle: 'is pickled by Python. Write it with pandas to_csv or to_parquet.',
  Arrow: 'is a file of Arrow. Write it as Parquet, with pandas to_parquet.',
  packed: 'is packed in a way that is not read. Unpack it first, or pack it with gzip.',
  argilla: `is an export of Argilla, ${UNNAMED}`,
  'Label Studio': `is an export of Label Studio, ${UNNAMED}`,
  prodigy: `is an export of Prodigy, ${UNNAMED}`,
  encoding: 'has a header that is not UTF-8. Save it as UTF-8; in Excel the format is called CSV UTF-8.',
  counts: 'holds counts of wins. Write a row for each vote: model_a, model_b, winner.',
  notebook: "is a notebook of Jupyter. Have it write its table: df.to_csv('votes.csv', index=False).",
  Qualtrics:
    'is a survey of Qualtrics, with two further rows of titles below its header. Remove these, and write a row for each vote: model_a, model_b, winner, judge.',
  matrix:
    'compares each contestant with each other in a table of numbers. If a number says how often the contestant of its row beat that of its column: --from counts. Else write a row for each vote: model_a, model_b, winner.',
  ratings:
    'has one row for each contestant, as tables of ratings do. Import the votes or scores that these were made of. To compare a board with ratings: rate VOTES --against FILE.',
  yaml: 'is YAML, of which only an arena.yaml is read, and has no "arena:". Save its rows as JSON.',
  survey:
    'has the answers of each person to questions, as surveys do. Write a row for each vote: model_a, model_b, winner, judge.',
  headless: 'has no names of columns above its rows. Write a first line, such as model_a,model_b,winner.',
  javascript: 'is JavaScript and no JSON: keys are not in double quotes. Write it with JSON.stringify.',
  printed:
    'is a table as a program shows it. Save it as CSV: to_csv in pandas, write_csv in polars, COPY … TO in DuckDB, write.csv in R.',
  averages:
    'holds the averages of a run. The answers and scores are in its samples: run lm-evaluation-harness with --log_samples.',
  helm: 'holds the statistics of a run of HELM. The answers are in its scenario_state.json; import that.',
  chats:
    'holds conversations, and nothing says which of two answers is better. Write a row for each answer: model, prompt, response.',
  events:
    'is a log of events. Write a row for each result: model, prompt, result. Then --from results counts a passed one as a win over a failed one.',
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** The column that a long table has for each. */
const SCORE_COLUMN: Record<string, string> = { scores: 'score', ranks: 'rank', results: 'passed' }
const SCORE_WORDS: Record<string, string> = { scores: 'score', ranks: 'rank', results: 'result' }

/** Files that cannot be used. */
export const files = {
  gzip_damaged: ({ file, why }: { file: string; why: string }) =>
    `${file} is gzip, but damaged or cut short (${why}); create it again.`,
  packed_damaged: ({ file, why }: { file: string; why: string }) =>
    `${file} cannot be unpacked (${why}). Write it again, or save it as CSV or JSONL.`,
  packed_takes_memory: ({ file, megabytes }: { file: string; megabytes: number }) =>
    `Unpacking ${file} took more than ${megabytes} MB of memory, so nothing was read. Save it in smaller parts, or as JSONL.`,
  packed_takes_long: ({ file, seconds }: { file: string; seconds: number }) =>
    `Unpacking ${file} gave no row for ${seconds} s, so nothing was read. Save it as CSV or JSONL.`,
  packed_large: ({ file, megabytes }: { file: string; megabytes: number }) =>
    `${file} unpacks to more than ${megabytes} MB. Save it as CSV or JSONL.`,
  row_group_large: ({ file }: { file: string }) =>
    `${file} has a row group of more than 1,048,576 rows, 100 million values or 1024 MB. Write it with smaller row groups, or save it as JSONL.`,
  zip_unknown: ({ file, files: inside }: { file: string; files: readonly string[] }) =>
    `${file} is a zip archive, but neither an Excel workbook nor a log of Inspect. It holds ${inside.slice(0, 3).join(', ')}${inside.length > 3 ? ` and ${inside.length - 3} more` : ''}. Unpack it first: unzip ${shellWord(file)}.`,
  no_text: ({ file }: { file: string }) =>
    `${file} is not text. Use CSV, JSON or JSONL in UTF-8, gzip too, Parquet or an Excel workbook (.xlsx).`,
  sheets_several: ({ file, sheets, fitting }: { file: string; sheets: readonly string[]; fitting: number }) =>
    `${file} has several sheets (${sheets.join(', ')}), and ${fitting === 0 ? 'none of them is recognised by its columns' : `${fitting} of them can be read`}. Save the one that is meant as CSV, or delete the others.`,
  sheet_chosen: ({ file, sheet, others }: { file: string; sheet: string; others: readonly string[] }) =>
    `${file}: the sheet "${sheet}" is read, and not ${others.map((one) => `"${one}"`).join(', ')}.`,
  page_of_more: ({ file, count, all }: { file: string; count: number; all: number | null }) =>
    `${file} is a page of ${count} rows${all === null ? ', and a next one follows' : ` of ${all}`}. Fetch every page, and import them all.`,
  xml_broken: ({ file, line }: { file: string; line: number }) =>
    `${file}, line ${line}: not well-formed XML, or a document type, which is not read. If the file was cut off, write the report again.`,
  file_is: ({ file, what }: { file: string; what: FileIs }) => `${file} ${FILES[what]}`,
  scores_unread: ({
    file,
    from,
    wanted,
    columns,
  }: Of<'file' | 'from', never, 'columns'> & { wanted: 'task' | 'value' | 'values' }) =>
    `${file}: ${
      wanted === 'task'
        ? `no column says what was scored (it has: ${columns.join(', ')}). Name it: --map COLUMN=prompt, or add a column prompt.`
        : wanted === 'values'
          ? `several columns may hold ${from}: ${columns.join(', ')}. Leave one: --ignore ${listed(columns.slice(1))}.`
          : `no column holds ${from} (it has: ${columns.join(', ')}). A long table has model, prompt and ${SCORE_COLUMN[from] ?? from}; a wide one has prompt and a column for each contestant. Name it: --map COLUMN=${SCORE_COLUMN[from] ?? from}.`
    }`,
  scores_unpaired: ({ file, contestants }: { file: string; contestants: number }) =>
    contestants < 2
      ? `${file} has scores of ${contestants === 0 ? 'nobody' : 'one contestant'}, and a comparison needs two. Give a file for each contestant, each with its own name, such as old.xml,new.xml.`
      : `${file}: no two contestants have a score on the same task, so nothing can be compared. If tasks have other names in each file, write them in one way.`,
  scores_many: ({ file, votes, most }: { file: string; votes: number; most: number }) =>
    `${file} would become ${votes} votes, of which ${most} are the most. Leave out contestants or repeats.`,
  scores_paired: ({
    from,
    scores,
    contestants,
    tasks,
    votes,
    ties,
  }: Of<never, 'scores' | 'contestants' | 'tasks' | 'votes' | 'ties'> & {
    from: 'scores' | 'ranks' | 'results'
  }) =>
    `${counted(scores, SCORE_WORDS[from] ?? from)} of ${contestants} contestants on ${counted(tasks, 'task')} became ${counted(votes, 'vote')}, ${ties} of them ties: within a task, each meets each of another contestant. ${from === 'results' ? 'Both passed, or both failed, is a tie.' : 'By how much one is better does not count.'}`,
  scores_less: ({
    file,
    columns,
    from,
    isLong,
  }: {
    file: string
    columns: readonly string[]
    from: 'scores' | 'ranks' | 'results'
    /** Whether the table has a row for each value. */
    isLong: boolean
  }) =>
    `${file}: less may be better in ${columns.join(', ')}, and --from ${from} makes ${from === 'results' ? '1, true and yes' : 'the higher value'} win. If less is better${from === 'results' ? ', and the cells are numbers' : ''}: --from ranks${isLong ? ` --map ${shellWord(`${columnWord(columns[0])}=rank`)}` : ''}.`,
  scores_beside_words: ({ file, from, columns }: Of<'file' | 'from', never, 'columns'>) =>
    `${file}: ${columns.join(', ')} ${columns.length === 1 ? 'holds' : 'hold'} words, and the other columns ${from}. If it says who gave them: --map ${shellWord(`${columnWord(columns[0])}=judge`)}. If it says nothing about them: --ignore ${listed(columns)}.`,
  scores_alone: ({ count }: { count: number }) =>
    `${counted(count, 'task')} with one contestant only ${count === 1 ? 'gives' : 'give'} no vote.`,
  scores_missing: ({ count }: { count: number }) =>
    `${counted(count, 'row')} without a value ${count === 1 ? 'gives' : 'give'} no vote.`,
  results_passed: ({ shares }: { shares: readonly string[] }) => `Passed: ${shares.join(', ')}.`,
  passed_share: ({ name, percent, tasks }: { name: string; percent: string; tasks: number }) =>
    `${name} ${percent} % of ${counted(tasks, 'task')}`,
  compare_file_without: ({ option }: { option: string }) =>
    `${option} cannot be combined with --from: a file of scores has no judges, costs or texts.`,
  no_task_in_common: ({ own, other }: { own: string; other: string }) =>
    `${own} and ${other} have no score on the same task.`,
  no_array: ({ file }: { file: string }) => `${file} has no array of rows.`,
  several_arrays: ({ file }: { file: string }) =>
    `${file} has more than one array; keep only the one with the rows.`,
  header_unread: ({ file, line, wrong }: { file: string; line: number; wrong: string }) =>
    `${file}, line ${line}: the header cannot be read: ${wrong}.`,
  columns_many: ({ file, count, most }: { file: string; count: number; most: number }) =>
    `${file} has ${count} columns; a table may have ${most} at most. See whether its rows and columns are swapped.`,
  many_files_read: 'Several imports are under way. Try again in a few seconds.',
  files_take_long: ({ seconds }: { seconds: number }) =>
    `Reading these files took longer than ${seconds} s, so nothing was imported. Send fewer or simpler files, or import them in the terminal.`,
  files_take_memory: ({ megabytes }: { megabytes: number }) =>
    `Reading these files took more than ${megabytes} MB of memory, so nothing was imported. Send them in parts, or import them in the terminal.`,
  problems_more: ({ count }: { count: number }) => `there are ${count} more problems; fix these first`,
  header_twice: ({ file, line, column }: { file: string; line: number; column: string }) =>
    `${file}, line ${line}: the column "${column}" appears twice in the header.`,
  no_vote_columns: ({
    file,
    columns,
    near = [],
  }: Of<'file', never, 'columns'> & { near?: readonly string[] }) =>
    `${file} has no column model_a, model_b or winner (it has: ${columns.join(', ') || 'none'}).${renaming(near)}`,
  column_not_read: ({ file, column, meant }: { file: string; column: string; meant: string }) =>
    `${file}: the column "${column}" is not read. If it is ${meant}, rename it, or use --map ${shellWord(`${columnWord(column)}=${meant}`)}.`,
  baseline_assumed: ({ file, baseline }: { file: string; baseline: string }) =>
    `${file} does not name the baseline. Arena-Hard v0.1 compares with ${baseline}, and so it is read. If it is another, add a column baseline with its name.`,
  judge_model_not_read: ({ file, column, judge }: { file: string; column: string; judge: string }) =>
    `${file}: the column "${column}" is not read. It names models such as ${judge}, but each vote counts as a person's. If models judged, rename it to judge, and add a column judge_type with llm.`,
  counts_read: ({ file }: { file: string }) =>
    `${file} holds counts. Each is read as so many votes, of which nobody knows the prompt or the voter unless a row names it.`,
  strength_lost: ({ file }: { file: string }) =>
    `${file} says how much better an answer is. Only the side counts: a slight preference is a vote like a strong one.`,
  best_of_many: ({ file }: { file: string }) =>
    `${file} names the best of several answers. It beats each other one, and nothing is said of the order of these.`,
  plan_preset_unknown: ({ preset }: { preset: string }) =>
    `The plan names the format "${preset}", which is not known. Leave preset out and name the columns, or take the plan that look FILE --json prints.`,
  plan_column_missing: ({
    file,
    column,
    columns,
  }: {
    file: string
    column: string
    columns: readonly string[]
  }) =>
    `The plan reads the column "${column}", which ${file} does not have (it has ${columns.join(', ')}). Change the plan, or give the file that it was made for.`,
  plan_unread: ({ file, where, why }: { file: string; where: string; why: string }) =>
    `${file} is no plan${where === '' ? '' : ` (${where})`}: ${why}. look FILE --json prints the plan of a file as \`plan\`.`,
  read_with: ({ wrong, options }: { wrong: string; options: readonly string[] }) =>
    `${wrong} With these options it is read, and \`look\` shows its rows as sentences: ${options.map(shellWord).join(' ')}.`,
  /** @param wrong  what only the user can say */
  read_once_said: ({ refused, map, wrong }: { refused: string; map: string; wrong: string }) =>
    `${refused} With --map ${shellWord(map)} one thing is still to be said: ${wrong}`,
  plan_without_votes: ({ file, kind }: { file: string; kind: string }) =>
    `The plan reads ${file} as ${kind}, which makes no board. Import it into an arena: deadheat import.`,
  plan_alone: ({ option }: { option: string }) =>
    `--plan says how the file is read, and ${option} says it, too. Leave one of them out.`,
  counts_not_read: ({ file, column }: { file: string; column: string }) =>
    `${file}: the column "${column}" is not read, and each row is one vote. If it counts votes, write a row for each vote.`,
  column_repeated: ({ file, column, first }: { file: string; column: string; first: string }) =>
    `${file}: "${column}" is what programs call a second column "${first}". Name it, or leave it out: --ignore ${listed([column])}.`,
  rows_marked: ({ file, column, count, value }: Of<'file' | 'column' | 'value', 'count'>) =>
    `${file}: the column "${column}" is not read, and ${counted(count, 'row')} with a value such as "${value}" may not count. Remove such rows, or read all of them: --ignore ${listed([column])}.`,
  third_not_read: ({ file, column }: { file: string; column: string }) =>
    `${file}: the column "${column}" is not read: a vote compares two, model_a and model_b. For the best of three, write a row for each pair that the verdict decides. Else leave it out: --ignore ${listed([column])}.`,
  rows_mirrored: ({ file, count }: { file: string; count: number }) =>
    `${file}: ${count} rows repeat the row before them with the sides exchanged. If each game stands there twice, once for each player, remove one of both. If people judged both orders, add a column judge.`,
  title_may_turn: ({ file, texts }: { file: string; texts: readonly string[] }) =>
    `${file}: a line above the header is not read: ${texts.join(', ')}. The better one is wanted in winner, and the larger score wins. If the line means the opposite, exchange the winners in the file.`,
  lines_before: ({ file, texts }: { file: string; texts: readonly string[] }) =>
    `${file}: not read, above the header: ${texts.join(', ')}.`,
  prompts_are_messages: ({ file, column }: { file: string; column: string }) =>
    `${file}: each row is read as a prompt, and the column "${column}" is not read. If the rows are messages of chats, write each chat as one prompt with a list messages. If they are prompts: --ignore ${listed([column])}.`,
  names_are_lists: ({ file, names }: { file: string; names: readonly string[] }) =>
    `${file}: contestants are called ${names.join(', ')}, and parts of that are contestants too. If a cell lists several, write a row for each pair.`,
  variants_not_read: ({ file, column }: { file: string; column: string }) =>
    `${file}: the column "${column}" is not read, and one contestant has several values there. If each makes another contestant, such as a version of a prompt, write it into model_a and model_b. Else leave it out: --ignore ${listed([column])}.`,
  flags_not_read: ({ file, column, yes, no }: { file: string; column: string; yes: number; no: number }) =>
    `${file}: the column "${column}" is not read. It says yes in ${counted(yes, 'row')} and no in ${no}. If it says which rows count, remove the others. If it marks ties or exchanged sides, write these into winner. Else leave it out: --ignore ${listed([column])}.`,
  zone_not_read: ({ file, column, zone }: { file: string; column: string; zone: string }) =>
    `${file}: the column "${column}" is not read, and times are taken as UTC. If they are in "${zone}", write the zone into each time, such as 2025-03-01T09:30:00+01:00. If they are in UTC: --ignore ${listed([column])}.`,
  names_numbered: ({ file, names }: { file: string; names: readonly string[] }) =>
    `${file}: contestants are called ${names.join(' and ')}, and 1 and 2 in winner are read as the left and the right side. If they are the numbers of the names, write the names as winner.`,
  names_are_dates: ({ file, names }: { file: string; names: readonly string[] }) =>
    `${file}: contestants are called ${names.join(', ')}. If a spreadsheet made dates of their names, correct these there.`,
  rows_hidden: ({ file, count }: { file: string; count: number }) =>
    `${file}: ${counted(count, 'row')} of the workbook ${count === 1 ? 'is' : 'are'} hidden, perhaps by a filter, and ${count === 1 ? 'is' : 'are'} read too. Remove the filter and the rows that you do not want.`,
  ties_not_read: ({ file, column }: { file: string; column: string }) =>
    `${file}: the column "${column}" is not read. Write tie as the winner where it is set, or leave it out: --ignore ${listed([column])}.`,
  rows_told_apart: (values: {
    file: string
    column: string
    texts: readonly string[]
    of: 'answers' | 'scores' | 'votes'
  }) =>
    `${values.file}: rows of one ${values.of === 'votes' ? 'prompt, voter and pair' : 'model and prompt'} differ in "${values.column}" (${values.texts.join(', ')}), which is not read, and ${values.of === 'votes' ? 'each is a vote' : 'count as repeats'}. ${values.of !== 'answers' ? `If it names a criterion or a judge: --map ${shellWord(`${columnWord(values.column)}=criterion`)}, or judge. ` : ''}If each value makes another model or prompt, write it into that column. ${values.of === 'votes' ? 'Else leave it out' : 'If they are repeats'}: --ignore ${listed([values.column])}.`,
  scores_marked: ({ file, count, value }: { file: string; count: number; value: number }) =>
    `${file}: ${counted(count, 'score')} ${count === 1 ? 'is' : 'are'} ${value}, and all others are 0 or more. If that stands for no score, empty the ${count === 1 ? 'cell' : 'cells'}.`,
  scores_aside: ({ file, columns }: { file: string; columns: readonly string[] }) =>
    `${file}: ${columns.join(', ')} would be ${columns.length === 1 ? 'a contestant' : 'contestants'}. If ${columns.length === 1 ? 'it is none' : 'they are none'}: --ignore ${listed(columns)}.`,
  swaps_not_read: ({ file, column }: { file: string; column: string }) =>
    `${file}: the column "${column}" is not read. If winner names a side as it was shown, write the name of the contestant there. If names and winner belong together as written: --ignore ${listed([column])}.`,
  judge_is_model: ({ file, judge }: { file: string; judge: string }) =>
    `${file}: the judge "${judge}" seems to be a model, but counts as a person. If it is one, add a column judge_type with llm.`,
  names_are_numbers: ({ file, names }: { file: string; names: readonly string[] }) =>
    `${file}: contestants are called ${names.join(', ')}. If these are the codes of names, export the file again with the names.`,
  names_are_texts: ({ file, names }: { file: string; names: readonly string[] }) =>
    `${file}: the two sides of votes are texts, and each would be a contestant (${names.join(', ')}). Write who gave them instead. If each column has the answers of one, add a column prompt, and name both columns after the two.`,
  names_in_html: ({ file, names }: { file: string; names: readonly string[] }) =>
    `${file}: names have characters as HTML writes them: ${names.join(', ')}. If that is not meant, write & for &amp; and the like.`,
  row_of_totals: ({ file, text }: { file: string; text: string }) =>
    `${file}: the row "${text}" is read as a prompt. If it has the totals of the table, remove it.`,
  columns_doubtful: ({
    file,
    columns,
    verdict,
  }: {
    file: string
    columns: readonly string[]
    /** The one that seems to say which answer is better. */
    verdict?: string
  }) =>
    `${file}: the ${columns.length === 1 ? 'column' : 'columns'} ${columns.join(', ')} hardly ${columns.length === 1 ? 'looks' : 'look'} like answers of ${columns.length === 1 ? 'a contestant' : 'contestants'}, so nothing was read. Remove ${columns.length === 1 ? 'it' : 'them'} from the file, or say in the terminal what ${columns.length === 1 ? 'it is' : 'they are'}: --ignore ${listed(columns)} leaves out, ${keeping(columns)} makes contestants${verdict === undefined ? '' : `, --map ${shellWord(`${verdict}=winner`)} makes votes of ${verdict}`}.`,
  answers_unnamed: ({ file, column }: { file: string; column: string }) =>
    `${file} has answers in "${column}", and no column says who gave them. Add a column model with the name of each, or name the file in an arena.yaml, as the answers of a contestant.`,
  verdicts_several: ({ file, columns }: { file: string; columns: readonly string[] }) =>
    `${file}: each of the columns ${columns.join(', ')} may say which answer is better. Nothing was read. Leave one: --ignore ${listed(columns.slice(1))}, or make it a contestant: ${keeping(columns.slice(1))}.`,
  verdict_among_many: ({ file, column, contestants }: Of<'file' | 'column', never, 'contestants'>) =>
    `${file}: the column "${column}" seems to say which answer is better, but there are ${contestants.length} columns of answers: ${contestants.join(', ')}. A vote compares two. Nothing was read. Leave columns out, for example --ignore ${listed(contestants.slice(2))} or --ignore ${listed([column])}. If "${column}" is a contestant: ${keeping([column])}.`,
  value_of_rows: ({ value, rows }: { value: string; rows: number }) =>
    `${value === '' ? 'no outcome' : value} (${rows} ${rows === 1 ? 'row' : 'rows'})`,
  outcomes_lost: (values: {
    file: string
    lost: number
    rows: number
    values: readonly string[]
    more: number
    /** Those of which `--outcomes` can say what they mean. */
    texts: readonly string[]
    /** The column, if it may be no outcome. */
    column?: string
  }) =>
    `${values.file}: the outcome of ${values.lost} of ${values.rows} rows is not understood: ${values.values.join(', ')}${values.more > 0 ? ` and ${values.more} others` : ''}. Without them, the votes would say something else, so nothing was read. ${values.texts.length === 0 ? 'Correct these rows, or remove them.' : `In the terminal, --outcomes ${toldAs(values.texts, values.texts[0] === 'empty' ? 'skip' : 'MEANING')} says what ${values.texts.length === 1 ? 'it means' : 'each means'}: model_a, model_b, tie, both_bad, name, or skip to leave such rows out. The known spellings are in docs/reference/files.md#outcomes.`}${values.column === undefined ? '' : ` If the column "${values.column}" holds no outcomes: --ignore ${listed([values.column])}; if it is a contestant: ${keeping([values.column])}.`}`,
  outcomes_numbers: ({ file, column, values, texts }: Doubt) =>
    `${file}: the numbers in ${column} can mean several things: ${values.join(', ')}. Nothing was read. In the terminal, say what each means: --outcomes ${toldAs(texts, 'MEANING')}, with model_a, model_b, tie, both_bad, or skip to leave such rows out. Without other numbers, 1 and 2 are positions, and 0, 0.5 and 1 are scores of model_a.`,
  outcomes_names: ({ file, column, values, texts, sides }: Doubt) =>
    `${file}: in ${column}, some words may name a side or a contestant, and these differ: ${values.join(', ')}. Nothing was read. In the terminal, say which: --outcomes ${toldAsNames(texts)} for contestants, or --outcomes ${toldAsSides(texts, sides)} for sides.`,
  outcomes_unread: ({ part, meanings }: { part: string; meanings: readonly string[] }) =>
    `--outcomes: "${part}" does not have the form OUTCOME=MEANING, with one of these meanings: ${meanings.join(', ')}. Separate several by commas: --outcomes 1=model_a,0=model_b.`,
  outcomes_twice: ({ outcome }: { outcome: string }) => `--outcomes names "${outcome}" more than once.`,
  names_alike: ({ groups, more }: { groups: readonly string[]; more: number }) =>
    `different contestants have names that look alike: ${groups.join('; ')}${more > 0 ? `, and ${more} more` : ''}. If they are the same, write their names in one way and read the file again.`,
  prompts_alike: ({ file, groups, more }: { file: string; groups: readonly string[]; more: number }) =>
    `${file}: different prompts have ids that look alike: ${groups.join('; ')}${more > 0 ? `, and ${more} more` : ''}. If they are the same, write their ids in one way and read the file again.`,
  texts_escaped: ({ file, count }: { file: string; count: number }) =>
    `${file}: ${count === 1 ? 'one text shows' : `${count} texts show`} \\n where a line should end, and no text has a second line. If a program wrote \\n for the end of a line, export the file again with real lines.`,
  answers_are_errors: ({ file, count, texts }: { file: string; count: number; texts: readonly string[] }) =>
    `${file}: ${count === 1 ? 'one answer is an error of a spreadsheet' : `${count} answers are errors of a spreadsheet`} (${texts.join(', ')}) and ${count === 1 ? 'was' : 'were'} left out.`,
  answers_look_failed: ({ file, count, texts }: { file: string; count: number; texts: readonly string[] }) =>
    `${file}: ${count === 1 ? 'one answer looks' : `${count} answers look`} like the error of a call (${texts.map((text) => `"${text}"`).join(', ')}). If ${count === 1 ? 'it is' : 'they are'} no answer, empty the ${count === 1 ? 'cell' : 'cells'} and import again.`,
  answers_look_empty: ({ file, count, texts }: { file: string; count: number; texts: readonly string[] }) =>
    `${file}: ${count === 1 ? 'one answer is' : `${count} answers are`} only ${texts.map((text) => `"${text}"`).join(', ')}, which programs write for an empty cell. If ${count === 1 ? 'it is' : 'they are'} no answer, empty the ${count === 1 ? 'cell' : 'cells'} and import again.`,
  answers_have_reasoning: ({ file, count, texts }: Of<'file', 'count', 'texts'>) =>
    `${file}: ${count === 1 ? 'one answer begins' : `${count} answers begin`} with the reasoning of the model (${texts.join(', ')}). Voters would see it, and it may tell them which model answered. To leave out what ends with </think>: --ignore '<think>'.`,
  answers_failed: ({ file, count }: { file: string; count: number }) =>
    `${file}: ${count === 1 ? 'one answer is' : `${count} answers are`} missing, because the model or its test ended in an error.`,
  answers_have_marks: ({ file, count, texts }: { file: string; count: number; texts: readonly string[] }) =>
    `${file}: ${count === 1 ? 'one answer has' : `${count} answers have`} marks of a chat template or a terminal (${texts.join(', ')}). Voters would see them, and they may tell which model answered. Remove them.`,
  answers_are_printed: ({ file, texts }: { file: string; count: number; texts: readonly string[] }) =>
    `${file}: answers are objects of a program (${texts.join(', ')}), and people would see that. Write the text in them instead, such as answer.content.`,
  answers_repeat_prompt: ({ file, count, texts }: Of<'file', 'count', 'texts'>) =>
    `${file}: ${counted(count, 'answer')} of ${texts.join(', ')} ${count === 1 ? 'begins' : 'begin'} with the prompt, which people see above it. Cut it off, in transformers with return_full_text=False.`,
  texts_in_html: ({ file, count, texts }: { file: string; count: number; texts: readonly string[] }) =>
    `${file}: ${counted(count, 'answer')} ${count === 1 ? 'has' : 'have'} characters as HTML writes them (${texts.join(', ')}), and people would see that. If that is not meant, write & for &amp; and the like.`,
  answers_judged: ({ file, column, from }: { file: string; column: string; from: 'ranks' | 'results' }) =>
    `${file}: the column "${column}" is not read, so these answers get no votes. ${from === 'ranks' ? 'To make votes of the ranks: --from ranks.' : `If it says of each answer whether it won: --from results --map ${shellWord(`${columnWord(column)}=passed`)}. If it names the winner, write prompt, a column for each of two contestants, and winner.`} To read the answers alone: --ignore ${listed([column])}.`,
  scores_not_read: ({ file, column }: { file: string; column: string }) =>
    `${file}: to make votes of ${column} instead, so that the higher score wins: --from scores.`,
  results_errors: ({ file, count }: { file: string; count: number }) =>
    `${file}: ${counted(count, 'result')} ${count === 1 ? 'is an error and counts' : 'are errors and count'} as failed. If a test did not run, empty its cell.`,
  contestants_are_ids: ({ file, ids }: { file: string; ids: readonly string[] }) =>
    `${file} calls its contestants by ids. To give them names, import with --map ${ids.map((id) => `${id}=NAME`).join(',')}; remove an arena that was created without them first.`,
  parts_not_read: ({ file, parts }: { file: string; parts: readonly string[] }) =>
    `${file}: these parts are not read: ${parts.join(', ')}.`,
  prompts_are_texts: ({ file }: { file: string }) =>
    `${file}: the column prompt seems to hold texts, but was read as the ids of prompts, so nobody can vote on these answers. If they are texts, say so: --map prompt=question.`,
  prompts_are_ids: ({ file, texts }: { file: string; texts: readonly string[] }) =>
    `${file}: the column prompt holds ${texts.join(', ')}, and people would see that as the question. Write the texts there, and what is there now in a column id.`,
  ids_of_others: ({ count, all }: { count: number; all: number }) =>
    `${count} of ${all} rows have the id of another row, and some of these another vote. So id is not that of a vote, and nothing was rated: equal votes would count once. Leave it out with --ignore id. If it is the id of the prompt, --map id=question_id; if it is that of a pair which several judged, --map id=pair_id.`,
  ids_of_prompts: ({ file, count, all }: { file: string; count: number; all: number }) =>
    `${file}: ${counted(count, 'row')} of ${all} ${count === 1 ? 'repeats' : 'repeat'} the id of another row, and an id is that of one vote. Such rows count once. If id is that of the prompt: --map id=question_id.`,
  ids_number_rows: ({ file, column, count }: { file: string; column: string; count: number }) =>
    `${file}: the column ${column} seems to number rows: ${counted(count, 'answer')} ${count === 1 ? 'has' : 'have'} the text of another contestant's prompt, but no id is shared. Take the text as the prompt: --ignore ${column}.`,
  orders_unsaid: ({ file, count }: { file: string; count: number }) =>
    `${file}: a judge was asked again with the sides exchanged (${counted(count, 'time')}), and each time counts as a vote of its own. Both become one vote with a column order, such as 1 and 2. Else --orders separate says that each counts.`,
  prompts_end_answered: ({ file, count }: { file: string; count: number }) =>
    `${file} is read as prompts, but ${counted(count, 'conversation')} ${count === 1 ? 'ends' : 'end'} with an answer of the assistant. To read these as answers, of a contestant named after the file: --ignore id. Or add a column model.`,
  columns_hold_names: (values: { file: string; columns: readonly string[]; texts: readonly string[] }) =>
    `${values.file}: the columns ${values.columns.join(', ')} share few cells, such as ${values.texts.join(', ')}, and people would see these as answers. If they are names of contestants, write a row for each vote, with model_a, model_b and winner.`,
  columns_are_sides: ({ file, winner, loser }: { file: string; winner: string; loser: string }) =>
    `${file}: the columns ${winner} and ${loser} seem to say who won and who lost, so nothing was read. For votes: --map ${shellWord(`${winner}=winner,${loser}=loser`)}. If they hold answers: ${keeping([winner, loser])}.`,
  /** @param votes  how to read the file as votes; of long prompts and of outcomes that name a column, with more options */
  columns_hold_sides: (values: {
    file: string
    columns: readonly string[]
    votes: readonly string[]
    ignored: readonly string[]
    outcomes: readonly string[]
    answers: readonly string[]
  }) =>
    `${values.file}: the columns ${values.columns.join(' and ')} seem to hold names of contestants, so nothing was read. For votes: ${asSides(values)}.${values.answers.length > 0 ? ` If they hold answers: --map ${shellWord(values.answers.join(','))}.` : ''}`,
  verdict_not_read: ({ file, column }: { file: string; column: string }) =>
    `${file}: the column "${column}" is not read. If it is the verdict under another criterion, write a row for each, with the columns winner and criterion. Else leave it out: --ignore ${listed([column])}.`,
  columns_of_answers: ({ file, columns }: { file: string; columns: readonly string[] }) =>
    `${file} is read as prompts, and not the columns ${columns.join(', ')}. If these are answers: --map text=prompt. Else leave them out: --ignore ${listed(columns)}.`,
  columns_aside: (values: { file: string; columns: readonly string[]; texts: readonly string[] }) =>
    `${values.file}: the ${values.columns.length === 1 ? 'column' : 'columns'} ${values.columns.join(', ')} ${values.columns.length === 1 ? 'has' : 'have'} cells such as ${values.texts.join(', ')} beside answers in words. If ${values.columns.length === 1 ? 'it is no contestant' : 'they are no contestants'}: --ignore ${listed(values.columns)}.`,
  votes_ahead: ({ file, count }: { file: string; count: number }) =>
    `${file}: ${counted(count, 'vote')} ${count === 1 ? 'is' : 'are'} dated in the future. If these times are wrong, correct them, or read the file without times: --ignore tstamp.`,
  table_exchanged: ({ file, columns, rows }: Of<'file', never, 'columns' | 'rows'>) =>
    `${file}: rows and columns seem exchanged. "${columns.join('" and "')}" would be contestants, and "${rows.join('" and "')}" prompts. In a spreadsheet, copy the table and paste it transposed. In pandas: df.set_index(df.columns[0]).T.rename_axis('prompt').to_csv('NEW.csv').`,
  cells_below_empty: ({ file, column, count }: { file: string; column: string; count: number }) =>
    `${file}: the column "${column}" is empty in ${counted(count, 'row')} below filled ones, as merged cells are. If one cell stands for several rows, fill it down: write it in each of them.`,
  ids_rounded: ({ file, column, id }: { file: string; column: string; id: string }) =>
    `${file}: the column "${column}" has rounded numbers (${id}), so different ids may have become one. Export it again with ids as text.`,
  rows_doubtful: ({ file, lost, reasons }: { file: string; lost: number; reasons: readonly string[] }) =>
    `${file}: ${counted(lost, 'row')} cannot be used (${reasons.join('; ')}). The file may be cut off or mean something else. Correct ${lost === 1 ? 'this row, or remove it' : 'these rows, or remove them'}.`,
  texts_garbled: ({ file, count, texts }: { file: string; count: number; texts: readonly string[] }) =>
    `${file}: ${counted(count, 'text')} ${count === 1 ? 'has' : 'have'} characters of a wrong encoding (${texts.join(', ')}). Save the original as UTF-8 again.`,
  answers_are_addresses: ({ file, texts }: { file: string; count: number; texts: readonly string[] }) =>
    `${file}: every answer is the address of a file (${texts.join(', ')}), and people would see that address. Write the texts instead, or pictures as ![](PATH).`,
  answers_are_values: ({ file, texts }: { file: string; texts: readonly string[] }) =>
    `${file}: every answer is a number or an outcome (${texts.join(', ')}). Numbers may be scores: --from scores, ranks or results. Outcomes are votes: write a row for each, with model_a, model_b and winner.`,
  answers_cut_off: ({ file, count }: { file: string; count: number }) =>
    `${file}: ${counted(count, 'text')} ${count === 1 ? 'has' : 'have'} 32,767 characters, which is where Excel cuts off. Take the whole texts from their source.`,
  no_ratings: ({ file }: { file: string }) =>
    `${file} has no ratings that can be read. A table of ratings has the columns model and rating, or item and score.`,
  /** @param doubts  warnings, each a text */
  import_doubtful: ({ doubts }: { doubts: readonly string[] }) =>
    [
      'Nothing was imported, since something may not be meant:',
      ...doubts,
      'If it is meant, import again with --yes. Without it, --map and --ignore say how to read columns, and "deadheat look FILE" shows what each is read as.',
    ].join('\n'),
  map_unread: ({ part }: { part: string }) =>
    `--map: "${part}" does not have the form COLUMN=NAME. Separate several by commas: --map input=prompt,output=text.`,
  map_twice: ({ column }: { column: string }) =>
    `--map and --ignore name the column "${column}" more than once.`,
  column_to_change_missing: ({ option, column, columns }: Of<'option' | 'column', never, 'columns'>) =>
    `--${option}: there is no column "${column}" (there is: ${columns.join(', ') || 'none'}).`,
  no_prompt_column: ({ file }: { file: string }) => `${file} has no column prompt.`,
  control_in_column: ({ place, column }: { place: string; column: string }) =>
    `${place}: the name of column ${column} contains a control character.`,
  column_name_empty: ({ place, column, name }: { place: string; column: string; name: string }) =>
    `${place}: a column is called ${column}, which stands for an empty cell. Give the contestant a name, or leave the column out: --ignore ${name}.`,
  column_long: ({ place, column, most }: { place: string; column: string; most: number }) =>
    `${place}: the name of a column has more than ${most} characters (${column}). In a table of answers it is the name of a contestant.`,
  line_of: ({ file, line }: { file: string; line: number }) => `${file}, line ${line}`,
  /** @param path  a path of jq */
  list_nested: ({ file, path }: { file: string; path: string }) =>
    `${file} has its list at ${path}. A list is read at the top of a JSON file, or under one key. Write it to a file of its own, for example by jq '${path}' ${file}.`,
  /** @param names  the keys of the object, which are probably contestants; none for a list */
  answers_nested: ({ file, column, names }: { file: string; column: string; names: readonly string[] }) =>
    `${file}: the column "${column}" holds ${names.length > 0 ? `objects (${names.join(', ')})` : 'lists'}, not texts. Give each contestant a column of its own: prompt, ${names.length > 0 ? names.join(', ') : 'NAME, NAME'}.`,
  too_few_columns: ({ file }: { file: string }) =>
    `${file} has no column of answers beside prompt; at least one is needed.`,
  unknown_file: ({
    file,
    columns,
    near,
  }: Of<'file', never, 'columns'> & { near?: readonly string[] | undefined }) =>
    `${file} was not recognised by its columns (${columns.join(', ') || 'none'}). Votes need model_a, model_b, winner; answers need prompt, model, text; prompts need id, text. A table of answers needs prompt and one column per contestant.${renaming(near)}`,
  /** @param key  a path of jq to the rows within each row */
  rows_nested: ({ file, key, columns }: { file: string; key: string; columns: readonly string[] }) =>
    `${file} has its rows within others (${columns.join(', ')}). Write them to a file of their own: jq -c '.. | objects | .${key}' ${shellWord(file)} > NEW.jsonl.`,
  single_scores: ({ file, from }: { file: string; from: 'scores' | 'results' }) =>
    from === 'results'
      ? `${file} says which tests were passed, and an arena needs comparisons of two. To count a passed test as a win over a failed one: --from results.`
      : `${file} has scores of single answers, and an arena needs comparisons of two. To count the higher score as a win: --from scores. Ranks and passed tests have --from ranks and --from results. Else import the answers and let people or judges vote, or import judgments of pairs. If the numbers are answers, write a row of model, prompt and response for each.`,
  side_column: ({
    file,
    column,
    near = [],
    pair = [],
    hasPrompts = true,
  }: {
    file: string
    column: string
    near?: readonly string[] | undefined
    /** Two columns of texts. */
    pair?: readonly string[] | undefined
    /** Without prompts, the two are no contestants. */
    hasPrompts?: boolean
  }) =>
    `${file} has a column "${column}", which names one side of a comparison in other tools. The other columns fit none of their formats. Nothing was read, so that it does not become a contestant.${near.length > 0 ? renaming(near) : pair.length > 0 ? ` Votes with texts have prompt, answer_a, answer_b, winner, and who wrote each: model_a, model_b.${hasPrompts ? ` If the columns are two contestants: ${keeping(pair)}.` : ''}` : ' Rename the column, or bring the file into one of the formats of docs/reference/files.md.'}`,
  preferences_unnamed: ({ file }: { file: string }) =>
    `${file} has chosen and rejected answers, but not who gave them. Call these chosen and rejected, and add the columns chosen_model and rejected_model.`,
  contestant_unnamed: ({ format }: { format: string }) =>
    `The ${format} export does not say which contestant gave its answers, and it came without a file name. Send it as a file that is named after the contestant.`,
  tool_without_votes: ({ file, format }: { file: string; format: string }) =>
    `${file} was recognised as ${format}, which has answers but no votes. Import it into an arena: deadheat import.`,
  rows_lost: ({
    file,
    lost,
    rows,
    reasons,
    merged,
  }: {
    file: string
    lost: number
    rows: number
    reasons: readonly string[]
    /** The column in which one cell seems to stand for those below it. */
    merged?: string
  }) =>
    `${file}: ${lost} of ${rows} rows cannot be used (${reasons.join('; ')}), so nothing was read. ${merged === undefined ? 'Correct these rows or remove them.' : `Cells of "${merged}" are empty below filled ones, as merged cells are: write them in each row.`}`,
  all_rows_bad: ({
    file,
    count,
    reasons,
    columns,
    near,
  }: Of<'file', 'count', 'reasons' | 'columns'> & { near?: readonly string[] | undefined }) =>
    `${file} has ${count === 1 ? 'one row, which cannot be used' : `${count} rows, none of which can be used`} (${reasons.join('; ')}), so nothing was read. Its columns are ${columns.join(', ')}.${renaming(near)}`,
  rows_not_utf8: ({ file, count, all }: { file: string; count: number; all: number }) =>
    `${file} has ${all === 1 ? 'one row, which is' : count === all ? `${count} rows, all of which are` : `${all} rows, of which ${count} are`} not UTF-8, so nothing was read. Save it as UTF-8; in Excel the format is called CSV UTF-8.`,
  empty_file: ({ file }: { file: string }) => `${file} is empty.`,
  no_usable_row: ({ file, format, wrong }: { file: string; format: string; wrong: readonly string[] }) =>
    `${file} was recognised as ${format}, but no row can be used${wrong.length > 0 ? ` (${wrong.join('; ')})` : ''}.`,
  not_sent: ({ file }: { file: string }) => `${file}: was not sent; send it too.`,
  unpacks_large: ({ file, megabytes }: { file: string; megabytes: number }) =>
    `${file} unpacks to more than ${megabytes} MB. Import it in the terminal: deadheat import.`,
  arena_among: ({ file }: { file: string }) =>
    `${file} describes an arena. Send it with the files it names to /api/admin/arenas.`,
  stray_answer: ({ file, contestant, prompt }: { file: string; contestant: string; prompt: string }) =>
    `${file}: ${contestant} answers an unknown prompt ("${prompt}"). Add it to the prompts, or correct the id.`,

  runs_unknown: ({ arena }: { arena: string }) =>
    `Arena "${arena}" has no answer with the id of its run, or this caller may not read them. Import the answers with a column run_id (LangSmith), trace_id (Langfuse, Phoenix) or span_id (Phoenix), and export with a token.`,
  format_of_another: ({ kind, format, formats }: Of<'kind' | 'format', never, 'formats'>) =>
    `There are no ${kind} as ${format}. Their formats are ${formats.join(', ')}.`,
  no_archive: ({ file }: { file: string }) => `${file} is no archive of an arena.`,
  archive_of_other_format: ({ file, format }: { file: string; format: number }) =>
    `${file} is an archive in format ${format}, which this version does not know. Import it with a newer Deadheat.`,
  archive_of_other_version: ({ file, version }: { file: string; version: string }) =>
    `${file} was written by Deadheat ${version} with other tables than this database has. Bring both to the same version, and export the arena again.`,
  archive_is_whole: ({ option }: { option: string }) =>
    `Archives and data cards are of a whole arena, so nothing can be chosen. Leave out ${option}.`,
  archive_written: ({ file, arena }: { file: string; arena: string }) =>
    `Wrote ${file}: the whole arena ${arena}, with its voters. Keep it as secret as the database.`,
  nothing_in: ({ files: sent }: { files: readonly string[] }) =>
    `There is nothing to import in ${sent.join(', ')}.`,
  upload_no_room:
    'The folder for temporary files of the server has no room for these files. Free some, set TMPDIR to a larger disk, or import them in the terminal beside the database.',
  no_file:
    'No file was sent. Send each file as a field of multipart/form-data, or a single file as the body.',
  files_many: ({ count, most }: { count: number; most: number }) =>
    `${count} files are too many; at most ${most} can be sent at once.`,
  form_unread:
    'The form cannot be read. Send each file as a field of multipart/form-data, named by its path.',
  no_files_sent:
    'Send the files as multipart/form-data, one field for each file, named by its path; or as JSON: { "files": { "arena.yaml": "…" } }.',
  no_arena_file: 'There is no arena.yaml among the files. Send it together with the files that it names.',
  several_arena_files: ({ files: sent }: { files: readonly string[] }) =>
    `There are several arenas among the files: ${sent.join(', ')}. Send one at a time.`,
  file_not_utf8: ({ file }: { file: string }) => `${file} is not UTF-8 text. Save it as UTF-8.`,
  arena_file_large: ({ file, kilobytes }: { file: string; kilobytes: number }) =>
    `${file} has more than ${kilobytes} kB. Put the prompts into a separate file and name it: prompts: prompts.jsonl.`,
  arena_large: ({ megabytes }: { megabytes: number }) =>
    `All files together may have ${megabytes} MB. Import larger ones in the terminal: deadheat run arena.yaml, or deadheat import.`,
  import_large: ({ megabytes }: { megabytes: number }) =>
    `All files together may have ${megabytes} MB here. Pack them with gzip, import them in the terminal beside the database, or raise DEADHEAT_IMPORT_LIMIT.`,
  recipe_large: ({ megabytes, most }: { megabytes: number; most: number }) =>
    `This arena has more than ${megabytes} MB or more than ${most} files, which is too much to edit here. Change its original files: deadheat run arena.yaml, or deadheat import.`,
  problems_to_mend: ({ count }: { count: number }) =>
    count === 1 ? 'There is 1 problem to fix.' : `There are ${count} problems to fix.`,

  text_changed: ({ contestant, prompt }: { contestant: string; prompt: string }) =>
    `The answer of ${contestant} to prompt "${prompt}" was already shown or voted on and cannot change. Give the new text to a contestant of another name.`,
  two_answers: ({ contestant, prompt }: { contestant: string; prompt: string }) =>
    `${contestant} has two different answers to prompt "${prompt}". Keep one, give each its own sample number, or name the second contestant differently.`,
  made_anew: ({ contestants }: { contestants: readonly string[] }) =>
    `Answers of ${contestants.map((name) => `"${name}"`).join(', ')} were already shown or voted on, and the settings that generated them have changed. Give the new variant its own name, or restore the old settings.`,
  prompt_changed: ({ prompt }: { prompt: string }) =>
    `Prompt "${prompt}" is already in this arena with another text. Give the new text its own id, or take another arena.`,
  prompt_judged: ({ prompt }: { prompt: string }) =>
    `Prompt "${prompt}" was already judged with another reference or context. Give the new prompt its own id.`,
  public_again: ({ prompts }: { prompts: Few }) =>
    `${countOf(prompts) === 1 ? 'the prompt' : 'the prompts'} ${named(prompts)} ${countOf(prompts) === 1 ? 'is' : 'are'} in use again, but everybody who finds the arena could read who answered what. Votes on ${countOf(prompts) === 1 ? 'it' : 'them'} from now on may not be blind; to be sure, use a new id with new answers.`,
}
