import type { Warning } from '../contracts/board.ts'

const SHOWN = 10

/** A warning in words, with the lines it is about. */
export function warningText({ message, lines = [], unit }: Warning): string {
  if (lines.length === 0) return message
  const more = lines.length > SHOWN ? ', …' : ''
  const what = unit === 'element' ? 'Element' : 'Line'
  return `${message} ${what}${lines.length === 1 ? '' : 's'} ${lines.slice(0, SHOWN).join(', ')}${more}.`
}
