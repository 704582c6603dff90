/** Serves the app on a port, and stops without leaving connections open. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createApp, createWatchedApp } from './app.ts'
import type { Config } from './platform/config/config.ts'
import { COMMAND, START_COMMAND } from './platform/config/installation.ts'
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
export const serve = ({ host, port }: Pick<Config, 'host' | 'port'>, deps: RunDeps): Promise<Serving> =>
  listenAt({ host, port, again: `PORT=${port + 1} ${START_COMMAND}` }, createApp(deps))

/**
 * Serves the health and the metrics of a worker.
 * @throws {SetupError} if the port cannot be used
 */
export const serveWorker = ({ host, workerPort }: Pick<Config, 'host' | 'workerPort'>, deps: RunDeps) =>
  listenAt(
    { host, port: workerPort, again: `DEADHEAT_WORKER_PORT=${workerPort + 1} ${COMMAND} worker` },
    createWatchedApp(deps),
  )

interface Place {
  host: string
  port: number
  /** A command that uses another port, for the error message. */
  again: string
}

async function listenAt(place: Place, app: Pick<Hono, 'fetch'>): Promise<Serving> {
  const { host, port } = place
  const server = createServer(getRequestListener(app.fetch, { hostname: host }))
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

function explain({ code, message }: NodeJS.ErrnoException, { host, port, again }: Place): AnyMessage {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Stop the other program, or choose another port: ${again}.`
  if (code === 'EACCES') return msg('port_needs_rights', { port })
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST=${host}: this machine has no such address. Use 127.0.0.1, or 0.0.0.0 for all.`
  return `Cannot listen on ${host}, port ${port}: ${message}.`
}
