/** Ends commands whose Deadheat was killed: a second process sees its pipe close, and ends their process groups. */
import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./end-orphans.ts', import.meta.url))

const groups = new Set<number>()
let guard: { write(line: string): void } | null = null

/** Starts the guard unless it runs. Called before a command starts, which then never runs while its guard starts. */
export function haveGuard(): void {
  guard ??= startGuard()
}

/**
 * Lets the guard end this process group if this process ends first, in whatever way.
 * @returns what to call when the group has ended
 */
export function guardGroup(id: number): () => void {
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
