/** However the outcomes of a votes file are spelt, `rate` and `import` read the same, or refuse with the remedy. */
import { folderForAll } from '../support/temporary-folder.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Board } from '../../shared/contracts/index.ts'
import { appFor, AS_ADMIN } from '../support/app.ts'
import { deadheatHere } from './deadheat.ts'
const cwd = folderForAll()
const app = appFor()

async function run(content: string, ...args: string[]) {
  await writeFile(join(cwd, 'f.csv'), content)
  const env = { DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd }
  return deadheatHere(args, { cwd, env })
}
const rate = (content: string, ...options: string[]) =>
  run(content, 'rate', 'f.csv', '--json', '--rounds', '0', ...options)
const tryImport = (content: string, ...options: string[]) =>
  run(content, 'import', 'tried', 'f.csv', '--dry-run', '--json', ...options)

const MODELS = ['opus', 'gpt-4o', 'llama', 'qwen']
/** 60 votes: who met whom, and who won. */
const VOTES = Array.from({ length: 60 }, (_, i) => {
  const [left, right] = [MODELS[i % 4], MODELS[(i + 1 + (i % 3)) % 4]]
  return { left, right, outcome: (['left', 'right', 'tie', 'left', 'bad'] as const)[(i * 7) % 5], i }
})
type Vote = (typeof VOTES)[number]
const fileOf = (winner: (vote: Vote) => string, head = 'model_a,model_b,winner,question_id') =>
  [head, ...VOTES.map((vote) => `${vote.left},${vote.right},${winner(vote)},q${vote.i % 12}`), ''].join('\n')
const spelt = (left: string, right: string, tie: string, bad = tie) => fileOf(({ outcome }) => ({ left, right, tie, bad })[outcome]) // prettier-ignore

function results(stdout: string) {
  const { votes, contestants, warnings } = JSON.parse(stdout) as Board
  const rows = contestants.map(({ name, wins, losses, ties }) => [name, wins, losses, ties])
  return { votes, rows: rows.sort(), dirty: warnings.filter(({ code }) => code === 'dirty_rows') }
}

describe('a votes file', () => {
  it.each([
    ['A, B and tie', spelt('A', 'B', 'tie')],
    ['evalica’s columns', spelt('left', 'right', 'tie').replace('model_a,model_b', 'left,right')],
    ['JSON on one line', JSON.stringify(VOTES.map(({ left, right, outcome, i }) => ({ model_a: left, model_b: right, winner: { left: 'A', right: 'B', tie: 'tie', bad: 'tie' }[outcome], question_id: `q${i % 12}` })))], // prettier-ignore
  ])('with %s has the same votes as one with model_a and model_b', async (_, content) => {
    const plain = results((await rate(spelt('model_a', 'model_b', 'tie'))).stdout)
    expect(plain.votes).toBe(60)
    const rated = await rate(content)
    expect([rated.code, rated.stderr]).toEqual([0, ''])
    expect(results(rated.stdout)).toEqual(plain)
    const imported = await tryImport(content)
    expect([imported.code, imported.stderr]).toEqual([0, ''])
    expect(JSON.parse(imported.stdout)).toMatchObject({ votesAdded: 60, contestants: 4, warnings: [] })
  })

  it.each([
    [
      'unknown ties',
      spelt('model_a', 'model_b', 'Patt'),
      'the outcome of 24 of 60 rows is not understood: "Patt" (24 rows)',
      'Patt=tie',
    ],
    ['a quote within', spelt('model_a', 'model_b', 'Pa"tt'), `--outcomes '"Pa""tt"=MEANING'`, '"Pa""tt"=tie'],
    ['positions', spelt('1', '2', 'tie'), '--outcomes 1=model_a,2=model_b,tie=tie', '1=model_a,2=model_b'],
    [
      'scores',
      spelt('1.0', '0', '.5'),
      '--outcomes 0=model_b,1.0=model_a,.5=tie',
      '1=model_a,0=model_b,0.5=tie',
    ],
  ])('with %s is refused with values, rows and the remedy', async (_, content, message, outcomes) => {
    for (const refused of [await rate(content), await tryImport(content)])
      expect([refused.code, refused.stdout, refused.stderr]).toEqual([
        2,
        '',
        expect.stringContaining(message),
      ])
    const plain = results((await rate(spelt('model_a', 'model_b', 'tie'))).stdout)
    expect(results((await rate(content, '--outcomes', outcomes)).stdout)).toEqual(plain)
    expect(JSON.parse((await tryImport(content, '--outcomes', outcomes)).stdout)).toMatchObject({
      votesAdded: 60,
    })
  })

  it('loses a rare vote that was not given, and a misspelling if all kinds of outcomes remain', async () => {
    const rare = fileOf(({ outcome, i }) =>
      i === 7 ? 'modle_a' : i < 4 ? 'NaN' : { left: 'A', right: 'B', tie: 'tie', bad: 'neither' }[outcome],
    )
    const rated = await rate(rare)
    expect(results(rated.stdout)).toMatchObject({ votes: 55, dirty: [{ count: 5 }] })
    expect(JSON.parse((await tryImport(rare)).stdout)).toMatchObject({ votesAdded: 55 })
    const skipped = await rate(spelt('model_a', 'model_b', 'unsure', 'tie'), '--outcomes', 'unsure=skip')
    expect(results(skipped.stdout)).toMatchObject({ votes: 48, dirty: [{ count: 12 }] })
  })

  it('asks whether a word names a side or a contestant', async () => {
    const content = `model_a,model_b,winner\n${'C,A,A\nB,A,A\nA,C,C\n'.repeat(5)}`
    const refused = await rate(content)
    const said = 'line 2: the outcome "A" names a contestant of this row, and may mean a side, too.'
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(said)])
    expect(refused.stderr).toContain('--outcomes A=name for contestants, or --outcomes A=model_a for sides')
    const read = results((await rate(content, '--outcomes', 'A=name,B=name')).stdout)
    expect(read.rows).toEqual([['A', 10, 5, 0], ['B', 0, 5, 0], ['C', 5, 5, 0]]) // prettier-ignore
  })

  it('names contestants in either Unicode form, and in another case if that is said', async () => {
    const votes = (winner: (name: string) => string) =>
      fileOf(({ outcome, left, right }) => ({ left: winner(left), right: winner(right), tie: 'tie', bad: 'tie' })[outcome]).replaceAll('opus', 'caf\u00e9') // prettier-ignore
    const plain = results((await rate(votes((name) => name))).stdout)
    const apart = votes((name) => (name === 'opus' ? 'cafe\u0301' : name))
    expect(results((await rate(apart)).stdout)).toEqual(plain)
    expect(JSON.parse((await tryImport(apart)).stdout)).toMatchObject({ votesAdded: 60, warnings: [] })
    const upper = votes((name) => (name === 'llama' ? 'LLAMA' : name))
    expect((await rate(upper)).stderr).toContain('--outcomes LLAMA=name')
    expect(results((await rate(upper, '--outcomes', 'LLAMA=name')).stdout)).toEqual(plain)
  })

  it('keeps the options honest', async () => {
    for (const [outcomes, message] of [
      ['1', 'does not have the form OUTCOME=MEANING'],
      ['1=first', 'does not have the form OUTCOME=MEANING'],
      ['1=model_a,1.0=tie', '"1.0" is named more than once'],
    ])
      expect(await rate(spelt('1', '0', 'tie'), '--outcomes', outcomes)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(message) as string,
      })
  })
})

const table = (head: string, cells: (i: number) => string) =>
  `${[head, ...Array.from({ length: 12 }, (_, i) => `Question ${i % 6}?,One says ${i % 6}.,Two says ${i % 6}.,${cells(i)}`)].join('\n')}\n`

describe('a table of answers with a verdict', () => {
  it.each([
    ['A,B,winner', ['A', 'B', 'tie'], ['A', 'B']],
    ['gpt,claude,winner', ['left', 'right', ''], ['claude', 'gpt']],
  ])(
    '%s has answers and votes, and no contestant of the verdict’s name',
    async (columns, verdicts, names) => {
      const content = table(`prompt,${columns}`, (i) => verdicts[i % 3])
      const votes = verdicts.includes('') ? 8 : 12
      const { code, stdout, stderr } = await tryImport(content)
      expect([code, stderr]).toEqual([0, ''])
      expect(JSON.parse(stdout)).toMatchObject({
        contestantsNamed: names,
        promptsAdded: 6,
        answersAdded: 12,
        votesAdded: votes,
        tool: 'a table of answers with votes',
      })
      expect((await rate(content)).stderr).toContain('Is this meant?')
      expect(results((await rate(content, '--yes')).stdout)).toMatchObject({ votes })
    },
  )

  it.each([
    ['other words in it', 'gpt,claude,winner', 'math', '--outcomes math=MEANING'],
    [
      'one contestant more',
      'gpt,claude,llama,winner',
      'Three says.,none',
      'winner names none of the answers',
    ],
  ])('is refused with %s', async (_, columns, cells, message) => {
    const { code, stdout, stderr } = await tryImport(table(`prompt,${columns}`, () => cells))
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
  })

  it('is refused over HTTP too, with the finding for the page, and taken with a yes', async () => {
    const content = table('prompt,gpt,claude,notes', () => 'fine')
    const send = async (body: string, query = '') => {
      const path = `/api/admin/arenas/sent/import?create&dry-run${query}`
      return (await (await app.request(path, { method: 'POST', body, headers: AS_ADMIN })).json()) as {
        finding?: { code: string }
      }
    }
    expect(await send(content)).toMatchObject({
      contestants: 3,
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'columns_are_contestants' })]),
    })
    expect(await send(content, '&ignore=notes')).toMatchObject({ contestants: 2 })
    const lost = spelt('model_a', 'model_b', 'Patt')
    expect((await send(lost)).finding).toMatchObject({ code: 'outcomes_lost' })
    expect(await send(lost, '&outcomes=patt=tie')).toMatchObject({ votesAdded: 60 })
  })
})
