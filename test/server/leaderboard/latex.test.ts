import { describe, expect, it } from 'vitest'
import { escaped, renderLatex } from '../../../server/leaderboard/render/latex.ts'
import { boardOf, times, votesFrom } from '../ratings/boards.ts'

const spread = boardOf(votesFrom(times(40, 'A>B A>B A>B B>A A>C B>C C>B C>D D>C A>D D>B')))
const named = (name: string, options = {}) =>
  boardOf(
    votesFrom(times(5, 'A>B B>A W>A'), 1).map((vote) => ({
      ...vote,
      contestantA: vote.contestantA.replace('A', () => name),
      contestantB: vote.contestantB.replace('A', () => name),
    })),
    options,
  )

describe('a board in LaTeX', () => {
  it('is a booktabs table with a row for each contestant, and the sentence as caption', () => {
    const lines = renderLatex(spread).split('\n')
    expect(lines).toContain('% \\usepackage{booktabs}')
    expect(lines).toContain('  \\begin{tabular}{@{}rlrrrrr@{}}')
    expect(lines.find((line) => line.includes('\\caption'))).toMatch(
      /\\caption\{\\textbf\{A leads\.\} Its interval/,
    )
    const rows = lines.filter((line) => line.endsWith('\\\\'))
    expect(rows).toHaveLength(5)
    expect(rows[1]).toMatch(/^ {4}1 & A & \d+ & \{\[\}\$\d+\$, \$\d+\$\{\]\} & .* & 240 & \d+\/\d+\/0 \\\\$/)
    for (const row of rows) expect(row.split(' & ')).toHaveLength(7)
  })

  it('says what contestants without a rating need, and compares with a baseline if the board does', () => {
    const text = renderLatex(named('A', { baseline: 'B' }))
    expect(text).toContain(
      '& W & \\multicolumn{6}{l}{provisional: unbeaten in 5 votes: needs a loss or a tie} \\\\',
    )
    expect(text).toContain('& Beats B \\\\')
  })

  it('shows names as they are, whatever signs they have', () => {
    expect(escaped('50 % of {a_b} & $x^2$ #1 ~ <y> \\input{z} "q" | --v')).toBe(
      '50 \\% of \\{a\\_b\\} \\& \\$x\\textasciicircum{}2\\$ \\#1 \\textasciitilde{} \\textless{}y\\textgreater{} \\textbackslash{}input\\{z\\} \\symbol{34}q\\symbol{34} \\textbar{} -{}-v',
    )
    const text = renderLatex(named('x\n\\end{table}%\u0007&'))
    expect(text.match(/\\end\{table\}/g)).toHaveLength(1)
    expect(text).toContain('x\ufffd\\textbackslash{}end\\{table\\}\\%\ufffd\\&')
  })
})
