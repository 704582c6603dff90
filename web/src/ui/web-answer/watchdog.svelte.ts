/**
 * Finds web answers that stop responding. Frames may share a process, in which a loop without end stops all of them. So
 * those that stop together are loaded again one after another, and only a page that stops alone is named. A page that
 * forges or drops its replies changes only what is said of itself.
 */

const TICK_MS = 1000
/** Ticks without a reply: what takes a desktop two seconds takes a slow phone eight. After ten, people have left. */
const LIMIT = 8
/** Frames that stop within so many ticks may have been stopped by one of them. */
const TOGETHER = 2
/** A page is tried alone for the time after which it had stopped, but at most so many ticks, and then a few more. */
const [LONGEST_TRIAL, MORE] = [12, 3]
/** How often pages that stop together, and never alone, are tried. */
const MAX_ROUNDS = 2

/** When a frame was removed that did not reply. Chromium needs some time to end a process that loops. */
let blockedAt = -Infinity

export type FrameState = 'begins' | 'runs' | 'waits' | 'grabbed' | 'stopped' | 'unclear'

export class WatchedFrame {
  /** Only where it runs, the page has a frame. */
  state = $state<FrameState>(performance.now() - blockedAt < TICK_MS ? 'begins' : 'runs')
  /** Counts loads: with another number, the frame is made anew. */
  load = $state(0)
  /** Whether its empty page has loaded, so that only the answer can be what stops it. */
  isReady = false
  /** Whether it was tried alone in this round and went on. */
  isTried = false
  /** Ticks in a row without a reply. */
  missed = 0
  /** Ticks since it was ready. */
  ran = 0
  /** For how many ticks it is tried alone. */
  trial = 0
  rounds = 0
  #port: MessagePort | null = null
  /** Counted ticks since the frame was loaded, and the latest at which a question was asked that it answered. */
  #tick = 0
  #answered = -1
  /** By question, the tick at which it was asked: those without an answer. */
  #questions = new Map<string, number>()

  start(): void {
    this.state = 'runs'
    this.load++
    this.isReady = this.isTried = false
    this.missed = this.ran = this.#tick = 0
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
    if (isCounted) this.#tick++
    this.missed = this.#tick - this.#answered - 1
    if (isCounted && this.isReady) this.ran++
    for (const [question, tick] of this.#questions)
      if (tick <= this.#answered || this.#tick - tick > LIMIT) this.#questions.delete(question)
    const question = crypto.getRandomValues(new Uint32Array(4)).join(' ')
    this.#questions.set(question, this.#tick)
    this.#port?.postMessage(question)
  }

  /** Runs it while the others that stopped with it stay as source. */
  runAlone(): void {
    for (const frame of frames)
      if (frame !== this && frame.rounds > 0 && ['runs', 'waits'].includes(frame.state))
        frame.state = 'unclear'
    this.trial = Infinity
    startAlone(this)
  }
}

const frames = new Set<WatchedFrame>()
/** The frame that runs without those that stopped with it. */
let alone: WatchedFrame | null = null
let timer: ReturnType<typeof setInterval> | undefined
let lastTick = 0

const inState = (state: FrameState) => [...frames].filter((frame) => frame.state === state)

/** Watches a frame until the function that it returns is called. */
export function watch(frame: WatchedFrame): () => void {
  if (alone?.trial === Infinity) alone = null
  else if (alone) {
    frame.state = 'waits'
    frame.isTried = true
  }
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
  if (alone?.state !== 'runs' || !frames.has(alone)) alone = null
  if (alone) judgeAlone(alone)
  // a tick after the others were removed
  else if (inState('waits').length > 0) tryNext()
  else if (running.some(({ missed }) => missed >= LIMIT)) judgeTogether(running)
}

function judgeAlone(frame: WatchedFrame): void {
  if (frame.missed >= LIMIT && frame.isReady) {
    frame.state = 'stopped'
    for (const waiting of inState('waits')) waiting.isTried = false
  } else if (frame.missed >= LIMIT || (frame.missed === 0 && frame.ran >= frame.trial)) {
    frame.state = 'waits'
    frame.isTried = true
  }
}

function judgeTogether(running: WatchedFrame[]): void {
  const silent = running.filter(({ missed }) => missed >= LIMIT - TOGETHER)
  const [first] = silent
  // beside a frame that replies, it stopped by itself
  if (silent.length === 1 && running.length > 1 && first!.isReady) first!.state = 'stopped'
  else
    for (const frame of silent) {
      frame.trial = Math.min(Math.max(frame.ran - frame.missed, 0), LONGEST_TRIAL) + MORE
      frame.state = 'waits'
    }
}

function tryNext(): void {
  const waiting = inState('waits')
  const next = waiting.find(({ isTried }) => !isTried)
  if (next) {
    // nothing else waits for the end of its trial
    if (waiting.length === 1 && inState('runs').length === 0) next.trial = Infinity
    startAlone(next)
  } else
    for (const frame of waiting)
      if (++frame.rounds < MAX_ROUNDS) frame.start()
      else frame.state = 'unclear'
}

function startAlone(frame: WatchedFrame): void {
  alone = frame
  frame.start()
}
