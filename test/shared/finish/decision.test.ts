/** The decision line, in both languages, on a board and on its pictures and texts. */
import { expect, it, test } from 'vitest'
import type { Decides } from '../../../shared/contracts/decides.ts'
import {
  badgeSvg,
  boardView,
  decisionLine,
  headline,
  markdownTable,
  plateSvg,
  shareSvg,
  terminalLines,
  type FinishBoard,
} from '../../../shared/finish/index.ts'
import { demo } from './boards.ts'

const plan = {
  question: { title: 'Replies', description: '' },
  contestants: { names: ['A', 'B'], sha256: '' },
  prompts: { count: 24, sha256: '' },
  view: { source: 'humans' as const, criterion: null },
  criteria: ['overall'],
  units: ['prompt' as const, 'voter' as const],
  level: 0.95,
  gate: null,
  decides: { votes: 1000, at: null },
}
const DECIDES: Decides = {
  votes: 1000,
  at: null,
  afterwards: 'go_on',
  sealedAt: '2026-11-22T10:00:00.000Z',
  seal: 'sha256:0',
  plan,
  changed: [],
  decided: null,
}
const view = { source: 'people', criterion: null, category: null, from: null, to: null }
const board = (decides: Partial<Decides> | null, more: Partial<FinishBoard> = {}): FinishBoard =>
  demo({
    decides: decides && { ...DECIDES, ...decides },
    view,
    computedAt: '2026-11-28T10:00:00.000Z',
    looks: 'any',
    ...more,
  })
const decided = (more: object = {}) => ({
  decided: {
    at: '2026-11-27T10:00:00.000Z',
    state: 'dead_heat' as const,
    leader: null,
    deadHeat: ['A', 'B'],
    looks: 'one' as const,
    rule: { method: 'bradley-terry', methodVersion: 3, level: 0.95, units: [], rounds: 1000, seed: 1 },
    votes: 600,
    votesSha256: '',
    seal: '',
    ...more,
  },
})

const SEALED = 'plan sealed 22 Nov'

const UNSEALED = { view: { ...view, category: 'refund' } }
const CHANGED: Decides['changed'] = [{ at: '2026-11-25T10:00:00.000Z', what: ['prompts', 'decides'] }]
const NEW_YEAR = { votes: null, at: '2027-01-05T00:00:00.000Z' }

test.each<[english: string, board: FinishBoard, german?: string]>([
  [
    `Decides after 1,000 votes | 640 so far · ${SEALED} | 0.64`,
    board({}),
    'Entscheidung nach 1.000 Stimmen | bisher 640 · Plan versiegelt am 22. Nov. | 0.64',
  ],
  [`Decides on 5 Jan 2027 | 640 so far · ${SEALED} | null`, board(NEW_YEAR)],
  ['Decides on 1 Dec or after 1,000 votes |', board({ at: '2026-12-01T00:00:00.000Z' })],
  [`| this is not the sealed question · by votes of people · ${SEALED} | null`, board({}, UNSEALED)],
  [
    `Decided 27 Nov, after 600 votes as planned: no winner | ${SEALED} · 40 votes since | null`,
    board(decided()),
    'Entschieden am 27. Nov., wie geplant nach 600 Stimmen: kein Sieg | Plan versiegelt am 22. Nov. · seither 40 Stimmen | null',
  ],
  ['after 600 votes as planned: A wins', board(decided({ state: 'wins', leader: 'A' }))],
  ['after 600 votes: no winner, A led', board(decided({ state: 'leads', leader: 'A', looks: 'any' }))],
  ['not decided, too few votes', board(decided({ state: 'first_votes', votes: 3 }))],
  ['changed after votes, 25 Nov: prompts and day', board({ changed: CHANGED })],
  ['Open-ended: | a winner only if the lead holds however often you look | null', board(null)],
])('the line: %s', (english, shown, german) => {
  const said = (language: 'en' | 'de') => {
    const { lead, rest, share } = decisionLine(shown, language)!
    return `${lead} | ${rest} | ${share}`
  }
  expect(said('en')).toContain(english)
  if (german) expect(said('de')).toBe(german)
})

test('there is no line of a file or of a planned look', () => {
  expect(decisionLine(board(null, { looks: 'one' }))).toBeNull()
  expect(decisionLine(demo())).toBeNull()
})

it('terminal, Markdown, pictures and badge have it', () => {
  const shown = boardView(board({}))
  const lines = terminalLines(shown, { width: 79, colour: false })
  expect(lines.join('\n')).toContain(
    '████████░░░░▚ Decides after 1,000 votes · 640 so far · plan sealed 22 Nov',
  )
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(79)
  expect(markdownTable(shown)).toContain('Decides after 1,000 votes · 640 so far · plan sealed 22 Nov')
  for (const svg of [plateSvg(shown, { theme: 'light', width: 1200 }), shareSvg(shown, { theme: 'dark' })])
    expect(svg.replaceAll('\u00a0', ' ')).toContain('Decides after 1,000 votes')
  expect(badgeSvg(shown)).toContain('Decides after 1,000 votes')
  // a picture has no room to say that another question decides
  const elsewhere = boardView(board({}, UNSEALED))
  expect(plateSvg(elsewhere, { theme: 'light', width: 1200 })).not.toContain('Decides')
})

it('a lead is not called undecided once it was decided', () => {
  const leads = { state: 'leads' as const, leader: 'Warm-v3', clearBy: 3 }
  expect(headline(board({}, leads)).rest).toContain('Not decided yet.')
  expect(headline(board(decided(), leads)).rest).not.toContain('Not decided yet.')
})
