/** Finds where a request comes from, for limits. */
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.ts'
import type { Env } from './http.ts'

/** A network that proxies do not name. It shares one limit, because a client must not leave its limit by what it sends. */
export const UNKNOWN_NETWORK = 'unknown'

/** A household or a company shares at least this many leading bits of an IPv6 address with nobody else. */
const IPV6_PREFIX_BITS = 64

/**
 * The network that a request comes from: an IPv4 address, or the first 64 bits of an IPv6 address, because one person
 * may have all of the rest.
 * @param proxies how many proxies in front of the server add the address before them to `X-Forwarded-For`; 0: the
 *   header is ignored
 * @returns null for this machine, if no proxy is expected or seen. `unknown` if the proxies name no address of a
 *   network, and behind a proxy on this machine that the settings do not name
 */
export function clientNetwork(c: Context<Env>, proxies: number): string | null {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  const direct = incoming?.socket?.remoteAddress ?? ''
  const forwarded = c.req.header('x-forwarded-for')
  if (proxies === 0) return addressNetwork(direct) ?? (forwarded === undefined ? null : UNKNOWN_NETWORK)
  const named = (forwarded ?? '').split(',').at(-proxies) ?? ''
  return addressNetwork(addressIn(named)) ?? addressNetwork(direct) ?? UNKNOWN_NETWORK
}

/** Some proxies add the port to the address. */
const addressIn = (entry: string): string =>
  entry
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** @returns null for loopback addresses, and for text that is no address */
export function addressNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'loopback') return null
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return networkPrefix(parsed.toNormalizedString(), IPV6_PREFIX_BITS)
}

/** The larger networks around an IPv6 one. One customer of a provider may have all of a /56 or a /48. */
export function networksAround(network: string): { site: string; customer: string } | null {
  const [address, bits] = network.split('/')
  if (bits === undefined) return null
  return { customer: networkPrefix(address, 56), site: networkPrefix(address, 48) }
}

const networkPrefix = (address: string, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`

/**
 * Whether others than programs on the same machine can reach the server: directly, or through a proxy on it, which has
 * an address of its own.
 */
export const isPublic = ({ host, trustProxy, origins }: Reach): boolean =>
  trustProxy > 0 ||
  [host, ...origins.map((origin) => new URL(origin).hostname)].some((name) => !isLoopback(name))

/** The settings that say who can reach a server. */
export type Reach = Pick<Config, 'host' | 'trustProxy' | 'origins'>

/** Whether a host name or an address means this machine itself. */
export function isLoopback(name: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return /^(.+\.)?localhost$/i.test(address) || (ipaddr.isValid(address) && addressNetwork(address) === null)
}
