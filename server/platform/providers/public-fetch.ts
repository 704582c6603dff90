/** A `fetch` that connects to public addresses alone. */
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Agent, RequestInfo, RequestInit } from 'undici'

/**
 * A `fetch` that checks the address of every connection before it is made. It follows no redirect and uses no proxy. It throws a
 * PrivateAddressError for a host whose address is not allowed.
 * @param options `resolve`: looks up the addresses of a host; `isAllowed`: whether an address may be connected to
 */
export function publicFetch({ resolve = lookup, isAllowed = isPublicAddress } = {}): typeof fetch {
  let dispatcher: Agent | undefined
  const fetchPublic = async (input: RequestInfo, init?: RequestInit) => {
    const { hostname } = new URL(typeof input === 'object' && 'url' in input ? input.url : input)
    const address = privateHost(hostname, isAllowed)
    if (address !== null) throw new PrivateAddressError(hostname, address)
    // most commands call no model
    const { Agent, fetch } = await import('undici')
    dispatcher ??= new Agent({ ...NO_TIMEOUTS, connect: { lookup: lookupAllowed(resolve, isAllowed) } })
    try {
      return await fetch(input, { ...init, redirect: 'manual', dispatcher })
    } catch (error) {
      const { cause } = error as Error
      throw cause instanceof PrivateAddressError ? cause : error
    }
  }
  return fetchPublic as unknown as typeof fetch
}

/** Callers limit how long they wait, and a model may think for longer than undici would wait by itself. */
const NO_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0 }

// Which addresses lie on the public internet, and connections to those alone.

/** A public address at which the machines of Azure reach services of their own host. */
const SERVICES_OF_HOST = new Set(['168.63.129.16'])

/** IPv4 in IPv6: the deprecated "compatible" form, and the range for a network's own translator. */
const NOWHERE = ['::/96', '64:ff9b:1::/48'].map((range) => ipaddr.IPv6.parseCIDR(range))

/** A host has an address that is not on the public internet. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
  /** The requested name, and its address. */
  readonly host: string
  readonly address: string

  constructor(host: string, address: string) {
    super(`${host} has the private address ${address}`)
    this.host = host
    this.address = address
  }
}

/**
 * Whether an IP address is on the public internet: not loopback, private, link-local, of a cloud's metadata, or reserved.
 * An IPv4 address inside an IPv6 address is what counts; one in a form that no public network uses is not public.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && NOWHERE.some((range) => parsed.match(range))) return false
  if (parsed instanceof ipaddr.IPv6 && parsed.range() === 'rfc6052')
    return isPublicAddress(parsed.toByteArray().slice(-4).join('.'))
  return parsed.range() === 'unicast' && !SERVICES_OF_HOST.has(parsed.toString())
}

/** The private address that a host names without any lookup: an IP address or `localhost`; otherwise null. */
export function privateHost(hostname: string, isAllowed = isPublicAddress): string | null {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return isAllowed('127.0.0.1') ? null : host
  return isIP(host) !== 0 && !isAllowed(host) ? host : null
}

/**
 * The lookup of a socket that connects to allowed addresses alone. The socket connects to the addresses that were checked,
 * so a name whose address changes in between gains nothing. Its error is a PrivateAddressError if any address of the host
 * is not allowed.
 * @param resolve looks up every address of a host
 */
const lookupAllowed =
  (resolve: typeof lookup, isAllowed: (address: string) => boolean): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const refused = addresses?.find(({ address }) => !isAllowed(address))
      const fault = error ?? (refused ? new PrivateAddressError(host, refused.address) : null)
      if (fault) callback(fault, [])
      else if (options.all) callback(null, addresses)
      else callback(null, addresses[0].address, addresses[0].family)
    })
