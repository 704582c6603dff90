import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server of the tests, on a free port of this machine. */
export interface Listening {
  address: string
  port: number
  close(): Promise<void>
}

/** Answers until it is closed; for all tests of a file or group, within `openForAll`. */
export async function listening(answers: RequestListener | Server): Promise<Listening> {
  const server = typeof answers === 'function' ? createServer(answers) : answers
  const connections = new Set<Socket>()
  server.on('connection', (connection: Socket) => connections.add(connection))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    async close() {
      for (const connection of connections) connection.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Answers until the test ends. */
export async function listeningForTest(answers: RequestListener | Server): Promise<Listening> {
  const server = await listening(answers)
  onTestFinished(() => server.close())
  return server
}
