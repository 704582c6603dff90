import { expect, it } from 'vitest'
import { isPublic, networkOf } from '../../../server/platform/client-address.ts'

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

it.each([
  ['127.0.0.1', 0, false],
  ['::1', 0, false],
  ['localhost', 0, false],
  ['0.0.0.0', 0, true],
  ['::', 0, true],
  ['board.example.org', 0, true],
  ['127.0.0.1', 1, true],
])('a server on %s behind %i proxies can be reached by others: %s', (host, trustProxy, expected) => {
  expect(isPublic({ host, trustProxy })).toBe(expected)
})
