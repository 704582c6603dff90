/** `rate` reads the votes in files of other tools. The rows are made by their published forms. */
import { describe, expect, it } from 'vitest'
import { deadheatHere } from '../../../../scripts/deadheat.ts'
import { jsonl } from './tool-import.ts'

const pair = (question_id: number, g1_winner: string, g2_winner: string) => ({
  question_id,
  model_1: 'alpha',
  model_2: 'beta',
  g1_winner,
  g2_winner,
  judge: ['gpt-4', 'pair-v2'],
  turn: 1,
  tstamp: 1767225600,
})
const rate = (text: string, ...options: string[]) => deadheatHere(['rate', '-', ...options], { input: text })

describe('rate of a file of another tool', () => {
  it('counts both orders of a judgment of MT-bench as one vote', async () => {
    const rows = [pair(1, 'model_1', 'model_1'), pair(2, 'model_1', 'model_2'), pair(3, 'tie', 'tie')]
    const { code, stdout } = await rate(jsonl(...rows), '--json')
    expect(code).toBe(0)
    const board = JSON.parse(stdout) as { votes: number; contestants: { name: string; wins: number }[] }
    expect(board.votes).toBe(3)
    expect(board.contestants.map(({ name, wins }) => [name, wins])).toEqual([
      ['alpha', 1],
      ['beta', 0],
    ])
  })

  it('reads the outcome columns of LMArena 55k, also with a report that needs details', async () => {
    const row = 'p,a,b,1,0,0\n'
    const text = `id,model_a,model_b,prompt,response_a,response_b,winner_model_a,winner_model_b,winner_tie\n1,alpha,beta,${row}2,alpha,beta,${row}`
    const { code, stdout } = await rate(text, '--json', '--baseline', 'beta')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ votes: 2 })
  })

  it('counts pairs of winner and loser, also with a report that needs details, and knows no left side', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `p${i},u${i % 5},${i % 4 === 0 ? 'beta,alpha' : 'alpha,beta'}`,
    )
    const text = `question_id,judge,winner,loser\n${rows.join('\n')}\np9,u9,alpha,\np9,u9,beta,beta\n`
    const { code, stdout } = await rate(text, '--json', '--position')
    expect(code).toBe(0)
    const board = JSON.parse(stdout) as {
      votes: number
      contestants: { name: string; wins: number }[]
      warnings: { code: string; message: string }[]
    }
    expect(board.votes).toBe(40)
    expect(board.contestants.map(({ name, wins }) => [name, wins])).toEqual([
      ['alpha', 30],
      ['beta', 10],
    ])
    const dirty = board.warnings.find(({ code }) => code === 'dirty_rows')
    expect(dirty?.message).toMatch(/loser is empty.*against itself/)
  })

  it('refuses one without votes, and one that only resembles votes', async () => {
    const outputs = jsonl({ instruction: 'x', output: 'y', generator: 'z' })
    expect(await rate(outputs)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('which has answers but no votes'),
    })
    const scores = jsonl({ question_id: 1, model: 'a', judgment: 'x', score: 9 })
    expect(await rate(scores)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('scores of single answers'),
    })
  })
})
