/** Draws and votes a second. */
import type { IssuedBattle } from '../../shared/contracts/index.ts'
import { median } from './figures.ts'
import { load, type Load, type Requests, type Turns } from './load.ts'

/** Draws of new voters. Each answer is kept, so that votes can be cast on it. */
function draws(slug: string, kept: Buffer[]): Requests {
  const request = { head: `POST /api/arenas/${slug}/battles HTTP/1.1`, body: '{}' }
  return { next: () => request, status: 201, answered: (answer) => kept.push(answer) }
}

/** Votes on the battles of these answers. */
function votes(answers: Buffer[]): Requests {
  return {
    next() {
      const answer = answers.pop()
      return answer === undefined ? null : voteOn(answer)
    },
    status: 201,
  }
}

function voteOn(answer: Buffer): { head: string; body: string } {
  const stop = answer.indexOf('\r\n\r\n')
  const cookie = /^set-cookie: ([^;]+)/im.exec(answer.toString('latin1', 0, stop))![1]!
  const { battle, ticket } = JSON.parse(answer.toString('utf8', stop + 4)) as IssuedBattle
  return {
    head: `POST /api/battles/${battle.id}/vote HTTP/1.1\r\ncookie: ${cookie}`,
    body: JSON.stringify({ ticket, outcome: Math.random() < 0.5 ? 'left' : 'right' }),
  }
}

/**
 * Draws go before votes, since votes need battles.
 * @returns the rows of a table, first its head
 */
export async function benchWrites(
  { address, slug }: { address: string; slug: string },
  { turns, seconds }: Turns,
): Promise<string[][]> {
  const drawn: Buffer[] = []
  const loads = { draw: [] as Load[], vote: [] as Load[] }
  for (let turn = 0; turn < turns; turn++) {
    process.stderr.write(`draws and votes, turn ${turn + 1} …\n`)
    loads.draw.push(await load(address, draws(slug, drawn), { seconds }))
    loads.vote.push(await load(address, votes(drawn), { seconds }))
  }
  const rows = Object.entries(loads).map(([name, all]) => [
    name,
    median(all.map(({ perSecond }) => perSecond)).toFixed(0),
    median(all.map(({ p99 }) => p99)).toFixed(1),
  ])
  return [['', 'a second', 'p99 ms'], ...rows]
}
