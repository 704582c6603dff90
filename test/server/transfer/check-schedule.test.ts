import { describe, expect, test } from 'vitest'
import { checked, DESCRIBED } from './arena-files.ts'

describe('a schedule', () => {
  const JUDGE = { name: 'nightly', does: 'judge', cron: '0 3 * * *' }
  const withSchedule = (schedule: object) => checked({ ...DESCRIBED, schedule })
  const withEntry = (entry: object) => withSchedule({ entries: [{ ...JUDGE, ...entry }] })

  test('keeps its values', async () => {
    const schedule = { timezone: 'Europe/Berlin', entries: [{ ...JUDGE, votesPerPair: 2, budgetUsd: 1.5 }] }
    const { plan, problems } = await withSchedule(schedule)
    expect(problems).toEqual([])
    expect(plan.incoming?.setUp.settings.schedule).toEqual(schedule)
  })

  test.each<[string, object, string]>([
    ['a word for a time', { cron: 'daily' }, 'cron: "daily" is no time; write five fields'],
    ['a day that never comes', { cron: '0 0 31 2 *' }, 'cron: "0 0 31 2 *" never comes'],
    ['every minute', { cron: '* * * * *' }, 'cron: "* * * * *" comes 1440 times a day'],
    ['an unknown judge', { judges: ['nobody'] }, 'judges.0: there is no judge "nobody"'],
    ['a budget of nought', { budgetUsd: 0 }, 'budgetUsd: '],
    ['an unknown key', { votes: 2 }, 'votes: unknown key'],
    ['another thing to do', { does: 'cook' }, 'does: '],
  ])('%s is refused at its line', async (_what, entry, expectedError) => {
    const { plan, problems } = await withEntry(entry)
    expect(problems).toEqual([expect.stringMatching(/^arena\.yaml:\d+: schedule\.entries\.0\./)])
    expect(problems[0]).toContain(expectedError)
    expect(plan.incoming).toBeNull()
  })

  test('an unknown time zone and two entries of one name are refused', async () => {
    const { problems } = await withSchedule({ timezone: 'Mars/Base', entries: [JUDGE] })
    expect(problems).toEqual([
      expect.stringContaining('schedule.timezone: there is no time zone "Mars/Base"'),
    ])
    const twice = await withSchedule({ entries: [JUDGE, JUDGE] })
    expect(twice.problems).toEqual([expect.stringContaining('schedule.entries.1.name: ')])
  })
})
