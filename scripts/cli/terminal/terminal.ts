import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'

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
  /** 0 done · 1 the answer is no or not yet · 3 outside failure. An error sets its code when it is caught. */
  exitCode: 0 | 1 | 3
}

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
    exitCode: 0,
  }
}

/** A file argument as a path; `-` stays as it is. */
export function pathFrom(terminal: Terminal, file: string): string {
  return file === '-' ? file : resolve(terminal.cwd, file)
}
