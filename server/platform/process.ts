/** How a process of Deadheat ends. */
import { SetupError } from './setup-error.ts'

const SAME_SIGNAL_MS = 1000

/**
 * Stops once, on the first of SIGINT, SIGTERM and SIGHUP; a later one does not wait. What comes within a second is the
 * same one again, from the terminal and from npm.
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

/** One line for what its message explains, with exit code 3; anything else is a fault of ours and shows where. */
export function exitWithReason(error: unknown): never {
  if (error instanceof SetupError) console.error(`deadheat: ${error.message}`)
  else
    console.error('deadheat: this should not have happened. Please report it with the lines below.\n', error)
  process.exit(3)
}
