import type { Warning } from '../contracts/board.ts'

const SHOWN = 10

/** A warning in words, with the lines it is about. */
export function warningText({ message, lines = [] }: Warning): string {
  if (lines.length === 0) return message
  const more = lines.length > SHOWN ? ', …' : ''
  return `${message} ${lines.length === 1 ? 'Line' : 'Lines'} ${lines.slice(0, SHOWN).join(', ')}${more}.`
}
