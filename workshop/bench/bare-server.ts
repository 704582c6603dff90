/** Plain `node:http` that answers every request with the same head and body, to compare a server with. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { status, headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8')) as {
  status: number
  headers: Record<string, string>
  body: string
}
const bytes = Buffer.from(body, 'base64')
const server = createServer((_, response) => {
  response.writeHead(status, headers)
  response.end(bytes.length > 0 ? bytes : undefined)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  console.log(`http://127.0.0.1:${port}`)
})
