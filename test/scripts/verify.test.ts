import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seedDemo } from '../../server/transfer/index.ts'
import type { Board } from '../../shared/contracts/index.ts'
import { appFor } from '../support/app.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheatHere, notRefused, REFUSED } from './deadheat.ts'
import { freePort } from '../support/free-port.ts'

interface Found {
  agrees: boolean
  votes: number
  compared: number
  differences: { what: string; snapshot: unknown; recomputed: unknown }[]
  warnings: { code: string }[]
}

const reference = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''

async function verified(snapshot: string, votes: string): Promise<Found & { code: number | null }> {
  const { code, stdout, stderr } = await deadheatHere(['verify', snapshot, votes, '--json'])
  expect(stderr).toBe('')
  return { code, ...(JSON.parse(stdout) as Found) }
}

const linesOf = (text: string) => text.trimEnd().split('\n')

describe('verify, of the demo arena', () => {
  let address: string
  const app = appFor({ clock: new Date(Date.now() + 60_000).toISOString() }, async () => {
    address = await app.serve()
    await seedDemo(app.deps, { votes: true, onlyIfEmpty: true })
  })

  const api = '/api/arenas/support-replies'
  async function taken(search = '') {
    const folder = await temporaryFolder()
    let files = 0
    const write = async (text: string) => {
      const file = join(folder, `file-${files++}`)
      await writeFile(file, text)
      return file
    }
    const board = await app.text(`${api}/leaderboard${search}`)
    const votes = await app.text(`${api}/export/votes.jsonl`)
    return {
      snapshot: await write(board),
      votes: await write(votes),
      changed: (change: (lines: string[]) => string[]) => write(`${change(linesOf(votes)).join('\n')}\n`),
      async doctored(change: (board: Board) => unknown) {
        const copy = JSON.parse(board) as Board
        change(copy)
        return write(JSON.stringify(copy))
      },
    }
  }

  it('agrees from files and from an address', async () => {
    const { snapshot, votes } = await taken()
    expect(await verified(snapshot, votes)).toMatchObject({
      code: 0,
      agrees: true,
      votes: 640,
      differences: [],
    })
    const { code, stdout, stderr } = await deadheatHere(['verify', `${address}${api}/leaderboard`, votes])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^Agrees to the last digit: 640 votes, 8 contestants, \d+ figures\.\nSHA-256 [0-9a-f]{64}\n$/,
    )
  })

  it('agrees with a board that has the first name of its source', async () => {
    const { doctored, votes } = await taken('?source=people')
    const older = await doctored(({ view }) => Object.assign(view, { source: 'humans' }))
    expect(await verified(older, votes)).toMatchObject({ code: 0, agrees: true, differences: [] })
  })

  it('narrows the votes to the view of the board', async () => {
    const { votes } = await taken()
    const board = JSON.parse(await readFile((await taken()).snapshot, 'utf8')) as Board
    const { categories } = (await (await app.request(api)).json()) as { categories: string[] }
    const first = JSON.parse(linesOf(await readFile(votes, 'utf8'))[300]) as { tstamp: number }
    const moment = new Date(first.tstamp * 1000).toISOString()
    for (const query of [
      `category=${categories[0]}`,
      `from=${moment}`,
      `to=${moment}`,
      `from=${moment.slice(0, 10)}`,
    ]) {
      const narrowed = await taken(`?${query}`)
      const result = await verified(narrowed.snapshot, votes)
      expect([query, result.differences, result.code]).toEqual([query, [], 0])
      if (!query.endsWith(moment.slice(0, 10))) expect(result.votes).toBeLessThan(board.votes)
      expect(result.votes).toBeGreaterThan(0)
    }
  })

  it.each<[string, (lines: string[]) => string[]]>([
    ['one vote was changed', ([first, ...rest]) => [turned(first!), ...rest]],
    ['one vote was dropped', (lines) => lines.slice(1)],
    ['one vote was added', (lines) => [...lines, lines[0].replace(/"id":"\d+"/, '"id":"999999"')]],
  ])('fails where %s, and names the hash', async (_, change) => {
    const { snapshot, changed } = await taken()
    const votes = await changed(change)
    const result = await verified(snapshot, votes)
    expect([result.code, result.agrees]).toEqual([1, false])
    expect(result.differences.map(({ what }) => what)).toContain('votesSha256')
    expect(await deadheatHere(['verify', snapshot, votes])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Does not agree: \d+ differences\.\n {2}votes/),
    })
  })

  it('fails if the last digit of a figure was changed, and names only that figure', async () => {
    const { votes, doctored } = await taken()
    let name = ''
    let before = 0
    const snapshot = await doctored(({ contestants }) => {
      name = contestants[2].name
      before = contestants[2].rating!
      contestants[2].rating = before * (1 + 2 * Number.EPSILON)
    })
    const { code, differences } = await verified(snapshot, votes)
    expect([code, differences]).toEqual([
      1,
      [{ what: `rating of ${name}`, snapshot: before * (1 + 2 * Number.EPSILON), recomputed: before }],
    ])
  })

  it.each<[string, (board: Board) => void, string]>([
    ['another seed', (board) => (board.seed = 2), 'finishLine'],
    ['a leader nobody declared', (board) => (board.leader = 'Warm-v3'), 'leader'],
    ['another state', (board) => (board.state = 'wins'), 'state'],
    ['somebody left out', (board) => void board.contestants.pop(), 'order of contestants[7]'],
    [
      'somebody listed twice',
      (board) => void board.contestants.push(board.contestants[0]),
      'contestants listed twice',
    ],
    ['two rows exchanged', (board) => void board.contestants.reverse(), 'order of contestants[0]'],
  ])('fails for %s', async (_, change, what) => {
    const { votes, doctored } = await taken()
    const { code, differences } = await verified(await doctored(change), votes)
    expect(code).toBe(1)
    expect(differences.map((one) => one.what)).toContain(what)
  })

  it('warns of another version, and of later votes', async () => {
    const { votes, doctored, changed } = await taken()
    const older = await doctored((board) => (board.version = '0.0.1'))
    expect(await verified(older, votes)).toMatchObject({ code: 0, warnings: [{ code: 'other_version' }] })
    const later = await changed((lines) => [
      ...lines,
      JSON.stringify({ ...JSON.parse(lines[0]), id: '999999', tstamp: 4e9 }),
    ])
    expect(await verified((await taken()).snapshot, later)).toMatchObject({
      code: 1,
      warnings: [{ code: 'later_votes', count: 1 }],
    })
  })

  it('refuses in one line what it cannot verify', async () => {
    const { snapshot, votes, doctored } = await taken()
    const named: Record<string, string> = {
      SNAPSHOT: snapshot,
      VOTES: votes,
      ENDLESS: await doctored((board) => (board.rounds = 1e9)),
      METHOD: await doctored((board) => (board.method = 'x')),
      ANCHOR: await doctored((board) => (board.anchor = { name: 'x', value: 1 })),
    }
    const run = (...args: string[]) =>
      deadheatHere(['verify', ...args.map((arg) => named[arg] ?? arg.replace('SERVER', address))])
    expect(await notRefused(run, REFUSED['verify'])).toEqual([])
    expect(await run(`http://127.0.0.1:${await freePort()}/`, 'VOTES')).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/^deadheat: [^\n]+ does not answer \(ECONNREFUSED\)[^\n]*\n$/),
    })
  })
})

describe('verify, of a board that rate made', () => {
  const head = 'id,model_a,model_b,winner,judge,judge_type,question_id,pair_id,order,criterion'
  const rows = Array.from({ length: 60 }, (_, i) => {
    const names = i % 2 ? 'A,B' : 'B,A'
    return `${i},${names},${i % 3 ? 'model_a' : 'model_b'},j,llm,q${i % 12},${i >> 1},${i % 2 ? 'ab' : 'ba'},tone`
  })
  const people = Array.from(
    { length: 30 },
    (_, i) =>
      `${100 + i},A,${i % 4 ? 'B' : 'C'},${i % 5 ? 'model_a' : 'model_b'},w${i % 3},human,q${i % 9},,,`,
  )
  const text = [head, ...rows, ...people, '200,A,C,tie,w1,human,q1,,,'].join('\n')

  it.each([
    '--criterion tone',
    '--criterion tone --orders separate',
    '--criterion=',
    '--criterion= --judge w1 --cluster voter',
    '--criterion= --source people --judge w1 --ties drop',
    '--criterion= --anchor C=1200 --baseline B --seed 9',
    '--criterion= --intervals classic --rounds 50',
    '--criterion tone --source judge:j --cluster vote --rounds 0',
    '--criterion= --method elo --anchor B=1100',
    '--criterion= --source people --voter-cap 0.1',
    '--criterion= --source humans',
    '--criterion= --source all',
  ])('agrees after rate %s', async (options) => {
    const folder = await temporaryFolder()
    const [board, votes] = [join(folder, 'board.json'), join(folder, 'votes.csv')]
    await writeFile(votes, text)
    const rated = await deadheatHere(['rate', votes, '--json', '--rounds', '200', ...options.split(' ')])
    expect(rated.code).toBe(0)
    await writeFile(board, rated.stdout)
    const result = await verified(board, votes)
    expect([result.differences, result.code]).toEqual([[], 0])
    expect(result.votes).toBeGreaterThan(0)
  })

  it.skipIf(!existsSync(reference))(
    'agrees on published votes, and not with one of them changed',
    async () => {
      const folder = await temporaryFolder()
      const published = join(reference, 'llmfao/battles_human.jsonl')
      const [board, changed] = [join(folder, 'board.json'), join(folder, 'changed.jsonl')]
      await writeFile(board, (await deadheatHere(['rate', published, '--json'])).stdout)
      expect(await verified(board, published)).toMatchObject({ code: 0, agrees: true, differences: [] })
      const lines = linesOf(await readFile(published, 'utf8'))
      const decided = lines.findIndex((line) => line.includes('"winner": "model_'))
      lines[decided] = turned(lines[decided])
      await writeFile(changed, lines.join('\n'))
      expect(await verified(board, changed)).toMatchObject({ code: 1, agrees: false })
    },
  )
})

/** The same vote for the other side; a tie for the left one. */
function turned(line: string): string {
  const vote = JSON.parse(line) as { winner: string }
  return JSON.stringify({ ...vote, winner: vote.winner === 'model_a' ? 'model_b' : 'model_a' })
}
