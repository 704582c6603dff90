import { expect, test } from 'vitest'
import { cronTimes, isTimezone } from '../../../server/platform/cron-times.ts'

const at = (text: string) => new Date(text)

/** The times of a pattern in a span, by asking for the next one again and again. */
async function timesBetween(pattern: string, timezone: string, from: string, to: string): Promise<string[]> {
  const { next } = await cronTimes(pattern, timezone)
  const times: string[] = []
  for (let time = next(at(from)); time && time <= at(to); time = next(time)) times.push(time.toISOString())
  return times
}

test('the next and the last time are those of every minute that the pattern matches in UTC', async () => {
  const { next, last } = await cronTimes('30 3 * * 1,3', 'UTC')
  // 20 November 2026 is a Friday
  expect(next(at('2026-11-20T12:00:00Z'))).toEqual(at('2026-11-23T03:30:00Z'))
  expect(next(at('2026-11-23T03:29:59Z'))).toEqual(at('2026-11-23T03:30:00Z'))
  expect(next(at('2026-11-23T03:30:00Z'))).toEqual(at('2026-11-25T03:30:00Z'))
  expect(last(at('2026-11-27T00:00:00Z'), at('2026-11-01T00:00:00Z'))).toEqual(at('2026-11-25T03:30:00Z'))
  expect(last(at('2026-11-27T00:00:00Z'), at('2026-11-25T03:30:00Z'))).toBeNull()
  expect((await cronTimes('5 * * * *', 'UTC')).perDay).toBe(24)
})

test('either of two limited days suffices, as in cron', async () => {
  expect(await timesBetween('0 0 1 * 1', 'UTC', '2026-11-20T00:00:00Z', '2026-12-08T00:00:00Z')).toEqual([
    '2026-11-23T00:00:00.000Z',
    '2026-11-30T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
    '2026-12-07T00:00:00.000Z',
  ])
})

test('in a time zone, the time on the wall counts: over the change of clocks it comes once a day', async () => {
  // Berlin: 29 March 2026 leaves out 02:00 to 03:00, 25 October 2026 repeats it
  expect(
    await timesBetween('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', '2026-03-31T00:00:00Z'),
  ).toEqual(['2026-03-28T01:30:00.000Z', '2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'])
  expect(
    await timesBetween('30 2 * * *', 'Europe/Berlin', '2026-10-24T00:00:00Z', '2026-10-27T00:00:00Z'),
  ).toEqual(['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
  expect(
    await timesBetween('0 0 * * *', 'Asia/Kolkata', '2026-11-20T00:00:00Z', '2026-11-21T12:00:00Z'),
  ).toEqual(['2026-11-20T18:30:00.000Z'])
})

test('a pattern that never matches has no next time, and what is no pattern or time zone is refused', async () => {
  expect((await cronTimes('0 0 31 2 *', 'UTC')).next(at('2026-11-20T00:00:00Z'))).toBeNull()
  expect((await cronTimes('0 0 29 2 *', 'UTC')).next(at('2026-11-20T00:00:00Z'))).toEqual(
    at('2028-02-29T00:00:00Z'),
  )
  for (const wrong of [
    '',
    '0 3 * *',
    '0 3 * * * *',
    '60 3 * * *',
    '0 24 * * *',
    '@daily',
    'a b c d e',
    '5-1 * * * *',
  ])
    await expect(cronTimes(wrong, 'UTC'), wrong).rejects.toThrow(/cron|pattern|range|Unsupported|Too/i)
  expect([isTimezone('Europe/Berlin'), isTimezone('UTC'), isTimezone('Mars/Base')]).toEqual([
    true,
    true,
    false,
  ])
})
