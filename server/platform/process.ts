/** How a process of Deadheat ends. */
import { isLeaving, leaveAndExit, onRequestToEnd } from './leaving.ts'
import { SetupError } from './setup-error.ts'

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
