/**
 * Finds web answers that stop responding. Frames may share a process, in which a loop without end stops all of them: so
 * nobody is named, and a reader can run each of them alone. A page that forges or drops its replies changes only what is
 * said of itself.
 */

const TICK_MS = 1000
/** Ticks without a reply: what takes a desktop two seconds takes a slow phone eight. After ten, people have left. */
const LIMIT = 8

/** When a frame was removed that did not reply. Chromium needs some time to end a process that loops. */
let blockedAt = -Infinity

export type FrameState = 'begins' | 'runs' | 'grabbed' | 'stopped'

export class WatchedFrame {
  /** Only where it runs, the page has a frame. */
  state = $state<FrameState>(performance.now() - blockedAt < TICK_MS ? 'begins' : 'runs')
  /** Counts loads: with another number, the frame is made anew. */
  load = $state(0)
  /** Whether its empty page has loaded, so that only the answer can be what stops it. */
  isReady = false
  /** Counted ticks since its last reply. */
  missed = 0
  #port: MessagePort | null = null

  start(): void {
    this.state = 'runs'
    this.load++
    this.isReady = false
    this.missed = 0
    this.listen(null)
  }

  /** Takes the port by which the page inside replies. */
  listen(port: MessagePort | null): void {
    this.#port?.close()
    this.#port = port
    if (!port) return
    this.isReady = true
    port.onmessage = () => (this.missed = 0)
  }

  ask(isCounted: boolean): void {
    if (isCounted && this.isReady) this.missed++
    this.#port?.postMessage('')
  }

  /** Runs it while the others stay as source. */
  runAlone(): void {
    for (const frame of running()) frame.state = 'stopped'
    this.start()
  }
}

const frames = new Set<WatchedFrame>()
let timer: ReturnType<typeof setInterval> | undefined
let lastTick = 0

const running = () => [...frames].filter(({ state }) => state === 'runs')

/** Watches a frame until the function that it returns is called. */
export function watch(frame: WatchedFrame): () => void {
  frames.add(frame)
  if (frames.size === 1) {
    lastTick = performance.now()
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    frames.delete(frame)
    frame.listen(null)
    if (frame.missed > 1) blockedAt = performance.now()
    if (frames.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  const now = performance.now()
  // browsers slow the timers of hidden pages, and a laptop that slept or a busy page is late itself
  const isCounted = !document.hidden && now - lastTick < 2 * TICK_MS
  lastTick = now
  const asked = running()
  for (const frame of asked) frame.ask(isCounted)
  for (const frame of frames) if (frame.state === 'begins') frame.start()
  if (!asked.some(({ missed }) => missed >= LIMIT)) return
  for (const frame of asked) {
    if (frame.missed >= LIMIT) frame.state = 'stopped'
    // one that could not load beside it is loaded anew
    else if (!frame.isReady) frame.state = 'begins'
  }
}
