/** A person who draws a battle and votes on it, as a page does. */
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
