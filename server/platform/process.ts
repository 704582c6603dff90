/** How a process of Deadheat ends. */
import { SetupError } from './setup-error.ts'

/** Stops once, on the first of SIGINT, SIGTERM and SIGHUP; a second one does not wait. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
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
