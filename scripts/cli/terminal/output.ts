import { COMMAND } from '../../../server/platform/config/installation.ts'
import type { Terminal } from './terminal.ts'

const DEFAULT_WIDTH = 100
const MIN_WIDTH = 40

/** Writes the command's result to stdout, ended by a line break. */
export function print({ stdout }: Terminal, text: string): void {
  stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

/** Writes the one JSON value that `--json` promises. */
export function printJson(terminal: Terminal, value: unknown): void {
  print(terminal, JSON.stringify(value, null, 2))
}

/** Writes a message beside the result, to stderr. Commands in it can be typed as they stand. */
export function note({ stderr }: Terminal, text: string): void {
  stderr.write(`${asTyped(text)}\n`)
}

/** A text with every `deadheat COMMAND` as it is typed here: in a checkout by npm, with the package by npx. */
export const asTyped = (text: string): string =>
  text.replace(/(?<![\w./@"'-]|npx )deadheat (?=[a-z][a-z-]*\b)/g, `${COMMAND} `)

/** How many columns a table may have. */
export function widthOf({ stdout, env }: Terminal): number {
  const width = stdout.isTTY ? stdout.columns : Number(env['COLUMNS'])
  return Math.max(MIN_WIDTH, width || DEFAULT_WIDTH)
}

/** Whether escape codes may colour stdout. */
export function mayColour({ stdout, env }: Terminal): boolean {
  return Boolean(stdout.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
}

/** Bold, accent and faint by escape codes, or plain text if colour is off. */
export function paintOf(terminal: Terminal) {
  const code = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`
  if (!mayColour(terminal)) return { strong: String, accent: String, faint: String }
  return { strong: code(1, 22), accent: code(31, 39), faint: code(2, 22) }
}
