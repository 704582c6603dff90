/** Serves the app on a port, and stops without leaving connections open. */
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createApp, createWatchedApp } from './app.ts'
import type { Config } from './platform/config.ts'
import { COMMAND, START_COMMAND } from './platform/installation.ts'
import { answerReads } from './platform/reads/index.ts'
import { RENEWAL } from './platform/renewal.ts'
import type { RunDeps } from './runs/index.ts'
import { localAddress } from './platform/local-address.ts'
import { outlastingReads } from './platform/outages.ts'
import { SetupError } from './platform/setup-error.ts'
import { msg } from '../shared/messages/index.ts'
import type { CodedMessage } from '../shared/messages/index.ts'

export interface Serving {
  address: string
  /** Accepts no new connections, and closes open ones within `graceMs`. */
  stop(graceMs: number): Promise<void>
}

/** @throws {SetupError} if the port cannot be used */
export function serve({ host, port }: Pick<Config, 'host' | 'port'>, deps: RunDeps): Promise<Serving> {
  const app = { fetch: outlastingReads(deps.outages, createApp(deps).fetch) }
  const renew = async (request: Request) => app.fetch(request, RENEWAL)
  return listenAt({ host, port, again: `PORT=${port + 1} ${START_COMMAND}` }, app, (listener) =>
    closesWhileDraining(deps, answerReads(deps, listener, renew)),
  )
}

/** While the server drains, a connection ends with its response, so that the client's next one goes elsewhere. */
const closesWhileDraining =
  ({ draining }: RunDeps, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (draining.aborted) response.shouldKeepAlive = false
    return listener(request, response)
  }

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

async function listenAt(
  { host, port, again }: Place,
  app: Pick<Hono, 'fetch'>,
  inFront = (listener: RequestListener) => listener,
): Promise<Serving> {
  const server = createServer(inFront(getRequestListener(app.fetch, { hostname: host })))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new SetupError(explain(error, { host, port, again }))),
    )
    server.listen(port, host, resolve)
  })
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

function explain({ code, message }: NodeJS.ErrnoException, { host, port, again }: Place): CodedMessage {
  if (code === 'EADDRINUSE') return msg('port_taken', { port, host, again })
  if (code === 'EACCES') return msg('port_needs_rights', { port })
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return msg('no_such_host', { host })
  return msg('cannot_listen', { host, port, why: message })
}
