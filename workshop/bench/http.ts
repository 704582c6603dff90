/** Reads, draws and votes a second. */
import { existsSync } from 'node:fs'
import { median, machine, table } from './figures.ts'
import { DEMO, openServer } from './servers.ts'
import { load, same, type Load, type Requests, type Turns } from './load.ts'
import type { IssuedBattle } from '../../shared/contracts/index.ts'
import { SetupError } from '../../server/platform/setup-error.ts'
import { msg } from '../../shared/messages/index.ts'

interface Read {
  title: string
  path: string
  encoding?: string
  /** Whether the client has the answer already. */
  isKnown?: boolean
}

const readsOf = (slug: string): Read[] => {
  const board = `/api/arenas/${slug}/leaderboard`
  return [
    { title: 'board, JSON', path: board },
    { title: 'board, JSON, gzip', path: board, encoding: 'gzip' },
    { title: 'board, 304', path: board, isKnown: true },
    { title: 'page', path: `/a/${slug}` },
    { title: 'page, br', path: `/a/${slug}`, encoding: 'br' },
    { title: 'badge', path: `/a/${slug}/badge.svg` },
    { title: '/api/arenas', path: '/api/arenas' },
  ]
}

/** Medians of a title's loads, as a row of a table. */
const rowOf = (title: string, loads: readonly Load[]): string[] => [
  title,
  median(loads.map(({ perSecond }) => perSecond)).toFixed(0),
  median(loads.map(({ p99 }) => p99)).toFixed(1),
]

const HEAD = ['', 'a second', 'p99 ms']

/** The rows of a table, first its head. */
async function benchReads({ address, slug }: Place, { turns, seconds }: Turns): Promise<string[][]> {
  const rows = [HEAD]
  for (const { path, title, encoding, isKnown = false } of readsOf(slug)) {
    process.stderr.write(`${title} …\n`)
    const accepted: Record<string, string> = { 'accept-encoding': encoding ?? 'identity' }
    const { headers } = await fetch(address + path, { headers: accepted })
    const sent = { ...accepted, ...(isKnown && { 'if-none-match': headers.get('etag')! }) }
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
    const requests = same([`GET ${path} HTTP/1.1`, ...lines].join('\r\n'), isKnown ? 304 : 200)
    const loads: Load[] = []
    for (let turn = 0; turn < turns; turn++) loads.push(await load(address, requests, { seconds }))
    rows.push(rowOf(title, loads))
  }
  return rows
}

interface Place {
  address: string
  slug: string
}

// Draws and votes a second.

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
async function benchWrites({ address, slug }: Place, { turns, seconds }: Turns): Promise<string[][]> {
  const drawn: Buffer[] = []
  const loads = { draw: [] as Load[], vote: [] as Load[] }
  for (let turn = 0; turn < turns; turn++) {
    process.stderr.write(`draws and votes, turn ${turn + 1} …\n`)
    loads.draw.push(await load(address, draws(slug, drawn), { seconds }))
    loads.vote.push(await load(address, votes(drawn), { seconds }))
  }
  return [HEAD, rowOf('draw', loads.draw), rowOf('vote', loads.vote)]
}

/** @throws {SetupError} without a built page */
export async function benchHttp(size: Turns): Promise<void> {
  if (!existsSync(new URL('../../dist/render/render.js', import.meta.url)))
    throw new SetupError(msg('page_not_built'))
  console.log(machine())
  const server = await openServer()
  const place = { address: server.address, slug: DEMO }
  try {
    console.log(`\nReads a second on 16 connections, median of ${size.turns} turns of ${size.seconds} s`)
    console.log(table(await benchReads(place, size)))
    console.log(`\nDraws and votes a second on 16 connections`)
    console.log(table(await benchWrites(place, size)))
  } finally {
    await server.close()
  }
  console.log(`\n${machine()}`)
}
