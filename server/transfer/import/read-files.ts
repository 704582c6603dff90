/** Reads each kind of file in portions, as part of an import. */
import type { Warning } from '../../../shared/contracts/index.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import type { VoteRow } from '../../../shared/contracts/votes.ts'
import { chunks } from '../../platform/postgres/rows.ts'
import {
  isContestant,
  PROMPT_COLUMNS,
  readAnswers,
  type AnswerRow,
  readWideAnswers,
} from '../formats/answers.ts'
import { cellsOf, columnsOf, formatIn, ownColumnsOf } from '../formats/rows.ts'
import { promptsAlike } from '../formats/choose-votes.ts'
import {
  changesFor,
  columnChanges,
  leavesReasoningOut,
  refuseUnknownColumns,
  type ColumnOptions,
} from '../formats/column-changes.ts'
import type { Complaints } from '../formats/complaints.ts'
import { detectKind, ownNamesIn, type FileKind } from '../formats/detect-kind.ts'
import { DoubtfulColumns, answersWithVerdict } from '../formats/tools/answers-with-verdict.ts'
import { isCellError, quoted, standsForEmpty, textField, type Fields } from '../formats/fields.ts'
import { toldOutcomes } from '../formats/file-outcomes.ts'
import { isOrdered } from '../formats/file-votes.ts'
import { mergeOrders, RepeatCounts } from '../formats/repeated-votes.ts'
import {
  areTexts,
  COUNT,
  countsIn,
  doubtsIn,
  isOfAnswers,
  isUnread,
  MarkedRows,
  repeatedColumn,
  tiesIn,
} from '../formats/near-columns.ts'
import { fileHash, type OpenFile } from '../formats/open-file.ts'
import { READ_OF_PROMPTS, readPrompts, type PromptRow } from '../formats/prompts.ts'
import { recogniseTool, type Recognised } from '../formats/tools/index.ts'
import { OWN } from '../formats/tools/tool-format.ts'
import { leftRight, longTable, RowIds, winnerLoser } from '../formats/tools/vote-tables.ts'
import { readToolFile } from '../formats/tools/read-tool-file.ts'
import { isTotal, ToldApart, votesOfScores } from '../formats/score-votes.ts'
import { readVotes } from '../formats/votes.ts'
import { importedVote, type ImportedAnswer, type ImportFile, type ImportPortion } from './arena-import.ts'

/** How a user says to read a file. */
export interface HowToRead extends ColumnOptions {
  /** Whether the two orders of a judgement are one vote or two. */
  orders: 'merge' | 'separate'
  /** Whether the first bad row stops the reading. */
  strict: boolean
  /** Whether what is doubtful is meant. */
  yes?: boolean | undefined
  /** When it is read. Without it, votes of any time are read. */
  now?: Date | undefined
}

export interface Reading extends Pick<HowToRead, 'orders' | 'now'> {
  complaints: Complaints
  warn: (warning: Warning) => void
}

/** Codes of warnings about what may not be meant. It is imported only if the user says yes. */
const DOUBTS: ReadonlySet<string> = new Set(
  'answers_are_addresses answers_are_values answers_cut_off answers_are_printed answers_have_marks answers_have_reasoning answers_judged answers_look_empty answers_look_failed answers_repeat_prompt cells_below_empty column_not_read columns_hold_names columns_of_answers column_repeated columns_aside contestants_are_ids counts_not_read file_like_earlier flags_not_read ids_number_rows ids_of_prompts ids_rounded ids_shared judge_is_model names_alike names_are_dates names_are_numbers names_are_texts names_in_html names_numbered orders_unsaid prompts_alike prompts_are_ids prompts_are_texts prompts_end_answered page_of_more rows_copied rows_doubtful rows_hidden rows_mirrored third_not_read title_may_turn prompts_are_messages names_are_lists results_errors rows_marked rows_told_apart row_of_totals scores_aside scores_less scores_marked swaps_not_read table_exchanged texts_escaped texts_garbled texts_in_html ties_not_read variants_not_read verdict_not_read votes_ahead zone_not_read'.split(
    ' ',
  ),
)

export const isDoubt = ({ code }: Pick<Warning, 'code'>): boolean => DOUBTS.has(code)

/** A file whose kind is known. */
export interface KnownFile {
  file: OpenFile
  content: FileContent | 'arena'
  tool: Recognised | null
  /** Its columns under their own names, and other names in it that options may be about. */
  columns: readonly string[]
  used: ReadonlySet<string> | undefined
}

/**
 * Recognises what a file holds, or files whose scores are read together. `import`, over HTTP too, and `look` read it the
 * same way.
 * @throws {FileError} if it cannot be used as a whole, or an option is misspelt
 */
export async function knownFile(given: readonly OpenFile[], how: ColumnOptions): Promise<KnownFile> {
  const opened = how.from ? await votesOfScores(given, how.from, how) : given[0]
  const columns = ownColumnsOf(opened)
  const outcomes = toldOutcomes(how.outcomes)
  const named = (names: Iterable<string>): OpenFile => {
    const changes = how.from ? null : changesFor(columns, how, names)
    return { ...opened, ...(changes && { changes }), ...(outcomes && { outcomes }) }
  }
  const file = named(ownNamesIn(opened))
  const tool = recogniseTool(file)
  try {
    const content = tool ?? detectKind(file)
    const used = tool?.head.renames.used
    // any other column names a contestant, as it is spelled
    return { file: content === 'answers-wide' ? named(PROMPT_COLUMNS) : file, content, tool, columns, used }
  } catch (error) {
    // a slip in an option is the likelier reason
    refuseUnknown(how, [{ columns, used: undefined }])
    throw error
  }
}

/** @throws {FileError} if an option is about no column of these files, and no other name in them */
export function refuseUnknown(
  how: ColumnOptions,
  files: readonly Pick<KnownFile, 'columns' | 'used'>[],
): void {
  const changes = how.from ? null : columnChanges(how)
  const columns = files.flatMap((one) => one.columns)
  const used = new Set(files.flatMap((one) => [...(one.used ?? [])]))
  if (changes) refuseUnknownColumns(changes, columns, used)
}

/** What a file holds: rows of one kind, or what another tool wrote. */
export type FileContent = Exclude<FileKind, 'arena'> | Recognised

type Portions = AsyncGenerator<ImportPortion>

/** How many of each kind a file had. */
type ReadCounts = { votes: number; answers: number; prompts: number }

/** What a file is in the end: that of a tool is known by what it had. */
export const kindRead = (content: FileContent, { votes, answers }: ReadCounts): Exclude<FileKind, 'arena'> =>
  typeof content === 'string' ? content : votes > 0 ? 'votes' : answers > 0 ? 'answers' : 'prompts'

const promptOf = ({ line: _line, unread: _unread, ...prompt }: PromptRow) => prompt
const answerOf = ({ line: _line, ...answer }: AnswerRow): ImportedAnswer => answer

/** @param read called when the import reads the file; it may open it only then */
export function fileOf(read: (hashed: (file: OpenFile) => OpenFile) => Portions): ImportFile {
  const { through, id } = fileHash()
  return { read: () => read(through), id }
}

/**
 * Reads a file in portions.
 * @returns how many of each kind it had
 * @throws {FileError} if it cannot be used, or if it has nothing but bad rows
 */
export async function* readPortions(
  file: OpenFile,
  content: FileContent,
  reading: Reading,
): AsyncGenerator<ImportPortion, ReadCounts> {
  const read = { votes: 0, answers: 0, prompts: 0 }
  const marked = new MarkedRows()
  const isTable = typeof content === 'string' || content.format.source === OWN
  const watched = isTable ? marked.watched(file) : file
  const portions =
    typeof content === 'string' ? READERS[content](watched, reading) : readTool(watched, content, reading)
  const leftovers = new Leftovers(leavesReasoningOut(file.changes))
  for await (const all of portions) {
    const portion = leftovers.without(all, reading.now)
    for (const kind of ['votes', 'answers', 'prompts'] as const) read[kind] += portion[kind]?.length ?? 0
    yield { ...portion, pictures: file.pictures?.taken() ?? [] }
  }
  for (const note of [...(file.notes ?? []), ...linesBefore(file)]) reading.warn(warning(note))
  const missing = picturesMissing(file)
  if (missing) reading.warn(missing)
  for (const found of leftovers.warnings(file.name)) reading.warn(found)
  const repeated = isTable && content !== 'votes' ? repeatedColumn(file) : []
  const { complaints } = reading
  const { votes, answers, prompts } = read
  const good = content === 'answers-wide' ? prompts : Math.max(votes, answers, prompts)
  const [merged] = marked.merged
  // why rows are lost
  complaints.merged = merged?.column ?? null
  for (const doubt of [...marked.doubts(file.name), ...repeated]) reading.warn(warning(doubt))
  complaints.refuseIfBad(file, good, true)
  const lost = merged ? [] : complaints.doubts(file.name, good)
  for (const doubt of lost) reading.warn(warning(doubt))
  return read
}

/** What a title above a table says that turns its meaning. */
const TURNS =
  /worse|worst|least|(?:more|most) (?:errors?|mistakes)|lower|fewer|swap|invert|exchang|ugl|schlecht|wenig|vertausch|pire|moins|peor|menos/i

/** The lines above the header of a table, which are not read. */
function linesBefore(file: OpenFile): CodedMessage[] {
  const format = formatIn(file)
  if (format.kind !== 'csv' || format.skip === 0) return []
  const lines = file.head
    .toString('utf8')
    .split(/\r?\n/, format.skip)
    .filter((line) => /[\p{L}\d]/u.test(line))
  if (lines.length === 0) return []
  const told = { file: file.name, texts: lines.slice(0, 3).map((line) => quoted(line.replace(/[,;\t|]+$/, ''))) }
  return [msg(lines.some((line) => TURNS.test(line)) ? 'title_may_turn' : 'lines_before', told)]
}

/** A warning of pictures that texts of a file name, and that are not beside it. */
function picturesMissing({ name, pictures }: OpenFile): Warning | null {
  const [first, ...more] = pictures?.missing ?? []
  if (first === undefined) return null
  return warning(msg('pictures_missing', { file: name, count: 1 + more.length, first }))
}

const MOST_LEFTOVERS = 3
/** Of more ids, only the first are compared. */
const MOST_IDS = 200_000
/** The end of a line as programs write it in code, between words: "\\n\\n", or "\\n" before a letter, a dash or a number. */
const ESCAPED = /\\n(?:\\n|[\p{L}\d*#-])/u

/** What programs write in place of an answer when a call fails. */
const FAILED =
  /^[[<(]?(?:error|exception|failed|failure|fehler|timeout)[\])>]?(?:\s*[:–-]|$)|^\[(?:error|exception|failed|timeout)\]|^(?:request |read |connection )?time(?:d ?|-)?out\b.{0,40}$|^rate.?limit\b.{0,60}$|^traceback \(most recent|^(?:http(?: error)? ?)?(?:429|5\d\d)\b.{0,60}$|^[\w.]*(?:Error|Exception)[:(]|^\{\s*"error"/i
const LONGEST_FAILED = 400
/** Marks that models write before their reasoning. */
const REASONS = /^\s*<(?:(think(?:ing)?|thoughts?|reasoning|scratchpad)>|\|channel\|>analysis)/i
/** Marks of a chat template at the ends of an answer, and the colours of a terminal. */
const MARKS = new RegExp(
  String.raw`^\s*(?:<s>|\[INST\]|<\|\w+\|>|<start_of_turn>)|(?:</s>|<\|\w+\|>|<end_of_turn>)\s*$|\u001b\[\d`,
)
/** An object or a list as Python prints it, or a message of a chat, in place of the text in it. */
const PRINTED =
  /^\s*(?:[[{]\s*(?:{\s*)?(?:'|"(?:role|content|model)"\s*:)|(?:\w+\()?content=['"]|\w+\(id=').{0,20}/
/** UTF-8 that was read as Latin-1, or what could not be read. */
const GARBLED = /\ufffd|(?:Ã|â€)[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/
/** The address of a text, in place of the text. */
const ADDRESS = /^(?:https?:\/\/\S+|[\w.\\/-]+\.(?:txt|md|json|html?|pdf|csv|png|jpe?g|webp|wav|mp3|mp4))$/i
/** The most characters that a cell of Excel holds. What is longer is cut off. */
const LONGEST_CELL = 32_767
const IN_HTML = /&(?:amp|lt|gt|quot|nbsp|apos|#\d+|#x[\da-f]+);/i

const LEFT = [
  ['answers_have_marks', MARKS],
  ['answers_are_printed', PRINTED],
  ['texts_in_html', IN_HTML],
] as const

/** Times of other zones may be ahead of the clock. */
const AHEAD_MS = 24 * 60 * 60 * 1000

/** Findings about texts, in the order in which they are told. */
const FOUND = [
  'answers_are_errors',
  'answers_look_empty',
  'answers_look_failed',
  'answers_are_addresses',
  'answers_have_reasoning',
  'answers_have_marks',
  'answers_are_printed',
  'answers_repeat_prompt',
  'texts_in_html',
  'texts_garbled',
] as const

/** What may not be meant: what a program wrote for an empty cell or a failed call, a row of totals, a name in HTML. */
export class Leftovers {
  readonly #found = new Map<(typeof FOUND)[number], { count: number; texts: Set<string> }>()
  #total: string | null = null
  #answers = 0
  #cut = 0
  #escaped = 0
  #hasLines = false
  #ahead = 0
  readonly #names = new Set<string>()
  readonly #ids = new Set<string>()
  readonly #cutsReasoning: boolean

  /** @param cutsReasoning  whether answers lose the reasoning before them */
  constructor(cutsReasoning: boolean) {
    this.#cutsReasoning = cutsReasoning
  }

  /** The portion without errors of spreadsheets. */
  without(portion: ImportPortion, now: Date | undefined): ImportPortion {
    const latest = (now?.getTime() ?? Infinity) + AHEAD_MS
    for (const { key, messages } of portion.prompts ?? [])
      for (const text of [key, messages?.length === 1 ? messages[0].content : '']) {
        if (isTotal(text)) this.#total ??= text
        this.#see(text)
      }
    for (const { key } of portion.prompts ?? []) this.#meet(key)
    for (const { left, right, prompt, castAt } of portion.votes ?? []) {
      if (castAt !== null && castAt.getTime() > latest) this.#ahead++
      this.#names.add(left).add(right)
      this.#garbled(left)
      this.#garbled(right)
      if (prompt !== null) this.#meet(prompt)
    }
    if (!portion.answers) return portion
    const asked = new Map(portion.prompts?.map(({ key, messages }) => [key, messages?.at(-1)?.content]))
    const all = portion.answers.map((answer) => this.#withoutReasoning(answer))
    const answers = all.filter(({ text, contestant, prompt }) => {
      this.#names.add(contestant)
      this.#meet(prompt)
      if (isTotal(prompt)) this.#total ??= prompt
      if (text === null) return true
      this.#answers++
      this.#see(text)
      const short = text.length < LONGEST_FAILED ? text.trim() : ''
      if (FAILED.test(short)) this.#note('answers_look_failed', short)
      if (ADDRESS.test(short)) this.#note('answers_are_addresses', short)
      for (const [code, form] of LEFT) {
        const [found] = form.exec(text) ?? []
        const isPage = code === 'texts_in_html' && /<[a-z!/][^>]*>/i.test(text)
        if (found !== undefined && !isPage) this.#note(code, quoted(found.trim()))
      }
      if (repeats(text, asked.get(prompt))) this.#note('answers_repeat_prompt', contestant)
      if (!standsForEmpty(text)) return true
      const isError = isCellError(text)
      this.#note(isError ? 'answers_are_errors' : 'answers_look_empty', short)
      return !isError
    })
    return { ...portion, answers }
  }

  #withoutReasoning(answer: ImportedAnswer): ImportedAnswer {
    const cut = (text: string) => {
      const end = endOfReasoning(text)
      if (this.#cutsReasoning && end > 0 && end < text.length) return text.slice(end).trimStart()
      if (end > 0) this.#note('answers_have_reasoning', quoted(text.trim().slice(0, 30)))
      return text
    }
    const { text, turns } = answer
    return { ...answer, text: text === null ? null : cut(text), turns: turns?.map(cut) ?? null }
  }

  #meet(id: string): void {
    if (this.#ids.size < MOST_IDS && !/\s/.test(id)) this.#ids.add(id)
  }

  #see(text: string): void {
    if (text.includes('\n')) this.#hasLines = true
    else if (ESCAPED.test(text)) this.#escaped++
    this.#garbled(text)
    if (text.length === LONGEST_CELL) this.#cut++
  }

  #garbled(text: string): void {
    const at = text.search(GARBLED)
    if (at >= 0) this.#note('texts_garbled', quoted(text.slice(Math.max(0, at - 10), at + 10)))
  }

  #note(code: (typeof FOUND)[number], text: string): void {
    const { count, texts } = this.#found.get(code) ?? { count: 0, texts: new Set<string>() }
    if (texts.size < MOST_LEFTOVERS) texts.add(text.slice(0, 60))
    this.#found.set(code, { count: count + 1, texts })
  }

  warnings = (file: string): Warning[] =>
    this.findings(file)
      .map((one) => warning(one))
      .concat(promptsAlike(file, this.#ids) ?? [])

  findings(file: string): CodedMessage[] {
    const least = {
      answers_are_addresses: this.#answers,
      answers_are_printed: this.#answers / 3,
      answers_repeat_prompt: this.#answers / 3,
      texts_in_html: this.#answers / 10,
      texts_garbled: this.#answers / 100,
    }
    const told = FOUND.flatMap((code) => {
      const { count, texts } = this.#found.get(code) ?? { count: 0, texts: [] }
      const isTold = count > 0 && count >= (code in least ? least[code as keyof typeof least] : 1)
      return isTold ? [msg(code, { file, count, texts: [...texts] })] : []
    })
    const lists = [...this.#names].filter((name) => {
      const parts = name.split(/\s*[,;|]\s*/)
      return parts.length > 1 && parts.some((part) => this.#names.has(part))
    })
    const names = [...this.#names].filter((name) => IN_HTML.test(name)).slice(0, MOST_LEFTOVERS)
    return [
      ...told,
      ...(this.#cut > 0 ? [msg('answers_cut_off', { file, count: this.#cut })] : []),
      ...(!this.#hasLines && this.#escaped > this.#answers / 10
        ? [msg('texts_escaped', { file, count: this.#escaped })]
        : []),
      ...(this.#total === null ? [] : [msg('row_of_totals', { file, text: this.#total })]),
      ...(this.#ahead > 0 ? [msg('votes_ahead', { file, count: this.#ahead })] : []),
      ...(lists.length > 0
        ? [msg('names_are_lists', { file, names: lists.slice(0, MOST_LEFTOVERS).map(quoted) })]
        : []),
      ...(names.length > 0 ? [msg('names_in_html', { file, names: names.map(quoted) })] : []),
    ]
  }
}

/** Whether an answer begins with the whole prompt, as programs that complete texts return it. */
const repeats = (text: string, prompt: unknown): boolean =>
  typeof prompt === 'string' &&
  prompt.length > 10 &&
  text.length > prompt.length &&
  text.trimStart().startsWith(prompt.trim())

/** Where the reasoning before an answer ends: 0 if there is none, the length of the text if it has no end. */
function endOfReasoning(text: string): number {
  const [opening, name = 'think'] = REASONS.exec(text) ?? []
  const [closing = ''] = new RegExp(`</${name}>`, 'i').exec(text) ?? []
  if (closing === '') return opening === undefined ? 0 : text.length
  const end = text.indexOf(closing)
  // some templates open it in the prompt
  return opening !== undefined || !text.slice(0, end).includes('<think>') ? end + closing.length : 0
}

const READERS: Record<Exclude<FileKind, 'arena'>, (file: OpenFile, reading: Reading) => Portions> = {
  votes: readVotesFile,
  prompts: readPromptsFile,
  answers: readAnswersFile,
  'answers-wide': readTableOfAnswers,
}

async function* readPromptsFile(file: OpenFile, { complaints, warn }: Reading): Portions {
  let [count, answered] = [0, 0]
  for await (const rows of readPrompts(file, complaints)) {
    count += rows.length
    answered += rows.filter(({ messages }) => messages.at(-1)?.role === 'assistant').length
    yield { prompts: rows.map(promptOf) }
  }
  if (2 * answered > count) warn(warning(msg('prompts_end_answered', { file: file.name, count: answered })))
  const columns = columnsOf(file)
  const others = columns.filter((column) => column !== '' && !READ_OF_PROMPTS.includes(column))
  const speaker = others.find((column) => SPEAKER.test(column))
  if (speaker !== undefined) warn(warning(msg('prompts_are_messages', { file: file.name, column: speaker })))
  const expected = others.find((column) => REFERENCE.test(column))
  if (expected !== undefined && !columns.includes('reference'))
    warn(warning(msg('column_not_read', { file: file.name, column: expected, meant: 'reference' })))
  const named = others.filter(isOfAnswers)
  const texts = others.filter((column) => areTexts(cellsOf(file, column)))
  const answers = named.length > 0 || texts.length < 2 ? named : texts
  if (answers.length > 0 && columns.includes('text'))
    warn(warning(msg('columns_of_answers', { file: file.name, columns: answers })))
  else if (others.length > 0)
    warn(warning(msg('parts_not_read', { file: file.name, parts: others.slice(0, 8) })))
}

/** Warns if the ids of the prompts look like their texts. */
async function* readAnswersFile(file: OpenFile, { complaints, warn }: Reading): Portions {
  let [count, sentences] = [0, 0]
  for await (const rows of readAnswers(file, complaints, null)) {
    count += rows.length
    sentences += rows.filter(({ prompt }) => SENTENCE.test(prompt)).length
    yield { answers: rows.map(answerOf) }
  }
  if (2 * sentences > count) warn(warning(msg('prompts_are_texts', { file: file.name })))
}

/** Who wrote a message of a chat. */
const SPEAKER = /^(?:role|sender|speaker|author|from)$/i

/** What files of prompts call a right answer. */
const REFERENCE =
  /^(?:expected|ideal|gold(?:en)?|targets?|correct|reference|ground[ _-]?truth)(?:[ _-](?:answer|output|response|text))?$/i

/** Several words: the text of a prompt rather than its id. */
const SENTENCE = /\S\s+\S+\s+\S/

/** Refuses columns that hardly hold answers. */
async function* readTableOfAnswers(file: OpenFile, { complaints, warn }: Reading): Portions {
  const doubtful = new DoubtfulColumns(file, columnsOf(file).filter(isContestant))
  for await (const rows of readWideAnswers(file, complaints)) {
    for (const { prompt, answers } of rows) doubtful.add(answers, String(prompt.messages[0].content))
    yield {
      prompts: rows.map(({ prompt }) => promptOf(prompt)),
      answers: rows.flatMap(({ answers }) => answers.map(answerOf)),
    }
  }
  doubtful.refuse()
  for (const doubt of doubtful.doubts()) warn(warning(doubt))
}

/** Reads votes and merges both orders of each judgement. */
async function* readVotesFile(file: OpenFile, reading: Reading): Portions {
  const votes = new VotesOfFile(file.name, reading)
  const apart = new ToldApart(columnsOf(file).filter((column) => isUnread(column) && !COUNT.test(column)))
  const mirrored = new MirroredRows()
  const watch = (row: Fields) => {
    file.watch?.(row)
    mirrored.add(row)
    if (apart.isFull) return
    const { question_id, judge, model_a, model_b, criterion, turn } = row
    const pair = [textField(model_a), textField(model_b)].sort()
    if (textField(question_id) !== null)
      apart.see(JSON.stringify([question_id, judge, pair, criterion, turn]), row)
  }
  for await (const rows of readVotes({ ...file, watch }, reading.complaints)) yield { votes: votes.of(rows) }
  const doubts = doubtsIn(file)
  // one question about a column is enough
  const others = apart
    .doubts(file.name, 'votes')
    .filter(({ values }) => !doubts.some((one) => one.values?.['column'] === values?.['column']))
  for (const doubt of [...doubts, ...others, ...mirrored.doubts(file.name)]) reading.warn(warning(doubt))
  yield* votes.merged()
}

/** Counts rows that repeat the one before with the sides exchanged, as lists of games have that each player keeps. */
class MirroredRows {
  /** The first row of a pair; null between pairs, undefined after a row that is none of a pair. */
  #first: Fields | null | undefined = null
  #pairs = 0

  add(row: Fields): void {
    const first = this.#first
    if (first === undefined) return
    if (first === null) {
      const { model_a, model_b, winner, judge } = row
      this.#first = textField(judge) === null ? { model_a, model_b, winner } : undefined
      return
    }
    const isMirror =
      first['model_a'] === row['model_b'] &&
      first['model_b'] === row['model_a'] &&
      first['winner'] === row['winner']
    if (isMirror) this.#pairs++
    this.#first = isMirror ? null : undefined
  }

  doubts = (file: string): CodedMessage[] =>
    this.#pairs > 1 && this.#first === null ? [msg('rows_mirrored', { file, count: this.#pairs })] : []
}

/** Reads a file of another tool: prompts, answers and votes. */
async function* readTool(file: OpenFile, tool: Recognised, reading: Reading): Portions {
  const votes = new VotesOfFile(file.name, reading)
  const doubtful = tool.format === answersWithVerdict ? new DoubtfulColumns(file) : null
  const ids = tool.format === longTable ? new RowIds() : null
  for await (const rows of readToolFile(file, tool, reading.complaints)) {
    ids?.add(rows)
    for (const answer of rows.answers) doubtful?.add([answer])
    yield {
      prompts: rows.prompts.map(promptOf),
      answers: rows.answers.map(answerOf),
      votes: votes.of(rows.votes),
    }
  }
  doubtful?.refuse()
  for (const doubt of [...(doubtful?.aside() ?? []), ...(ids?.doubts(file) ?? [])])
    reading.warn(warning(doubt))
  const sides = new Map([...(file.changes ?? []), ['left', 'model_a'], ['right', 'model_b']])
  const asked = tool.format === leftRight ? doubtsIn({ ...file, changes: sides }) : countsIn(file)
  for (const doubt of [...asked, ...(tool.format === winnerLoser ? tiesIn(file) : [])])
    reading.warn(warning(doubt))
  yield* votes.merged()
  for (const noted of tool.head.notes.warnings(file.name, tool.head.renames)) reading.warn(noted)
}

/** If more rows repeat an id, it may be that of the prompt. */
const MOST_REPEATED = 0.1
/** The rows of a portion. */
const MERGED_AT_ONCE = 10_000

/** The votes of one file. Rows that may be one half of a judgement wait until all rows are read. */
class VotesOfFile {
  #name: string
  #reading: Reading
  #place = 0
  readonly #repeats = new RepeatCounts()
  #waiting: (VoteRow & { place: number })[] = []

  constructor(name: string, reading: Reading) {
    this.#name = name
    this.#reading = reading
  }

  of(rows: readonly VoteRow[]) {
    return rows.flatMap((row) => {
      const place = ++this.#place
      if (this.#reading.orders === 'separate' || !isOrdered(row)) return this.#vote(row, place)
      this.#waiting.push({ ...row, place })
      return []
    })
  }

  #vote(row: VoteRow, place: number) {
    this.#repeats.add(row)
    return importedVote(row, place)
  }

  *merged(): Generator<ImportPortion> {
    const { votes, incomplete } = mergeOrders(this.#waiting)
    for (const portion of chunks(votes, MERGED_AT_ONCE))
      yield { votes: portion.map((row) => this.#vote(row, row.place)) }
    const { orders, warn } = this.#reading
    const count = this.#repeats.repeated
    if (MOST_REPEATED * this.#place < count)
      warn(warning(msg('ids_of_prompts', { file: this.#name, count, all: this.#place })))
    for (const repeated of this.#repeats.warnings(this.#name, orders)) warn(repeated)
    if (incomplete.length === 0) return
    const lines = incomplete.slice(0, 100).map(({ line }) => line)
    const message = msg('incomplete_judgement_in', { file: this.#name })
    this.#reading.warn(warning(message, { kind: 'incomplete_judgement', count: incomplete.length, lines }))
  }
}
