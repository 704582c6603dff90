import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
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

/** The same in this process, in a tenth of the time: for what a command says and does. */
export async function deadheatHere(
  args: readonly string[],
  { input = '', cwd = process.cwd(), env = {} }: RunOptions = {},
): Promise<Ran> {
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

/** Each of these commands is refused: exit 2, one line on stderr, and nothing on stdout. */
export async function expectRefused(
  run: (...args: string[]) => Promise<Ran>,
  commands: readonly [line: string, message: string][],
): Promise<void> {
  for (const [line, message] of commands) {
    const { code, stdout, stderr } = await run(...wordsIn(line))
    expect([line, code, stdout]).toEqual([line, 2, ''])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toMatch(new RegExp(message))
  }
}

/** The board that `rate --json` prints for the votes of a text. */
export async function ratedBoard(input: string | Buffer, ...args: string[]): Promise<Board> {
  const { code, stdout, stderr } = await deadheatHere(['rate', '-', '--json', ...args], { input })
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`)
  return JSON.parse(stdout) as Board
}
