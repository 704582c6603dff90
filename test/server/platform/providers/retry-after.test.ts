import { expect, it } from 'vitest'
import { retryAfterMs } from '../../../../server/platform/providers/classify.ts'

const now = new Date('2026-06-01T12:00:00.000Z')

it.each([
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after': ' 20 ' }, 20_000],
  [{ 'retry-after': 'Mon, 01 Jun 2026 12:01:00 GMT' }, 60_000],
  [{ 'retry-after': 'Mon, 01 Jun 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '750', 'retry-after': '30' }, 750],
  [{ 'retry-after-ms': 'soon', 'retry-after': '30' }, 30_000],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': '1e9' }, null],
  [{ 'retry-after': '99999999999999' }, 600_000],
  [{ 'retry-after': 'Mon, 01 Jun 2099 12:00:00 GMT' }, 600_000],
  [{ 'retry-after-ms': '999999999999' }, 600_000],
  [{}, null],
])('%j: %s ms', (headers, ms) => {
  expect(retryAfterMs(new Headers(headers as Record<string, string>), now)).toBe(ms)
})
