import { describe, expect, it, test } from 'vitest'
import { MultipartError, boundaryIn, partsOf } from '../../../../server/platform/http/body.ts'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { LARGEST_ARENA_BYTES } from '../../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, appFor } from '../../../support/app.ts'

/** Bytes in pieces of one size. */
async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Uint8Array, boundary: string, size: number): Promise<[string, string][]> {
  const parts: [string, string][] = []
  for await (const { name, content } of partsOf(pieces(bytes, size), boundary)) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    parts.push([name, Buffer.concat(chunks).toString('utf8')])
  }
  return parts
}

const FILES: [string, string][] = [
  ['votes.csv', 'a,b\r\n1,2\r\n'],
  ['folder/ü "quoted"; name="x".csv', '\r\n--\r\n----\r\n'],
  ['empty.csv', ''],
  ['long.csv', `${'x\r\n-'.repeat(3000)}\r`],
]

async function formOf(files: [string, string][]) {
  const form = new FormData()
  for (const [name, text] of files) form.append(name, new Blob([text]), name)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const boundary = boundaryIn(request.headers.get('content-type'))!
  return { boundary, bytes: new Uint8Array(await request.arrayBuffer()) }
}

describe('a form as a stream', () => {
  it.each([1, 2, 13, 64, 65_536])('has the files that were sent, in pieces of %i bytes', async (size) => {
    const { boundary, bytes } = await formOf(FILES)
    expect(await read(bytes, boundary, size)).toEqual(FILES)
  })

  it('skips what is not read of a part', async () => {
    const { boundary, bytes } = await formOf(FILES)
    const names: string[] = []
    for await (const { name } of partsOf(pieces(bytes, 100), boundary)) names.push(name)
    expect(names).toEqual(FILES.map(([name]) => name))
  })

  it('may have a text before the first part, and spaces behind a boundary', async () => {
    const text = 'Hello\r\n--b  \r\nContent-Disposition: form-data; name="one"\r\n\r\nx\r\n--b--'
    expect(await read(Buffer.from(text), 'b', 5)).toEqual([['one', 'x']])
  })

  it.each([
    ['nothing', ''],
    ['no boundary', 'a,b\r\n1,2\r\n'],
    ['an end within a part', '--b\r\nContent-Disposition: form-data; name="one"\r\n\r\nx'],
    ['an end within headers', '--b\r\nContent-Disposition: form-data; name="one"'],
    ['a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--'],
    ['endless headers', `--b\r\n${'x'.repeat(20_000)}\r\n\r\nx\r\n--b--`],
  ])('is refused with %s', async (_, text) => {
    await expect(read(Buffer.from(text), 'b', 1000)).rejects.toThrow(MultipartError)
  })

  it('has its boundary in the content type', () => {
    expect(boundaryIn('multipart/form-data; boundary=abc')).toBe('abc')
    expect(boundaryIn('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b')
    expect(boundaryIn('multipart/mixed; boundary=abc')).toBeNull()
    expect(boundaryIn('multipart/form-data')).toBeNull()
    expect(boundaryIn(null)).toBeNull()
  })
})

let address: string
const app = appFor({}, async () => {
  address = await app.serve()
})

test('who is still sending a body that is too large gets the answer, not a broken connection', async () => {
  const parts = 6
  const part = Buffer.alloc(Math.ceil(LARGEST_ARENA_BYTES / parts) + 1, 'x')
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-length': parts * part.length }
  const sending = request(`${address}/api/admin/arenas`, { method: 'POST', headers })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  for (let n = 0; n < parts; n++) {
    await new Promise((sent, failed) => sending.write(part, (error) => (error ? failed(error) : sent(n))))
    await sleep(150)
  }
  sending.end()
  const [answer] = await answered
  expect([answer.statusCode, JSON.parse(Buffer.concat(await answer.toArray()).toString())]).toEqual([
    413,
    expect.objectContaining({ code: 'too_large' }),
  ])
})
