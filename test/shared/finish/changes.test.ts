import { describe, expect, it } from 'vitest'
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
const heat = (...deadHeat: string[]) => demo({ deadHeat, votes: 700 })
const since = (seen: FinishBoard, now: FinishBoard, language: 'en' | 'de' = 'en') =>
  changesSince(seenBoard(seen, AT), now, { language })

describe('what changed since a board was seen', () => {
  it('is nothing where no vote came', () => {
    expect(since(demo(), demo())).toBeNull()
  })

  it('is the number of votes, and that first place is the same', () => {
    expect(since(demo(), demo({ votes: 1760 }))).toBe(
      'Since 24 November 2026: 1,120 more votes; first place is the same.',
    )
    expect(since(demo({ votes: 641 }), demo(), 'de')).toBe(
      'Seit dem 24. November 2026: 1 Stimme weniger; der erste Platz ist derselbe.',
    )
  })

  it('names who joined a dead heat and who fell behind, three at most', () => {
    expect(since(demo(), heat(names[0]!, names[3]!))).toBe(
      'Since 24 November 2026: 60 more votes; Steps-v2 is now in the dead heat; Baseline and Terse-v2 fell behind.',
    )
    expect(since(demo({ deadHeat: names }), heat(names[0]!), 'de')).toBe(
      'Seit dem 24. November 2026: 60 weitere Stimmen; Baseline, Terse-v2, Steps-v2 und 4 weitere fielen zurück.',
    )
  })

  it('says who leads, who wins and who no longer leads', () => {
    const [leader] = judged().deadHeat
    const seen = judged({ votes: 7000, state: 'dead_heat', leader: null })
    expect(since(seen, judged())).toContain(`171 more votes; ${leader} now leads.`)
    expect(since(seen, judged({ state: 'wins' }))).toContain(`; ${leader} now wins.`)
    expect(since(judged(), judged({ votes: 8000, state: 'dead_heat', leader: null }))).toContain(
      `; ${leader} no longer leads.`,
    )
    expect(since(judged(), judged({ votes: 8000 }))).toContain('; first place is the same.')
  })

  it('counts contestants that are rated now', () => {
    const fewer = demo({ contestants: demo().contestants.slice(0, 6) })
    expect(since(fewer, demo({ votes: 700 }))).toContain('; Formal-v1 enters at')
  })
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

  it('is counted with others where many come', () => {
    const fewer = demo({ contestants: demo().contestants.slice(0, 3), deadHeat: [] })
    expect(since(fewer, demo({ votes: 700 }))).toContain('; 5 contestants more are rated.')
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
