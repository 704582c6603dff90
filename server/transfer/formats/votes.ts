import { OUTCOME_MEANINGS } from '../../../shared/contracts/read-plan.ts'
import { JudgeType, type VoteRow, type VoteDetails } from '../../../shared/contracts/votes.ts'
import { mappedColumns, nestedListPath, fileRows, type FileRow } from './rows.ts'
import type { RowProblems } from './complaints.ts'
import {
  normalisedForm,
  isName,
  LONGEST_NAME,
  numberField,
  probabilityField,
  quoted,
  sampleField,
  idField,
  standsForEmpty,
  textField,
  timeField,
  type Fields,
  FileError,
} from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { FileVotes, WINNER_BY_OUTCOME } from './file-votes.ts'
import { isStorable } from '../../platform/storable.ts'
import { outcomeOfText, readOutcome, SKIPPED, UNCLEAR, type OutcomeMeanings } from './outcome-words.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'

const NAMES = ['model_a', 'model_b']
const COLUMNS = [...NAMES, 'winner']

export interface ReadVotesOptions {
  /** Also return what this function reads from the fields of each row. */
  details?: ((fields: Fields) => VoteDetails) | undefined
}

/**
 * The good rows of a votes file, in portions and in the order of the file; every other row goes to `complaints`.
 * @throws {FileError} if the file has none of the columns model_a, model_b, winner, or if an outcome may be a side or a name;
 *   at the first bad row if the complaints are strict
 */
export async function* readVotes(
  file: OpenFile,
  complaints: RowProblems,
  details?: ReadVotesOptions['details'],
): AsyncGenerator<VoteRow[]> {
  const judge = new RowJudge(complaints, { details }, file.outcomes)
  for await (const rows of fileRows(file)) yield judge.goodVotes(rows)
  judge.end(file)
}

/** All good rows of a votes file. @throws {FileError} as `readVotes` */
export async function allVotes(file: OpenFile, complaints: RowProblems): Promise<VoteRow[]> {
  const all: VoteRow[] = []
  for await (const rows of readVotes(file, complaints)) for (const row of rows) all.push(row)
  return all
}

/**
 * All good rows of a votes file as columns.
 * @param votes those of earlier files, to which these are added
 * @param details what to read from the fields of each row beside its vote
 * @throws {FileError} as `readVotes`
 */
export async function readFileVotes(
  file: OpenFile,
  complaints: RowProblems,
  votes = new FileVotes(),
  details?: ReadVotesOptions['details'],
): Promise<FileVotes> {
  for await (const rows of readVotes(file, complaints, details)) for (const vote of rows) votes.add(vote)
  return votes
}

/** Separates votes from faulty rows. */
class RowJudge {
  #complaints: RowProblems
  #options: ReadVotesOptions
  readonly #meanings: OutcomeMeanings | undefined
  #known = false
  #seen: string[] | null = null

  constructor(complaints: RowProblems, options: ReadVotesOptions, meanings: OutcomeMeanings | undefined) {
    this.#complaints = complaints
    this.#meanings = meanings
    this.#options = options
  }

  goodVotes(rows: readonly FileRow[]): VoteRow[] {
    const votes: VoteRow[] = []
    for (const row of rows) {
      if ('wrong' in row) {
        this.#complaints.add(row.line, row.wrong)
        continue
      }
      const { line, fields } = row
      this.#seen ??= Object.keys(fields)
      this.#known ||= COLUMNS.some((column) => column in fields)
      const outcome = outcomeOfRow(fields, this.#meanings)
      const fault = findVoteFault(fields, outcome)
      if (fault) this.#complaints.add(line, ...fault)
      else votes.push(parseVoteRow(line, fields, outcome, this.#options))
    }
    this.#complaints.addVotes(votes)
    return votes
  }

  /** @throws {FileError} if neither a row nor the header had any column of a vote */
  end(file: OpenFile): void {
    const columns = this.#seen ?? mappedColumns(file)
    if (this.#known || COLUMNS.some((column) => columns.includes(column))) return
    const nested = nestedListPath(file)
    if (nested !== null) throw new FileError(msg('list_nested', { file: file.name, path: nested }))
    if (this.#seen || columns.length > 0)
      throw new FileError(msg('no_vote_columns', { file: file.name, columns: columns.slice(0, 8) }))
  }
}

/** What is wrong, and the value in the row. */
type Fault = [wrong: CodedMessage, there?: string]

type FaultIn = (value: unknown) => Fault | null

const name =
  (column: string): FaultIn =>
  (value) => {
    const text = textField(value)
    if (text === null) return [msg('field_empty', { field: column })]
    if (!isName(text)) return [msg('row_unusable', { why: 'a control character in a name' }), quoted(text)]
    if (standsForEmpty(text)) return [msg('name_empty'), quoted(text)]
    return text.length > LONGEST_NAME
      ? [msg('field_over', { field: column, most: LONGEST_NAME, unit: 'characters' })]
      : null
  }

const text =
  (column: string, longest = Infinity): FaultIn =>
  (value) => {
    const text = textField(value) ?? ''
    if (!isStorable(text)) return [msg('unstorable_in', { field: column })]
    return text.length > longest
      ? [msg('field_over', { field: column, most: longest, unit: 'characters' })]
      : null
  }

const identifier = (column: string): FaultIn => text(column, LONGEST_NAME)

const sample =
  (column: string): FaultIn =>
  (value) =>
    sampleField(value) === undefined
      ? [msg('field_is_not', { field: column, wanted: 'a whole number from 1 to 10000' })]
      : null

const time: FaultIn = (value) =>
  timeField(value) === undefined ? [msg('no_time'), quoted(textField(value) ?? JSON.stringify(value))] : null

const probability: FaultIn = (value) =>
  probabilityField(value) === undefined
    ? [msg('field_is_not', { field: 'pair_probability', wanted: 'a number above 0 and up to 1' })]
    : null

const judgeType: FaultIn = (value) => {
  const type = textField(value)
  return type === null || JudgeType.safeParse(type).success ? null : [msg('other_judge_type'), quoted(type)]
}

/** The fault that a value has by itself, by column. */
const FAULTS = Object.entries({
  model_a: name('model_a'),
  model_b: name('model_b'),
  id: identifier('id'),
  question_id: identifier('question_id'),
  judge: identifier('judge'),
  criterion: identifier('criterion'),
  category: identifier('category'),
  group: identifier('group'),
  pair_id: identifier('pair_id'),
  language: text('language'),
  order: text('order'),
  tstamp: time,
  sample_a: sample('sample_a'),
  sample_b: sample('sample_b'),
  pair_probability: probability,
  judge_type: judgeType,
})

/** As `readOutcome`. */
export const outcomeOfRow = ({ winner, model_a, model_b }: Fields, meanings?: OutcomeMeanings): number =>
  readOutcome(textField(winner) ?? '', textField(model_a) ?? '', textField(model_b) ?? '', meanings)

/** Why a vote with both names has no outcome. */
function outcomeFault(outcome: number, { winner, model_a, model_b }: Fields): Fault {
  if (outcome === SKIPPED) return [msg('no_comparison', { why: 'an outcome with the meaning skip' })]
  const text = textField(winner) ?? ''
  if (outcome !== UNCLEAR) return [msg('no_winner'), quoted(text)]
  const texts = [textField(model_a)!, textField(model_b)!].filter(
    (name) => name === text || outcomeOfText(name) >= 0,
  )
  const sides = texts.map((name) => OUTCOME_MEANINGS[outcomeOfText(name)] ?? 'MEANING')
  return [msg('outcome_unclear', { text, texts, sides })]
}

/**
 * The fault that makes a row no vote, and the value in the row.
 * @param outcome  as `readOutcome` gives it
 */
export function findVoteFault(fields: Fields, outcome: number): Fault | null {
  for (const column of outcome >= 0 || outcome === SKIPPED ? NAMES : COLUMNS)
    if (typeof fields[column] === 'object' && fields[column] !== null)
      return [msg('field_is_list', { field: column })]
    else if (textField(fields[column]) === null)
      return [msg(column in fields ? 'field_empty' : 'field_missing', { field: column })]
  if (outcome < 0) return outcomeFault(outcome, fields)
  for (const [column, faultIn] of FAULTS) {
    const value = fields[column]
    const fault = value === undefined ? null : faultIn(value)
    if (fault) return fault
  }
  const [left, right] = [textField(fields['model_a'])!, textField(fields['model_b'])!]
  return normalisedForm(left) === normalisedForm(right)
    ? [msg('no_comparison', { why: 'a contestant against itself' }), quoted(left)]
    : null
}

/** A group alone is a prompt of its own, since an import keeps groups with their prompts; other prompts may have its name. */
const groupPrompt = (group: string | null): string | null => (group === null ? null : `group:${group}`)

function rareFields(
  fields: Fields,
): Pick<VoteRow, 'promptGroup' | 'sampleA' | 'sampleB' | 'pairProbability'> {
  const promptGroup = textField(fields['group'])
  const [sampleA, sampleB] = [sampleField(fields['sample_a']), sampleField(fields['sample_b'])]
  const pairProbability = probabilityField(fields['pair_probability'])
  return {
    ...(promptGroup !== null && { promptGroup }),
    ...(sampleA && { sampleA }),
    ...(sampleB && { sampleB }),
    ...(pairProbability && { pairProbability }),
  }
}

/**
 * The vote of a row without a fault.
 * @param outcome  as `readOutcome` gives it, at least 0
 */
export function parseVoteRow(
  line: number,
  fields: Fields,
  outcome: number,
  { details }: ReadVotesOptions,
): VoteRow {
  return {
    line,
    id: idField(fields['id']),
    modelA: textField(fields['model_a'])!,
    modelB: textField(fields['model_b'])!,
    winner: WINNER_BY_OUTCOME[outcome],
    questionId: idField(fields['question_id']) ?? groupPrompt(textField(fields['group'])),
    judge: idField(fields['judge']),
    judgeType: (textField(fields['judge_type']) ?? 'human') as JudgeType,
    criterion: textField(fields['criterion']),
    category: textField(fields['category']),
    language: textField(fields['language']),
    turn: numberField(fields['turn']),
    pairId: textField(fields['pair_id']),
    order: textField(fields['order']),
    tstamp: timeField(fields['tstamp']) ?? null,
    ...rareFields(fields),
    ...(details && { details: details(fields) }),
  }
}
