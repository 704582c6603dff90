/** Which pages may change something, by which names a server answers, and which address its links have. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Context } from 'hono'
import { appFor } from '../../../support/app.ts'
import { NAMES, arenaOf, voteOf } from '../../arena-import.ts'
import { linkOrigin } from '../../../../server/platform/http/host-check.ts'
import { readConfig } from '../../../../server/platform/config/config.ts'
import { clientNetwork, isPublic, addressNetwork } from '../../../../server/platform/http/client-address.ts'
import { casesIn } from '../../../support/cases.ts'

const CASES = casesIn<{
  networks: [address: string, network: string | null][]
  forwarded: [direct: string, forwarded: string | null, proxies: number, network: string | null][]
  unsure: [direct: string, forwarded: string | null, proxies: number, network: string][]
  servers: [host: string, trustProxy: number, origins: string[], isPublic: boolean][]
}>(import.meta.url, 'client-addresses')

let address: URL
const app = appFor({}, async () => {
  address = new URL(await app.serve())
  await app.import(arenaOf('open', { prompts: 20 }))
})

/** Status and code; fetch would not send these headers. */
async function ask(method: string, path: string, headers: Record<string, string>): Promise<unknown[]> {
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request({ host: address.hostname, port: address.port, method, path, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode!, text }))
    })
    sent.on('error', reject).end(method === 'POST' ? '{}' : undefined)
  })
  return [status, (JSON.parse(text) as { code?: string }).code]
}

const json = { 'content-type': 'application/json' }
const battle = (headers: Record<string, string>) =>
  ask('POST', '/api/arenas/open/battles', { ...json, ...headers })
const REFUSED = [403, 'origin_refused']
const DONE = [201, undefined]

describe('a request that changes something', () => {
  it('is refused from a page of another site', async () => {
    expect(await battle({ origin: 'https://evil.example' })).toEqual(REFUSED)
    expect(await battle({ origin: 'null' })).toEqual(REFUSED)
    expect(await battle({ origin: address.origin, 'sec-fetch-site': 'cross-site' })).toEqual(REFUSED)
    expect(
      await battle({ origin: 'https://evil.example', 'content-type': 'text/plain;charset=json' }),
    ).toEqual(REFUSED)
    expect(await ask('GET', '/api/arenas', { origin: 'https://evil.example' })).toEqual([200, undefined])
  })

  it('is accepted from the page of this server, and from programs', async () => {
    expect(await battle({})).toEqual(DONE)
    expect(await battle({ origin: address.origin })).toEqual(DONE)
    expect(await battle({ origin: 'https://arena.example', 'sec-fetch-site': 'same-origin' })).toEqual(DONE)
    const forwarded = { origin: 'https://arena.example', 'x-forwarded-host': 'arena.example' }
    expect(await battle(forwarded)).toEqual(DONE)
  })
})

describe('a server on this machine alone', () => {
  const read = (host: string) => ask('GET', '/api/arenas', { host })

  it('answers to names of this machine only', async () => {
    for (const host of ['localhost', 'localhost:4747', '127.0.0.1:1', '[::1]:4747', 'my.localhost'])
      expect([host, ...(await read(host))]).toEqual([host, 200, undefined])
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:4747'])
      expect([host, ...(await read(host))]).toEqual([host, 403, 'host_refused'])
  })

  it('answers to the addresses of its settings, and to any name if others can reach it', async () => {
    app.deps.access.origins = ['https://arena.example']
    expect(await read('arena.example')).toEqual([200, undefined])
    expect(await battle({ origin: 'https://arena.example', host: 'arena.example' })).toEqual(DONE)
    expect(await read('evil.example')).toEqual([403, 'host_refused'])
    app.deps.access.origins = []
    app.deps.access.isLocal = false
    expect(await read('evil.example')).toEqual([200, undefined])
    app.deps.access.isLocal = true
  })
})

describe('a request that names two hosts', () => {
  /** Sends the lines as they are; Node's own client would mend them. */
  const send = (...lines: string[]): Promise<string> => {
    const socket = connect(Number(address.port), address.hostname)
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
    return text(socket)
  }
  const page = (target: string, ...headers: string[]) => send(`GET ${target} HTTP/1.1`, ...headers)
  const languageOf = (name: string) => `Accept-Language: ${name}`
  const statusOf = (answer: string) => Number(answer.split(' ', 2)[1])
  const linksOf = (answer: string) => new Set(answer.match(/https?:\/\/[^/"]+(?=\/(a|oembed)\b)/g))

  it('is refused, and leaves nothing in the memory that others are answered from', async () => {
    const { host } = address
    const targets = [
      'http://evil.example/a/open',
      `http://127.0.0.1:1/a/open`,
      `http://evil@${host}/a/open`,
      `http://:pw@${host}/a/open`,
      `https://${host}/a/open`,
      `http://${address.hostname}.evil.example:${address.port}/a/open`,
      `http://localhost.:${address.port}/a/open`,
    ]
    for (const [n, target] of targets.entries()) {
      const refused = await page(target, `Host: ${host}`, languageOf(`x${n}`))
      expect([target, statusOf(refused)]).toEqual([target, 400])
      expect([target, refused]).toEqual([target, expect.stringContaining('invalid_request')])
      const next = await page('/a/open', `Host: ${host}`, languageOf(`x${n}`))
      expect([target, statusOf(next), linksOf(next)]).toEqual([target, 200, new Set([address.origin])])
    }
  })

  it('is refused with two Host headers, with none, and with a target that is no address of pages', async () => {
    const host = `Host: ${address.host}`
    expect(statusOf(await page('/a/open', host, 'Host: evil.example'))).toBe(400)
    expect(statusOf(await page('/a/open', 'Host: localhost', host, languageOf('two')))).toBe(400)
    expect(statusOf(await page('/a/open'))).toBe(400)
    expect(statusOf(await page(`${address.origin}/a/open`))).toBe(400)
    for (const target of ['*', 'ftp://evil.example/a/open', 'HTTP://evil.example/a/open'])
      expect([target, statusOf(await page(target, host))]).toEqual([target, 400])
    expect(statusOf(await page('//evil.example/a/open', host))).toBe(404)
    expect(linksOf(await page('/a/open', host, languageOf('two')))).toEqual(new Set([address.origin]))
  })

  it('is answered where both are the same host, with links to it', async () => {
    const whole = await page(`${address.origin}/a/open`, `Host: ${address.host}`, languageOf('whole'))
    expect([statusOf(whole), linksOf(whole)]).toEqual([200, new Set([address.origin])])
    const upper = await page(
      `http://LOCALHOST:${address.port}/a/open`,
      `Host: Localhost:${address.port}`,
      languageOf('upper'),
    )
    expect([statusOf(upper), linksOf(upper)]).toEqual([200, new Set([`http://localhost:${address.port}`])])
    expect(statusOf(await send('GET /a/open HTTP/1.0'))).toBe(200)
    expect(statusOf(await send(`GET ${address.origin}/a/open HTTP/1.0`))).toBe(400)
  })

  it('is a matter of the Host header alone: X-Forwarded-Host names no links', async () => {
    for (const trustProxy of [0, 1]) {
      app.deps.access.trustProxy = trustProxy
      const host = `Host: ${address.host}`
      const answer = await page(
        '/a/open',
        host,
        'X-Forwarded-Host: evil.example',
        languageOf(`f${trustProxy}`),
      )
      expect([statusOf(answer), linksOf(answer)]).toEqual([200, new Set([address.origin])])
    }
    app.deps.access.trustProxy = 0
  })
})

it('forms may only be sent to this server', async () => {
  const { headers } = await app.request('/api/arenas')
  expect(headers.get('content-security-policy')).toContain("form-action 'self'")
})

describe('DEADHEAT_PUBLIC_URL', () => {
  const PUBLIC = 'https://arena.example'
  const app = appFor({ publicUrl: PUBLIC }, async () => {
    const votes = [voteOf(NAMES[0]!, NAMES[1]!, 'left'), voteOf(NAMES[1]!, NAMES[0]!, 'left')]
    await app.import(arenaOf('open', { votes }))
  })

  const textOf = async (path: string) => {
    const response = await app.request(path, { headers: { accept: 'text/html' } })
    return response.text()
  }

  it('is the origin of embedded boards', async () => {
    const url = encodeURIComponent(`${PUBLIC}/a/open`)
    const { html } = JSON.parse(await textOf(`/oembed?url=${url}`)) as { html: string }
    expect(html).toContain(`${PUBLIC}/a/open/embed`)
  })

  it('is told to every page, and its pages name no other origin', async () => {
    for (const path of ['/a/open', '/a/open/vote', '/admin', '/nowhere']) {
      const page = await textOf(path)
      expect(page).toContain(`<meta name="public-address" content="${PUBLIC}">`)
      expect(page).not.toMatch(/http:\/\/(localhost|127\.0\.0\.1)/)
    }
    const board = await textOf('/a/open')
    expect(board).toContain(`content="${PUBLIC}/a/open/plate.png`)
  })

  it('is an origin of the server and of links in the terminal and in notices', () => {
    const config = readConfig({
      DEADHEAT_PUBLIC_URL: `${PUBLIC}/`,
      DEADHEAT_ORIGINS: `${PUBLIC}, http://lan`,
    })
    expect([config.publicUrl, config.origins]).toEqual([PUBLIC, [PUBLIC, 'http://lan']])
    expect(linkOrigin(config)).toBe(PUBLIC)
    const local = readConfig({ HOST: '0.0.0.0', PORT: '4900' })
    expect(linkOrigin(local)).toBe('http://127.0.0.1:4900')
  })
})

describe('the address of a client', () => {
  it.each(CASES.networks)('the network of %s is %s', (address, network) => {
    expect(addressNetwork(address)).toBe(network)
  })

  /** A request over a connection from an address, with or without the header that proxies add to. */
  const requestFrom = (remoteAddress: string, forwarded: string | null) =>
    ({
      env: { incoming: { socket: { remoteAddress } } },
      req: { header: () => forwarded ?? undefined },
    }) as unknown as Context

  it.each(CASES.forwarded)(
    'the network of a client at %s, forwarded for %s over %i proxies, is %s',
    (direct, forwarded, proxies, network) => {
      expect(clientNetwork(requestFrom(direct, forwarded), proxies)).toBe(network)
    },
  )

  it.each(CASES.unsure)(
    'a client at %s behind proxies cannot leave its limit by the header %s',
    (direct, forwarded, proxies, network) => {
      expect(clientNetwork(requestFrom(direct, forwarded), proxies)).toBe(network)
    },
  )

  it.each(CASES.servers)(
    'a server on %s behind %i proxies with the addresses %j can be reached by others: %s',
    (host, trustProxy, origins, expected) => {
      expect(isPublic({ host, trustProxy, origins })).toBe(expected)
    },
  )
})
