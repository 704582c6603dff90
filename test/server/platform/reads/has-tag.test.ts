import { expect, it } from 'vitest'
import { hasTag } from '../../../../server/platform/http/reads.ts'

it.each([
  ['"a"', '"a"', true],
  ['"a.gzip"', '"a.gzip"', true],
  ['W/"a"', '"a"', true],
  ['"b", "a.br"', '"a.gzip"', true],
  ['*', '"a"', true],
  ['"b"', '"a"', false],
  ['"ab"', '"a"', false],
  ['', '"a"', false],
  [undefined, '"a"', false],
])('a client with %s has %s: %s', (header, etag, has) => expect(hasTag(header, etag)).toBe(has))
