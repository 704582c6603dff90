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

/** Leaves everything, then ends the process. */
export async function leaveAndExit(code: number): Promise<never> {
  await Promise.allSettled([...toLeave].map((leave) => leave()))
  process.exit(code)
}

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** Ends the process in order on a signal that nothing else in it handles. A second signal does not wait. */
export function leaveOnSignal(): void {
  let isLeaving = false
  for (const [signal, code] of Object.entries(EXIT_CODES))
    process.on(signal, () => {
      if (process.listenerCount(signal) > 1) return
      if (isLeaving) process.exit(code)
      isLeaving = true
      void leaveAndExit(code)
    })
}
