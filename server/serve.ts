/** Serves the app on a port, and stops without leaving connections open. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import type { Config } from './platform/config/config.ts'
import { START_COMMAND } from './platform/config/installation.ts'
import type { RunDeps } from './runs/index.ts'
import { localAddress } from './platform/http/host-check.ts'
import { SetupError } from './platform/setup-error.ts'
import { msg, type AnyMessage } from '../shared/messages/index.ts'

export interface Serving {
  address: string
  /** Accepts no new connections, and closes open ones within `graceMs`. */
  stop(graceMs: number): Promise<void>
}

/**
 * How long an idle connection stays open: longer than usual proxies keep theirs (Caddy 120 s, nginx and load balancers of
 * clouds 60 or 75 s). Otherwise a proxy may send a vote on a connection that closes at this moment, and answer 502.
 */
const IDLE_MS = 150_000

/** @throws {SetupError} if the port cannot be used */
export async function serve(place: Pick<Config, 'host' | 'port'>, deps: RunDeps): Promise<Serving> {
  const { host, port } = place
  const server = createServer(getRequestListener(createApp(deps).fetch, { hostname: host }))
  server.keepAliveTimeout = IDLE_MS
  // a connection that a proxy opens ahead of its first request is idle too
  server.headersTimeout = IDLE_MS + 5000
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw new SetupError(explain(error as NodeJS.ErrnoException, place))
  }
  const { port: actual } = server.address() as AddressInfo
  return {
    address: localAddress({ host, port: actual }),
    stop: (graceMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), graceMs)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function explain(
  { code, message }: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): AnyMessage {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Stop the other program, or choose another port: PORT=${port + 1} ${START_COMMAND}.`
  if (code === 'EACCES') return msg('port_needs_rights', { port })
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST=${host}: this machine has no such address. Use 127.0.0.1, or 0.0.0.0 for all.`
  return `Cannot listen on ${host}, port ${port}: ${message}.`
}
