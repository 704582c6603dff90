/** A webhook receiver on this machine that can be down, and keeps what it took. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Taken {
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  url: string
  /** What it answered with 204. */
  taken: Taken[]
  /** Requests that it answered with another status. */
  refused: number
  /** The status of its next answers. */
  status: number
  /** Stops listening; nothing can connect. */
  stop(): Promise<void>
  /** Listens again at the same address. */
  start(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  let server: Server | null = null
  let port = 0
  const receiver: Receiver = {
    url: '',
    taken: [],
    refused: 0,
    status: 204,
    async start() {
      server = createServer((request, response) => {
        const parts: Buffer[] = []
        request.on('data', (part: Buffer) => parts.push(part))
        request.on('end', () => {
          if (receiver.status === 204)
            receiver.taken.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
          else receiver.refused++
          response
            .writeHead(receiver.status, { location: `${receiver.url}elsewhere`, connection: 'close' })
            .end(receiver.status === 204 ? undefined : 'a reply with a secret of the receiver')
        })
      })
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
      port = (server.address() as AddressInfo).port
      receiver.url = `http://127.0.0.1:${port}/services/T0/secret-of-the-path/`
    },
    async stop() {
      const closing = server
      server = null
      closing?.closeAllConnections()
      await new Promise((resolve) => (closing ? closing.close(resolve) : resolve(null)))
    },
  }
  await receiver.start()
  return receiver
}
