import type { Terminal } from './terminal.ts'

const SHOW_AFTER = 1000
const REDRAW_EVERY = 100
const BAR = 24

export interface Progress {
  /** Sets the share that is done, 0 … 1, and words beside it. */
  to: (share: number, words?: string) => void
  /** Removes the bar. */
  end: () => void
}

/** A bar on stderr, shown only in a terminal and only once the work takes more than a second. */
export function progress({ stderr, now }: Terminal, label: string): Progress {
  if (!stderr.isTTY) return { to: () => undefined, end: () => undefined }
  const start = now().getTime()
  let drawnWidth = 0
  return {
    to(share, words = '') {
      const time = now().getTime()
      if (time - start < SHOW_AFTER || time - drawnWidth < REDRAW_EVERY) return
      drawnWidth = time
      const done = Math.floor(BAR * Math.min(1, share))
      const bar = `${label} ${'█'.repeat(done)}${'░'.repeat(BAR - done)} ${Math.floor(100 * share)} %`
      const room = Math.max(0, (stderr.columns ?? Infinity) - bar.length - 4)
      stderr.write(`\r${bar}${words && ` · ${words.slice(0, room)}`}${words && '\u001b[K'}`)
    },
    end() {
      if (drawnWidth > 0) stderr.write('\r\u001b[K')
    },
  }
}
