import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { onlineElo } from '../../../shared/stats/fit/bradley-terry.ts'
import { countedVotes } from '../../../shared/stats/fit/votes.ts'
import { board, pick, rowsOf } from './boards.ts'
import { hasReferenceData, readBattles } from './reference.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''

describe('online Elo', () => {
  it('moves K times the unexpected score, as computed by hand', () => {
    const won = onlineElo(board(3, [[0, 1, 0]]))
    expect(won).toEqual([1002, 998, null])
    const [a, b] = onlineElo(board(2, rowsOf('0>1 1=0'))) as [number, number]
    const expected = 1 / (1 + 10 ** (4 / 400))
    expect(b).toBeCloseTo(998 + 4 * (0.5 - expected), 12)
    expect(a + b).toBeCloseTo(2000, 9)
  })

  it('counts both bad as a tie, and ignores both if ties are dropped', () => {
    const votes = board(3, rowsOf('0>1 0=1 1!2'))
    expect(onlineElo(countedVotes(votes, 'drop'))).toEqual([1002, 998, null])
    expect(onlineElo(votes)[2]).toBeLessThan(1000)
  })

  it('depends on the order of votes, but not on the sides', () => {
    const votes = board(2, rowsOf('0>1 0>1 1>0'))
    expect(onlineElo(pick(votes, [2, 0, 1]))).not.toEqual(onlineElo(votes))
    const swapped = board(2, rowsOf('1<0 1<0 0<1'))
    expect(onlineElo(swapped)).toEqual(onlineElo(votes))
  })
})

describe.skipIf(!hasReferenceData)('online Elo of published votes', () => {
  const files = [
    'llmfao/battles_human',
    'llmfao/battles_gpt3',
    'llmfao/battles_gpt4',
    'mtbench_en_llmjudge/battles',
    'pandalm/battles_human',
    'pandalm/battles_judges',
  ]

  it.each(files)('of %s equals an independent computation to its last printed digit', (file) => {
    const { votes, names } = readBattles(file)
    const { rating } = JSON.parse(readFileSync(join(folder, `${file}.expected.json`), 'utf8')).elo_online
    const ratings = onlineElo(votes)
    expect(Object.keys(rating)).toHaveLength(names.length)
    names.forEach((name, i) => expect(Math.abs(ratings[i]! - rating[name])).toBeLessThan(5.1e-5))
  })

  it('equals what evalica publishes for the llmfao votes', () => {
    const { votes, names } = readBattles('llmfao/battles_human')
    const ratings = onlineElo(votes)
    const lines = readFileSync(join(folder, 'llmfao/evalica-llmfao-golden.csv'), 'utf8').split('\n')
    const golden = lines.filter((line) => line.startsWith('elo,')).map((line) => line.split(','))
    expect(golden).toHaveLength(59)
    for (const [, name, score] of golden)
      expect(Math.abs(ratings[names.indexOf(name!)]! - Number(score))).toBeLessThan(1e-9)
  })
})
