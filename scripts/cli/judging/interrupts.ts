const SAME_SIGNAL_MS = 1000

/**
 * A signal that fires at the first Ctrl-C or other request to end. The second one ends the process at once.
 * @returns the signal, and a function that stops listening
 */
export function interrupts(): { signal: AbortSignal; end: () => void } {
  const interrupted = new AbortController()
  let interruptedAt = 0
  const interrupt = () => {
    const now = performance.now()
    // a terminal and npm both send the signal
    if (interruptedAt > 0 && now - interruptedAt > SAME_SIGNAL_MS) process.exit(1)
    if (interruptedAt === 0) interruptedAt = now
    interrupted.abort()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, interrupt)
  return {
    signal: interrupted.signal,
    end: () => {
      for (const signal of signals) process.off(signal, interrupt)
    },
  }
}
