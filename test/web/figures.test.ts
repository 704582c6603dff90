/** Figures as they are printed, and what they follow from. */
import { afterEach, describe, expect, it, test } from 'vitest'
import { ago } from '../../web/src/ui/ago.ts'
import {
  formatInteger,
  countWithNoun,
  day,
  dayText,
  formatDateTime,
  decimal,
  money,
  points,
  formatPercent,
  measure,
  signed,
  timeTick,
  utcDay,
} from '../../web/src/ui/figures.ts'
import { language } from '../../web/src/words/language.svelte.ts'
import { outcomeOfKey } from '../../web/src/ui/vote/choices.ts'
import { boardColumns } from '../../web/src/pages/leaderboard/columns.ts'
import { rated } from './contestant.ts'
import { isRounding } from '../../server/transfer/verify/verify-board.ts'
import type { AuditEntry } from '../../shared/contracts/operators.ts'
import { auditDetails } from '../../web/src/pages/admin/arena/log-details.ts'
import { render } from 'svelte/server'
import Progress from '../../web/src/pages/admin/arena/Progress.svelte'
import PlannedChange from '../../web/src/pages/admin/new/PlannedChange.svelte'
import './all-words.ts'
import { casesIn } from '../support/cases.ts'

const CASES = casesIn<{
  vote_keys: [key: string, outcome: string | null][]
  roundings: [name: string, what: string, snapshot: unknown, recomputed: unknown, isRounding: boolean][]
}>(import.meta.url, 'figures')

afterEach(() => (language.code = 'en'))

describe('figures', () => {
  it('are printed as on a results sheet', () => {
    expect([formatInteger(12_240), points(1093.4), money(0.416), formatPercent(0.637)]).toEqual([
      '12,240',
      '1093',
      '0.42',
      '64\u00a0%',
    ])
    expect([
      countWithNoun(1, 'vote'),
      countWithNoun(1224, 'vote'),
      countWithNoun(2, 'person', 'people'),
    ]).toEqual(['1 vote', '1,224 votes', '2 people'])
  })

  it('have a minus, no hyphen', () => {
    expect([
      formatInteger(-1200),
      points(-499.6),
      decimal(-0.09, 2),
      decimal(-0.001, 2),
      measure(-0.2),
      signed(-3),
    ]).toEqual(['−1,200', '−500', '−0.09', '0.00', '−0.2', '−3'])
  })

  it('say how long ago in the largest unit that says enough', () => {
    const now = Date.UTC(2026, 10, 7, 12)
    const before = (seconds: number) => ago(new Date(now - seconds * 1000), now)
    expect([-5, 0.5, 3, 59, 61, 3600, 86_399].map(before)).toEqual([
      'just now',
      'just now',
      '3 s ago',
      '59 s ago',
      '1 min ago',
      '1 h ago',
      '23 h ago',
    ])
    expect(before(40 * 86_400)).toMatch(/^on \d+ Sept? 2026$|^on Sept? \d+, 2026$/)
  })
})

describe('figures in German', () => {
  it('follow the language, back and forth', () => {
    const all = () => [
      formatInteger(12_240),
      money(0.416),
      decimal(2.196, 2),
      formatPercent(0.637),
      dayText('2026-11-07'),
    ]
    const english = all()
    language.code = 'de'
    expect(all()).toEqual(['12.240', '0,42', '2,20', '64\u00a0%', '07.11.2026'])
    expect(countWithNoun(1, 'Stimme', 'Stimmen')).toBe('1 Stimme')
    expect(countWithNoun(1224, 'Stimme', 'Stimmen')).toBe('1.224 Stimmen')
    const now = Date.UTC(2026, 10, 7, 12)
    const before = (seconds: number) => ago(new Date(now - seconds * 1000), now)
    expect([0, 3, 61, 3600, 40 * 86_400].map(before)).toEqual([
      'gerade eben',
      'vor 3 s',
      'vor 1 min',
      'vor 1 h',
      'am 28. Sept. 2026',
    ])
    language.code = 'en'
    expect(all()).toEqual(english)
  })

  it('dates have one form, the day before the month', () => {
    const noon = new Date(2026, 0, 31, 12, 30)
    expect([day(noon), formatDateTime(noon)]).toEqual(['31 Jan 2026', '31 Jan 2026, 12:30'])
    expect([utcDay(noon), timeTick(noon.getTime(), 'day')]).toEqual(['31 Jan 2026', '31 Jan'])
  })

  it('a day is itself wherever it is read, and what is no day stays', () => {
    expect(dayText('2026-01-31')).toBe('31 Jan 2026')
    expect(dayText('2026-01-31T12:00:00Z')).toBe('2026-01-31T12:00:00Z')
  })
})

describe('columns', () => {
  it('of cost appears only where somebody has one', () => {
    const labels = (more: object) =>
      boardColumns([rated('A', 1000), rated('B', 900, more)]).map(({ label }) => label)
    expect(labels({})).toEqual(['Win rate', 'Votes'])
    expect(labels({ costUsd: 0.3 })).toContain('$/1000')
  })

  it('show a dash for a missing number, never a zero', () => {
    const NO_ROW = { winRate: '', votes: '0' }
    const cost = boardColumns([rated('A', 1000, { costUsd: 0 })]).at(-1)!
    expect([
      cost.show(NO_ROW, rated('A', 1000, { costUsd: 0 })),
      cost.show(NO_ROW, rated('B', 1000)),
    ]).toEqual(['0.00', '–'])
  })
})

it.each(CASES.vote_keys)('keys of the vote: %s: %s', (key, outcome) =>
  expect(outcomeOfKey(key)).toBe(outcome),
)

test.each(CASES.roundings)('rounding: %s', (_, what, snapshot, recomputed, expected) => {
  expect(isRounding({ what, snapshot, recomputed })).toBe(expected)
})

it('an entry of the log has a line for each detail, and none for an empty one', () => {
  const details = { plan: {}, names: [], budgetUsd: null, repeat: false, kind: 'run' }
  expect(auditDetails({ details } as unknown as AuditEntry).map(([, value]) => value)).toEqual([
    'no limit',
    'no',
    'run',
  ])
})

const shown = (budgetUsd: number | null, costUsd: number | null, problems: object[] = []) => {
  const counts = { answers: 10, judgements: 10, judgementsThere: 0, identicalAnswers: 0, skippedPairs: 0 }
  const estimate = { ...counts, calls: 30, callsFor: { checks: 0 }, costUsd, costByModel: {} }
  const none = { change: null, ways: [], keys: [], warnings: [] }
  const trial = { ...none, arena: 'replies', estimate, budgetUsd, problems }
  return render(PlannedChange, { props: { trial: trial as never } }).body.replaceAll(/<[^>]*>|\s+/g, ' ')
}

it.each([
  [2, 8, true],
  [8, 8, false],
  [2, null, false],
  [null, 8, false],
])('a budget of %s dollars for an estimate of %s is said to end early: %s', (budget, cost, isSaid) => {
  // of what no price is known, nothing is promised
  expect(shown(budget, cost).includes('No call starts')).toBe(budget !== null && cost !== null)
  expect(/It will be spent after about 25\s% of the work/.test(shown(budget, cost))).toBe(isSaid)
  // nor where a problem says that the budget cannot be kept
  expect(shown(budget, cost, [{ finding: { code: 'unpriced' } }])).not.toContain('No call starts')
})

it.each([
  [0, null, /Cost so far not known .*Cost in all, about not known /],
  [0.5, null, /Cost so far \$0\.50 .*Cost in all, about not known /],
  [0, 0, /Cost so far \$0\.00 .*Cost in all, about \$0\.00 /],
])('a run that spent %s dollars of %s in all says what is known', (spentUsd, estimatedUsd, words) => {
  const none = { total: 0, done: 0, failed: 0, setAside: 0 }
  const progress = {
    status: 'done',
    cause: null,
    budgetUsd: null,
    etaSeconds: null,
    callsPerMinute: null,
    pair: null,
    startedAt: '2026-11-30T19:53:00Z',
    endedAt: '2026-11-30T19:55:00Z',
    injected: 0,
    skippedPairs: 0,
    answers: none,
    judgements: none,
    checks: none,
    failures: [],
    trials: [],
    unreadable: [],
    waitingFor: [],
    calls: { done: 12, failed: 0, underWay: 0, left: 0, causes: [], secondsEach: null },
    ledger: { spentUsd, todayUsd: spentUsd, budgetUsd: null, budgetUsdPerDay: null },
    cutOff: { calls: 0, usd: 0 },
    spentUsd,
    estimatedUsd,
  }
  const { body } = render(Progress, { props: { arena: 'a', progress: progress as never } })
  const text = body.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ')
  expect(text).toMatch(words)
  expect(text).toMatch(/Started (30 Nov|1 Dec) 2026, /)
})
