/** A person who votes on the page, one pair after another, and measures the time. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { IssuedBattle } from '../../../../shared/contracts/index.ts'

const BETWEEN_MS = 150

/**
 * Votes until stopped, each time as a new voter.
 * @returns ms from posting each vote until its receipt
 */
export async function voteUntil(address: string, arena: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const shown = await fetch(`${address}/api/arenas/${arena}/battles`, post({}))
    const { battle, ticket } = (await shown.json()) as IssuedBattle
    const cookie = shown.headers.get('set-cookie')?.split(';')[0] ?? ''
    const start = performance.now()
    const voted = await fetch(
      `${address}/api/battles/${battle.id}/vote`,
      post({ ticket, outcome: 'left' }, { cookie }),
    )
    await voted.text()
    if (voted.status !== 201) throw new Error(`the vote was answered with ${voted.status}`)
    times.push(performance.now() - start)
    await sleep(BETWEEN_MS, undefined, { signal }).catch(() => undefined)
  }
  return times
}

const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
