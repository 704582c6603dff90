import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Board } from '../../shared/contracts/index.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../shared/stats/fit/likelihood.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheatHere, ratedBoard } from './deadheat.ts'

/** Votes of people and of a judge on A, B and C, of which longer answers win more. */
const rows = (() => {
  const stream = new RandomStream(1, 0)
  return Array.from({ length: 240 }, (_, i) => {
    const [model_a, model_b] = [
      ['A', 'B'],
      ['B', 'C'],
      ['C', 'A'],
    ][i % 3]
    const [length_a, length_b] = [stream.uniform(), stream.uniform()].map((one) => Math.round(50 + 900 * one))
    const wins = stream.uniform() < sigmoid((3 * (length_a! - length_b!)) / (length_a! + length_b!))
    const judge = i % 4 ? { judge: `w${i % 6}`, judge_type: 'human' } : { judge: 'gpt', judge_type: 'llm' }
    return {
      id: `v${i}`,
      question_id: `q${i % 30}`,
      model_a,
      model_b,
      winner: wins ? 'model_a' : 'model_b',
      length_a,
      length_b,
      ...judge,
    }
  })
})()
const jsonl = rows.map((row) => JSON.stringify(row)).join('\n')
const csv = [Object.keys(rows[0]).join(','), ...rows.map((row) => Object.values(row).join(','))].join('\n')
const everything = ['--style', '--fit', '--voters']
const humans = ['--source', 'people', '--rounds', '200', '--baseline', 'C']

describe('rate and its reports', () => {
  it('adds keys to the board and changes none, the same from CSV and JSONL', async () => {
    const plain = await ratedBoard(jsonl, ...humans)
    const full = await ratedBoard(jsonl, ...humans, ...everything)
    const { computedAt: _, ...same } = Board.parse(full)
    const { computedAt: __, ...expected } = Board.parse(plain)
    expect(same).toEqual(expected)
    const added = Object.keys(full).filter((key) => !(key in Board.shape))
    expect(added).toEqual(['style', 'baselineWinRates', 'fit', 'attacks'])
    expect(full).toMatchObject({
      style: { votes: 180, features: [{ feature: 'length' }] },
      baselineWinRates: [{ votes: 60 }, { votes: 60 }],
      attacks: { tested: 6 },
      fit: { cluster: 'prompt', degreesOfFreedom: 1 },
    })
    const { computedAt: ___, ...fromCsv } = await ratedBoard(csv, ...humans, ...everything)
    const { computedAt: ____, ...fromJsonl } = full
    expect(fromCsv).toEqual(fromJsonl)
  })

  it('prints them below the board, within the width, also as Markdown', async () => {
    const run = (...args: string[]) =>
      deadheatHere(['rate', '-', ...humans, ...everything, ...args], { input: jsonl, env: { COLUMNS: '90' } })
    const { stdout, code } = await run()
    expect(code).toBe(0)
    for (const word of [
      'of two equals, the answer twice as long wins',
      'Directly against C',
      'Does one strength explain the votes?',
      'Attacks:',
    ])
      expect(stdout.replace(/\n/g, ' ')).toContain(word)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(90)
    const markdown = (await run('--format', 'md')).stdout
    expect(markdown).toContain('\n    Does one strength explain the votes?')
    expect(markdown).toContain('| Place |')
  })

  it('says what ingredients are worth', async () => {
    const home = await temporaryFolder()
    await writeFile(join(home, 'votes.jsonl'), jsonl)
    await writeFile(
      join(home, 'arena.yaml'),
      'arena: a\ntitle: A\nprompts: [{ id: q, text: Why? }]\ncontestants:\n  - { name: B, model: m, factors: { tone: warm, steps: no } }\n  - { name: A, model: m, factors: { tone: terse, steps: true } }\n  - { name: C, model: m, factors: { tone: terse, steps: no } }\n',
    )
    const line = 'rate votes.jsonl --json --source people --rounds 0 --factors arena.yaml'
    const { stdout, stderr } = await deadheatHere(line, { cwd: home })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout).ingredients).toMatchObject({
      sentence: 'Tone and steps: no difference found.',
      votes: 180,
      withheld: null,
      effects: [
        { factor: 'tone', level: 'warm', than: 'terse', because: null },
        { factor: 'steps', level: 'yes', than: 'no', because: null },
      ],
      contestants: [{ name: 'B' }, { name: 'A' }, { name: 'C' }],
    })
    expect(await deadheatHere('rate votes.jsonl --factors votes.jsonl', { cwd: home })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no contestant has ingredients'),
    })
  })

  it('reads style from a file of answers', async () => {
    const home = await temporaryFolder()
    const bare = rows.map(({ length_a: _, length_b: __, ...row }) => JSON.stringify(row)).join('\n')
    await writeFile(join(home, 'votes.jsonl'), bare)
    const answers = rows.flatMap(({ question_id, model_a, model_b }, i) =>
      [model_a, model_b].map((model, k) => ({
        prompt: question_id,
        model,
        text: 'x'.repeat(1 + ((7 * i + 13 * k) % 40)),
      })),
    )
    const once = new Map(answers.map((one) => [`${one.prompt} ${one.model}`, JSON.stringify(one)]))
    await writeFile(join(home, 'answers.jsonl'), [...once.values()].join('\n'))
    const line = 'rate votes.jsonl --json --rounds 0 --style'
    const without = JSON.parse((await deadheatHere(line, { cwd: home })).stdout)
    expect(without.style).toMatchObject({ because: 'no_style', leftOut: 240 })
    const { stdout } = await deadheatHere(`${line} --answers answers.jsonl`, { cwd: home })
    expect(JSON.parse(stdout).style).toMatchObject({ because: null, features: [{ feature: 'length' }] })
  })

  it('reports nothing if there are no votes', async () => {
    const { stdout, code } = await deadheatHere(['rate', '-', '--json', '--style', '--fit'], {
      input: 'model_a,model_b,winner\n',
    })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).not.toHaveProperty('style')
  })
})
