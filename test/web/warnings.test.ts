import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Warning } from '../../shared/contracts/index.ts'
import { skippedBy, unansweredBy, warningsAbout } from '../../server/comparisons/compare-contestants.ts'
import { boardWarnings, fewUnits, sourceWarnings } from '../../server/ratings/boards/board-warnings.ts'
import { overlapWarnings } from '../../server/ratings/boards/count-votes.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import { language } from '../../web/src/words/language.svelte.ts'
import { warningText } from '../../web/src/words/messages/warnings.ts'

beforeEach(() => (language.code = 'de'))
afterEach(() => (language.code = 'en'))

const computed = (more: object) =>
  boardWarnings({
    rated: { converged: true, iterations: 9, lackOfFit: null },
    votes: 10,
    units: 100,
    cluster: 'prompt',
    rounds: 1000,
    intervals: 'comparison',
    lostAnchor: null,
    ...more,
  } as Parameters<typeof boardWarnings>[0])

const judge = (name: string, more: object) => ({ judge: name, kin: [], state: 'not_measured', ...more })
const measured = { state: 'uncalibrated', agreed: 1200, decided: 2400, minAgreement: 0.7 }
const ofSource = (source: string, trust: object[], judges?: object) =>
  sourceWarnings({ source, trust, judges } as Parameters<typeof sourceWarnings>[0], [
    { source: 'human', name: null },
    { source: 'judge', name: 'A, B' },
    { source: 'judge', name: 'C' },
  ])

const failed = (promptId: number, outcome: string) =>
  ({ promptId, outcome, failedChecks: ['short', 'in one piece'] }) as unknown as Parameters<
    typeof skippedBy
  >[0][0]
const lacking = (challenger: number, incumbent: number) =>
  unansweredBy({ challenger, incumbent }, ['A', 'B {}'])

const lent = (people: number[], more: object, unit: 'vote' | 'voter' | null = null) => {
  const battles = {
    left: Int32Array.from(people),
    right: Int32Array.from(people, () => 9),
    unit: Int32Array.from(people),
  }
  const own = { votes: people.length, prompts: people.length }
  return overlapWarnings(battles, unit, { people: own, votes: 0, labelled: 0, prompts: 0, ...more })
}

const ALL: Warning[] = [
  ...[
    [2, 0],
    [0, 1],
    [1, 1],
    [1, 2],
    [2, 1],
    [3000, 2],
  ].flatMap(([own, other]) => lacking(own!, other!)),
  skippedBy([failed(1, 'left')], ['A', 'B']),
  skippedBy([failed(1, 'left'), failed(2, 'tie')], ['A', 'B']),
  ...warningsAbout(
    [{ criterion: 'C', units: 3 }] as unknown as Parameters<typeof warningsAbout>[0],
    [{ source: 'simulated' }] as unknown as Parameters<typeof warningsAbout>[1],
    { alpha: null } as Parameters<typeof warningsAbout>[2],
    ['C', 'D'],
  ),
  ...[[1], [1, 1, 2]].flatMap((people) => [...lent(people, {}), ...lent(people, { votes: 4 })]),
  ...lent([], { votes: 4 }),
  ...lent([1], { votes: 4, labelled: 1, prompts: 1 }),
  ...lent([1, 2], { votes: 4, labelled: 2, prompts: 2 }),
  ...lent([1], { people: { votes: 1, prompts: null } }),
  ...lent([1], { votes: 4, labelled: 1 }, 'vote'),
  ...lent([1], { votes: 4, labelled: 1 }, 'voter'),
  ...computed({ votes: 0 }),
  ...computed({ rated: { converged: false, iterations: 50, lackOfFit: 0.001 }, lostAnchor: 'A {} $1' }),
  ...computed({ rounds: 100, intervals: 'classic' }),
  ...[1, 4].flatMap((units) => [...fewUnits(units, 'prompt'), ...fewUnits(units, 'voter')]),
  ...(['prompt', 'voter'] as const).flatMap((unit) => fewUnits(40, unit, 40, 3.5)),
  ...fewUnits(12, 'both', 12, 4),
  ...ofSource('all', [judge('A, B', { kin: ['X', 'Y'] }), judge('C', measured)]),
  ...ofSource('all', [judge('A, B', {}), judge('C', measured)], { only: ['A, B'] }),
  ...ofSource('judges', [judge('A, B', {}), judge('C', { ...measured, decided: 0 })], {
    except: ['C', 'A, B'],
  }),
]

describe('warnings in German', () => {
  it.each(ALL.map((warning) => [warning.message, warning] as const))('%s', (message, warning) => {
    const { text, lang } = warningText(warning)
    expect(lang).toBeUndefined()
    expect(text).not.toBe(message)
    expect(text).not.toMatch(/\b(the|of|is|are|not|checked)\b/)
    for (const [name] of message.matchAll(/\b[A-Z]\b|\d+/g)) expect(text).toContain(name)
  })

  it('have names as they are and figures as German writes them', () => {
    const [warning] = ofSource('all', [judge('A, B', {}), judge('C', measured)], { only: [] }).slice(-1)
    expect(warningText(warning!).text).toMatch(
      /^Ausgelassen, .*: A, B \(.*\), C \(.*1\.200 von 2\.400.* 70 %\)\.$/,
    )
  })

  it('name a cause as the page does elsewhere, and one it does not know as the server does', () => {
    const causes = [
      { cause: 'rate_limited', count: 1200 },
      { cause: 'unreadable', count: 3 },
      { cause: 'odd_one', count: 1 },
    ]
    const failed = warning(msg('failed_judgements', { count: 1204, causes }))
    expect(failed.message).toBe(
      '1,204 judgements failed and do not count: rate limited 1,200, unreadable 3, odd one 1.',
    )
    expect(warningText(failed).text).toMatch(
      /^1\.204 Urteile .*: Ratenlimit erreicht 1\.200, Antwort nicht lesbar 3, odd one 1\.$/,
    )
  })

  it('are in English, marked so, where a stored board has only that or a later server sent them', () => {
    const stored = { code: 'no_votes', message: 'Nobody is rated.' }
    expect(warningText(stored)).toEqual({ text: stored.message, lang: 'en' })
    const later = { code: 'new_one', message: 'Something new.', finding: { code: 'new_one', values: {} } }
    expect(warningText(later)).toEqual({ text: 'Something new.', lang: 'en' })
    language.code = 'en'
    for (const warning of ALL)
      expect(warningText(warning)).toEqual({ text: warning.message, lang: undefined })
  })
})
