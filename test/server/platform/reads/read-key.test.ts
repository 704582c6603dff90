import { describe, expect, it } from 'vitest'
import { encodingFor, readKey, requestAgain } from '../../../../server/platform/http/reads.ts'

const PARAMETERS = new Set(['source', 'category'])
const keyOf = (address: string, headers: Record<string, string> = {}) =>
  readKey(address, (name) => headers[name], PARAMETERS)

describe('the key of a read', () => {
  const board = '/api/arenas/one/leaderboard'

  it('is the same for parameters in any order, and ignores unknown and empty ones', () => {
    const key = keyOf(`${board}?category=code&source=humans`)
    expect(keyOf(`${board}?utm=x&source=humans&category=code&utm=y`)).toBe(key)
    expect(keyOf(`${board}?source=&category`)).toBe(keyOf(`${board}?`))
    expect(keyOf(`${board}?source=all&category=code`)).not.toBe(key)
  })

  it('is missing if an address or its cookies can be read in two ways', () => {
    expect(keyOf(`${board}?source=all&source=humans`)).toBeNull()
    expect(keyOf(`${board}?%73ource=all&source=humans`)).toBeNull()
    expect(keyOf(`${board}?%73ource=all`)).toBeNull()
    expect(keyOf('/a/one', { cookie: 'language=de; language=en' })).toBeNull()
  })

  it('differs for hosts, protocols and encodings, and for the languages of a page', () => {
    const german = { cookie: 'voter=1; language=de' }
    const others = [{ host: 'a' }, { 'x-forwarded-proto': 'https' }, { 'accept-encoding': 'gzip' }, german]
    const keys = [{}, ...others].map((headers) => keyOf('/a/one', headers))
    expect(new Set(keys).size).toBe(5)
    expect(keyOf('/a/one', { cookie: 'voter=2; language=de' })).toBe(keyOf('/a/one', german))
    expect(keyOf(board, german)).toBe(keyOf(board))
  })

  it('never mixes two parameters up', () => {
    expect(keyOf(`${board}?source=a%26category=b`)).not.toBe(keyOf(`${board}?source=a&category=b`))
  })

  it('is the same for a request that is made again, without what else its client sent', () => {
    const cookie = 'voter=1; language=de'
    const sent: Record<string, string> = {
      host: 'one.example:8080',
      'x-forwarded-proto': 'https',
      'accept-encoding': 'gzip',
      'accept-language': 'de',
      cookie,
      'if-none-match': '"1"',
      'x-forwarded-for': '1.2.3.4',
    }
    const address = '/a/one?category=code&utm=x'
    const { url, headers } = requestAgain(address, (name) => sent[name])
    const { pathname, search } = new URL(url)
    expect(readKey(pathname + search, (name) => headers.get(name) ?? undefined, PARAMETERS)).toBe(
      keyOf(address, sent),
    )
    const { 'if-none-match': _, 'x-forwarded-for': __, ...same } = sent
    expect(Object.fromEntries(headers)).toEqual({ ...same, cookie: 'language=de' })
  })

  it('is missing with a token, outside arenas, and for a very long address', () => {
    expect(keyOf(board, { authorization: 'Bearer x' })).toBeNull()
    expect(keyOf('/healthz')).toBeNull()
    expect(keyOf(`${board}?source=${'x'.repeat(1000)}`)).toBeNull()
    expect(keyOf('/a/one', { 'accept-language': 'x'.repeat(3000) })).toBeNull()
  })
})

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['identity', null],
  ['', null],
  [undefined, null],
])('%j accepts %s', (header, encoding) => expect(encodingFor(header)).toBe(encoding))
