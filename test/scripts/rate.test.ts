import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { ModelFitReport, PositionReport } from '../../server/ratings/reports/model-fit.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { Board } from '../../shared/contracts/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheatHere, ratedBoard } from './deadheat.ts'

const header = 'id,model_a,model_b,winner,question_id,judge,judge_type,criterion,category\n'
const row = (i: number, rest: string) => `${i},${rest}\n`
const clean =
  header +
  Array.from({ length: 40 }, (_, i) =>
    row(i, `A,B,${i % 4 ? 'model_a' : 'model_b'},q${i % 20},w${i % 3},,,`),
  ).join('')
const judged =
  clean + Array.from({ length: 20 }, (_, i) => row(99 + i, `A,B,model_b,q${i},gpt,llm,,`)).join('')
const codes = ({ warnings }: Board) => warnings.map(({ code }) => code)

describe('rate', () => {
  it('prints a board that follows its schema', async () => {
    const board = await ratedBoard(clean, '--rounds', '300')
    expect(Board.parse(board)).toEqual(board)
    expect(board).toMatchObject({
      arena: null,
      view: { source: 'people', criterion: null, category: null, from: null, to: null },
      method: 'bradley-terry',
      weights: 'units',
      excluded: { quarantined: 0, leaked: 0, overCap: 0 },
      rounds: 300,
      seed: 1,
      cluster: 'prompt',
      votes: 40,
      voters: 3,
      prompts: 20,
      warnings: [],
    })
  })

  it('writes the board as a picture', async () => {
    const folder = await temporaryFolder()
    const votes = join(folder, 'my votes.csv')
    await writeFile(votes, clean)
    const rated = (...output: string[]) =>
      deadheatHere(['rate', votes, '--rounds', '50', ...output], {
        cwd: folder,
        env: { INIT_CWD: folder },
      })
    const { code, stderr } = await rated('-o', 'board.svg')
    expect([code, stderr]).toEqual([0, 'Wrote board.svg.\n'])
    const svg = await readFile(join(folder, 'board.svg'), 'utf8')
    // a file's name is no title
    expect(svg).toContain(
      '<title id="finish-title">Among these 3 people, a dead heat. A and B cross the line together.',
    )
    expect((await rated('--format', 'svg')).stdout).toBe(svg)
    expect((await rated('-o', 'board.PNG')).code).toBe(0)
    expect((await readFile(join(folder, 'board.PNG'))).subarray(1, 4).toString()).toBe('PNG')
    expect(await rated('-o', 'nowhere/board.png')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nowhere/board.png'),
    })
    expect(await rated('--format', 'png')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--output board.png'),
    })
  })

  it('counts at most the share of votes that one person may have, the first ones, and says how many it left out', async () => {
    const board = await ratedBoard(clean, '--voter-cap', '0.25', '--rounds', '50')
    expect(board).toMatchObject({ votes: 30, voters: 3, voterCap: 0.25, excluded: { overCap: 10 } })
    expect(board.warnings[0]).toMatchObject({
      code: 'votes_over_cap',
      count: 10,
      message: '10 votes were left out: one person may have at most 25 % of the votes.',
    })
    const first = new Map<string, number>()
    const cappedVotes = clean
      .split('\n')
      .filter((line, i) => {
        const voter = line.split(',')[5] ?? ''
        first.set(voter, 1 + (first.get(voter) ?? 0))
        return i === 0 || first.get(voter)! <= 10
      })
      .join('\n')
    const { votesSha256, state, deadHeat } = await ratedBoard(cappedVotes, '--rounds', '50')
    expect(board).toMatchObject({ votesSha256, state, deadHeat })
    const judges = judged.replaceAll(',gpt,llm,', ',w0,llm,')
    const { votes, voterCap } = await ratedBoard(judges, '--source judges --voter-cap 0.1 --rounds 50')
    expect({ votes, voterCap }).toEqual({ votes: 20, voterCap: 0.1 })
  })

  it('gives the same board for CSV, JSON, JSONL and gzip, BOM and CRLF, from a file and from stdin', async () => {
    const folder = await temporaryFolder()
    const rows = parse(clean, { columns: true }) as object[]
    const forms: [string, string | Buffer][] = [
      ['crlf.csv', `\ufeff${clean.replaceAll('\n', '\r\n')}`],
      ['rows.json', JSON.stringify({ votes: rows }, null, 1)],
      [
        'rows.jsonl',
        rows
          .toReversed()
          .map((one) => JSON.stringify(one))
          .join('\r\n'),
      ],
      ['misnamed.txt', gzipSync(JSON.stringify(rows))],
    ]
    const same = ({ computedAt: _, ...board }: Board) => board
    const expected = same(await ratedBoard(clean, '--rounds', '50'))
    for (const [name, content] of forms) {
      await writeFile(join(folder, name), content)
      const { stdout } = await deadheatHere(['rate', name, '--json', '--rounds', '50'], { cwd: folder })
      expect(same(JSON.parse(stdout)), name).toEqual(expected)
      const piped = await deadheatHere(['rate', '-', '--json', '--rounds', '50'], { input: content })
      expect(same(JSON.parse(piped.stdout)), name).toEqual(expected)
    }
  })

  it('with a header alone says that there are no votes, with exit 0', async () => {
    const [input, warnings, text] = [header, ['no_votes'], /^ No votes yet\.\n/]
    const board = await ratedBoard(input, '--baseline A --anchor B=1000')
    expect(board).toMatchObject({
      votes: 0,
      state: 'first_votes',
      leader: null,
      deadHeat: [],
      contestants: [],
    })
    expect(codes(board)).toEqual(warnings)
    expect((await deadheatHere(['rate', '-'], { input })).stdout).toMatch(text)
  })

  it('reports with --cluster both by the more careful of prompts and voters', async () => {
    const stream = new RandomStream(4, 0)
    const any = (count: number) => Math.floor(count * stream.uniform())
    const votes = Array.from({ length: 400 }, (_, i) => {
      const left = any(3)
      const right = (left + 1 + any(2)) % 3
      const winner = stream.uniform() < (left < right ? 0.8 : 0.4) ? 'model_a' : 'model_b'
      return row(i, `${'ABC'[left]},${'ABC'[right]},${winner},q${any(20)},w${any(30)},,,`)
    })
    const file = `${header}${votes.join('')}`
    const reported = (cluster: string) =>
      ratedBoard(file, '--position --fit --cluster', cluster) as unknown as Promise<{
        position: PositionReport
        fit: ModelFitReport
      }>
    const [both, prompt, voter] = [await reported('both'), await reported('prompt'), await reported('voter')]
    const width = ({ position: { interval } }: typeof both) => interval![1] - interval![0]
    expect(width(both)).toBe(Math.max(width(prompt), width(voter)))
    expect(both.fit.p).toBe(Math.max(prompt.fit.p!, voter.fit.p!))
  })

  it('requires --criterion if the file has several', async () => {
    const two = `${clean}50,A,B,tie,q1,w,,tone,\n51,A,B,tie,q1,w,,truth,\n`
    const { code, stderr } = await deadheatHere(['rate', '-'], { input: two })
    expect(code).toBe(2)
    expect(stderr).toContain(
      'Several criteria of the file fit: "", "tone", "truth". Choose one (--criterion NAME).',
    )
    const board = await ratedBoard(two, '--criterion', 'tone', '--rounds', '0')
    expect([board.votes, board.view.criterion]).toEqual([1, 'tone'])
  })

  it('anchors the scale at a contestant with an equals sign in its name', async () => {
    const board = await ratedBoard(clean.replaceAll(',B,', ',t=0,'), '--anchor', 't=0=1500')
    expect(board.contestants.find(({ name }) => name === 't=0')!.rating).toBe(1500)
    expect(board.anchor).toEqual({ name: 't=0', value: 1500 })
  })

  it('drops ties with --ties drop', async () => {
    const tied = `${clean}50,A,B,tie,q1,w,,,\n`
    const half = await ratedBoard(tied, '--rounds 0 --weights votes')
    const drop = await ratedBoard(tied, '--rounds 0 --weights votes --ties drop')
    const theta = ({ contestants }: Board) => contestants.find(({ name }) => name === 'A')!.theta!
    expect(theta(half)).toBeCloseTo(Math.log(30.5 / 10.5) / 2, 9)
    expect(theta(drop)).toBeCloseTo(Math.log(30 / 10) / 2, 9)
    expect([half.votes, drop.votes]).toEqual([41, 41])
  })

  it('by Elo has ratings from the first vote on', async () => {
    const six = `model_a,model_b,winner\n${'A,B,model_a\n'.repeat(6)}`
    const { state, contestants } = await ratedBoard(six, '--method elo')
    expect([state, contestants.every(({ rating }) => rating !== null)]).toEqual(['dead_heat', true])
  })

  it('has first votes, by any method, if all votes are ties and these are dropped', async () => {
    const ties = `model_a,model_b,winner\n${'A,B,tie\n'.repeat(40)}`
    for (const method of ['bradley-terry', 'elo']) {
      const { state, votes, contestants } = await ratedBoard(ties, '--ties', 'drop', '--method', method)
      expect([state, votes, contestants.map(({ rating }) => rating)]).toEqual([
        'first_votes',
        40,
        [null, null],
      ])
    }
  })
})
