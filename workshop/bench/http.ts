/** Reads a second, beside the least that answers them in the same minutes; draws and votes a second. */
import { writeFileSync, existsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { median, machine, table } from './figures.ts'
import { started, type Running, DEMO, openServers } from './servers.ts'
import { load, same, type Load, type Requests, type Turns } from './load.ts'
import type { IssuedBattle } from '../../shared/contracts/index.ts'
import { SetupError } from '../../server/platform/setup-error.ts'
import { msg } from '../../shared/messages/index.ts'

// Reads a second, beside plain `node:http` that sends the same bytes with the same headers.

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

/** The rows of a table, first its head. */
async function benchReads(
  { address, slug }: { address: string; slug: string },
  folder: string,
  size: Turns,
): Promise<string[][]> {
  const rows = [['', 'bytes', 'a second', 'p99 ms', 'node:http a second', 'p99 ms', 'share']]
  for (const read of readsOf(slug)) rows.push(await compare(read, address, folder, size))
  return rows
}

async function compare(
  { path, title, encoding, isKnown = false }: Read,
  address: string,
  folder: string,
  { turns, seconds }: Turns,
): Promise<string[]> {
  process.stderr.write(`${title} …\n`)
  const accepted: Record<string, string> = encoding ? { 'accept-encoding': encoding } : {}
  const { headers: full } = await answerOf(address + path, accepted)
  const headers = { ...accepted, ...(isKnown && { 'if-none-match': full['etag']! }) }
  const answer = await answerOf(address + path, headers)
  const bare = await startBare(answer, folder)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const requests = same([`GET ${path} HTTP/1.1`, ...lines].join('\r\n'), answer.status)
  const own: Load[] = []
  const plain: Load[] = []
  try {
    for (let turn = 0; turn < turns; turn++) {
      own.push(await load(address, requests, { seconds }))
      plain.push(await load(bare.address, requests, { seconds }))
    }
  } finally {
    await bare.stop()
  }
  const cells = [own, plain].flatMap((loads) => [
    median(loads.map(({ perSecond }) => perSecond)).toFixed(0),
    median(loads.map(({ p99 }) => p99)).toFixed(1),
  ])
  const share = median(own.map(({ perSecond }, turn) => perSecond / plain[turn]!.perSecond))
  return [title, String(answer.body.length), ...cells, `${(100 * share).toFixed(0)} %`]
}

/** Plain `node:http` that always sends this answer. */
function startBare(answer: Answer, folder: string): Promise<Running> {
  const file = join(folder, 'answer.json')
  writeFileSync(file, JSON.stringify({ ...answer, body: answer.body.toString('base64') }))
  return started(join(import.meta.dirname, 'bare-server.ts'), [file], {})
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** An answer with its body as it was sent, and without the headers that Node adds itself. */
function answerOf(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, async (response) => {
      const body = await buffer(response)
      const {
        connection: _,
        date: __,
        'keep-alive': ___,
        ...own
      } = response.headers as Record<string, string>
      resolve({ status: response.statusCode!, headers: own, body })
    })
      .once('error', reject)
      .end()
  })
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
async function benchWrites(
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

/** @throws {SetupError} without a built page */
export async function benchHttp({ turns, seconds }: Turns): Promise<void> {
  if (!existsSync(new URL('../../dist/render/render.js', import.meta.url)))
    throw new SetupError(msg('page_not_built'))
  console.log(machine())
  const servers = await openServers(1)
  const { folder } = servers
  const place = { address: servers.addresses[0]!, slug: DEMO }
  const size = { turns, seconds }
  try {
    console.log(`\nReads a second on 16 connections, median of ${turns} turns of ${seconds} s`)
    console.log(table(await benchReads(place, folder, size)))
    console.log(`\nDraws and votes a second on 16 connections`)
    console.log(table(await benchWrites(place, size)))
  } finally {
    await servers.close()
  }
  console.log(`\n${machine()}`)
}
