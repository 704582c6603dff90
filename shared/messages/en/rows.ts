import { countWithNoun } from './phrases.ts'

/** What an import does; as in "looking for …". */
const steps = {
  read: 'reading the files',
  lock: 'waiting for another import into this arena',
  texts: 'writing prompts and answers',
  votes: 'writing votes',
  leaks: 'looking for answers that name their model',
  injections: 'looking for answers that speak to a judge',
  boards: 'counting what was imported',
}

/** Files that cannot be read or used. */
export const reading = {
  is_folder: '{path} is a folder; name a file in it.',
  holds_other_kind: '--{wanted}: {file} holds {holds}, not {asked}.',
  snapshot_rounds: 'the snapshot has {rounds} rounds; 0 to {most} can be recomputed.',
  snapshot_method: "the snapshot's method is {method}; {methods} can be recomputed.",
  snapshot_not_recomputed: 'the snapshot cannot be recomputed: {why}',
  vote_without_time:
    'line {line} of the votes has no tstamp, but the board covers a span of time: export the votes with their times.',
  file_missing: '{path}: there is no such file.',
  file_not_permitted: '{path}: no permission to read it; check its permissions.',
  import_stopped: ({ step, why }: { step: keyof typeof steps; why: string }) =>
    `The database stopped the import while ${steps[step]} (${why}). Nothing was imported. Try again when nothing else works on this database, or with a part of the file.`,
  file_unread: '{path}: could not be read ({why}).',
  read_as: 'Read as {tool}.',
  row_refused: (values: { file: string; unit: 'line' | 'element'; at: number; wrong: string }) =>
    `${values.file ? `${values.file}, ` : ''}${values.unit} ${values.at}${values.unit === 'element' ? ' of the list' : ''}: ${values.wrong}.`,
  problems_listed: ({ count, problems }: { count: number; problems: readonly string[] }) =>
    [`${count === 1 ? '1 problem' : `${count} problems`} to fix first:`, ...problems].join('\n'),
} as const

/** The form of times that is wanted, and what to do without it. */
const TIME_WANTED =
  'Write times like 2025-05-01T12:30:00Z or as seconds since 1970, or leave them out with --ignore tstamp'

/** What a field of a row must hold. */
type WantedValue =
  | 'a text'
  | 'a text or a list of texts'
  | 'a list of texts'
  | 'a list of chat messages'
  | 'a list of { role, content }'
  | 'an object'
  | 'a number'
  | 'a number of 0 or more'
  | 'a number above 0 and up to 1'
  | 'a whole number from 1 to 10000'

/** Why a row of votes, answers or prompts is left out. */
export const rows = {
  /** "winner is not … ("left")": the quoted value, or the place of the first such value. */
  found_there: '{wrong} ({there})',
  row_unusable: '{why}',
  /** A row without a comparison, so that nothing is lost with it. */
  no_comparison: '{why}',
  /** A sign that the file was cut off or put together, or that its quotes are wrong. */
  row_broken: '{why}',

  field_missing: '{field} is missing',
  field_empty: '{field} is empty',
  field_is_list: '{field} is a list or an object, where one value is wanted',
  field_is_not: ({ field, wanted }: { field: string; wanted: WantedValue }) => `${field} is not ${wanted}`,
  field_over: ({ field, most, unit }: { field: string; most: number; unit?: 'characters' }) =>
    `${field} is over ${most}${unit ? ` ${unit}` : ''}`,
  texts_missing: '{fields} and {last} are missing',
  unstorable_in: 'a NUL or half a character in {field}',
  transcript_part: ({ at, part }: { at: number; part: string }) =>
    `message ${at} of the transcript has a part${part === '' ? '' : ` of type "${part}"`} that cannot be shown; give texts, calls of tools and their results in text`,
  column_twice: 'a column that appears twice',
  no_score_in: ({ field, value, from }: { field: string; value: string; from: string }) =>
    `${field} is ${JSON.stringify(value)}, ${from === 'results' ? 'neither passed nor failed; empty the cell if the test did not run' : 'no number; write it without a unit and separators of thousands, or empty the cell'}`,
  count_unread: ({ column, there }: { column: string; there: string }) =>
    there === ''
      ? `${column} is empty`
      : `${column} is ${there}, where a count is a whole number of 0 or more, without marks of thousands`,
  counts_over: ({ most }: { most: number }) =>
    `with this row, the counts of the file exceed ${countWithNoun(most, 'vote')}, so nothing was read. If they count votes, split the file`,
  row_of_counts: '{wrong}. The row stands for many votes, so nothing was read. Correct or remove it',
  no_answer: 'no answer',

  not_one_winner: 'not exactly one of winner_model_a, winner_model_b and winner_tie is 1',
  chosen_is_neither: 'chosen_model_name names neither model',
  no_winner: 'winner is not an outcome that is understood',
  best_is_none: 'winner names none of the answers',
  no_time: 'tstamp is not a time from 1970 to 9999',
  /** @param doubt  the end of the sentence */
  times_unread: `{file}: tstamp of {count} of {all} rows is no time ({values}), so nothing was read. ${TIME_WANTED}.`,
  answer_unclear: ({ keys }: { keys: readonly string[] }) =>
    `it is unclear which key of an output is the answer (${keys.join(', ')}), so nothing was read. Name it, for example with --map ${keys[0]}=answer, and passages with --map KEY=context. If the whole object is the answer, write it as a text`,
  name_empty: 'the name of a contestant stands for an empty cell',
  other_judge_type: 'an unknown judge_type',

  not_utf8: 'not UTF-8',
  row_over: 'row over {megabytes} MB',
  no_json: 'not JSON',
  no_json_object: 'not a JSON object',
} as const
