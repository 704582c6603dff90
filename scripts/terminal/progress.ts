import type { Terminal } from './terminal.ts'

const SHOW_AFTER = 1000
const REDRAW_EVERY = 100
const BAR = 24

export interface Progress {
  /** The share that is done, 0 … 1. */
  to: (share: number) => void
  /** Takes the bar away. */
  end: () => void
}

/** A bar on stderr, shown only in a terminal and only once the work takes more than a second. */
export function progress({ stderr, now }: Terminal, label: string): Progress {
  if (!stderr.isTTY) return { to: () => undefined, end: () => undefined }
  const start = now().getTime()
  let drawn = 0
  return {
    to(share) {
      const time = now().getTime()
      if (time - start < SHOW_AFTER || time - drawn < REDRAW_EVERY) return
      drawn = time
      const done = Math.round(BAR * Math.min(1, share))
      stderr.write(`\r${label} ${'█'.repeat(done)}${'░'.repeat(BAR - done)} ${Math.floor(100 * share)} %`)
    },
    end() {
      if (drawn > 0) stderr.write('\r\u001b[K')
    },
  }
}
