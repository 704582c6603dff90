import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { paragraph } from '../../../shared/finish/lines.ts'
import { COMMAND } from '../../../server/platform/config/installation.ts'

type Stream<T> = T & { isTTY?: boolean; columns?: number }

/** The terminal that a command runs in. */
export interface Terminal {
  stdin: Readable
  stdout: Stream<Writable>
  stderr: Stream<Writable>
  env: Record<string, string | undefined>
  /** The caller's folder: file arguments are resolved against it. */
  cwd: string
  now: () => Date
  /** What was typed, after the name of the program. */
  args: readonly string[]
  /** Whether `--json` asks for one JSON value on stdout. */
  json: boolean
  /** The address of a server to work on, as `--server` names it. */
  server?: string | undefined
  /** What `--token` names. */
  token?: string | undefined
  /** 0 done · 1 the answer is no · 3 outside failure · 4 not shown. An error sets its code when it is caught. */
  exitCode: 0 | 1 | 3 | 4
}

/** Names a server in the environment. */
export const SERVER = 'DEADHEAT_SERVER'
export const TOKEN = 'DEADHEAT_TOKEN'

/** The terminal of this process. npm runs scripts in the project's folder and names the caller's in INIT_CWD. */
export function thisTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  return {
    stdin,
    stdout,
    stderr,
    env,
    cwd: env['INIT_CWD'] ?? process.cwd(),
    now: () => new Date(),
    args: [],
    json: false,
    exitCode: 0,
  }
}

/** The arguments from the name of the command on, without the global options before it and their values. */
export function wordsOfCommand(args: readonly string[]): readonly string[] {
  const [first = ''] = args
  if (/^--(?:server|token)$/.test(first)) return wordsOfCommand(args.slice(2))
  return /^--(?:json$|server=|token=)/.test(first) ? wordsOfCommand(args.slice(1)) : args
}

/** A file argument as a path; `-` stays as it is. */
export function resolveFilePath(terminal: Terminal, file: string): string {
  return file === '-' ? file : resolve(terminal.cwd, file)
}

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
export function printNote({ stderr }: Terminal, text: string): void {
  stderr.write(`${withCommandPrefix(text)}\n`)
}

const LONG_WAIT_MS = 3000

/** Does the work, and writes to stderr what is awaited once it takes long. */
export async function patiently<Result>(
  terminal: Terminal,
  note: string,
  work: () => Promise<Result>,
  longMs = LONG_WAIT_MS,
): Promise<Result> {
  const timer = setTimeout(() => printNote(terminal, note), longMs)
  return work().finally(() => clearTimeout(timer))
}

/** A text with every `deadheat COMMAND` as it is typed here: in a checkout by npm, with the package by npx. */
export const withCommandPrefix = (text: string): string =>
  text.replace(/(?<![\w./@"'-]|npx )deadheat (?=[a-z][a-z-]*\b)/g, `${COMMAND} `)

/** How many columns a table may have. */
export function terminalWidth({ stdout, env }: Terminal): number {
  const width = stdout.isTTY ? stdout.columns : Number(env['COLUMNS'])
  return Math.max(MIN_WIDTH, width || DEFAULT_WIDTH)
}

/** Whether escape codes may colour stdout. */
export function mayColour({ stdout, env }: Terminal): boolean {
  return Boolean(stdout.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
}

/** How a text is laid out here. */
export const terminalLayout = (terminal: Terminal, parameters: Record<string, string> = {}) => ({
  width: terminalWidth(terminal),
  colour: mayColour(terminal),
  parameters,
})

const SHOW_AFTER = 1000
const REDRAW_EVERY = 100
const BAR = 12

interface Progress {
  /** Sets the share that is done, 0 … 1, and words beside it. */
  to: (share: number, words?: string) => void
  /** Removes the bar. */
  end: () => void
}

/** A bar on stderr, shown only in a terminal and after a second. Words that do not fit beside it go on below. */
export function progress({ stderr, now }: Terminal, label: string): Progress {
  if (!stderr.isTTY) return { to: () => undefined, end: () => undefined }
  const start = now().getTime()
  let drawnAt = 0
  let drawnLines = 0
  /** To the first column of the first line drawn. */
  const back = () => `\r${drawnLines > 1 ? `\u001b[${drawnLines - 1}A` : ''}`
  return {
    to(share, words = '') {
      const time = now().getTime()
      if (time - start < SHOW_AFTER || time - drawnAt < REDRAW_EVERY) return
      drawnAt = time
      const done = Math.floor(BAR * Math.min(1, share))
      const bar = `${label} ${'█'.repeat(done)}${'░'.repeat(BAR - done)} ${Math.floor(100 * share)} %`
      // a line that fills the last column would wrap by itself and could not be drawn over
      const lines = paragraph(words ? `${bar} · ${words}` : bar, (stderr.columns || DEFAULT_WIDTH) - 1)
      stderr.write(`${back()}\u001b[J${lines.join('\n')}`)
      drawnLines = lines.length
    },
    end() {
      if (drawnLines > 0) stderr.write(`${back()}\u001b[J`)
      drawnLines = 0
    },
  }
}
