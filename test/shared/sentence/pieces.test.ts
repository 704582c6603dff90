import { describe, expect, it } from 'vitest'
import { shortSentence } from '../../../shared/sentence/index.ts'
import { headline } from '../../../shared/sentence/sentence.ts'
import { withoutDirections } from '../../../web/src/ui/directions.ts'
import { boardOf, times, votesFrom } from '../../server/ratings/boards.ts'

const RIGHT_TO_LEFT = '\u05e9\u05dc\u05d5\u05dd-2'
const TURNING = 'x\u2069\u202eabc'

describe('the headline', () => {
  it('keeps names apart from the words around them', () => {
    const board = boardOf(votesFrom(times(50, 'A>B A>B A>B A>B B>A')))
    expect(headline(board)).toEqual({
      lead: [
        { text: 'A', isName: true },
        { text: ' leads.', isName: false },
      ],
      rest: [{ text: 'Its interval lies above every other.', isName: false }],
      second: [],
      more: [],
    })
  })

  it('says what the sentence says, whatever the names hold', () => {
    const names = ['A leads.', '1', TURNING, RIGHT_TO_LEFT]
    const [a, b, c, d] = names
    const ring = votesFrom(times(9, 'a>b b>c c>d d>a')).map((vote) => ({
      ...vote,
      contestantA: { a, b, c, d }[vote.contestantA]!,
      contestantB: { a, b, c, d }[vote.contestantB]!,
    }))
    const board = boardOf(ring)
    const { lead, rest, more } = headline(board)
    const textOf = (pieces: typeof lead) => pieces.map(({ text }) => text).join('')
    expect({ lead: textOf(lead), rest: textOf(rest), more: textOf(more) }).toEqual(shortSentence(board))
    expect(rest.flatMap(({ text, isName }) => (isName ? [text] : [])).sort()).toEqual([...names].sort())
  })
})

it('a name shows its direction controls, and keeps its own direction', () => {
  expect(withoutDirections(TURNING)).toBe('x\ufffd\ufffdabc')
  expect(withoutDirections('a\u2028b\u2066c')).toBe('a\ufffdb\ufffdc')
  expect(withoutDirections(RIGHT_TO_LEFT)).toBe(RIGHT_TO_LEFT)
})
