import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boardView, markdownTable, terminalLines, type FinishBoard } from '../../../shared/finish/index.ts'
import { columnWidth, cutToColumns } from '../../../shared/finish/text.ts'
import {
  boardOfBars,
  demo,
  firstVotes,
  hostileBoards,
  HOSTILE_NAMES,
  judged,
  many,
  unrated,
} from './boards.ts'

const plain = (board: FinishBoard, language: 'en' | 'de' = 'en') =>
  terminalLines(boardView(board, language), { width: 79, colour: false })
// eslint-disable-next-line no-control-regex
const CODES = /\u001b\[[\d;]+m/g

const NAMED = boardOfBars(
  HOSTILE_NAMES.map((name, nth) => [name, 1100 - 20 * nth, 1050 - 20 * nth, 1150 - 20 * nth] as const),
)

describe('a board in a terminal', () => {
  it('is the same race in characters', () => {
    expect(plain(demo())).toEqual([
      ' Dead heat. Warm-v3, Baseline and Terse-v2 cross the line together.',
      ' Bars that reach the line share first. 95 % confidence intervals, by bootstrap.',
      '',
      ' Dead heat for first: 3 of 8',
      ' 1–3 Warm-v3      1129  1084–1175                                 ▚█████┃█████',
      ' 1–3 Baseline     1091  1043–1139                            ░░░░░▚┃██████',
      ' 1–6 Terse-v2     1048  1008–1089                        ░░░░░┃░░░▚█',
      ' Behind',
      ' 3–7 Steps-v2      993  944–1041                  ░░░░░┃░░░░░░    ▚',
      ' 3–7 Policy-first  992  949–1036                  ░░░░░┃░░░░░░    ▚',
      ' 3–8 Empathy-v1    969  913–1024              ░░░░░░░┃░░░░░░      ▚',
      ' 4–8 Emoji-v1      905  857–953         ░░░░░┃░░░░░░              ▚',
      ' 6–8 Formal-v1     873  829–918     ░░░░░┃░░░░░░                  ▚',
      '',
      ' 640 votes · 36 voters · 24 prompts',
    ])
  })

  it('shows a lead that is not decided lighter than a win', () => {
    expect(plain(judged()).join('\n')).toMatch(/▚▒+┃▒+\n/)
    expect(plain(judged({ state: 'wins' })).join('\n')).toMatch(/▚█+┃█+\n/)
    expect(plain(judged()).join('\n')).not.toContain('█')
  })

  it('counts first votes, and says what others lack', () => {
    expect(plain(firstVotes())).toEqual(
      expect.arrayContaining([
        ' 15 votes. First ratings from about 60.',
        ' ██████░░░░░░░░░░░░░░░░░░▚ 15 of about 60 votes until the first ratings',
        ' Terse-v2        1     3     1      5',
      ]),
    )
    const board = judged({ contestants: [...judged().contestants, unrated('newcomer')] })
    expect(plain(board, 'de')).toEqual(
      expect.arrayContaining([' Noch ohne Wertung', ' newcomer  4 von 10 Stimmen']),
    )
  })

  it('says the same with and without colour', () => {
    for (const board of [demo(), judged(), judged({ state: 'wins' }), firstVotes(), NAMED]) {
      const coloured = terminalLines(boardView(board), { width: 79, colour: true })
      expect(coloured.join('')).toMatch(CODES)
      expect(coloured.map((line) => line.replace(CODES, '').trimEnd())).toEqual(plain(board))
    }
    expect(terminalLines(boardView(demo()), { width: 79, colour: true })[0]).toBe(
      ' \u001b[1;31mDead heat.\u001b[22;39m Warm-v3, Baseline and Terse-v2 cross the line together.',
    )
  })

  it('has one line for each row', () => {
    expect(plain(many(300)).filter((line) => line.includes('prompt-'))).toHaveLength(300)
  })

  it('bears any board in any width', () => {
    const anyBoard = fc.oneof(hostileBoards, fc.constantFrom(NAMED, many(2), many(59), firstVotes()))
    const anyLanguage = fc.constantFrom('en' as const, 'de' as const)
    fc.assert(
      fc.property(anyBoard, fc.integer({ min: 60, max: 140 }), anyLanguage, (board, width, language) => {
        for (const line of terminalLines(boardView(board, language), { width, colour: false })) {
          expect(columnWidth(line)).toBeLessThanOrEqual(width)
          expect(line).not.toMatch(/NaN|Infinity|undefined|[\p{Cc}\u202e]/u)
        }
        expect(markdownTable(boardView(board))).not.toMatch(/NaN|Infinity|undefined/)
      }),
      { numRuns: 200 },
    )
  })
})

describe('columns of a text', () => {
  it('are those of a terminal', () => {
    expect(columnWidth('abc')).toBe(3)
    expect(columnWidth('日本語')).toBe(6)
    expect(columnWidth('한국어')).toBe(6)
    expect(columnWidth('e\u0301\u200b')).toBe(1)
    expect(columnWidth('👩‍👩‍👧‍👦')).toBe(2)
    expect(columnWidth('🇩🇪')).toBe(2)
    expect(columnWidth('░█▒┃▚–…')).toBe(7)
    expect(columnWidth('\u2068נ\u2069')).toBe(1)
    expect(cutToColumns('日本語', 5)).toBe('日本…')
    expect(cutToColumns('日本語', 4)).toBe('日…')
    expect(cutToColumns('日本語', 6)).toBe('日本語')
  })
})

describe('a board as Markdown', () => {
  it('has headline, rule, table and counts', () => {
    expect(markdownTable(boardView(judged({ state: 'wins' }))))
      .toBe(`**EXAONE-3.5-7.8B-Instruct wins,** 61 points clear.

Bars that reach the line share first. Bars are 95 % confidence intervals of a Bradley-Terry rating, by bootstrap over prompts.

| Place | Contestant | Rating | 95 % interval | Votes |
| --: | --- | --: | --: | --: |
| 1 | EXAONE-3.5-7.8B-Instruct | 1149 | 1125–1174 | 160 |
| 2–4 | Phi-3.5-mini-Instruct | 1042 | 1019–1064 | 160 |
| 2–4 | gemma-2-9b-it | 1024 | 1005–1042 | 160 |
| 2–4 | Llama-3.1-8B-Instruct | 1008 | 986–1030 | 160 |
| 5 | Mistral-7B-Instruct-v0.3 | 913 | 892–933 | 160 |
| 6 | EEVE-Korean-Instruct-10.8B | 864 | 839–890 | 160 |

7,171 votes · 6 voters · 80 prompts
`)
  })

  it('shows names as they are', () => {
    const text = markdownTable(boardView(NAMED))
    expect(text).toContain('| &lt;script\\>alert("1")&lt;/script\\> |')
    expect(text).toContain('| two lines and tabs |')
    expect(text).toContain('pipe \\| star \\* under\\_score')
    expect(text.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(2 + HOSTILE_NAMES.length)
  })

  it('has counts at first, and a list of those not rated', () => {
    expect(markdownTable(boardView(firstVotes()))).toContain('| Terse-v2 | 1 | 3 | 1 | 5 |')
    const board = judged({ contestants: [...judged().contestants, unrated('new_one')] })
    expect(markdownTable(boardView(board))).toContain('\n- new\\_one: 4 of 10 votes\n')
  })
})
