import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { loadCommands } from '../../scripts/cli/commands/index.ts'
import type { Board } from '../../shared/contracts/index.ts'
import type { TestApp } from '../support/app.ts'
import { run } from '../../scripts/cli/terminal/run.ts'
import { casesIn } from '../support/cases.ts'
import { withTerminal } from './run-here.ts'

const script = join(import.meta.dirname, '../../scripts/deadheat.ts')

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  input?: string | Buffer
  cwd?: string
  env?: Record<string, string>
}

/** Runs the terminal as its own process, for tests of how a process ends and reads its input. */
export async function deadheat(
  args: readonly string[],
  { input = '', cwd, env = {} }: RunOptions = {},
): Promise<Ran> {
  const { INIT_CWD: _, ...inherited } = process.env
  const child = spawn(process.execPath, [script, ...args], { cwd, env: { ...inherited, ...env } })
  // a command that refuses its options never reads its input
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

/** The same in this process, in a tenth of the time: for what a command says and does. It may be typed as a line. */
export async function deadheatHere(
  typed: readonly string[] | string,
  { input = '', cwd = process.cwd(), env = {} }: RunOptions = {},
): Promise<Ran> {
  const args = typeof typed === 'string' ? wordsIn(typed) : typed
  const { INIT_CWD: _, ...inherited } = process.env
  const commands = await loadCommands(args)
  const around = { input, cwd, env: { ...inherited, ...env } }
  return withTerminal((terminal) => run(args, commands, terminal), around)
}

/** Runs commands in this process on the database of an app, with their files and their data in one folder. */
export const terminalOn =
  (app: TestApp, cwd: string, env: Record<string, string> = {}) =>
  (...args: string[]): Promise<Ran> =>
    deadheatHere(args, {
      cwd,
      env: { DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd, ...env },
    })

/** The words of a line, as a shell splits it: those in double quotes are one. */
export const wordsIn = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!)

/** The commands of `cases/refused.yaml`, each with what its message has. */
export const REFUSED = casesIn<Record<string, [line: string, message: string][]>>(import.meta.url, 'refused')

/** Of these commands, what came of those that are not refused by exit 2, with one line that has the message and nothing else. */
export async function notRefused(
  run: (...args: string[]) => Promise<Ran>,
  commands: readonly [line: string, message: string][],
): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const [line, message] of commands) {
    const { code, stdout, stderr } = await run(...wordsIn(line))
    const isRefused = code === 2 && stdout === '' && stderr.trim().split('\n').length === 1
    if (!isRefused || !new RegExp(message).test(stderr)) wrong.push({ line, message, code, stdout, stderr })
  }
  return wrong
}

/** The board that `rate --json` prints for the votes of a text, with these options. */
export async function ratedBoard(input: string | Buffer, ...options: string[]): Promise<Board> {
  const { code, stdout, stderr } = await deadheatHere(`rate - --json ${options.join(' ')}`, { input })
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`)
  return JSON.parse(stdout) as Board
}
