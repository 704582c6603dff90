/** A line to a database that can be cut and mended: a small TCP server in between. */
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export interface SeveredLine {
  /** The database's address through the line. */
  connectionString: string
  /** Breaks every connection and takes no new one. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function lineTo(connectionString: string): Promise<SeveredLine> {
  const there = new URL(connectionString)
  const socketFolder = decodeURIComponent(there.hostname)
  const target = socketFolder.startsWith('/')
    ? { path: join(socketFolder, `.s.PGSQL.${there.port || 5432}`) }
    : { host: there.hostname, port: Number(there.port || 5432) }
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = createConnection(target)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of open) socket.destroy()
    })
  await listen(0)
  const { port } = server.address() as { port: number }
  const here = new URL(`${there.protocol}//127.0.0.1:${port}${there.pathname}${there.search}`)
  here.username = there.username
  here.password = there.password
  return { connectionString: here.href, cut, mend: () => listen(port), close: cut }
}
