import { leaveAndExit, onRequestToEnd } from '../../../server/platform/process.ts'

/**
 * A signal that fires at the first Ctrl-C or other request to end. The second one does not wait, the third not even for
 * the embedded database.
 * @returns the signal, and a function that stops listening
 */
export function interrupts(): { signal: AbortSignal; end: () => void } {
  const interrupted = new AbortController()
  const end = onRequestToEnd((nth) => {
    if (nth > 2) process.exit(1)
    if (nth === 2) void leaveAndExit(1)
    interrupted.abort()
  })
  return { signal: interrupted.signal, end }
}
