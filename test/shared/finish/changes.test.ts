import { describe, expect, it, test } from 'vitest'
import {
  boardBefore,
  changesSinceDay,
  changesSince,
  rowChanges,
  seenBoard,
} from '../../../shared/finish/changes.ts'
import { boardView, type FinishBoard } from '../../../shared/finish/index.ts'
import { markdownTable } from '../../../shared/finish/markdown.ts'
import { terminalLines } from '../../../shared/finish/terminal.ts'
import { demo, judged } from './boards.ts'

const AT = new Date('2026-11-24T12:00:00Z')
const names = demo().contestants.map(({ name }) => name)
const heat = (...of: number[]) => demo({ deadHeat: of.map((nth) => names[nth]!), votes: 700 })
const since = (seen: FinishBoard, now: FinishBoard, language: 'en' | 'de' = 'en') =>
  changesSince(seenBoard(seen, AT), now, { language })
const [leader] = judged().deadHeat
const first = (count: number) => demo({ contestants: demo().contestants.slice(0, count) })
const LEADERLESS = { state: 'dead_heat', leader: null } as const

test.each<[english: string, seen: FinishBoard, now: FinishBoard, german?: string]>([
  [
    'Since 24 November 2026: 1 vote less; first place is the same.',
    demo({ votes: 641 }),
    demo(),
    'Seit dem 24. November 2026: 1 Stimme weniger; der erste Platz ist derselbe.',
  ],
  [': 1,120 more votes; first place is the same.', demo(), demo({ votes: 1760 })],
  ['; Steps-v2 is now in the dead heat; Baseline and Terse-v2 fell behind.', demo(), heat(0, 3)],
  ['; Baseline, Terse-v2, Steps-v2 and 4 others fell behind.', demo({ deadHeat: names }), heat(0)],
  [`171 more votes; ${leader} now leads.`, judged({ votes: 7000, ...LEADERLESS }), judged()],
  [`; ${leader} now wins.`, judged({ votes: 7000, ...LEADERLESS }), judged({ state: 'wins' })],
  [`; ${leader} no longer leads.`, judged(), judged({ votes: 8000, ...LEADERLESS })],
  ['; first place is the same.', judged(), judged({ votes: 8000 })],
  ['; Formal-v1 enters at', first(6), demo({ votes: 700 })],
  ['; 5 contestants more are rated.', { ...first(3), deadHeat: [] }, demo({ votes: 700 })],
])('since a board was seen: %s', (english, seen, now, german) => {
  expect(since(seen, now)).toContain(english)
  if (german) expect(since(seen, now, 'de')).toBe(german)
})

it('nothing changed where no vote came', () => {
  expect(since(demo(), demo())).toBeNull()
})

describe('a newcomer', () => {
  const place = (name: string, best: number, worst: number) => (board: FinishBoard) => ({
    ...board,
    contestants: board.contestants.map((row) =>
      row.name === name ? { ...row, place: [best, worst] as const } : row,
    ),
  })
  const without = (name: string): FinishBoard =>
    demo({
      contestants: demo().contestants.filter((row) => row.name !== name),
      deadHeat: demo().deadHeat.filter((key) => key !== name),
    })

  it('is named with its places, and so is whom it moved most; its row is new', () => {
    const [first, second] = names
    const now = place(second!, 2, 5)(place(first!, 1, 3)(demo({ votes: 700 })))
    const seen = seenBoard(place(second!, 1, 2)(without(first!)), AT)
    const line = changesSince(seen, now, { isByRun: true })
    expect(line).toContain(`This run: 60 more votes; `)
    expect(line).toContain(`; ${first} enters at 1–3; ${second} is now 2–5`)
    const rows = rowChanges(seen, now)
    expect([rows.get(first!), rows.get(second!)]).toEqual([null, '1–2'])
    expect(changesSince(seen, now, { language: 'de' })).toContain(`${first} kommt auf 1–3`)
  })
})

describe('since a day', () => {
  const ratings = demo().contestants.map(({ name, rating, interval }) => ({
    name,
    rating: rating!,
    low: interval![0],
    high: interval![1],
  }))
  const pointAt = (at: string, votes: number) => ({
    at,
    votes,
    countedLater: false,
    state: 'dead_heat' as const,
    leader: null,
    deadHeat: [...demo().deadHeat],
    ratings,
  })
  const points = [pointAt('2026-11-20T23:00:00Z', 500), pointAt('2026-11-24T08:00:00Z', 600)]

  it('is compared with the last board before it, whose places come from its intervals', () => {
    const seen = boardBefore(points, new Date('2026-11-24'))!
    expect(seen.votes).toBe(500)
    expect(seen.places).toEqual(seenBoard(demo(), AT).places)
    expect(changesSinceDay(points, demo(), new Date('2026-11-24'))).toBe(
      'Since 24 November 2026: 140 more votes; first place is the same.',
    )
    expect([...rowChanges(seen, demo())]).toEqual([])
  })

  it('says which board is the first that is kept, and that nothing came', () => {
    const asked = (day: string, kept = points) => changesSinceDay(kept, demo(), new Date(day))
    expect(asked('2026-11-01')).toBe('No board of 1 November 2026 is kept; the first is of 20 November 2026.')
    expect(asked('2026-11-01', [])).toBe('No board of 1 November 2026 is kept.')
    const same = [pointAt('2026-11-20T23:00:00Z', 640)]
    expect(asked('2026-11-24', same)).toBe('Since 24 November 2026: no vote came or went.')
    expect([...rowChanges({ ...boardBefore(same, AT)!, places: { [names[0]!]: [5, 5] } }, demo())]).toEqual(
      [],
    )
  })
})

describe('what else a dead heat says', () => {
  const settle = { votes: 190, prompts: 41, voters: null }
  const texts = (board: FinishBoard) => {
    const view = boardView(board)
    return { terminal: terminalLines(view, { width: 120, colour: false }), markdown: markdownTable(view) }
  }

  it('that more votes would not settle it, before the rule; that they would, below the rows', () => {
    const first = texts(demo({ settle: { by: 'prompts', ...settle } }))
    const sentence = 'More votes on these prompts would not settle it. About 40 more prompts may.'
    expect(first.terminal[1]).toBe(` ${sentence}`)
    expect(first.markdown.indexOf(sentence)).toBeLessThan(first.markdown.indexOf('Bars that reach'))
    const below = texts(demo({ settle: { by: 'votes', ...settle } }))
    expect(below.terminal.at(-1)).toBe(' About 200 more votes like these may show a clear leader.')
    expect(below.markdown).toMatch(/About 200 more votes like these may show a clear leader\.\n$/)
  })

  it('nothing of it once voting has ended', () => {
    const closed = demo({ settle: { by: 'prompts', ...settle }, closedAt: '2026-11-24T12:00:00Z' })
    expect(texts(closed).terminal.join()).not.toContain('settle')
  })

  it('who is ahead where two alone are compared', () => {
    const alone = { ahead: 'Warm-v3', behind: 'Terse-v2', points: 63.4, margin: 47.6 }
    expect(boardView(demo({ leadsAlone: [alone] })).leadAlone).toBe(
      'These two alone: Warm-v3 is 63 ± 48 points ahead of Terse-v2.',
    )
    const two = demo({ deadHeat: ['Warm-v3', 'Terse-v2'], leadsAlone: [alone] })
    expect(boardView(two).leadAlone).toBe('These two alone: Warm-v3 is 63 ± 48 points ahead.')
    expect(boardView(two, 'de').leadAlone).toBe('Diese beiden allein: Warm-v3 liegt 63 ± 48 Punkte vorn.')
    expect(texts(two).terminal.at(-1)).toBe(' These two alone: Warm-v3 is 63 ± 48 points ahead.')
  })
})
