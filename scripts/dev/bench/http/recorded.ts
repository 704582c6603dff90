/** The statements that the server sends to Postgres for a request, to send the same ones without a server. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { connectTo } from '../../../../server/platform/postgres/database.ts'

export interface Statement {
  text: string
  values: unknown[]
}

/** A battle that a vote can decide, once. */
export interface Open {
  battle: string
  voter: string
}

/**
 * All statements of this process while `work` runs.
 * @param client any connection: all of them share its class
 */
export async function recorded(client: Client, work: () => Promise<unknown>): Promise<Statement[]> {
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

export const freshBattle = (): Open => ({
  battle: randomUUID(),
  voter: `voter_${randomBytes(16).toString('base64url')}`,
})

/** The same statements about another battle and voter. */
export function about(statements: readonly Statement[], from: Open, to: Open): Statement[] {
  const swap = (value: unknown) =>
    value === from.battle ? to.battle : value === from.voter ? to.voter : value
  return statements.map(({ text, values }) => ({ text, values: values.map(swap) }))
}

/**
 * Sends groups of statements on every connection, one after another, until the time or the groups end.
 * @param next the statements of one request; null: no more
 * @returns requests a second
 */
export async function replay(
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
