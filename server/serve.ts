/** Puts the app on a port, and takes it off again without leaving anybody hanging. */
import type { Server } from 'node:http'
import { serve as listen } from '@hono/node-server'
import { createApp } from './app.ts'
import type { Config } from './platform/config.ts'
import type { Deps } from './platform/deps.ts'
import { localAddress } from './platform/local-address.ts'
import { SetupError } from './platform/setup-error.ts'

export interface Serving {
  address: string
  /** Takes no new connections, ends the open ones within `graceMs`. */
  stop(graceMs: number): Promise<void>
}

/** @throws {SetupError} when the port cannot be had */
export async function serve({ host, port }: Pick<Config, 'host' | 'port'>, deps: Deps): Promise<Serving> {
  const app = createApp(deps)
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = listen({ fetch: app.fetch, hostname: host, port }, () =>
      resolve(listening as Server),
    ) as Server
    listening.once('error', (error: NodeJS.ErrnoException) =>
      reject(new SetupError(explain(error, host, port))),
    )
  })
  const { port: actual } = server.address() as { port: number }
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

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start.`
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=4747 npm start.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST=${host}: this machine has no such address. Use 127.0.0.1, or 0.0.0.0 for all.`
  return `Cannot listen on ${host}, port ${port}: ${message}.`
}
