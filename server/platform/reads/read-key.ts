/** The request headers that a stored read depends on. */
export type HeaderOf = (name: string) => string | undefined

/** Longer addresses and headers are answered, and never stored. */
const LONGEST = 1000

/**
 * The key of a request whose response may be stored. Two requests with the same key get the same bytes. A parameter that
 * changes no response is not part of the key, so it cannot fill the memory.
 * @param address path and query as they were sent
 * @param parameters the names of all parameters that change a response
 * @returns null for a request whose response is never stored: it carries a token, is too long, or can be read in two ways
 */
export function readKey(address: string, headerOf: HeaderOf, parameters: ReadonlySet<string>): string | null {
  if (address.length > LONGEST || headerOf('authorization') !== undefined) return null
  const [path = '', query] = split(address)
  const isData = path.startsWith('/api/arenas')
  if (!isData && !path.startsWith('/a/') && path !== '/') return null
  const language = isData ? '' : languageOf(headerOf('cookie'))
  const view = query === undefined ? '' : known(query, parameters)
  if (language === null || view === null) return null
  const key = [
    headerOf('host') ?? '',
    headerOf('x-forwarded-proto') ?? '',
    encodingFor(headerOf('accept-encoding')) ?? '',
    isData ? '' : `${language} ${headerOf('accept-language') ?? ''}`,
    path,
    view,
  ].join('\n')
  return key.length > 2 * LONGEST ? null : key
}

const OF_THE_KEY = ['host', 'x-forwarded-proto', 'accept-encoding', 'accept-language'] as const

/** A request with the same key and nothing else of its client. Needs a request that has a key. */
export function requestAgain(address: string, headerOf: HeaderOf): Request {
  const headers = new Headers()
  for (const name of OF_THE_KEY) {
    const value = headerOf(name)
    if (value !== undefined) headers.set(name, value)
  }
  const language = languageOf(headerOf('cookie'))
  if (language) headers.set('cookie', language)
  return new Request(`http://${headerOf('host') ?? 'localhost'}${address}`, { headers })
}

/** The encodings that stored reads are made in, the smallest result first. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The best encoding that a client accepts; null if it accepts none of them. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null
  const offers = accepted.split(',').map((offer) =>
    offer
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  const isAccepted = (name: string) =>
    offers.some(([encoding, weight]) => encoding === name && !/^q=0(\.0*)?$/.test(weight ?? ''))
  return ENCODINGS.find(isAccepted) ?? null
}

function split(address: string): [path: string, query?: string] {
  const end = address.indexOf('?')
  return end === -1 ? [address] : [address.slice(0, end), address.slice(end + 1)]
}

/**
 * The known parameters as they were sent, in one order and without empty ones. Null if one is sent twice or its name is
 * encoded: readers of an address may differ on which one counts, and so must not share a response.
 */
function known(query: string, parameters: ReadonlySet<string>): string | null {
  const parts = query.split('&').filter((part) => parameters.has(part.split('=', 1)[0]!))
  const names = [...new URLSearchParams(query).keys()].filter((name) => parameters.has(name))
  if (names.length !== parts.length || new Set(names).size !== names.length) return null
  return parts
    .filter((part) => !/^[^=]*=?$/.test(part))
    .toSorted()
    .join('&')
}

/** The value of the language cookie as it was sent; null if there are several. */
function languageOf(cookies: string | undefined): string | null {
  const values = (cookies ?? '').split(';').filter((cookie) => /^\s*language\s*=/.test(cookie))
  return values.length > 1 ? null : (values[0] ?? '').trim()
}
