/** The boards of a stream, each with the moment of its arrival. */
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SeenBoard {
  /** As of performance.now(). */
  arrivedAt: number
  votes: number
  isPreview: boolean
}

const AGAIN_MS = 500

export function boardsOf(address: string) {
  const leaving = new AbortController()
  const news = new EventEmitter()
  const all: SeenBoard[] = []
  const last = () => all.at(-1)!

  /** As a browser does: a stream that ends, or waits too long for a first board, is requested again. */
  async function listen(): Promise<void> {
    while (!leaving.signal.aborted) {
      await readStream().catch(() => {})
      await sleep(AGAIN_MS, undefined, { signal: leaving.signal }).catch(() => {})
    }
  }

  async function readStream(): Promise<void> {
    const response = await fetch(address, { signal: leaving.signal })
    let text = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      const at = performance.now()
      text += piece
      const events = text.split('\n\n')
      text = events.pop()!
      for (const event of events) {
        const data = event.split('\n').find((line) => line.startsWith('data: '))
        if (!data) continue
        const { votes, preview } = JSON.parse(data.slice('data: '.length)) as {
          votes: number
          preview?: true
        }
        all.push({ arrivedAt: at, votes, isPreview: preview === true })
        news.emit('board')
      }
    }
  }
  void listen()

  /** Waits for a board that meets the condition. Rejects with an AbortError after `mostMs`. */
  async function until(isWanted: (board: SeenBoard) => boolean, mostMs: number): Promise<SeenBoard> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), mostMs)
    try {
      while (all.length === 0 || !isWanted(last())) await once(news, 'board', limit)
      return last()
    } finally {
      clearTimeout(timer)
    }
  }
  return { all, last, until, leave: () => leaving.abort() }
}
