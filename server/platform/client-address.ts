/** Finds where a request comes from, for limits. */
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from './config.ts'
import type { Env } from './http.ts'

/** Shares one limit, because a client must not leave its limit by what it sends. */
const UNKNOWN = 'unknown'

/** A household or a company shares at least this many leading bits of an IPv6 address with nobody else. */
const IPV6_PREFIX_BITS = 64

/**
 * The network that a request comes from: an IPv4 address, or the first 64 bits of an IPv6 address, because one person
 * may have all of the rest.
 * @param proxies how many proxies in front of the server add the address before them to `X-Forwarded-For`; 0: the
 *   header is ignored
 * @returns null for this machine, if no proxy is expected. `unknown` if the proxies name no address of a network
 */
export function clientNetwork(c: Context<Env>, proxies: number): string | null {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  const direct = incoming?.socket?.remoteAddress ?? ''
  if (proxies === 0) return networkOf(direct)
  const named = (c.req.header('x-forwarded-for') ?? '').split(',').at(-proxies) ?? ''
  return networkOf(addressIn(named)) ?? networkOf(direct) ?? UNKNOWN
}

/** Some proxies add the port to the address. */
const addressIn = (entry: string): string =>
  entry
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** @returns null for loopback addresses, and for text that is no address */
export function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'loopback') return null
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefix = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_PREFIX_BITS}`)
  return `${prefix.toString()}/${IPV6_PREFIX_BITS}`
}

/** Whether others than programs on the same machine can reach the server, directly or through a proxy. */
export const isPublic = ({ host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>): boolean =>
  trustProxy > 0 || !(host === 'localhost' || (ipaddr.isValid(host) && networkOf(host) === null))
