import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'
import type { ReadPlan } from '../../../../shared/contracts/read-plan.ts'
import type { ScoreKind } from '../../../../shared/contracts/votes.ts'
import type { OutcomeMeanings } from '../outcome-words.ts'
import type { ColumnChanges } from '../column-changes.ts'
import type { ReadScoreRow } from '../scores.ts'
import { type Fields, structureField, textField, parseObject, parseList, contentText } from '../fields.ts'
import { listStart } from '../json.ts'

/** What a row of another tool's file holds, in the columns of Deadheat's own files. */
export interface Translated {
  /** A row of a prompts file. The answers and votes of this row belong to it. */
  prompt?: Fields
  /** Rows of an answers file, without `prompt` and `sample`. */
  answers?: Fields[]
  /** Rows of a votes file, of which counts make very many. The prompt of the row is theirs unless they name another. */
  votes?: Iterable<Fields>
  /** Whether its votes are calls of one judgement: one without an outcome does not cost the others. */
  areCalls?: boolean
}

/** Translates a row, or says why it holds nothing for an arena. Null: a row that is not meant to hold anything. */
export type Translate = (fields: Fields) => Translated | CodedMessage | null

/** What is known of a file before its rows are read. */
export interface FileHead {
  /** Its columns, or the keys of its first row. */
  columns: ReadonlySet<string>
  /** The same in their order, with those that appear twice. */
  header: readonly string[]
  /** The columns that a user keeps under their own names: what they are is certain. */
  kept: ReadonlySet<string>
  /** The names that the user gives to columns. */
  given: ReadonlySet<string | null>
  /** The keys that lead to its rows in a JSON document; empty if the rows are the file. */
  path: readonly string[]
  /** The beginning of the file. */
  text: string
  /** The rows in it. */
  rows: readonly Fields[]
  /** The name of the file in messages. */
  file: string
  /** The name of the file without its extensions; null if the file came without a name. */
  title: string | null
  /** What the user says about keys of outputs and about contestants. */
  renames: Renames
  /** What the user says that outcomes mean. */
  outcomes: OutcomeMeanings | undefined
  notes: Notes
}

/** What `--map` and `--ignore` say about names that are no columns: keys of outputs, and contestants. */
export class Renames {
  /** The names that occurred in the file. */
  readonly used = new Set<string>()
  readonly changes: ColumnChanges

  constructor(changes: ColumnChanges = new Map()) {
    this.changes = changes
  }

  /** What the user says that a key of an output is; null: it is not read; undefined: nothing is said. */
  findPart(key: string): 'answer' | 'context' | null | undefined {
    const part = this.changes.get(key)
    if (part !== 'answer' && part !== 'context' && part !== null) return undefined
    this.used.add(key)
    return part
  }

  /** The name of a contestant that the file calls so. */
  contestant(name: unknown): unknown {
    const given = typeof name === 'string' ? this.changes.get(name.trim()) : null
    if (!given) return name
    this.used.add((name as string).trim())
    return given
  }
}

/** What a reader noticed, for warnings when the file is read. */
export class Notes {
  /** Columns and keys that say something about an answer, and become nothing. */
  readonly unread = new Set<string>()
  /** Ids by which the file calls contestants. */
  readonly ids = new Set<string>()
  /** Say what is known only when all rows are read. */
  readonly whenRead: ((file: string) => CodedMessage[])[] = []
  /** What else is to be said. */
  readonly remarks: CodedMessage[] = []
  /** Answers that do not exist, because a model or a program failed. */
  failed = 0

  /** @param renames what the user has named is no id any more */
  doubts(file: string, renames: Renames): CodedMessage[] {
    const ids = [...this.ids].filter((id) => !renames.used.has(id))
    return [
      ...this.whenRead.flatMap((doubts) => doubts(file)),
      ...(this.failed > 0 ? [msg('answers_failed', { file, count: this.failed })] : []),
      ...(ids.length > 0 ? [msg('contestants_are_ids', { file, ids: ids.slice(0, MAX_IDS) })] : []),
      ...(this.unread.size > 0 ? [msg('parts_not_read', { file, parts: [...this.unread].sort() })] : []),
      ...this.remarks,
    ]
  }
}

const MAX_IDS = 4

/** A file format of another tool. */
export interface ToolFormat {
  /** Its name in messages. */
  name: string
  /** Where its form is published. */
  source: string
  matches: (head: FileHead) => boolean
  /** Starts a file. @throws {FileError} if the file as a whole cannot be used */
  open: (head: FileHead) => Translate
  /** Starts a file whose scores are read as votes. Missing: its files have none. */
  scores?: (head: FileHead, from: ScoreKind) => ReadScoreRow
  /** How it reads a file, if a plan says so. */
  plan?: ReadPlan
  /** Without a plan: the columns that it reads. */
  reads?: readonly string[]
  /** The column of its outcomes, if files of the format name it in several ways. */
  outcomes?: (head: FileHead) => string
}

/** Whether a file has all of these columns. */
export const hasAll = ({ columns }: FileHead, ...names: string[]): boolean =>
  names.every((name) => columns.has(name))

/** The part of a JSON document that stands before its rows; empty if it cannot be read. */
export function documentBefore({ path, text }: FileHead): Fields {
  const start = listStart(text, path)
  if (start === null) return {}
  try {
    return parseObject(JSON.parse(`${text.slice(0, start)}]${'}'.repeat(path.length)}`))
  } catch {
    return {}
  }
}

// Texts and conversations as other tools write them.

interface Turn {
  role: string
  content: string
}

function turnsIn(conversation: unknown): Turn[] {
  return parseList(conversation).flatMap((message) => {
    const { role, content } = parseObject(message)
    const text = contentText(content) ?? contentText(parseObject(content)['answer'])
    return typeof role === 'string' && text !== null ? [{ role, content: text }] : []
  })
}

/**
 * The prompt and the answer in a conversation `[{ role, content }]`. The prompt is its system message and what people
 * said; the answer is what the assistant said, one text for each turn. Null: it has no question or no answer.
 */
export function splitConversation(conversation: unknown): { messages: Turn[]; answer: Fields } | null {
  const turns = turnsIn(conversation)
  const messages = turns.filter(({ role }) => role === 'user' || role === 'system')
  const answers = turns.filter(({ role }) => role === 'assistant').map(({ content }) => content)
  if (!messages.some(({ role }) => role === 'user') || answers.length === 0) return null
  return { messages, answer: answerFields(answers) }
}

/** A vote on two answers to one prompt. @param sides  the texts of both */
export const battleRows = (prompt: Fields, vote: Fields, sides: readonly Fields[]): Translated => ({
  prompt,
  answers: sides.map((side, i) => ({ model: vote[i === 0 ? 'model_a' : 'model_b'], ...side })),
  votes: [vote],
})

/** One text as `text`, several as `turns`. */
export const answerFields = (turnTexts: readonly string[]): Fields =>
  turnTexts.length === 1 ? { text: turnTexts[0] } : { turns: turnTexts }

/** What a tool shows as input or output: a text, the only value of an object, or the object as JSON. Null: nothing. */
export function displayText(value: unknown): string | null {
  const structure = structureField(value)
  if (structure === null) return null
  if (typeof structure !== 'object') return textField(structure) === null ? null : String(structure)
  const text = contentText(structure)
  if (text !== null && text !== '') return text
  const values = Object.values(structure)
  if (!Array.isArray(structure) && values.length === 1) return displayText(values[0])
  return values.length === 0 ? null : JSON.stringify(structure)
}
