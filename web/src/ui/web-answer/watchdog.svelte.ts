/**
 * Finds web answers that stop responding. Frames may share a process, in which a loop without end stops all of them. So of
 * those that stop together nobody is named: a reader can run each of them alone. A page that forges or drops its replies
 * changes only what is said of itself.
 */

const TICK_MS = 1000
/** Ticks without a reply: what takes a desktop two seconds takes a slow phone eight. After ten, people have left. */
const LIMIT = 8
/** Frames that stop within so many ticks may have been stopped by one of them. */
const TOGETHER = 2

/** When a frame was removed that did not reply. Chromium needs some time to end a process that loops. */
let blockedAt = -Infinity

export type FrameState = 'begins' | 'runs' | 'grabbed' | 'stopped' | 'unclear'

export class WatchedFrame {
  /** Only where it runs, the page has a frame. */
  state = $state<FrameState>(performance.now() - blockedAt < TICK_MS ? 'begins' : 'runs')
  /** Counts loads: with another number, the frame is made anew. */
  load = $state(0)
  /** Whether its empty page has loaded, so that only the answer can be what stops it. */
  isReady = false
  /** Ticks in a row without a reply. */
  missed = 0
  #port: MessagePort | null = null
  /** Counted ticks since the frame was loaded, and the latest at which a question was asked that it answered. */
  #tick = 0
  #answered = -1
  /** By question, the tick at which it was asked: those without an answer. */
  #questions = new Map<string, number>()

  start(): void {
    this.state = 'runs'
    this.load++
    this.isReady = false
    this.missed = this.#tick = 0
    this.#answered = -1
    this.#questions.clear()
    this.listen(null)
  }

  /** Takes the port by which the page inside replies. */
  listen(port: MessagePort | null): void {
    this.#port?.close()
    this.#port = port
    if (!port) return
    this.isReady = true
    // A loop cannot know the questions asked since it began. A late answer counts from when its question was asked: a
    // frame beside a page that loops for a second, again and again, is late and runs.
    port.onmessage = ({ data }) => {
      this.#answered = Math.max(this.#answered, this.#questions.get(data as string) ?? -1)
    }
  }

  ask(isCounted: boolean): void {
    if (isCounted && this.isReady) this.#tick++
    this.missed = this.#tick - this.#answered - 1
    for (const [question, tick] of this.#questions)
      if (tick <= this.#answered || this.#tick - tick > LIMIT) this.#questions.delete(question)
    const question = crypto.getRandomValues(new Uint32Array(4)).join(' ')
    this.#questions.set(question, this.#tick)
    this.#port?.postMessage(question)
  }

  /** Runs it while the others stay as source. */
  runAlone(): void {
    for (const frame of inState('runs')) frame.state = 'unclear'
    this.start()
  }
}

const frames = new Set<WatchedFrame>()
let timer: ReturnType<typeof setInterval> | undefined
let lastTick = 0

const inState = (state: FrameState) => [...frames].filter((frame) => frame.state === state)

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
  const running = inState('runs')
  for (const frame of running) frame.ask(isCounted)
  for (const frame of inState('begins')) frame.start()
  if (!running.some(({ missed }) => missed >= LIMIT)) return
  const silent = running.filter(({ missed }) => missed >= LIMIT - TOGETHER)
  // without another that is silent, it stopped by itself
  for (const frame of silent) frame.state = silent.length === 1 ? 'stopped' : 'unclear'
  // one that could not load beside it is loaded anew
  for (const frame of running) if (!frame.isReady) frame.state = 'begins'
}
