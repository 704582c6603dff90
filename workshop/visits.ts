/** A person who draws a battle and votes on it, as a page does, and the board that counts the vote. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openClient, type Client } from '../clients/typescript/index.ts'
import type { Board, IssuedBattle, Outcome } from '../shared/contracts/index.ts'

interface Drawn {
  voter: Client
  issued: IssuedBattle
}

/** Draws a battle, as a new voter by default. */
export async function drawBattle(
  server: string,
  arena: string,
  voter = openClient({ server }),
): Promise<Drawn> {
  const params = { path: { arena } }
  return { voter, issued: (await voter.POST('/api/arenas/{arena}/battles', { params, body: {} })).data }
}

/** Votes on a battle, for good. */
export async function voteOn(
  { voter, issued: { battle, ticket } }: Drawn,
  vote: { outcome: Outcome; reason?: string } = { outcome: 'left' },
): Promise<void> {
  const params = { path: { id: battle.id } }
  await voter.POST('/api/battles/{id}/vote', { params, body: { ticket, ...vote } })
  await voter.POST('/api/battles/{id}/reveal', { params, body: { ticket } })
}

/**
 * Waits until a board counts so many votes.
 * @param view the arena, and the query of its board, such as `demo?source=people`
 * @param hear is told at each look how many it counts
 * @throws {Error} if it counts fewer after `most` seconds
 */
export async function waitForBoard(
  server: string,
  view: string,
  votes = 0,
  { most = 60, hear = () => {} }: { most?: number; hear?: (votes: number) => void } = {},
): Promise<Board> {
  const [arena, query = ''] = view.split('?')
  const begun = performance.now()
  for (;;) {
    const response = await fetch(`${server}/api/arenas/${arena}/leaderboard?${query}`)
    const board = (await response.json()) as Board
    if (response.ok) hear(board.votes)
    if (response.ok && board.votes >= votes) return board
    if (performance.now() - begun > most * 1000)
      throw new Error(`the board of ${view} counts ${board.votes} of ${votes} votes after ${most} s`)
    await sleep(50)
  }
}
