/** How a process of Deadheat ends. */
import { SetupError } from './setup-error.ts'

const SAME_SIGNAL_MS = 1000

/**
 * Stops once, on the first SIGINT, SIGTERM or SIGHUP. A later signal ends the process at once. Signals within a
 * second count as one, because the terminal and npm both send it.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince = 0
  const onSignal = () => {
    if (stoppingSince > 0) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    stop().then(() => process.exit(0), exitWithReason)
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
