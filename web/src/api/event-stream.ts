import { failureFrom, failureOf, type Failure } from './failure.ts'
import { signed } from './http.ts'

/** The server sends at least every 15 s. A longer silence means that the connection is lost. */
const SILENCE_MS = 40_000
const FIRST_WAIT_MS = 1000

interface Listener {
  /** Called with the data of one event. */
  onData(text: string): void
  /** Called when the connection opens, and when it is lost and retried. */
  onConnected(connected: boolean): void
  /** Called when the server refuses the request. There is no retry. */
  onRefused(failure: Failure): void
  /** Longest wait between two tries. Each wait is twice the one before. */
  longestWaitMs: number
}

/**
 * Follows a stream of events and reconnects. Returns a function that stops it.
 * An EventSource cannot send the admin token, so this reads the stream with fetch.
 */
export function followEvents(path: string, listener: Listener): () => void {
  const over = new AbortController()
  void listen(path, listener, over.signal)
  return () => over.abort()
}

async function listen(path: string, listener: Listener, over: AbortSignal): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !over.aborted; wait = Math.min(2 * wait, listener.longestWaitMs)) {
    try {
      const heard = () => {
        wait = FIRST_WAIT_MS
        listener.onConnected(true)
      }
      await hearOut(path, over, heard, listener.onData)
    } catch (error) {
      if (over.aborted) return
      const failure = failureFrom(error)
      if (!failure.passing) return listener.onRefused(failure)
    }
    if (over.aborted) return
    listener.onConnected(false)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** Reads one connection until it ends. */
async function hearOut(path: string, over: AbortSignal, heard: () => void, onData: (text: string) => void) {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), SILENCE_MS)
  try {
    const signal = AbortSignal.any([over, silent.signal])
    const response = await fetch(path, { headers: signed(), signal })
    if (!response.ok || !response.body) throw await failureOf(response)
    heard()
    let text = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), SILENCE_MS)
      text += value
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
        text = text.slice(end + 2)
        if (data) onData(data)
      }
    }
  } finally {
    clearTimeout(timer)
  }
}
