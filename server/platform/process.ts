/** How a process of Deadheat ends. */
import { SetupError } from './setup-error.ts'

/**
 * Resources that a process must release before it ends in any way, such as the embedded database, which would keep
 * running.
 */
const toLeave = new Set<() => Promise<void>>()

/** Calls `leave` if the process ends early. Returns a function that cancels this. */
export function leaveBeforeExit(leave: () => Promise<void>): () => void {
  toLeave.add(leave)
  return () => void toLeave.delete(leave)
}

let leaving = false

/** Whether this process leaves everything: what fails from now on fails because of that. */
export const isLeaving = (): boolean => leaving

/** Leaves everything, then ends the process. */
export async function leaveAndExit(code: number): Promise<never> {
  leaving = true
  await Promise.allSettled([...toLeave].map((leave) => leave()))
  process.exit(code)
}

/** The signals that ask a process to end, and the exit codes that shells expect after them. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
type Signal = keyof typeof EXIT_CODES
const SAME_REQUEST_MS = 1000

interface Listener {
  hear: (request: number, exitCode: number) => void
  requests: number
}

const listeners: Listener[] = []
let lastRequestAt = -Infinity

/**
 * Calls `hear` at each request to end, with its number from 1; the newest listener alone hears it. Signals within a
 * second are one request, because terminal, npm and launcher each send the same Ctrl-C. SIGHUP says that a terminal or
 * a parent is gone: after another request it is none, since nobody urges.
 * @returns stops listening
 */
export function onRequestToEnd(hear: Listener['hear']): () => void {
  const signals = Object.keys(EXIT_CODES) as Signal[]
  const listener = { hear, requests: 0 }
  if (listeners.push(listener) === 1) for (const signal of signals) process.on(signal, request)
  return () => {
    listeners.splice(listeners.indexOf(listener), 1)
    if (listeners.length === 0) for (const signal of signals) process.off(signal, request)
  }
}

function request(signal: Signal): void {
  const listener = listeners.at(-1)!
  const now = performance.now()
  if (now - lastRequestAt <= SAME_REQUEST_MS || (signal === 'SIGHUP' && listener.requests > 0)) return
  lastRequestAt = now
  listener.requests += 1
  listener.hear(listener.requests, EXIT_CODES[signal])
}

/** Ends the process in order at a request that nothing else in it hears. A second request does not wait. */
export function leaveOnRequest(): void {
  onRequestToEnd((nth, exitCode) => (nth > 1 ? process.exit(exitCode) : void leaveAndExit(exitCode)))
}

/**
 * Stops once, at the first request to end. A job that does not end in time is left to the next process, which begins it
 * again. A second request does not wait, a third not even for the embedded database.
 * @param mostMs how long `stop` may take
 */
export function stopOnRequest(stop: () => Promise<void>, mostMs: number): void {
  const tooLate = () => {
    console.error(
      `deadheat: stopped without waiting longer than ${mostMs / 1000} s for a job. It begins again at the next start.`,
    )
    void leaveAndExit(0)
  }
  onRequestToEnd((nth) => {
    if (nth > 2) process.exit(1)
    if (nth === 2) return void leaveAndExit(1)
    setTimeout(tooLate, mostMs)
    stop().then(
      () => process.exit(0),
      // what still runs may fail while the database ends
      (error: unknown) => isLeaving() || exitWithReason(error),
    )
  })
}

/** Prints one line for a SetupError; any other error is a bug and shows its stack. Exits with code 3. */
export function exitWithReason(error: unknown): never {
  if (error instanceof SetupError) console.error(`deadheat: ${error.message}`)
  else
    console.error('deadheat: this should not have happened. Please report it with the lines below.\n', error)
  process.exit(3)
}
