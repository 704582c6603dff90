import { beforeEach, describe, expect, it, test } from 'vitest'
import { Reads, type StoredRead, matchesEtag } from '../../../../server/platform/http/reads.ts'
import { TEXT_TYPES, textAccepted, type TextType } from '../../../../server/platform/http/answer.ts'
import { MultipartError, readForm } from '../../../../server/platform/http/body.ts'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_ARENA_BYTES } from '../../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, appFor } from '../../../support/app.ts'
import { casesIn } from '../../../support/cases.ts'

const CASES = casesIn<{
  etags: [header: string | null, etag: string, has: boolean][]
  texts: [header: string | null, type: TextType | null][]
}>(import.meta.url, 'reads')

it.each(CASES.etags)('a client with %s has %s: %s', (header, etag, has) =>
  expect(matchesEtag(header ?? undefined, etag)).toBe(has),
)

it.each(CASES.texts)('Accept: %s chooses %s', (header, type) =>
  expect(textAccepted(header ?? undefined, TEXT_TYPES)?.type ?? null).toBe(type),
)

it('a text is laid out as the parameters of its type say', () => {
  const accept = 'application/json;q=0.2, text/plain; width=60; colour=1'
  expect(textAccepted(accept, TEXT_TYPES)?.layout).toMatchObject({ width: 60, colour: true })
})

const read = (text: string): StoredRead => ({
  route: '/a/:arena',
  headers: { etag: '"1"' },
  body: Buffer.from(text),
})

describe('a stored response', () => {
  let now: number
  let reads: Reads
  beforeEach(() => {
    now = 1
    reads = new Reads({ now: () => now, capacity: 10_000 })
  })

  it('stands for one second at most', () => {
    reads.store('key', read('a'), reads.begin())
    now = 1001
    expect(reads.get('key')?.body.toString()).toBe('a')
    now = 1002
    expect(reads.get('key')).toBeUndefined()
  })

  it('falls with any change', () => {
    reads.store('one', read('a'), reads.begin())
    reads.forgetAll()
    expect(reads.get('one')).toBeUndefined()
  })

  it('is not stored if something changed while it was made', () => {
    const begun = reads.begin()
    reads.forgetAll()
    reads.store('key', read('old'), begun)
    expect(reads.get('key')).toBeUndefined()
    reads.store('key', read('new'), reads.begin())
    expect(reads.get('key')?.body.toString()).toBe('new')
  })

  it('makes room for others within the bound', () => {
    for (let nth = 0; nth < 20; nth++) reads.store(`key ${nth}`, read('x'.repeat(1000)), reads.begin())
    const stored = Array.from({ length: 20 }, (_, nth) => reads.get(`key ${nth}`) !== undefined)
    expect(stored.filter(Boolean).length).toBeLessThanOrEqual(10)
    expect(stored.at(-1)).toBe(true)
  })
})

/** Bytes in pieces of one size. */
async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function sentParts(bytes: Uint8Array, contentType: string, size: number): Promise<[string, string][]> {
  const parts: [string, string][] = []
  await readForm(pieces(bytes, size), contentType, async (name, content) => {
    parts.push([name, Buffer.concat(await content.toArray()).toString('utf8')])
  })
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
  return {
    contentType: request.headers.get('content-type')!,
    bytes: new Uint8Array(await request.arrayBuffer()),
  }
}

const FORM = 'multipart/form-data; boundary=b'

describe('a form as a stream', () => {
  it.each([1, 65_536])('has the files that were sent, in pieces of %i bytes', async (size) => {
    const { contentType, bytes } = await formOf(FILES)
    expect((await sentParts(bytes, contentType, size)).toSorted()).toEqual(FILES.toSorted())
  })

  it.each([
    ['nothing', ''],
    ['no boundary', 'a,b\r\n1,2\r\n'],
    ['an end within a part', '--b\r\nContent-Disposition: form-data; name="one"\r\n\r\nx'],
    ['a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--'],
  ])('is refused with %s', async (_, text) => {
    for (const size of [1, 1000])
      await expect(sentParts(Buffer.from(text), FORM, size)).rejects.toThrow(MultipartError)
  })

  it.each(['multipart/mixed; boundary=b', 'multipart/form-data'])(
    'is not in a body of %s',
    async (contentType) => {
      await expect(sentParts(Buffer.from('--b--'), contentType, 5)).rejects.toThrow(MultipartError)
    },
  )

  it('passes on what its source and its reader throw, after the reader has ended', async () => {
    const { contentType, bytes } = await formOf(FILES)
    async function* broken() {
      yield bytes.subarray(0, bytes.length - 100)
      throw new RangeError('too much')
    }
    let reading = 0
    const read = (fault?: Error) => async (_: string, content: Readable) => {
      reading++
      try {
        if (fault) throw fault
        await content.toArray()
      } finally {
        reading--
      }
    }
    await expect(readForm(broken(), contentType, read())).rejects.toThrow(new RangeError('too much'))
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    await expect(readForm(pieces(bytes, 100), contentType, read(full))).rejects.toThrow(full)
    expect(reading).toBe(0)
  })
})

let address: string
const app = appFor({}, async () => {
  address = await app.serve()
})

test('who is still sending a body that is too large gets the answer, not a broken connection', async () => {
  const parts = 6
  const part = Buffer.alloc(Math.ceil(MAX_ARENA_BYTES / parts) + 1, 'x')
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
