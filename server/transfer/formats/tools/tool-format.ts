import type { CodedMessage } from '../../../../shared/messages/index.ts'
import type { Fields } from '../fields.ts'

/** What a row of another tool's file holds, in the columns of Deadheat's own files. */
export interface Translated {
  /** A row of a prompts file. The answers and votes of this row belong to it. */
  prompt?: Fields
  /** Rows of an answers file, without `prompt` and `sample`. */
  answers?: Fields[]
  /** Rows of a votes file. The prompt of the row is theirs unless they name another. */
  votes?: Fields[]
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
  /** The keys that lead to its rows in a JSON document; empty if the rows are the file. */
  path: readonly string[]
  /** The beginning of the file. */
  text: string
  /** The name of the file in messages. */
  file: string
  /** The name of the file without its extensions; null if the file came without a name. */
  title: string | null
}

/** A file format of another tool. */
export interface ToolFormat {
  /** Its name in messages. */
  name: string
  /** Where its form is published. */
  source: string
  matches: (head: FileHead) => boolean
  /** Starts a file. @throws {FileError} if the file as a whole cannot be used */
  open: (head: FileHead) => Translate
  /** The column of its outcomes, if files of the format name it in several ways. */
  outcomes?: (head: FileHead) => string
}

/** Whether a file has all of these columns. */
export const hasAll = ({ columns }: FileHead, ...names: string[]): boolean =>
  names.every((name) => columns.has(name))

/** Whether a file has one of these columns. */
export const hasAny = ({ columns }: FileHead, ...names: string[]): boolean =>
  names.some((name) => columns.has(name))
