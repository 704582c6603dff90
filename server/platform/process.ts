/** How a process of Deadheat ends. */
import { leaveAndExit } from './leaving.ts'
import { SetupError } from './setup-error.ts'

const SAME_SIGNAL_MS = 1000

/**
 * Stops once, on the first SIGINT, SIGTERM or SIGHUP. A job that does not end in time is left to the next process, which
 * begins it again. A second signal does not wait, a third not even for the embedded database. Signals within a second
 * count as one, because the terminal and npm both send it.
 * @param mostMs how long `stop` may take
 */
export function stopOnSignal(stop: () => Promise<void>, mostMs: number): void {
  let signals = 0
  let lastAt = -Infinity
  let isLeaving = false
  const leave = (code: number) => {
    isLeaving = true
    void leaveAndExit(code)
  }
  const tooLate = () => {
    console.error(
      `deadheat: stopped without waiting longer than ${mostMs / 1000} s for a job. It begins again at the next start.`,
    )
    leave(0)
  }
  const onSignal = () => {
    if (performance.now() - lastAt <= SAME_SIGNAL_MS) return
    lastAt = performance.now()
    signals += 1
    if (signals > 2) process.exit(1)
    if (signals === 2) return leave(1)
    setTimeout(tooLate, mostMs)
    stop().then(
      () => process.exit(0),
      // what still runs may fail while the database ends
      (error: unknown) => isLeaving || exitWithReason(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}

/** Prints one line for a SetupError; any other error is a bug and shows its stack. Exits with code 3. */
export function exitWithReason(error: unknown): never {
  if (error instanceof SetupError) console.error(`deadheat: ${error.message}`)
  else
    console.error('deadheat: this should not have happened. Please report it with the lines below.\n', error)
  process.exit(3)
}
