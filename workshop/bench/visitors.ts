import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IssuedBattle } from '../../shared/contracts/index.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }

interface Drawn {
  cookie: string
  issued: IssuedBattle
}

/** Draws a battle as a new voter. */
export async function drawBattle(address: string, slug: string): Promise<Drawn> {
  const response = await fetch(`${address}/api/arenas/${slug}/battles`, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: '{}',
  })
  if (response.status !== 201)
    throw new Error(`a draw was answered ${response.status}: ${await response.text()}`)
  const cookie = response.headers.get('set-cookie')!.split(';')[0]!
  return { cookie, issued: (await response.json()) as IssuedBattle }
}

/** Votes on a battle, for good. Returns when it was acknowledged. */
export async function voteOn(address: string, { cookie, issued }: Drawn): Promise<number> {
  const { battle, ticket } = issued
  const voted = await fetch(`${address}/api/battles/${battle.id}/vote`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, cookie },
    body: JSON.stringify({ ticket, outcome: 'left' }),
  })
  if (voted.status !== 201) throw new Error(`a vote was answered ${voted.status}: ${await voted.text()}`)
  await voted.arrayBuffer()
  const revealed = await fetch(`${address}/api/battles/${battle.id}/reveal`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, cookie },
    body: JSON.stringify({ ticket }),
  })
  if (!revealed.ok) throw new Error(`a reveal was answered ${revealed.status}: ${await revealed.text()}`)
  await revealed.arrayBuffer()
  return performance.now()
}

// The boards of a stream, each with the moment of its arrival.

interface SeenBoard {
  /** As of performance.now(). */
  arrivedAt: number
  votes: number
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
        const { votes } = JSON.parse(data.slice('data: '.length)) as { votes: number }
        all.push({ arrivedAt: at, votes })
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
  return { last, until, leave: () => leaving.abort() }
}
