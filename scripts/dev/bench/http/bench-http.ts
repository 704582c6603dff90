/** Reads of a board a second, beside plain `node:http` that sends the same bytes in the same minutes. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machine } from '../machine.ts'
import { started, startServer } from '../processes.ts'
import { table } from '../table.ts'
import { load } from './load.ts'
import type { Load } from './load.ts'

/** Both servers take turns this often, so that a slow minute meets both. */
const TURNS = 5
const BOARD = '/api/arenas/support-replies/leaderboard'
const PAGE = '/a/support-replies'

interface Read {
  title: string
  path: string
  encoding?: string
  /** Whether the client has the board already. */
  isKnown?: boolean
}

const READS: Read[] = [
  { title: 'board, JSON', path: BOARD },
  { title: 'board, JSON, gzip', path: BOARD, encoding: 'gzip' },
  { title: 'board, 304', path: BOARD, isKnown: true },
  { title: 'page', path: PAGE },
  { title: 'page, br', path: PAGE, encoding: 'br' },
  { title: 'badge', path: `${PAGE}/badge.svg` },
]

export async function benchHttp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-http-'))
  // the database's own user must enter it
  chmodSync(folder, 0o755)
  const server = await startServer({ DEADHEAT_DATA: join(folder, 'data'), DEADHEAT_DEMO: '1' })
  console.log(machine())
  const rows = [['read', 'bytes', 'a second', 'p99 ms', 'node:http a second', 'p99 ms', 'share']]
  try {
    for (const read of READS) rows.push(await compare(read, server.address, folder))
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  console.log(`\nReads a second on 16 connections, median of ${TURNS} turns of 2 s`)
  console.log(table(rows))
  console.log(`\n${machine()}`)
}

async function compare(read: Read, address: string, folder: string): Promise<string[]> {
  const { path, title, isKnown = false } = read
  process.stderr.write(`${title} …\n`)
  const encoding: Record<string, string> = read.encoding ? { 'accept-encoding': read.encoding } : {}
  const { headers: full } = await answerOf(address + path, encoding)
  const headers = { ...encoding, ...(isKnown && { 'if-none-match': full['etag']! }) }
  const answer = await answerOf(address + path, headers)
  const file = join(folder, 'answer.json')
  writeFileSync(file, JSON.stringify({ ...answer, body: answer.body.toString('base64') }))
  const bare = await started(join(import.meta.dirname, 'bare-server.ts'), [file], {})
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`GET ${path} HTTP/1.1`, ...lines].join('\r\n')
  const own: Load[] = []
  const plain: Load[] = []
  try {
    for (let turn = 0; turn < TURNS; turn++) {
      own.push(await load(address, head, answer.status))
      plain.push(await load(bare.address, head, answer.status))
    }
  } finally {
    await bare.stop()
  }
  const [mine, its] = [own, plain].map((loads) => ({
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    p99: median(loads.map(({ p99 }) => p99)),
  }))
  const cells = [mine, its].flatMap(({ perSecond, p99 }) => [perSecond.toFixed(0), p99.toFixed(1)])
  const share = median(own.map(({ perSecond }, turn) => perSecond / plain[turn].perSecond))
  return [title, String(answer.body.length), ...cells, `${(100 * share).toFixed(0)} %`]
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** An answer with its body as it was sent, and without the headers that Node adds itself. */
function answerOf(url: string, headers: Record<string, string>): Promise<Answer> {
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

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
