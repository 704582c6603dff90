/** Times as text mean the same on every machine, or are none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timeField } from '../../../../server/transfer/formats/fields.ts'

const before = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'America/New_York'
})
afterAll(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

const NOON = Date.UTC(2024, 4, 1, 12) / 1000

describe('a time as text', () => {
  it.each([
    '2024-05-01T12:00:00Z',
    '2024-05-01T12:00',
    ' 2024-05-01 12:00 ',
    '2024-05-01 12:00:00.000 UTC',
    '2024-05-01 14:00:00+02',
    '2024-05-01 14:00:00+0200',
    '2024-05-01T06:30:00-05:30',
    'Wed, 01 May 2024 12:00:00 GMT',
    'May 1 2024 12:00',
    '2024/05/01 12:00',
    '2024-05-01 12:00:00,000',
    '1 May 2024 07:00 -0500',
    'May 1, 2024, 12:00',
    'Wed May 01 2024 14:00:00 GMT+0200 (Central European Summer Time)',
  ])('%s is noon in UTC', (text) => expect(timeField(text)).toBe(NOON))

  it('that is a day begins in UTC', () => expect(timeField('2024-05-01')).toBe(NOON - 12 * 3600))

  it.each([
    '2024-02-30',
    '2023-02-29T12:00:00Z',
    '2024-13-01',
    '2024-05-01T25:00',
    'round 1',
    'soon',
    '2024'.repeat(20),
    // numbers whose order only their author knows, and words that depend on a place
    '01.05.2024',
    '01/05/2024 12:00',
    '13/05/2024',
    '5/13/24',
    '2024.05.01',
    '1. Mai 2024',
    'May 1 2024 12:00 CST',
    'May 31 24',
    '31 June 2024',
    '20240501',
    '45413.5',
    '0',
  ])('%s is none', (text) => expect(timeField(text)).toBeUndefined())
})
