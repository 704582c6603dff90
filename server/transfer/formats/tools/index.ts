import { extname } from 'node:path'
import { columnsOf } from '../columns.ts'
import { FileError } from '../file-error.ts'
import { formatOf } from '../format.ts'
import type { OpenFile } from '../open-file.ts'
import { alpacaAnnotations, alpacaOutputs } from './alpaca-eval.ts'
import { arena55k, battlesWithConversations, ownBattles } from './lmarena.ts'
import { refuseLookAlike } from './look-alikes.ts'
import { preferences } from './preferences.ts'
import type { FileHead, ToolFormat } from './tool-format.ts'

/** Every format of another tool. The first that matches a file reads it. */
export const TOOL_FORMATS: readonly ToolFormat[] = [
  ownBattles,
  arena55k,
  battlesWithConversations,
  alpacaAnnotations,
  alpacaOutputs,
  preferences,
]

/** A format and the beginning of the file that has it. */
export interface Recognised {
  format: ToolFormat
  head: FileHead
}

/**
 * The tool that wrote a file, by its columns; null if it is none of them.
 * @throws {FileError} for a file that resembles one of Deadheat's but means something else
 */
export function recogniseTool(file: OpenFile): Recognised | null {
  const head = headOf(file)
  const format = TOOL_FORMATS.find(({ matches }) => matches(head))
  if (format) return { format, head }
  const refusal = refuseLookAlike(head, file.name)
  if (refusal) throw new FileError(refusal)
  return null
}

function headOf(file: OpenFile): FileHead {
  const format = formatOf(file.head, file.name)
  const base = file.name.replace(/\.gz$/i, '')
  const extension = extname(base)
  return {
    columns: new Set(columnsOf(file)),
    path: format.kind === 'json' ? (format.path ?? []) : [],
    text: file.head.toString('utf8'),
    title: extension === '' ? null : base.slice(0, -extension.length),
  }
}
