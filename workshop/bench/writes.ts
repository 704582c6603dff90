/** Draws and votes a second, beside the statements that the server sends for them, sent by pg alone. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { connectTo } from '../../server/platform/postgres/database.ts'
import { createApp } from '../../server/app.ts'
import { arenaNamed } from '../../server/arenas/index.ts'
import { openApp } from '../../server/open-app.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { poolAt } from '../../server/sampling/pool.ts'
import type { IssuedBattle } from '../../shared/contracts/index.ts'
import { median } from './figures.ts'
import { load, type Load, type Requests, type Turns } from './load.ts'

// The statements that the server sends to Postgres for a request, to send the same ones without a server.

interface Statement {
  text: string
  values: unknown[]
}

/** A battle that a vote can decide, once. */
interface Open {
  battle: string
  voter: string
}

/**
 * All statements of this process while `work` runs.
 * @param client any connection: all of them share its class
 */
async function recorded(client: Client, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const ofAll = Object.getPrototypeOf(client) as Client
  const { query } = ofAll
  ofAll.query = function (this: Client, ...call: unknown[]) {
    const [first, given] = call
    const { text, values } = (typeof first === 'string' ? { text: first, values: given } : first) as Statement
    if (text !== undefined) statements.push({ text, values: Array.isArray(values) ? values : [] })
    return query.apply(this, call as never)
  } as never
  try {
    await work()
  } finally {
    ofAll.query = query
  }
  return statements
}

const freshBattle = (): Open => ({
  battle: randomUUID(),
  voter: `voter_${randomBytes(16).toString('base64url')}`,
})

/** The same statements about another battle and voter. */
function about(statements: readonly Statement[], from: Open, to: Open): Statement[] {
  const swap = (value: unknown) =>
    value === from.battle ? to.battle : value === from.voter ? to.voter : value
  return statements.map(({ text, values }) => ({ text, values: values.map(swap) }))
}

/**
 * Sends groups of statements on every connection, one after another, until the time or the groups end.
 * @param next the statements of one request; null: no more
 * @returns requests a second
 */
async function replay(
  connectionString: string,
  next: () => Statement[] | null,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections }, () => connectTo(connectionString, 'deadheat benchmark')),
  )
  const start = performance.now()
  let done = 0
  try {
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < start + seconds * 1000) {
          const statements = next()
          if (statements === null) return
          for (const { text, values } of statements) await client.query(text, values)
          done++
        }
      }),
    )
    return (1000 * done) / (performance.now() - start)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

const CONNECTIONS = 16
const JSON_HEADERS = { 'content-type': 'application/json' }

interface Ready {
  cookie: string
  issued: IssuedBattle
}

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
      return answer === undefined ? null : voteOn(readyIn(answer))
    },
    status: 201,
  }
}

const voteOn = ({ cookie, issued: { battle, ticket } }: Ready) => ({
  head: `POST /api/battles/${battle.id}/vote HTTP/1.1\r\ncookie: ${cookie}`,
  body: JSON.stringify({ ticket, outcome: Math.random() < 0.5 ? 'left' : 'right' }),
})

function readyIn(answer: Buffer): Ready {
  const stop = answer.indexOf('\r\n\r\n')
  const cookie = /^set-cookie: ([^;]+)/im.exec(answer.toString('latin1', 0, stop))![1]!
  return { cookie, issued: JSON.parse(answer.toString('utf8', stop + 4)) as IssuedBattle }
}

/**
 * Server and bare statements take turns, draws before votes, since votes need battles.
 * @returns the rows of a table, first its head
 */
export async function benchWrites(
  { address, databaseUrl, slug }: { address: string; databaseUrl: string; slug: string },
  { turns, seconds }: Turns,
): Promise<string[][]> {
  const { draw, vote, of } = await statementsOf(databaseUrl, slug)
  const size = { connections: CONNECTIONS, seconds }
  const drawn: Buffer[] = []
  const open: Open[] = []
  const nextDraw = () => {
    const fresh = freshBattle()
    open.push(fresh)
    return about(draw, of, fresh)
  }
  const nextVote = () => {
    const one = open.pop()
    return one ? about(vote, of, one) : null
  }
  const rows = { draws: [] as Turn[], votes: [] as Turn[] }
  for (let turn = 0; turn < turns; turn++) {
    process.stderr.write(`draws and votes, turn ${turn + 1} …\n`)
    rows.draws.push({
      own: await load(address, draws(slug, drawn), size),
      bare: await replay(databaseUrl, nextDraw, size),
    })
    rows.votes.push({
      own: await load(address, votes(drawn), size),
      bare: await replay(databaseUrl, nextVote, size),
    })
  }
  return [
    ['', 'statements', 'a second', 'p99 ms', 'statements alone a second', 'share'],
    rowOf('draw', draw, rows.draws),
    rowOf('vote', vote, rows.votes),
  ]
}

interface Turn {
  own: Load
  /** A second. */
  bare: number
}

const rowOf = (name: string, statements: readonly Statement[], turns: readonly Turn[]): string[] => [
  name,
  String(statements.length),
  median(turns.map(({ own }) => own.perSecond)).toFixed(0),
  median(turns.map(({ own }) => own.p99)).toFixed(1),
  median(turns.map(({ bare }) => bare)).toFixed(0),
  `${(100 * median(turns.map(({ own, bare }) => own.perSecond / bare))).toFixed(0)} %`,
]

interface Statements {
  draw: Statement[]
  vote: Statement[]
  /** The battle that both are about. */
  of: Open
}

/** Draws and votes once in this process, by the app's own routes. */
async function statementsOf(databaseUrl: string, slug: string): Promise<Statements> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DEADHEAT_ADMIN_TOKEN: 'token-of-the-benchmark',
    DEADHEAT_LOG: 'error',
  })
  const opened = await openApp(config, () => {})
  const app = createApp(opened.deps)
  let ready: Ready | undefined
  async function drawOne(): Promise<void> {
    const answer = await app.request(`/api/arenas/${slug}/battles`, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: '{}',
    })
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
    ready = { cookie, issued: (await answer.json()) as IssuedBattle }
  }
  async function voteOnce(): Promise<void> {
    const { cookie, issued } = ready!
    const { body } = voteOn(ready!)
    await app.request(`/api/battles/${issued.battle.id}/vote`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, cookie },
      body,
    })
  }
  try {
    // the first ones also read what stays in memory
    await drawOne()
    await voteOnce()
    const { deps } = opened
    await poolAt({ db: deps.postgres.voting }, await arenaNamed(deps.db, slug))
    const client = await opened.connect()
    const draw = await recorded(client, drawOne)
    const vote = await recorded(client, voteOnce)
    await client.end()
    const voter = draw.flatMap(({ values }) => values).find((one) => String(one).startsWith('voter_'))
    return { draw, vote, of: { battle: ready!.issued.battle.id, voter: String(voter) } }
  } finally {
    await opened.close()
  }
}
