/** The arguments of `npm run cluster`. */
import { parseArgs } from 'node:util'

export const USAGE = `npm run cluster [-- drill] [--port N]

Starts a primary, a synchronous standby, PgBouncer, 3 servers, 3 workers and Caddy on this machine, until Ctrl-C.
What dies is started again; if the primary dies, the standby takes its place.

  drill     kills each of them with kill -9 under people who vote, and counts lost and doubled votes
  --port N  the port of the front (default 4747; drill: a free one)`

export interface Order {
  isHelp: boolean
  isDrill: boolean
  port: number
}

/** @throws {Error} with one line on what is wrong */
export function readOrder(args: string[]): Order {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { port: { type: 'string' }, help: { type: 'boolean' } },
  })
  const unknown = positionals.find((name, n) => name !== 'drill' || n > 0)
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}.`)
  const isDrill = positionals.length > 0
  const port = values.port ?? (isDrill ? '0' : '4747')
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    throw new Error(`--port must be a number up to 65535; it is ${port}.`)
  return { isHelp: values.help === true, isDrill, port: Number(port) }
}
