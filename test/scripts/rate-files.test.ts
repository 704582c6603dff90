/** What `rate` reads and writes: several files, other columns, tables of ratings, formats by name. */
import { readFile, symlink, writeFile, chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Reports } from '../../server/ratings/reports/compute-reports.ts'
import type { Board } from '../../shared/contracts/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheatHere, ratedBoard } from './deadheat.ts'
import { writeFileWhole } from '../../scripts/cli/terminal/write-file.ts'

const header = 'id,model_a,model_b,winner,question_id,judge,judge_type,criterion,category\n'
const clean =
  header +
  Array.from(
    { length: 40 },
    (_, i) =>
      `${i},${['A,B', 'B,C', 'A,C'][i % 3]},${i % 4 ? 'model_a' : 'model_b'},q${i % 20},w${i % 3},,,\n`,
  ).join('')

describe('rate', () => {
  it('rates several files together, and names the file of a bad row', async () => {
    const cwd = await temporaryFolder()
    const part = (rows: string) => `model_a,model_b,winner\n${rows}`
    await writeFile(join(cwd, 'one.csv'), part('A,B,model_a\nB,C,model_a\n'))
    await writeFile(join(cwd, 'two.jsonl'), '{"model_a":"C","model_b":"A","winner":"model_a"}\n')
    await writeFile(join(cwd, 'three.csv'), part('A,A,tie\nA,B,tie\n'))
    const { stdout } = await deadheatHere(['rate', 'one.csv', 'two.jsonl', 'three.csv', '--json'], { cwd })
    const board = JSON.parse(stdout) as Board
    expect(board.votes).toBe(4)
    expect(board.warnings[0].message).toMatch(/^three\.csv: 1 row was left out/)
    const whole = await ratedBoard(part('A,B,model_a\nB,C,model_a\nC,A,model_a\nA,B,tie\n'))
    expect(board.contestants).toEqual(whole.contestants)
    const twice = await deadheatHere(['rate', 'one.csv', 'one.csv'], { cwd })
    expect([twice.code, twice.stderr]).toEqual([
      2,
      'deadheat: one.csv is named twice, so its votes would count twice. Name each file once.\n',
    ])
  })

  /** A header and 24 rows, by the number of the row and by who won it. */
  const rowsOf = (header: string, row: (i: number, side: string) => string) =>
    [header, ...Array.from({ length: 24 }, (_, i) => row(i, i % 4 ? 'left' : 'right')), ''].join('\n')
  const SIDES = 'model_a,model_b,winner'
  it.each<[header: string, row: (i: number, side: string) => string, asks: RegExp]>([
    [`prompt,${SIDES},judge`, (i, side) => `Q${i},X,Y,${side},gpt-4o`, /"gpt-4o" seems to be a model/],
    ['left,right,winner,judge', (_, side) => `X,Y,${side},gpt-4o`, /"gpt-4o" seems to be a model/],
  ])('asks about doubts in %s before it rates, and rates with a yes', async (header, row, asks) => {
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'v.csv'), rowsOf(header, row))
    const { code, stdout, stderr } = await deadheatHere(['rate', 'v.csv'], { cwd })
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(asks)])
    if (header.includes('prompt')) expect(stderr).toContain('\n  on "Q1", ')
    expect((await deadheatHere(['rate', 'v.csv', '--yes'], { cwd })).code).toBe(0)
  })

  it.each([
    ['prompt', (i: number) => `Q${i}`, 'prompts, but neither answers nor votes', []],
    ['prompt,A,B', (i: number) => `Q${i},a${i},b${i}`, 'answers, but no votes', []],
    [
      'prompt,A,B,C,best,annotator',
      (i: number) => `Q${i},a${i},b${i},c${i},${'ABC'[i % 3]},w${i % 3}`,
      'no votes',
      ['--map', 'best=winner,annotator=judge'],
    ],
    [
      'prompt,model_a,model_b,score_a,score_b',
      (i: number) => `Q${i},A,B,${i % 5},${i % 3}`,
      'winner is missing',
      ['--from', 'scores'],
    ],
    ['task,A,B', (i: number) => `t${i},pass,${i % 2 ? 'pass' : 'fail'}`, '', ['--from', 'results']],
  ])(
    'says what a file of %s has, and the line that reads or imports it',
    async (header, row, has, options) => {
      const cwd = await temporaryFolder()
      await writeFile(join(cwd, 'my file.csv'), rowsOf(header, row))
      const { code, stderr } = await deadheatHere(['rate', 'my file.csv'], { cwd })
      const line = options.length > 0 ? `: ${options.join(' ')}.` : " import my-file 'my file.csv'."
      expect([code, stderr]).toEqual([2, expect.stringContaining(has)])
      expect(stderr).toContain(line)
      if (options.length > 0)
        expect((await deadheatHere(['rate', 'my file.csv', ...options, '--yes'], { cwd })).code).toBe(0)
    },
  )

  it('reads votes of a model by the plan that the question names', async () => {
    const cwd = await temporaryFolder()
    await writeFile(
      join(cwd, 'v.csv'),
      rowsOf('model_a,model_b,winner,judge', (_, side) => `X,Y,${side},gpt-4o`),
    )
    const part = '"judge_type": "=llm"'
    expect((await deadheatHere(['rate', 'v.csv'], { cwd })).stderr).toContain(part)
    const { files } = JSON.parse((await deadheatHere(['look', 'v.csv', '--json'], { cwd })).stdout) as {
      files: { plan: { columns: Record<string, string> } }[]
    }
    const [{ plan }] = files
    Object.assign(plan.columns, JSON.parse(`{${part}}`))
    await writeFile(join(cwd, 'plan.json'), JSON.stringify(plan))
    const { stdout } = await deadheatHere(['rate', 'v.csv', '--plan', 'plan.json', '--json'], { cwd })
    expect((JSON.parse(stdout) as Board).view.source).toBe('judges')
  })

  it('reads the next file by what look printed of the last, with what options add', async () => {
    const cwd = await temporaryFolder()
    const run = (...words: string[]) => deadheatHere(words, { cwd })
    const better = 'A far ahead=model_a,B far ahead=model_b'
    await writeFile(join(cwd, 'last.csv'), 'model_a,model_b,winner\nX,Y,A far ahead\nX,Y,B far ahead\n')
    const printed = await run('look', 'last.csv', '--outcomes', better, '--json')
    await writeFile(join(cwd, 'plan.json'), printed.stdout)
    await writeFile(
      join(cwd, 'next.csv'),
      'model_a,model_b,winner,flipped\nX,Y,A far ahead,1\nX,Y,no idea,0\nX,Y,B far ahead,1\n',
    )
    const words = ['rate', 'next.csv', '--plan', 'plan.json']
    expect(await run(...words)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'no idea=MEANING'"),
    })
    words.push('--outcomes', 'no idea=skip')
    expect(await run(...words)).toMatchObject({ code: 2, stderr: expect.stringContaining('flipped') })
    const { stdout } = await run(...words, '--ignore', 'flipped', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ votes: 2 })
    expect(await run(...words, '--map', 'a=b')).toMatchObject({ code: 2 })
  })

  it('counts no file twice under two names, and overwrites no file that it reads', async () => {
    const cwd = await temporaryFolder()
    const run = (...args: string[]) => deadheatHere(['rate', ...args], { cwd })
    await writeFile(join(cwd, 'one.csv'), clean)
    await symlink('one.csv', join(cwd, 'link.csv'))
    for (const other of ['./one.csv', join(cwd, 'one.csv'), 'link.csv']) {
      const twice = await run('one.csv', other)
      expect([twice.code, twice.stderr]).toEqual([2, expect.stringMatching(/is named twice/)])
    }
    await writeFile(join(cwd, 'ratings.csv'), 'model,rating\nA,1\nB,2\n')
    const lost = [
      ['one.csv', '-o', 'one.csv'],
      ['one.csv', '-o', 'link.csv'],
      ['link.csv', '-o', 'one.csv'],
      ['one.csv', '--plan', 'plan.json', '-o', 'plan.json'],
      ['one.csv', '--factors', 'ratings.csv', '-o', 'ratings.csv', '--format', 'csv'],
    ]
    for (const args of lost) {
      const { code, stderr } = await run(...args)
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^deadheat: \S+ is read and would be overwritten/),
      ])
    }
    expect(await readFile(join(cwd, 'one.csv'), 'utf8')).toBe(clean)
    expect((await run('one.csv', '-o', '/dev/null')).code).toBe(0)
  })

  it('writes the format of the ending of --output', async () => {
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'votes.csv'), clean)
    const run = (...args: string[]) => deadheatHere(['rate', 'votes.csv', ...args], { cwd })
    for (const output of ['r.json', 'r.csv', 'r.md'])
      expect(await run('-o', output)).toEqual({ code: 0, stdout: '', stderr: `Wrote ${output}.\n` })
    const [json, csv, md] = await Promise.all(
      ['r.json', 'r.csv', 'r.md'].map((name) => readFile(join(cwd, name), 'utf8')),
    )
    expect((JSON.parse(json) as Board).contestants.length).toBe(3)
    expect(csv).toMatch(/^model,/)
    expect(md).toContain('| ')
    const wrong = await run('-o', 'x.csv', '--json')
    expect(wrong.stderr).toContain('--format json does not fit the name x.csv')
  })

  it('counts who beat whom with --head-to-head', async () => {
    const input = 'model_a,model_b,winner\nA,B,model_a\nB,A,model_a\nB,A,model_b\nA,B,both_bad\nC,A,tie\n'
    const { stdout } = await deadheatHere(['rate', '-', '--head-to-head', '--json'], { input })
    expect((JSON.parse(stdout) as Reports).headToHead).toEqual([
      { contestants: ['A', 'B'], wins: 2, losses: 1, ties: 1, bothBad: 1 },
      { contestants: ['A', 'C'], wins: 0, losses: 0, ties: 1, bothBad: 0 },
    ])
    const text = await deadheatHere(['rate', '-', '--head-to-head'], { input })
    expect(text.stdout).toMatch(/\nA +B +2 +1 +1 +66\.7 %/)
  })

  it('counts the elements of a list on one line', async () => {
    const vote = (other: string) => ({ model_a: 'A', model_b: other, winner: 'tie' })
    const input = JSON.stringify([vote('A'), vote('B'), vote('A')])
    const board = await ratedBoard(input)
    expect(board.warnings[0]).toMatchObject({ count: 2, lines: [1, 3], unit: 'element' })
    const { stdout } = await deadheatHere(['rate', '-'], { input })
    expect(stdout).toMatch(/2 elements of the list were left out/)
    expect(stdout).toContain('Elements 1, 3.')
    const strict = await deadheatHere(['rate', '-', '--strict'], { input })
    expect(strict.stderr).toMatch(
      /^deadheat: standard input, element 1 of the list: a contestant against itself/,
    )
  })
})

/** What `export -o` does to what already has the name. */
describe('a written file', () => {
  async function* text(...parts: string[]): AsyncGenerator<string> {
    yield* parts
  }

  it('a file keeps its mode, and an error keeps the file', async () => {
    const path = join(await temporaryFolder(), 'votes.csv')
    await writeFile(path, 'old')
    await chmod(path, 0o600)
    await writeFileWhole(path, 'votes.csv', text('new'))
    expect([(await stat(path)).mode & 0o777, await readFile(path, 'utf8')]).toEqual([0o600, 'new'])
    const broken = (async function* () {
      yield 'half'
      throw new Error('the database left')
    })()
    await expect(writeFileWhole(path, 'votes.csv', broken)).rejects.toThrow('the database left')
    expect(await readFile(path, 'utf8')).toBe('new')
    expect(await readdir(join(path, '..'))).toEqual(['votes.csv'])
  })
})
