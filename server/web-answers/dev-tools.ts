/** The DevTools protocol over pipes, as Chromium speaks it with `--remote-debugging-pipe`: JSON, each message ended by a zero byte. */
import { PassThrough } from 'node:stream'

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  sessionId?: string
  result?: Record<string, unknown>
  error?: { message: string }
}

interface Waiting<Value> {
  resolve(value: Value): void
  reject(cause: Error): void
}

/** Events after which a page, or a frame of it, answers no more. */
const LOST = new Set(['Inspector.targetCrashed', 'Inspector.detached', 'Target.detachedFromTarget'])

export class DevTools {
  /** What Chromium is to read. */
  readonly toChromium = new PassThrough()
  #begun: Buffer[] = []
  #lastId = 0
  #replies = new Map<number, Waiting<Record<string, unknown>>>()
  #events: (Waiting<Message> & { fits(event: Message): boolean })[] = []
  #ended: Error | null = null

  /** Takes what Chromium wrote. */
  read(chunk: Buffer): void {
    let from = 0
    for (let end; (end = chunk.indexOf(0, from)) >= 0; from = end + 1) {
      const text = Buffer.concat([...this.#begun, chunk.subarray(from, end)]).toString()
      this.#begun = []
      this.#take(text)
    }
    if (from < chunk.length) this.#begun.push(chunk.subarray(from))
  }

  #take(text: string): void {
    let message: Message
    try {
      message = JSON.parse(text) as Message
    } catch {
      return this.end('it does not speak the DevTools protocol')
    }
    if (message.id !== undefined) {
      const reply = this.#replies.get(message.id)
      this.#replies.delete(message.id)
      if (message.error) reply?.reject(new Error(message.error.message))
      else reply?.resolve(message.result ?? {})
      return
    }
    for (const event of this.#events.filter(({ fits }) => fits(message))) {
      this.#events.splice(this.#events.indexOf(event), 1)
      event.resolve(message)
    }
    if (LOST.has(message.method!)) this.end('the page is lost')
  }

  /** Rejects everything that is awaited, now and later. */
  end(why: string): void {
    this.#ended ??= new Error(why)
    for (const { reject } of [...this.#replies.values(), ...this.#events]) reject(this.#ended)
    this.#replies.clear()
    this.#events = []
  }

  /** @throws {Error} what Chromium refuses, or why it answers no more */
  send(
    method: string,
    params: Record<string, unknown> = {},
    sessionId?: string,
  ): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      const id = ++this.#lastId
      this.#replies.set(id, { resolve, reject })
      this.toChromium.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  /** The next such event. Called before that which causes it. */
  next(method: string, fits: (event: Message) => boolean = () => true): Promise<Message> {
    const event = new Promise<Message>((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      this.#events.push({ resolve, reject, fits: (found) => found.method === method && fits(found) })
    })
    // it may be rejected before anybody awaits it
    event.catch(() => undefined)
    return event
  }
}
