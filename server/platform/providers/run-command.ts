/** Runs a program with bounds on its time and output, and ends everything that it started. */
import { spawn, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

interface CommandToRun {
  /** The program and its arguments; no shell reads them. */
  command: readonly string[]
  /** The folder in which it starts. */
  folder: string
  /** Its whole environment. */
  env: Readonly<Record<string, string>>
  input: string | Readable
  /** Is given its standard output while it runs. */
  onOutput?: (chunk: Buffer) => void
  timeoutMs: number
  /** The bound on its standard output. */
  mostBytes: number
  signal?: AbortSignal | undefined
  /** Once aborted, the group is killed at once: nothing more is wanted of it. */
  over?: AbortSignal
}

export type CommandEnd =
  | { end: 'exited'; code: number | null; signal: NodeJS.Signals | null; output: Buffer; errors: ErrorText }
  /** It could not be started, by this code of the operating system. */
  | { end: 'not_started'; code: string }
  | { end: 'timed_out' }
  | { end: 'too_large' }

/** The last part of the standard error, and whether more came before it. */
interface ErrorText {
  text: string
  isCut: boolean
}

const MAX_ERROR_BYTES = 2 ** 16

/** How long output is awaited after the end of a program whose descendants left its process group. */
const DRAIN_MS = 1000

/**
 * Runs a program in a process group of its own. When the program ends or breaks a bound, the whole group is killed.
 * When the signal is aborted, the group first gets SIGTERM and a grace time. If this process is killed, so is the
 * group.
 * @throws the signal's reason when it is aborted, once the group has ended
 */
export async function runCommand(toRun: CommandToRun): Promise<CommandEnd> {
  const { command, folder, env, input, onOutput, timeoutMs, mostBytes, signal, over } = toRun
  signal?.throwIfAborted()
  const output: Buffer[] = []
  let outputBytes = 0
  let errors = Buffer.alloc(0)
  let isCut = false
  let stopped: 'timed_out' | 'too_large' | 'aborted' | null = null
  let ending: Promise<void> | null = null
  let child: ChildProcess
  haveGuard()
  try {
    child = spawn(command[0], command.slice(1), {
      cwd: folder,
      env,
      stdio: 'pipe',
      detached: true,
      shell: false,
    })
  } catch (error) {
    return { end: 'not_started', code: (error as NodeJS.ErrnoException).code ?? 'EINVAL' }
  }
  const { pid } = child
  const release = pid === undefined ? () => undefined : guardGroup(pid)
  const stop = (why: 'timed_out' | 'too_large') => {
    stopped ??= why
    if (pid !== undefined) killGroup(pid)
  }
  const onAbort = () => {
    stopped ??= 'aborted'
    if (pid !== undefined) ending ??= endGroup(pid)
  }
  const timer = setTimeout(() => stop('timed_out'), timeoutMs)
  const onOver = () => pid !== undefined && killGroup(pid)
  signal?.addEventListener('abort', onAbort)
  over?.addEventListener('abort', onOver)
  child.stdout!.on('data', (chunk: Buffer) => {
    outputBytes += chunk.length
    if (outputBytes > mostBytes) stop('too_large')
    else if (onOutput) onOutput(chunk)
    else output.push(chunk)
  })
  child.stderr!.on('data', (chunk: Buffer) => {
    const all = Buffer.concat([errors, chunk])
    isCut ||= all.length > MAX_ERROR_BYTES
    errors = all.subarray(-MAX_ERROR_BYTES)
  })
  // a program may end without reading its input
  child.stdin!.on('error', () => undefined)
  if (typeof input === 'string') child.stdin!.end(input)
  else input.pipe(child.stdin!)
  try {
    return await new Promise<CommandEnd>((resolve) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        if (pid === undefined) resolve({ end: 'not_started', code: error.code ?? error.message })
      })
      child.once('exit', (code, exitSignal) => {
        if (stopped !== 'aborted') killGroup(pid!)
        const ended = () =>
          resolve({
            end: 'exited',
            code,
            signal: exitSignal,
            output: Buffer.concat(output),
            errors: { text: errors.toString(), isCut },
          })
        const draining = setTimeout(() => {
          child.stdout!.destroy()
          child.stderr!.destroy()
        }, DRAIN_MS)
        child.once('close', () => {
          clearTimeout(draining)
          if (stopped === 'timed_out' || stopped === 'too_large') resolve({ end: stopped })
          else ended()
        })
      })
    }).then(async (end) => {
      await ending
      if (stopped === 'aborted') signal!.throwIfAborted()
      return end
    })
  } finally {
    release()
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    over?.removeEventListener('abort', onOver)
  }
}

/** What a program gets of the environment without being named. */
const USUAL = ['PATH', 'HOME', 'LANG', 'TMPDIR']

/** The environment of a program: the usual variables, and those that are named. */
export const commandEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
  named: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    [...USUAL, ...named].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  )

// Ends commands whose Deadheat was killed: a second process sees its pipe close, and ends their process groups.

const PROGRAM = fileURLToPath(new URL('./end-orphans.ts', import.meta.url))

const groups = new Set<number>()
let guard: { write(line: string): void } | null = null

/** Starts the guard unless it runs. Called before a command starts, which then never runs while its guard starts. */
function haveGuard(): void {
  guard ??= startGuard()
}

/**
 * Lets the guard end this process group if this process ends first, in whatever way.
 * @returns what to call when the group has ended
 */
function guardGroup(id: number): () => void {
  groups.add(id)
  if (guard) guard.write(`+${id}\n`)
  else guard = startGuard()
  return () => {
    groups.delete(id)
    guard?.write(`-${id}\n`)
  }
}

/** Starts a guard that knows all groups. If it ends, the next command starts another one. */
function startGuard() {
  // a signal to this process's group does not reach a detached process
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const gone = () => (guard = null)
  child.once('error', gone)
  child.once('exit', gone)
  child.stdin.on('error', gone)
  child.unref()
  const pipe = child.stdin as Socket
  pipe.unref()
  pipe.write([...groups].map((id) => `+${id}\n`).join(''))
  return pipe
}

// Process groups: a program and everything that it started.

/** The time between SIGTERM and SIGKILL. */
const GRACE_MS = 2000
const LOOK_EVERY_MS = 20

/** Kills every process of the group at once. */
const killGroup = (id: number): void => void signalGroup(id, 'SIGKILL')

/** Asks every process of the group to end, and kills those that are left after the grace time. */
export async function endGroup(id: number): Promise<void> {
  signalGroup(id, 'SIGTERM')
  const until = performance.now() + GRACE_MS
  while (performance.now() < until && signalGroup(id, 0)) await sleep(LOOK_EVERY_MS)
  killGroup(id)
}

/** @returns false if the group has ended */
function signalGroup(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-id, signal)
  } catch {
    return false
  }
}
