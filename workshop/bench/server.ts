/**
 * `npm run bench -- server [--large] [--minutes N]`: reads, draws and votes a second, and what a server needs for an arena
 * of a million votes, or of ten million.
 */
import { existsSync } from 'node:fs'
import type { IssuedBattle } from '../../shared/contracts/index.ts'
import { SetupError } from '../../server/platform/setup-error.ts'
import { msg } from '../../shared/messages/index.ts'
import { machine, median, seconds, table } from './figures.ts'
import { load, rawRequest, type Load } from './load.ts'
import type { ManyVotes } from './many-votes.ts'
import { DEMO, inMegabytes, openServer, type Server } from './servers.ts'
import { waitForBoard, drawBattle, voteOn } from '../visits.ts'

const [TURNS, SECONDS] = [5, 2]
const HEAD = ['', 'a second', 'p99 ms']

/** @throws {SetupError} without a built page */
export async function benchServer(isLarge: boolean, mostMinutes: number): Promise<void> {
  if (!existsSync(new URL('../../dist/render/render.js', import.meta.url)))
    throw new SetupError(msg('page_not_built'))
  console.log(machine())
  const server = await openServer()
  try {
    console.log(`\nReads a second on 16 connections, median of ${TURNS} turns of ${SECONDS} s`)
    console.log(table([HEAD, ...(await readRows(server.address))]))
    console.log('\nDraws and votes a second on 16 connections')
    console.log(table([HEAD, ...(await writeRows(server.address))]))
    await measureArena(server, isLarge ? LARGE : USUAL, mostMinutes * 60)
  } finally {
    await server.close()
  }
  console.log(`\n${machine()}`)
}

/** Medians of a title's loads, as a row of a table. */
const tableRow = (title: string, loads: readonly Load[]): string[] => [
  title,
  median(loads.map(({ perSecond }) => perSecond)).toFixed(0),
  median(loads.map(({ p99 }) => p99)).toFixed(1),
]

interface Read {
  title: string
  path: string
  encoding?: string
  /** Whether the client has the answer already. */
  isKnown?: true
}

const BOARD = `/api/arenas/${DEMO}/leaderboard`
const READS: Read[] = [
  { title: 'board, JSON', path: BOARD },
  { title: 'board, JSON, gzip', path: BOARD, encoding: 'gzip' },
  { title: 'board, 304', path: BOARD, isKnown: true },
  { title: 'page', path: `/a/${DEMO}` },
  { title: 'page, gzip', path: `/a/${DEMO}`, encoding: 'gzip' },
  { title: 'badge', path: `/a/${DEMO}/badge.svg` },
  { title: '/api/arenas', path: '/api/arenas' },
]

async function readRows(address: string): Promise<string[][]> {
  const rows: string[][] = []
  for (const { path, title, encoding = 'identity', isKnown } of READS) {
    process.stderr.write(`${title} …\n`)
    const { headers } = await fetch(address + path, { headers: { 'accept-encoding': encoding } })
    const known = isKnown ? `\r\nif-none-match: ${headers.get('etag')!}` : ''
    const request = rawRequest(address, `GET ${path} HTTP/1.1\r\naccept-encoding: ${encoding}${known}`)
    const requests = { next: () => request, status: isKnown ? 304 : 200 }
    const loads: Load[] = []
    for (let turn = 0; turn < TURNS; turn++) loads.push(await load(address, requests, SECONDS))
    rows.push(tableRow(title, loads))
  }
  return rows
}

/** Draws go before votes, since votes need battles. */
async function writeRows(address: string): Promise<string[][]> {
  const drawn: Buffer[] = []
  const draw = rawRequest(address, `POST /api/arenas/${DEMO}/battles HTTP/1.1`, '{}')
  const draws = { next: () => draw, status: 201, answered: (answer: Buffer) => void drawn.push(answer) }
  const votes = {
    next() {
      const answer = drawn.pop()
      return answer === undefined ? null : voteRequest(address, answer)
    },
    status: 201,
  }
  const loads: Record<'draw' | 'vote', Load[]> = { draw: [], vote: [] }
  for (let turn = 0; turn < TURNS; turn++) {
    process.stderr.write(`draws and votes, turn ${turn + 1} …\n`)
    loads.draw.push(await load(address, draws, SECONDS))
    loads.vote.push(await load(address, votes, SECONDS))
  }
  return [tableRow('draw', loads.draw), tableRow('vote', loads.vote)]
}

/** A vote on the battle of an answer, by whom it was drawn for. */
function voteRequest(address: string, answer: Buffer): Buffer {
  const stop = answer.indexOf('\r\n\r\n')
  const cookie = /^set-cookie: ([^;]+)/im.exec(answer.toString('latin1', 0, stop))![1]!
  const { battle, ticket } = JSON.parse(answer.toString('utf8', stop + 4)) as IssuedBattle
  const outcome = Math.random() < 0.5 ? 'left' : 'right'
  const head = `POST /api/battles/${battle.id}/vote HTTP/1.1\r\ncookie: ${cookie}`
  return rawRequest(address, head, JSON.stringify({ ticket, outcome }))
}

// An arena of many votes.

const USUAL: ManyVotes = { slug: 'big', votes: 1_000_000, contestants: 100, prompts: 1000 }
const LARGE: ManyVotes = {
  slug: 'big',
  votes: 10_000_000,
  contestants: 1000,
  prompts: 100_000,
  answersEach: 20,
}
/** How many votes wait for their boards. */
const TIMES = 15

/** @param most seconds after which a board is no longer waited for */
async function measureArena(server: Server, arena: ManyVotes, most: number): Promise<void> {
  const { slug, votes, contestants, prompts } = arena
  process.stderr.write(`${votes.toLocaleString('en')} votes …\n`)
  const rows = [['first board', seconds(await server.load(arena, most))]]
  const [draws, casts, boards]: [number[], number[], number[]] = [[], [], []]
  for (let n = 0; n < TIMES; n++) {
    const drawing = performance.now()
    const drawn = await drawBattle(server.address, slug)
    const voting = performance.now()
    await voteOn(drawn)
    const acknowledged = performance.now()
    draws.push(voting - drawing)
    casts.push(acknowledged - voting)
    // with the vote that asked for the first board
    await waitForBoard(server.address, slug, votes + 2 + n, { most })
    boards.push(performance.now() - acknowledged)
  }
  const ofAll = { 'a draw': draws, 'a vote': casts, 'a vote on its board': boards }
  for (const [what, waits] of Object.entries(ofAll)) rows.push([what, seconds(median(waits) / 1000)])
  rows.push(
    ['memory of the server', inMegabytes(await server.memory())],
    ['database', await server.databaseSize()],
  )
  console.log(
    `\n${votes.toLocaleString('en')} votes, ${contestants} contestants, ${prompts.toLocaleString('en')} prompts`,
  )
  console.log(table(rows))
}
