import {
  type ShortList,
  type FoundColumns,
  type MessageValues,
  columnNames,
  foundColumnNames,
  columnWord,
  shortListSize,
  ignoreOption,
  shellWord,
  outcomesOption,
  outcomeNamesOption,
  outcomeSidesOption,
} from '../short-list.ts'
import type { DecidesSetting } from '../../contracts/decides.ts'
import { countWithNoun, figure, list, named } from './phrases.ts'

/** How to rename columns, such as ["Prompt=prompt"]. */
const renaming = (near: readonly string[] = []): string =>
  near.length > 0 ? ` To read a column under another name: --map ${shellWord(near.join(','))}.` : ''

/** The name of an arena for a file. */
const arenaName = (file: string): string =>
  file
    .replace(/\.\w+(?:\.gz)?$/, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_SLUG)
    .replace(/-$/, '') || 'my-arena'
const MAX_SLUG = 40

/** How to leave a column out. Of two, both may be needed. */
const leavingOut = (columns: readonly string[]): string =>
  columns.length > 2
    ? `To leave a column out, for example: --ignore ${ignoreOption(columns.slice(-1))}.`
    : 'To leave a column out: --ignore and its name.'

/** Options that make contestants of columns. */
const keeping = (columns: readonly string[]): string =>
  `--map ${shellWord(columns.map((column) => `${columnWord(column)}=${columnWord(column)}`).join(','))}`

/** How often one contestant won over another. */
export interface WonCount {
  winner: string
  loser: string
  count: number
}

/** Rows that have the id and the content of others, and what the id may be. */
interface RepeatedIds {
  count: number
  all: number
  /** If the options that follow work. */
  column?: string
  targets?: readonly (keyof typeof ID_USES)[]
}

const ID_USES = { question_id: 'the prompt', pair_id: 'a pair that several judged' }

/** A file whose columns say nothing, and what they are nearest to. */
interface UnknownFile {
  file: string
  columns: readonly string[]
  kind?: 'votes' | 'answers' | 'prompts'
  /** The columns that it lacks to be of this kind. */
  missing?: readonly string[]
  /** Whether options are named with which it is read, so that nothing else need be said. */
  hasRemedy?: boolean
}

const unknownFileHints = (kind: UnknownFile['kind'], missing: readonly string[]): string[] => [
  missing.length > 0
    ? `To be read as ${kind}, it also needs ${missing.join(' and ')}.`
    : 'Votes need model_a, model_b, winner; answers need prompt, model, text.',
  'The terminal reads a column under another name: --map COLUMN=NAME. Scores, ranks and results of tests: --from scores, ranks or results. The page has a choice above each column. docs/reference/files.md shows every form.',
]

/** Files that hold no rows, or rows without names. */
export type UnreadableKind =
  | 'web page'
  | 'pointer'
  | 'tests'
  | 'xml'
  | 'documents'
  | 'lists apart'
  | 'PDF'
  | 'picture'
  | 'office'
  | 'SQLite'
  | 'pickle'
  | 'Arrow'
  | 'packed'
  | 'matrix'
  | 'yaml'
  | 'Python'
  | 'UTF-16'

const FILES: Record<UnreadableKind, string> = {
  'web page':
    'is a web page. The download may need a sign-in; download the file itself. A table saved as HTML: save it as CSV in a spreadsheet.',
  pointer: 'is a pointer of Git LFS, not the file. Run git lfs pull, or download the file itself.',
  tests:
    'holds results of tests (JUnit). --from results compares those of several files, one for each contestant.',
  xml: 'is XML. Save its rows as CSV or JSONL.',
  documents:
    "holds JSON objects, but not one a line. Write each on a line of its own. In the terminal: jq -c '.' FILE > NEW.",
  'lists apart':
    "holds several JSON documents. Write each row on a line of its own. In the terminal: jq -c '(arrays, (objects[] | arrays))[] | .row? // .' FILE > NEW.",
  PDF: 'is a PDF. Copy its table into a spreadsheet, and save that as CSV.',
  picture: 'is a picture. Save the table that it shows as CSV.',
  office: 'is a document of an office program, in a form that is not read. Save its table as .xlsx or CSV.',
  SQLite:
    "is a database of SQLite. Write a table of it as CSV. In the terminal: sqlite3 -csv -header FILE 'select * from votes' > NEW.csv, if votes is the table.",
  pickle: 'is pickled by Python. Write it with pandas to_csv or to_parquet.',
  Arrow: 'is a file of Arrow. Write it as Parquet, with pandas to_parquet.',
  packed: 'is packed in a way that is not read. Unpack it first, or pack it with gzip.',
  matrix:
    'compares each contestant with each other in a table of numbers. A number may say how often the contestant of its row beat that of its column: --from counts. A file of votes has a row for each vote: model_a, model_b, winner.',
  'UTF-16':
    'is in UTF-16, as the Unicode Text of Excel is. Save it as CSV UTF-8. In the terminal: iconv -f UTF-16 -t UTF-8 FILE > NEW.',
  Python:
    'holds lists of Python in single quotes, which are no JSON. Write them with json.dump, or with pandas to_json.',
  yaml: 'is YAML, of which only an arena.yaml is read, and has no "arena:". Save its rows as JSON.',
}

function decisionDayText(setting: DecidesSetting): string {
  if (setting === 'never') return 'never'
  const { votes, at } = setting
  return [
    ...(votes === undefined ? [] : [`after ${figure(votes)} votes`]),
    ...(at === undefined ? [] : [`on ${at}`]),
  ].join(' or ')
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** The column that a long table has for each. */
const SCORE_COLUMN: Record<string, string> = { scores: 'score', ranks: 'rank', results: 'passed' }
const WINS = {
  scores:
    'The larger score wins, by however much. Where less is better: --from ranks, and --map COLUMN=rank if one column has the scores.',
  ranks: 'The smaller rank wins, by however much.',
  results: 'Both passed, or both failed, is a tie.',
}
const SCORE_WORDS: Record<string, string> = { scores: 'score', ranks: 'rank', results: 'result' }

/** Where a JSON document is broken. */
const BREAKS = {
  row: ' ends within the row of line',
  list: ' ends before its list does, after line',
  bracket: ' has a bracket too many in line',
  after: ' has something behind its list that is not JSON, in line',
}

/** Files that cannot be used. */
export const files = {
  packed_damaged: '{file} cannot be unpacked ({why}). Write it again, or save it as CSV or JSONL.',
  packed_takes_memory:
    'Unpacking {file} took more than {megabytes} MB of memory, so nothing was read. Save it in smaller parts, or as JSONL.',
  packed_takes_long:
    'Unpacking {file} gave no row for {seconds} s, so nothing was read. Save it as CSV or JSONL.',
  row_group_large:
    '{file} has a row group of more than 1,048,576 rows, 100 million values or 1024 MB. Write it with smaller row groups, or save it as JSONL.',
  zip_unknown: ({ file, files: inside }: { file: string; files: readonly string[] }) =>
    inside.length === 0
      ? `${file} is a zip archive without a file.`
      : inside.length === 1
        ? `${file} holds ${inside[0]}, which is packed, too. Unpack it first: unzip ${shellWord(file)}.`
        : `${file} is a zip archive of several files: ${inside.slice(0, 3).join(', ')}${inside.length > 3 ? ` and ${inside.length - 3} more` : ''}. Unpack it, and name one: unzip ${shellWord(file)}.`,
  no_text:
    '{file} is not text. Use CSV, JSON or JSONL in UTF-8, gzip too, Parquet or an Excel workbook (.xlsx).',
  sheets_several: ({ file, sheets, fitting }: { file: string; sheets: readonly string[]; fitting: number }) =>
    `${file} has several sheets (${sheets.join(', ')}), and ${fitting === 0 ? 'none of them is recognised by its columns' : `${fitting} of them can be read`}. Save the one that is meant as CSV, or delete the others. If several are meant, save each as CSV.`,
  sheet_chosen: ({ file, sheet, others }: { file: string; sheet: string; others: readonly string[] }) =>
    `${file}: the sheet "${sheet}" is read, and not ${others.map((name) => `"${name}"`).join(', ')}.`,
  xml_broken:
    '{file}, line {line}: not well-formed XML, or a document type, which is not read. If the file was cut off, write the report again.',
  // a catalogue that shows the texts has no kind
  file_is: ({ file, what }: { file: string; what: UnreadableKind }) =>
    `${file} ${(FILES[what] ?? what).replaceAll('FILE', () => shellWord(file)).replaceAll('NEW', () => shellWord(`new-${file}`))}`,
  scores_unread: ({
    file,
    from,
    wanted,
    columns,
  }: MessageValues<'file' | 'from', never, 'columns'> & { wanted: 'task' | 'value' | 'values' }) =>
    `${file}: ${
      wanted === 'task'
        ? `no column says what was scored (it has: ${columnNames(columns)}). Name it: --map COLUMN=prompt, or add a column prompt.`
        : wanted === 'values'
          ? `several columns hold ${from}: ${columnNames(columns)}. Read one of them alone, for example: --map ${shellWord(`${columnWord(columns[0]!)}=${SCORE_COLUMN[from] ?? from}`)} --ignore ${ignoreOption(columns.slice(1))}.`
          : `no column holds ${from} (it has: ${columnNames(columns)}). A long table has model, prompt and ${SCORE_COLUMN[from] ?? from}; a wide one has prompt and a column for each contestant. Name it: --map COLUMN=${SCORE_COLUMN[from] ?? from}. Name several if each is of a person or judge.`
    }`,
  scores_unpaired: ({ file, contestants }: { file: string; contestants: number }) =>
    contestants < 2
      ? `${file} has scores of ${contestants === 0 ? 'nobody' : 'one contestant'}, and a comparison needs two. Give a file for each contestant, each with its own name, such as old.xml,new.xml.`
      : `${file}: no two contestants have a score on the same task, so nothing can be compared. If tasks have other names in each file, write them in one way.`,
  scores_many:
    '{file} would become {votes} votes, of which {most} are the most. Leave out contestants or repeats.',
  scores_paired: ({
    from,
    scores,
    least,
    most,
    contestants,
    tasks,
    votes,
    ties,
  }: MessageValues<never, 'scores' | 'least' | 'most' | 'contestants' | 'tasks' | 'votes' | 'ties'> & {
    from: 'scores' | 'ranks' | 'results'
  }) =>
    `${counted(scores, SCORE_WORDS[from] ?? from)}${from === 'scores' ? `, from ${least} to ${most},` : ''} of ${contestants} contestants on ${counted(tasks, 'task')} became ${counted(votes, 'vote')}, ${ties} of them ties: within a task, each meets each of another contestant. ${WINS[from]}`,
  scores_without_vote: ({ count, what, why }: { count: number; what: 'task' | 'row'; why: string }) =>
    `${counted(count, what)} ${why} ${count === 1 ? 'gives' : 'give'} no vote.`,
  results_passed: 'Passed: {shares}.',
  passed_share: ({ name, percent, tasks }: { name: string; percent: string; tasks: number }) =>
    `${name} ${percent} % of ${counted(tasks, 'task')}`,
  rows_page: ({ file, count, all }: { file: string; count: number; all: number }) =>
    `${file} is a page of ${count} of ${all} rows. The others are not read: download the whole data set, for example as Parquet.`,
  no_array: '{file} has no array of rows.',
  json_broken: ({ file, where, line }: { file: string; where: keyof typeof BREAKS; line: number }) =>
    `${file}${BREAKS[where]} ${line}, so nothing was read. If it was cut off or put together, write it again. In a file with a row a line (JSONL), only broken lines are left out.`,
  several_lists: ({ file, keys }: MessageValues<'file', never, 'keys'>) =>
    `${file} has several lists, and only one can be read: ${columnNames(keys)}. Write the one with the rows to a file of its own, for example: jq ${shellWord(`.[${JSON.stringify(keys[0])}]`)} ${shellWord(file)} > ${shellWord(`new-${file}`)}.`,
  header_unread: '{file}, line {line}: the header cannot be read: {wrong}.',
  columns_many:
    '{file} has {count} columns; a table may have {most} at most. See whether its rows and columns are swapped.',
  files_take_long:
    'Reading these files took longer than {seconds} s, so nothing was imported. Send fewer or simpler files, or import them in the terminal.',
  files_take_memory:
    'Reading these files took more than {megabytes} MB of memory, so nothing was imported. Send them in parts, or import them in the terminal.',
  header_twice: '{file}, line {line}: the column "{column}" appears twice in the header.',
  header_below: ({ file, cells }: { file: string; cells: readonly string[] }) =>
    `${file}: the row below the header (${columnNames(cells.filter((cell) => cell !== ''))}) seems to be a second header. Leave one line that names each column. If the row holds data, move it further down.`,
  columns_as_one: ({ file, columns, name }: { file: string; columns: readonly string[]; name: string }) =>
    `${file}: the columns ${columnNames(columns)} are read as one, "${name}". Leave one out: --ignore ${ignoreOption(columns.slice(-1))}.`,
  no_vote_columns: ({ file, columns }: MessageValues<'file', never, 'columns'>) =>
    `${file} has no column model_a, model_b or winner (it has: ${columnNames(columns) || 'none'}). To read a column under one of these names: --map COLUMN=winner. Scores, ranks and results of tests: --from scores, ranks or results.`,
  baseline_assumed:
    '{file} does not name the baseline. Arena-Hard v0.1 compares with {baseline}, and so it is read. If it is another, add a column baseline with its name.',
  judge_model_not_read: ({ file, column, judge }: { file: string; column: string; judge: string }) =>
    `${file}: the column "${column}" is not read. It names models such as ${judge}, but each vote counts as a person's. If models judged, put "judge": ${JSON.stringify(column)} and "judge_type": "=llm" into the columns of the plan that look --json prints. Then read the file with --plan.`,
  counts_read: ({ file, example }: { file: string; example?: WonCount }) =>
    `${file} holds counts, each read as so many votes${example ? `: ${example.winner} beat ${example.loser} ${counted(example.count, 'time')}` : ''}. A sum, a percentage or the same votes from the other side is no vote. Remove such rows. To leave a column out: --ignore COLUMN.`,
  table_second: ({ file, line }: MessageValues<'file', 'line'>) =>
    `${file}, line ${line}: another table begins here. Write it to a file of its own.`,
  strength_lost:
    '{file} says how much better an answer is. Only the side counts: a slight preference is a vote like a strong one.',
  best_of_many:
    '{file} names the best of several answers. It beats each other one, and nothing is said of the order of these.',
  plan_preset_unknown:
    'The plan names the format "{preset}", which is not known. Leave preset out and name the columns, or take the plan that look FILE --json prints.',
  /** @param path  as the user wrote it */
  without_votes: ({ file, path, has }: { file: string; path?: string; has?: 'prompts' | 'answers' }) =>
    `${file} ${has === undefined ? 'has no votes' : has === 'prompts' ? 'has prompts, but neither answers nor votes' : 'has answers, but no votes'}, so it makes no board.${has === undefined || path === undefined ? '' : ` Import it into an arena: deadheat import ${arenaName(file)} ${shellWord(path)}.`}${has === 'answers' ? ' If a column names the best: --map COLUMN=winner. If its cells are scores, ranks or results: --from scores, ranks or results.' : ''}`,
  plan_column_missing: ({ file, column, columns }: MessageValues<'file' | 'column', never, 'columns'>) =>
    `The plan reads the column "${column}", which ${file} does not have (it has ${columnNames(columns)}). Change the plan, or give the file that it was made for.`,
  plan_unread: ({ file, where, why }: { file: string; where: string; why: string }) =>
    `${file} is no plan${where === '' ? '' : ` (${where})`}: ${why}. look FILE --json prints the plan of a file as \`plan\`.`,
  read_with: ({ wrong, options }: { wrong: string; options: readonly string[] }) =>
    `${wrong} With these options it is read, and \`look\` shows its rows as sentences: ${options.map(shellWord).join(' ')}.`,
  /** @param wrong  what only the user can say */
  read_once_said: ({ refused, map, wrong }: { refused: string; map: string; wrong: string }) =>
    `${refused} With --map ${shellWord(map)} this remains: ${wrong}`,
  rows_repeated: ({ count }: { count: number }) =>
    `${countWithNoun(count, 'row')} ${count === 1 ? 'repeats' : 'repeat'} the id and the content of another row, and ${count === 1 ? 'does' : 'do'} not count again.`,
  ids_shared: ({ count, ids }: { count: number; ids: readonly string[] }) =>
    `${countWithNoun(count, 'row')} ${count === 1 ? 'has' : 'have'} the id of another row, but other content (${count > ids.length ? 'such as ' : ''}${list(ids)}). Each counts as a vote of its own. If one is a correction, remove the other.`,
  times_repeated: ({ count }: { count: number }) =>
    `${countWithNoun(count, 'row')} without an id ${count === 1 ? 'has' : 'have'} the time and the content of a row of another file, and ${count === 1 ? 'does' : 'do'} not count again.`,
  file_copied: '{file} is a copy of {of}, and does not count again.',
  files_alike: ({ file, like, count }: { file: string; like: string; count: number }) =>
    `${file} has the same ${countWithNoun(count, 'vote')} as ${like}, without ids and times, and counts again. If it is a copy, leave it out.`,
  file_like_earlier:
    'The file begins with the votes of a file that was imported before. It has neither ids nor times, so all of its votes count again. If it is a copy or a longer version, put the older or the newer votes into quarantine.',
  rows_copied: ({ count }: { count: number }) =>
    `${countWithNoun(count, 'row')} without an id ${count === 1 ? 'equals' : 'equal'} another row, and ${count === 1 ? 'counts' : 'each counts'} as a vote of its own. If rows were pasted twice, remove the copies.`,
  rows_equal: ({ count }: { count: number }) =>
    `${countWithNoun(count, 'row')} without an id ${count === 1 ? 'equals' : 'equal'} another row, and ${count === 1 ? 'counts' : 'each counts'} as a vote of its own.`,
  rows_told_apart: (values: {
    file: string
    column: string
    texts: readonly string[]
    of: 'answers' | 'scores' | 'votes'
    /** As a part of `--map`: that it belongs to the prompt, or names the contestant. */
    near?: readonly string[]
  }) => {
    const isVotes = values.of === 'votes'
    const { column, near = [] } = values
    // the context of an answer is read, as what it had retrieved
    const isContext = values.of === 'answers' && column === 'context'
    const ignored = `--ignore ${ignoreOption([column])}.`
    return [
      `${values.file}: rows of one ${isVotes ? 'prompt, voter and pair' : 'model and prompt'} differ in "${column}" (${values.texts.join(', ')}), which is ${isContext ? 'read as what each answer had retrieved' : 'not read'}, and ${isVotes ? 'each is a vote' : values.of === 'answers' ? 'look like repeats' : 'count as repeats'}.`,
      ...(near.length > 0
        ? [
            `${near[0]!.endsWith('=model') ? 'If it names the contestant' : 'If it belongs to the prompt'}: --map ${shellWord(near.join(','))}.`,
          ]
        : []),
      ...(values.of !== 'answers'
        ? [
            `If it names a criterion or a judge: --map ${shellWord(`${columnWord(column)}=criterion`)}, or judge.`,
          ]
        : []),
      ...(isContext
        ? ['If it is as it is read: --yes.']
        : [
            'If each value makes another model or prompt, write it into that column.',
            `${isVotes ? 'Else leave it out' : 'If they are repeats'}: ${ignored}`,
          ]),
    ].join(' ')
  },
  swaps_not_read: ({ file, column }: { file: string; column: string }) =>
    `${file}: the column "${column}" is not read. If winner names a side as it was shown, write the name of the contestant there. If names and winner belong together as written: --ignore ${ignoreOption([column])}.`,
  judge_is_model:
    '{file}: the judge "{judge}" seems to be a model, but counts as a person. If it is one, put "judge_type": "=llm" into the columns of the plan that look --json prints. Then read the file with --plan.',
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
    /** Whether the outcomes name the best of several answers. */
    ofBest?: boolean
    /** Those that name contestants of other rows, and the first line of one. */
    elsewhere?: readonly string[]
    line?: number
    areAllElsewhere?: boolean
    /** Beside a remedy, which says what the outcomes mean. */
    near?: readonly string[]
  }) => {
    const { file, lost, rows, values: outcomes, more, texts, column, ofBest, near } = values
    const { elsewhere = [], line, areAllElsewhere = false } = values
    const isCut = texts.join().includes('\\"')
    const meanings = ofBest
      ? 'tie or both_bad of all answers in the row'
      : 'model_a, model_b, tie, both_bad, name (of a contestant of the row, in another case)'
    return [
      `${file}: the outcome of ${lost} of ${rows} rows is not understood: ${outcomes.join(', ')}${more > 0 ? ` and ${more} others` : ''}.`,
      'Without them, the votes would say something else, so nothing was read.',
      ...(isCut ? ['An outcome with a quote within it may be a row that was cut off.'] : []),
      ...(near || texts.length > 0 ? [] : ['Correct these rows, or remove them.']),
      ...(elsewhere.length === 0
        ? []
        : [
            `${list(elsewhere)} ${elsewhere.length === 1 ? 'names' : 'name'} no contestant of ${elsewhere.length === 1 ? 'its' : 'their'} row, as in line ${line}. Correct these rows.`,
          ]),
      ...(near || texts.length === 0
        ? []
        : areAllElsewhere
          ? [
              `In the terminal, --outcomes ${outcomesOption(texts, 'skip')} leaves them out; rows of a contestant that ${texts.length === 1 ? 'it names' : 'these name'} still count.`,
            ]
          : [
              `In the terminal, --outcomes ${outcomesOption(texts, texts[0] === 'empty' ? 'skip' : 'MEANING')} says what ${texts.length === 1 ? 'it means' : 'each means'}. A meaning is ${meanings}, or skip to leave such rows out.`,
              'The known spellings are in docs/reference/files.md#outcomes.',
            ]),
      ...(ofBest && !near
        ? ['Else write the name of the best there, and leave out columns of no contestant with --ignore.']
        : []),
      ...(column === undefined
        ? []
        : [
            `If the column "${column}" holds no outcomes: --ignore ${ignoreOption([column])}; if it is a contestant: ${keeping([column])}.`,
          ]),
    ].join(' ')
  },
  outcome_unclear: ({
    text,
    texts,
    sides,
  }: {
    text: string
    texts: readonly string[]
    sides: readonly string[]
  }) =>
    `the outcome "${text}" names a contestant of this row, and may mean a side, too. In the terminal, say which: --outcomes ${outcomeNamesOption(texts)} for contestants, or --outcomes ${outcomeSidesOption(texts, sides)} for sides`,
  outcomes_unread:
    '--outcomes: "{part}" does not have the form OUTCOME=MEANING, with one of these meanings: {meanings}. Separate several by commas: --outcomes 1=model_a,0=model_b.',
  named_twice: '{option}: "{name}" is named more than once. Name it once.',
  names_alike: ({ groups, more }: { groups: readonly string[]; more: number }) =>
    `different contestants have names that look alike: ${groups.join('; ')}${more > 0 ? `, and ${more} more` : ''}. If they are the same, write their names in one way and read the file again.`,
  answers_failed: ({ file, count }: { file: string; count: number }) =>
    `${file}: ${count === 1 ? 'one answer is' : `${count} answers are`} missing, because the model or its test ended in an error.`,
  contestants_are_ids: ({ file, ids }: { file: string; ids: readonly string[] }) =>
    `${file} calls its contestants by ids. To give them names, import with --map ${ids.map((id) => `${id}=NAME`).join(',')}; remove an arena that was created without them first.`,
  encoding_assumed:
    '{file} is not UTF-8, and is read as Windows-1252. If letters look wrong in its first rows, save it as UTF-8.',
  columns_not_read: (found: FoundColumns) =>
    `${found.file}: ${found.columns.length === 1 ? 'this column is' : 'these columns are'} not read: ${foundColumnNames(found)}.${renaming(found.near)}`,
  columns_are_voters: ({
    file,
    columns,
    isMapped,
  }: MessageValues<'file', never, 'columns'> & { isMapped?: boolean }) =>
    `${file}: each of these columns holds the votes of a person or judge of its name: ${columnNames(columns)}.${isMapped ? '' : ` To leave a column out, for example: --ignore ${ignoreOption(columns.slice(-1))}.`}`,
  columns_are_contestants: (found: FoundColumns) =>
    `${found.file}: ${found.columns.length === 1 ? 'this column belongs' : 'each of these columns belongs'} to a contestant: ${foundColumnNames(found)}. ${leavingOut(found.columns)}${renaming(found.near)}`,
  parts_not_read: '{file}: these parts are not read: {parts}.',
  ids_of_others: ({ count, all, column, targets = [] }: RepeatedIds) =>
    `${count} of ${countWithNoun(all, 'row')} ${count === 1 ? 'repeats' : 'repeat'} the id and the content of another row, and ${count === 1 ? 'counts' : 'count'} once, as copies do.${
      column === undefined
        ? ''
        : ` If the id is none of a vote: --ignore ${ignoreOption([column])}.${targets.map((target) => ` If it is that of ${ID_USES[target]}: --map ${shellWord(`${columnWord(column)}=${target}`)}.`).join('')}`
    }`,
  rows_doubtful: ({ file, lost, reasons }: { file: string; lost: number; reasons: readonly string[] }) =>
    `${file}: ${counted(lost, 'row')} cannot be used (${reasons.join('; ')}). The file may be cut off or mean something else. Correct ${lost === 1 ? 'this row, or remove it' : 'these rows, or remove them'}.`,
  /** @param doubts  warnings, each a text */
  import_doubtful: ({ doubts, rows }: { doubts: readonly string[]; rows: readonly string[] }) =>
    [
      'Nothing was done yet. Is this meant?',
      ...doubts,
      ...(rows.length > 0 ? ['The first rows would be read so:', ...rows.map((row) => `  ${row}`)] : []),
      'If all of it is meant: --yes.',
    ].join('\n'),
  map_unread:
    '--map: "{part}" does not have the form COLUMN=NAME. Separate several by commas: --map input=prompt,output=text.',
  column_to_change_missing: ({
    option,
    column,
    columns,
  }: MessageValues<'option' | 'column', never, 'columns'>) =>
    `--${option}: there is no column "${column}" (there is: ${columnNames(columns) || 'none'}).`,
  /** @param path  a path of jq */
  list_nested:
    "{file} has its list at {path}. A list is read at the top of a JSON file, or under one key. Write it to a file of its own, for example by jq '{path}' {file}.",
  pages_apart: ({ file, path }: { file: string; path: string }) =>
    `${file} holds several JSON documents, each with its rows at ${path}. Write each row on a line of its own. In the terminal: jq -c ${shellWord(`${path}[]`)} ${shellWord(file)} > ${shellWord(`new-${file}`)}.`,
  unknown_file: ({ file, columns, kind, missing = [], hasRemedy = false }: UnknownFile) =>
    [
      `${file} was not recognised by its columns (${columnNames(columns) || 'none'}).`,
      ...(hasRemedy ? [] : unknownFileHints(kind, missing)),
    ].join(' '),
  preferences_unnamed:
    '{file} has chosen and rejected answers, but not who gave them. Call these chosen and rejected, and add the columns chosen_model and rejected_model.',
  contestant_unnamed:
    '{format} does not say which contestant gave its answers, and it came without a file name. Send it as a file that is named after the contestant.',
  rows_lost: ({ file, lost, rows, reasons }: MessageValues<'file', 'lost' | 'rows', 'reasons'>) =>
    `${file}: ${lost} of ${rows} rows cannot be used (${reasons.join('; ')}), so nothing was read. Correct these rows or remove them.`,
  all_rows_bad: ({ file, count, reasons, columns }: MessageValues<'file', 'count', 'reasons' | 'columns'>) =>
    `${file} has ${count === 1 ? 'one row, which cannot be used' : `${count} rows, none of which can be used`} (${reasons.join('; ')}), so nothing was read. Its columns are ${columnNames(columns)}.`,
  rows_not_utf8: ({ file, count, all }: { file: string; count: number; all: number }) =>
    `${file} has ${all === 1 ? 'one row, which is' : count === all ? `${count} rows, all of which are` : `${all} rows, of which ${count} are`} not UTF-8, so nothing was read. Save it as UTF-8; in Excel the format is called CSV UTF-8.`,
  empty_file: '{file} is empty.',
  no_usable_row: ({ file, format, wrong }: { file: string; format: string; wrong: readonly string[] }) =>
    `${file} is read as ${format}, but no row can be used${wrong.length > 0 ? ` (${wrong.join('; ')})` : ''}.`,
  not_sent: '{file}: was not sent; send it too.',
  unpacks_large: '{file} unpacks to more than {megabytes} MB. {instead}.',
  arena_among: '{file} describes an arena. Send it with the files it names to /api/admin/arenas.',

  no_archive: '{file} is no archive of an arena.',
  of_other_format:
    '{file} has format {format}, which this version of Deadheat cannot read. Read it with a newer one.',
  archive_of_other_version:
    '{file} was written by Deadheat {version} with other tables than this database has. Bring both to the same version, and export the arena again.',
  archive_is_whole: 'An archive is of a whole arena, so nothing can be chosen. Leave out {option}.',
  nothing_in: ({ files: sent }: { files: readonly string[] }) =>
    `There is nothing to import in ${sent.join(', ')}.`,
  no_file:
    'No file was sent. Send each file as a field of multipart/form-data, or a single file as the body.',
  files_many: '{count} files are too many; at most {most} can be sent at once.',
  form_unread:
    'The form cannot be read. Send each file as a field of multipart/form-data, named by its path.',
  file_not_utf8: '{file} is not UTF-8 text. Save it as UTF-8.',
  files_large: 'All files together may have {megabytes} MB here. {instead}.',

  answers_replaced: ({ count }: { count: number }) =>
    `${count === 1 ? 'One of these answers replaced an earlier one' : `${count} of these answers replaced earlier ones`} that nobody had seen.`,
  text_changed:
    'The answer of {contestant} to prompt "{prompt}" was already shown or voted on and cannot change. Give the new text to a contestant of another name.',
  two_answers:
    '{contestant} has two different answers to prompt "{prompt}". Keep one, give each its own sample number, or name the second contestant differently.',
  made_anew: ({ contestants }: { contestants: readonly string[] }) =>
    `Answers of ${contestants.map((name) => `"${name}"`).join(', ')} were already shown or voted on, and the settings that generated them have changed. Give the new variant its own name, or restore the old settings.`,
  public_again: ({ prompts }: { prompts: ShortList }) =>
    `${shortListSize(prompts) === 1 ? 'the prompt' : 'the prompts'} ${named(prompts)} ${shortListSize(prompts) === 1 ? 'is' : 'are'} in use again, but everybody who finds the arena could read who answered what. Votes on ${shortListSize(prompts) === 1 ? 'it' : 'them'} from now on may not be blind; to be sure, use a new id with new answers.`,
  decision_changed: ({ before, after }: { before: DecidesSetting; after: DecidesSetting }) =>
    `The arena was to decide ${decisionDayText(before)}, and now ${decisionDayText(after)}. There are votes already, so the board will say that its plan changed after votes.`,
} as const
