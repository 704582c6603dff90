/** Connections to public addresses alone, and replies within bounds. */
import type { lookup } from 'node:dns'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import {
  PrivateAddressError,
  isPublicAddress,
  privateHost,
  publicFetch,
} from '../../../../server/platform/providers/public-fetch.ts'
import { casesIn } from '../../../support/cases.ts'
import { listeningForTest } from '../../../support/listening.ts'

const CASES = casesIn<{
  private: [what: string, address: string][]
  private_hosts: string[]
}>(import.meta.url, 'addresses')

describe('a public address', () => {
  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])('is %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  it.each(CASES.private)('is not %s: %s', (_, address) => expect(isPublicAddress(address)).toBe(false))

  it.each(CASES.private_hosts)('is not the host of %s', (url) =>
    expect(privateHost(new URL(url).hostname)).not.toBeNull(),
  )

  it('may belong to a name, which only a lookup can decide', () => {
    expect(privateHost('api.example.com')).toBeNull()
    expect(privateHost('8.8.8.8')).toBeNull()
  })
})

/** A lookup that finds these addresses in turn, the last one for ever. */
const finds = (...addressesByLookup: string[][]) => {
  let lookups = 0
  const answer = (_: string, __: unknown, callback: (error: null, all: object[]) => void) => {
    const addresses = addressesByLookup[Math.min(lookups++, addressesByLookup.length - 1)]
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return answer as unknown as typeof lookup
}

/** A server that says what it was sent. */
async function echo(): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = []
  const { port } = await listeningForTest((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`)
      response.writeHead(request.url === '/moved' ? 307 : request.url === '/none' ? 204 : 418, {
        location: 'http://127.0.0.1:1/',
        'x-echo': 'ja',
      })
      if (request.url === '/endless') response.write('and')
      else response.end(request.url === '/none' ? undefined : `<${body}>`)
    })
  })
  return { port, requests }
}

describe('fetching from public addresses', () => {
  it('refuses a name that leads to a private address, and sends nothing', async () => {
    const { port, requests } = await echo()
    const fetching = publicFetch({ resolve: finds(['127.0.0.1']) })
    const refused = fetching(`http://models.example:${port}/v1`)
    await expect(refused).rejects.toThrow(new PrivateAddressError('models.example', '127.0.0.1'))
    expect(requests).toEqual([])
  })

  it('refuses a name with one private address among public ones', async () => {
    const fetching = publicFetch({ resolve: finds(['8.8.8.8', '::1']) })
    await expect(fetching('http://models.example/v1')).rejects.toThrow('the private address ::1')
  })

  it('connects to the checked address, however often the name changes', async () => {
    const { port, requests } = await echo()
    const seen: string[] = []
    const fetching = publicFetch({
      resolve: finds(['127.0.0.1'], ['10.0.0.1']),
      isAllowed: (address) => seen.push(address) > 0 && address === '127.0.0.1',
    })
    const response = await fetching(`http://models.example:${port}/v1`, { headers: { connection: 'close' } })
    expect([await response.text(), requests.length]).toEqual(['<>', 1])
    await expect(fetching(`http://models.example:${port}/v1`)).rejects.toThrow('10.0.0.1')
    expect(seen).toEqual(['127.0.0.1', '10.0.0.1'])
  })

  it('refuses an address in the URL itself, which needs no lookup', async () => {
    const { port, requests } = await echo()
    for (const host of ['127.0.0.1', 'localhost', '0x7f000001', '[::ffff:127.0.0.1]'])
      await expect(publicFetch()(`http://${host}:${port}/v1`)).rejects.toThrow(PrivateAddressError)
    expect(requests).toEqual([])
  })

  it('sends body and headers, and returns status, headers and body', async () => {
    const { port, requests } = await echo()
    const fetching = publicFetch({ isAllowed: () => true })
    const init = { method: 'POST', body: 'grüß', headers: { authorization: 'Bearer x' } }
    const response = await fetching(`http://127.0.0.1:${port}/v1?a=b`, init)
    expect([response.status, response.headers.get('x-echo'), await response.text()]).toEqual([
      418,
      'ja',
      '<grüß>',
    ])
    expect(requests).toEqual(['POST /v1?a=b Bearer x grüß'])
    expect((await fetching(`http://127.0.0.1:${port}/none`)).body).toBeNull()
  })

  it('follows no redirect', async () => {
    const { port } = await echo()
    const fetching = publicFetch({ isAllowed: () => true })
    const response = await fetching(`http://127.0.0.1:${port}/moved`)
    expect([response.status, response.headers.get('location')]).toEqual([307, 'http://127.0.0.1:1/'])
  })

  it('stops at its abort signal', async () => {
    const { port } = await echo()
    const fetching = publicFetch({ isAllowed: () => true })
    const stopped = fetching(`http://127.0.0.1:${port}/v1`, { signal: AbortSignal.abort() })
    await expect(stopped).rejects.toThrow(/abort/i)
  })

  it('stops at its abort signal in the middle of a reply, though memory was tidied meanwhile', async () => {
    const { port } = await echo()
    const fetching = publicFetch({ isAllowed: () => true })
    const stop = new AbortController()
    const { body } = await fetching(`http://127.0.0.1:${port}/endless`, { signal: stop.signal })
    const reader = body!.getReader()
    await reader.read()
    setFlagsFromString('--expose-gc')
    const tidy = runInNewContext('gc') as () => void
    for (let i = 0; i < 5; i++) {
      tidy()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    let fault: unknown = null
    reader.read().catch((error: unknown) => (fault = error))
    stop.abort()
    await expect.poll(() => String(fault)).toMatch(/abort/i)
  })
})
