import { describe, expect, test } from 'vitest'
import { checked, DESCRIBED } from './arena-files.ts'

const JUDGES = DESCRIBED.judges.map(({ name }) => name)

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
    [
      'a comparison with an unknown build',
      { does: 'compare', shipped: 'v0' },
      'shipped: there is no contestant "v0"',
    ],
    ['a rotation of one judge', { does: 'rotate', prompts: 5, judges: ['one'] }, 'judges: '],
    [
      'the same judge twice',
      { does: 'rotate', prompts: 5, judges: [JUDGES[0], JUDGES[0]] },
      'judges.1: the name "' + JUDGES[0] + '" is used twice (first by number 1 of the list)',
    ],
    [
      'an overlap of everything',
      { does: 'rotate', prompts: 5, judges: [JUDGES[0], 'another'], overlap: 1 },
      'overlap: ',
    ],
    ['another thing to do', { does: 'cook' }, 'does: '],
  ])('%s is refused at its line', async (_what, entry, expectedError) => {
    const { plan, problems } = await withEntry(entry)
    for (const problem of problems) expect(problem).toMatch(/^arena\.yaml:\d+: schedule\.entries\.0\./)
    expect(problems.join('\n')).toContain(expectedError)
    expect(plan.incoming).toBeNull()
  })

  test('a comparison needs two builds, and a gate that can be decided', async () => {
    const [shipped] = DESCRIBED.contestants.map(({ name }) => name)
    const entry = { name: 'builds', does: 'compare', cron: '0 2 * * *', shipped }
    const same = await withSchedule({ entries: [{ ...entry, current: shipped }] })
    expect(same.problems).toEqual([expect.stringContaining('current: "')])
    const quick = await checked({
      ...DESCRIBED,
      schedule: { entries: [entry] },
      gate: { preset: 'cosmetic' },
    })
    expect(quick.problems).toEqual([expect.stringMatching(/schedule\.entries\.0\.does: .*cosmetic/)])
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
