import type { IssuedBattle } from '../../shared/contracts/index.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }

export interface Drawn {
  cookie: string
  issued: IssuedBattle
}

/** Draws a battle as a new voter. */
export async function drawBattle(address: string, slug: string): Promise<Drawn> {
  const shown = await fetch(`${address}/api/arenas/${slug}/battles`, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: '{}',
  })
  if (shown.status !== 201) throw new Error(`a draw was answered ${shown.status}: ${await shown.text()}`)
  const cookie = shown.headers.get('set-cookie')!.split(';')[0]!
  return { cookie, issued: (await shown.json()) as IssuedBattle }
}

/** Casts a vote on a battle. Returns when it was acknowledged. */
export async function voteOn(address: string, { cookie, issued }: Drawn): Promise<number> {
  const { battle, ticket } = issued
  const voted = await fetch(`${address}/api/battles/${battle.id}/vote`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, cookie },
    body: JSON.stringify({ ticket, outcome: 'left' }),
  })
  if (voted.status !== 201) throw new Error(`a vote was answered ${voted.status}: ${await voted.text()}`)
  await voted.arrayBuffer()
  return performance.now()
}

/** Casts a vote as a new voter. Returns when it was acknowledged. */
export const castVote = async (address: string, slug: string): Promise<number> =>
  voteOn(address, await drawBattle(address, slug))
