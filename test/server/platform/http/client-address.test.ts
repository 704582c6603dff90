import type { Context } from 'hono'
import { expect, it } from 'vitest'
import { clientNetwork, isPublic, networkOf } from '../../../../server/platform/http/client-address.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['127.0.0.1', null],
  ['::ffff:127.0.0.1', null],
  ['::1', null],
  ['', null],
  ['unknown', null],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

/** A request over a connection from an address, with or without the header that proxies add to. */
const requestFrom = (remoteAddress: string, forwarded?: string) =>
  ({
    env: { incoming: { socket: { remoteAddress } } },
    req: { header: () => forwarded },
  }) as unknown as Context

it.each([
  ['10.0.0.2', '198.51.100.7, 203.0.113.9', 0, '10.0.0.2'],
  ['10.0.0.2', '198.51.100.7, 203.0.113.9', 1, '203.0.113.9'],
  ['10.0.0.2', '198.51.100.7, 203.0.113.9', 2, '198.51.100.7'],
  ['10.0.0.2', '203.0.113.9:51234', 1, '203.0.113.9'],
  ['10.0.0.2', '[2001:db8:1:2::9]:443', 1, '2001:db8:1:2::/64'],
  ['127.0.0.1', undefined, 0, null],
])(
  'the network of a client at %s, forwarded for %s over %i proxies, is %s',
  (direct, forwarded, proxies, network) => {
    expect(clientNetwork(requestFrom(direct, forwarded), proxies)).toBe(network)
  },
)

it.each([
  ['10.0.0.2', undefined, 1, '10.0.0.2'],
  ['10.0.0.2', 'unknown', 1, '10.0.0.2'],
  ['10.0.0.2', '203.0.113.9', 2, '10.0.0.2'],
  ['10.0.0.2', '127.0.0.1', 1, '10.0.0.2'],
  ['127.0.0.1', '127.0.0.1', 1, 'unknown'],
  ['127.0.0.1', '', 1, 'unknown'],
  ['127.0.0.1', '203.0.113.9', 0, 'unknown'],
])(
  'a client at %s behind proxies cannot leave its limit by the header %s',
  (direct, forwarded, proxies, network) => {
    expect(clientNetwork(requestFrom(direct, forwarded), proxies)).toBe(network)
  },
)

it.each([
  ['127.0.0.1', 0, [], false],
  ['::1', 0, [], false],
  ['localhost', 0, [], false],
  ['0.0.0.0', 0, [], true],
  ['::', 0, [], true],
  ['board.example.org', 0, [], true],
  ['127.0.0.1', 1, [], true],
  ['127.0.0.1', 0, ['https://arena.example'], true],
  ['127.0.0.1', 0, ['http://localhost:8080', 'http://lan'], true],
  ['127.0.0.1', 0, ['http://localhost:8080', 'http://[::1]:8080', 'http://demo.localhost'], false],
])(
  'a server on %s behind %i proxies with the addresses %j can be reached by others: %s',
  (host, trustProxy, origins, expected) => {
    expect(isPublic({ host, trustProxy, origins })).toBe(expected)
  },
)
