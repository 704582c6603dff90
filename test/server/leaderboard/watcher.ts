/** Somebody who watches a board: the Server-Sent Events of a response, one after another. */
import { Board } from '../../../shared/contracts/index.ts'

export interface BoardEvent {
  id: string
  board: Board
}

export class Watcher {
  readonly response: Response
  private readonly chunks: ReadableStreamDefaultReader<string>
  private text = ''

  constructor(response: Response) {
    this.response = response
    this.chunks = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  }

  static async of(address: string, arena: string, query = ''): Promise<Watcher> {
    const response = await fetch(`${address}/api/arenas/${arena}/leaderboard/stream${query}`)
    if (response.status !== 200) throw new Error(`no stream: ${response.status} ${await response.text()}`)
    return new Watcher(response)
  }

  /** The first event or comment that has not been read. */
  async beginning(): Promise<string> {
    while (!this.text.includes('\n\n')) this.text += (await this.chunks.read()).value ?? ''
    return this.text.slice(0, this.text.indexOf('\n\n'))
  }

  /** The next board, or null once the stream has ended. */
  async next(): Promise<BoardEvent | null> {
    for (;;) {
      const end = this.text.indexOf('\n\n')
      if (end < 0) {
        const { done, value } = await this.chunks.read()
        if (done) return null
        this.text += value
        continue
      }
      const fields = this.text.slice(0, end).split('\n')
      this.text = this.text.slice(end + 2)
      if (fields.every((field) => field.startsWith(':'))) continue
      return eventOf(fields)
    }
  }

  leave(): Promise<void> {
    return this.chunks.cancel()
  }
}

function eventOf(fields: string[]): BoardEvent {
  const field = (name: string) => fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  if (field('event') !== 'leaderboard') throw new Error(`another event: ${fields.join(' | ')}`)
  return { id: field('id')!, board: Board.parse(JSON.parse(field('data')!)) }
}
