import type { JudgingState } from '../../../shared/contracts/judging.ts'
import type { Failure } from './failure.ts'
import { failureFrom, failureOf } from './failure.ts'
import { signed } from './http.ts'

/** A word comes every 15 s at least; later than this the line is dead. */
const SILENCE_MS = 40_000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 10_000

interface Listener {
  onState(state: JudgingState): void
  /** The line is there, or it is lost and sought again. */
  onConnected(connected: boolean): void
  /** It is refused: it is not sought again. */
  onRefused(failure: Failure): void
}

/** How far judging has come, told for as long as somebody listens. Returns what ends that. */
export function followJudging(arena: string, listener: Listener): () => void {
  const over = new AbortController()
  void listen(arena, listener, over.signal)
  return () => over.abort()
}

async function listen(arena: string, listener: Listener, over: AbortSignal): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !over.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      await hearOut(arena, over, (state) => {
        wait = FIRST_WAIT_MS
        listener.onConnected(true)
        listener.onState(state)
      })
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

/** Reads one line until it ends. EventSource cannot carry a token. */
async function hearOut(arena: string, over: AbortSignal, onState: (state: JudgingState) => void) {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), SILENCE_MS)
  try {
    const signal = AbortSignal.any([over, silent.signal])
    const response = await fetch(`/api/admin/arenas/${arena}/judging/stream`, { headers: signed(), signal })
    if (!response.ok || !response.body) throw await failureOf(response)
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
        if (data) onState(JSON.parse(data) as JudgingState)
      }
    }
  } finally {
    clearTimeout(timer)
  }
}
