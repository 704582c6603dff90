/** The boards of a stream, each with the moment of its arrival. */
import { EventEmitter, once } from 'node:events'

export interface SeenBoard {
  /** As of performance.now(). */
  arrivedAt: number
  votes: number
  isPreview: boolean
}

export function boardsOf(address: string) {
  const leaving = new AbortController()
  const news = new EventEmitter()
  const all: SeenBoard[] = []
  const last = () => all.at(-1)!

  async function listen(): Promise<void> {
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
  listen().catch((error: Error) => error.name === 'AbortError' || news.emit('error', error))

  /** Waits for a board that meets the condition. */
  async function until(isWanted: (board: SeenBoard) => boolean, mostMs: number): Promise<SeenBoard> {
    const signal = AbortSignal.timeout(mostMs)
    while (all.length === 0 || !isWanted(last())) await once(news, 'board', { signal })
    return last()
  }
  return { all, last, until, leave: () => leaving.abort() }
}
