import type { IssuedBattle } from '../../../shared/contracts/index.ts'

/** Casts a vote as a new voter. Returns when it was acknowledged. */
export async function castVote(address: string, slug: string): Promise<number> {
  const json = { 'content-type': 'application/json' }
  const shown = await fetch(`${address}/api/arenas/${slug}/battles`, {
    method: 'POST',
    headers: json,
    body: '{}',
  })
  const { battle, ticket } = (await shown.json()) as IssuedBattle
  const voted = await fetch(`${address}/api/battles/${battle.id}/vote`, {
    method: 'POST',
    headers: { ...json, cookie: shown.headers.get('set-cookie')!.split(';')[0] },
    body: JSON.stringify({ ticket, outcome: 'left' }),
  })
  if (voted.status !== 201) throw new Error(`a vote was answered ${voted.status}: ${await voted.text()}`)
  await voted.arrayBuffer()
  return performance.now()
}
