import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Board } from '../../shared/contracts/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheatHere } from './deadheat.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''

async function rated(file: string, ...args: string[]): Promise<Board> {
  const { code, stdout, stderr } = await deadheatHere(['rate', join(folder, file), '--json', ...args])
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Board
}

function tableOf(file: string, ties: 'half' | 'drop'): { contestant: string; log_strength: number }[] {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))[`bt_ties_${ties}`].table
}

/** The largest difference of a strength between two computations. */
function furthest(board: Board, strengths: Map<string, number>): number {
  expect(board.contestants.map(({ name }) => name).sort()).toEqual([...strengths.keys()].sort())
  return board.contestants.reduce(
    (most, { name, theta }) => Math.max(most, Math.abs(theta! - strengths.get(name)!)),
    0,
  )
}

describe.skipIf(folder === '' || !existsSync(folder))('the boards of published votes', () => {
  const files = [
    ['llmfao/battles_human.jsonl', 'llmfao/battles_human.expected.json', 59],
    ['classic/baseball1987.battles.jsonl', 'classic/baseball1987.expected.json', 7],
    ['classic/citations1994.battles.jsonl', 'classic/citations1994.expected.json', 4],
    ['classic/soundfields1984.battles.jsonl', 'classic/soundfields1984.expected.json', 8],
    ['mtbench_en_llmjudge/battles.jsonl', 'mtbench_en_llmjudge/battles.expected.json', 6],
  ] as const
  const cases = files.flatMap((one) => (['half', 'drop'] as const).map((ties) => [...one, ties] as const))

  it.each(cases)('%s have the strengths of %s for all %i, ties %s', async (file, expected, count, ties) => {
    const board = await rated(
      file,
      '--rounds',
      '0',
      '--ties',
      ties,
      '--orders',
      'separate',
      '--weights',
      'votes',
    )
    const strengths = new Map(tableOf(expected, ties).map((row) => [row.contestant, row.log_strength]))
    expect(strengths.size).toBe(count)
    expect(furthest(board, strengths)).toBeLessThan(1e-6)
  })
})

describe.skipIf(folder === '' || !existsSync(folder))('published votes of people and judges', () => {
  const linesOf = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => ({ line, prompt: (JSON.parse(line) as { question_id: string }).question_id }))
  const widthOf = ({ contestants }: Board) =>
    contestants.reduce((sum, { marginal }) => sum + (marginal ? marginal[1] - marginal[0] : 0), 0)
  const apart = (board: Board, from: Board) =>
    Math.hypot(
      ...board.contestants.map(
        ({ name, rating }) => rating! - from.contestants.find((one) => one.name === name)!.rating!,
      ),
    )

  it('powered by judges, a quarter of the prompts comes closer to people’s votes on all prompts', async () => {
    const people = linesOf('pandalm/battles_human.jsonl')
    const judges = linesOf('pandalm/battles_judges.jsonl')
    const prompts = [...new Set(people.map(({ prompt }) => prompt))]
    const quarter = new Set(prompts.filter((_, i) => i % 4 === 0))
    const some = [...people.filter(({ prompt }) => quarter.has(prompt)), ...judges]
    const file = join(await temporaryFolder(), 'some.jsonl')
    await writeFile(file, some.map(({ line }) => line).join('\n'))
    const rate = async (path: string, source: string) =>
      JSON.parse((await deadheatHere(['rate', path, '--json', '--source', source])).stdout) as Board
    const [all, plain, powered] = [
      await rate(join(folder, 'pandalm/battles_human.jsonl'), 'humans'),
      await rate(file, 'humans'),
      await rate(file, 'powered'),
    ]
    expect(powered.powered).toMatchObject({ judged: 999, labelled: 750, judgeVotes: 1973 })
    expect(powered.powered!.lambda).toBeGreaterThan(0.4)
    expect(widthOf(powered)).toBeLessThan(0.92 * widthOf(plain))
    expect(apart(powered, all)).toBeLessThan(apart(plain, all))
  })
})
