/** Commands on a server that options or the environment name: what they send, what stops them, and that no database is opened. */
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ADMIN_TOKEN, appFor } from '../support/app.ts'
import { deadheat, deadheatHere, wordsIn } from './deadheat.ts'
import { folderForAll } from '../support/temporary-folder.ts'
import { freePort } from '../support/free-port.ts'
import { listeningForTest } from '../support/listening.ts'

const VOTES = `id,model_a,model_b,winner,judge,question_id
1,A,B,model_a,ann,q1
2,B,A,tie,ben,q2
3,A,A,tie,cy,q1
`

const cwd = folderForAll()
let server: string

const app = appFor({ clock: new Date().toISOString() }, async () => {
  server = await app.serve()
  await writeFile(join(cwd, 'votes.csv'), VOTES)
  await writeFile(join(cwd, 'wide.csv'), 'prompt,Short,Long\nHi?,Yes.,Yes and more.\nBye?,No.,Not at all.\n')
})

const onDatabase = (args: string[] | string, input = '') =>
  deadheatHere(args, {
    cwd,
    input,
    env: { DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd },
  })
/** No database is named, so a command that opened one would fail. */
const remote = { DEADHEAT_TOKEN: ADMIN_TOKEN, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
const onServer = (args: string[] | string, input = '', env: Record<string, string> = remote) =>
  deadheatHere([...(typeof args === 'string' ? wordsIn(args) : args), '--server', server], {
    cwd,
    input,
    env,
  })

/** The same text without what names the place. */
const placeless = (text: string, slug: string) =>
  text
    .replaceAll(slug, 'ARENA')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'HERE')
    .replace(/These (?:addresses work|are the addresses).*\n/, '')

describe('a command with --server', () => {
  test.each([
    ['votes', ['votes.csv'], '', /a contestant against itself/],
    [
      'a table of answers with a title',
      ['wide.csv', '--title', 'Two', '--question', 'Which?', '--yes'],
      '',
      /^Contestants: Long, Short\./m,
    ],
    ['standard input', ['-'], VOTES, /1 row was left out/],
  ])('imports %s in the same words', async (what, args, input, says) => {
    const slug = `in-${what.replaceAll(' ', '-')}`
    const here = await onDatabase(['import', `${slug}-d`, ...args], input)
    const there = await onServer(['import', `${slug}-s`, ...args], input)
    expect([there.code, here.code]).toEqual([0, 0])
    expect(placeless(there.stdout, `${slug}-s`)).toBe(placeless(here.stdout, `${slug}-d`))
    expect(placeless(there.stderr, `${slug}-s`)).toBe(placeless(here.stderr, `${slug}-d`))
    expect(here.stderr + here.stdout).toMatch(says)
  })

  test('reads a pipe once', async () => {
    for (const [slug, run] of [['pipe-d', onDatabase] as const, ['pipe-s', onServer] as const]) {
      execFileSync('mkfifo', [join(cwd, slug)])
      const [{ stdout }] = await Promise.all([
        run(['import', slug, slug, '--json']),
        writeFile(join(cwd, slug), VOTES),
      ])
      expect(JSON.parse(stdout)).toMatchObject({ created: true, votesAdded: 2 })
    }
  })

  test('reads files whose kind an option says as they are, whatever is said of the columns of the other file', async () => {
    await writeFile(join(cwd, 'scores.csv'), 'question_id,system,score\np1,A,3\np1,B,1\np2,A,2\np2,B,4\n')
    await writeFile(join(cwd, 'prompts.csv'), 'id,text,note\np1,Hi?,x\np2,Bye?,y\n')
    const how = 'scores.csv --from scores --map system=model --prompts prompts.csv --json'
    for (const [slug, run] of [['kinds-d', onDatabase] as const, ['kinds-s', onServer] as const]) {
      const { stdout, stderr } = await run(`import ${slug} ${how}`)
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toMatchObject({ created: true, promptsAdded: 2, votesAdded: 2 })
      const blank = await run(['import', slug, 'votes.csv', '--title', ''])
      expect(blank).toMatchObject({ code: 2, stderr: expect.stringContaining('--title has no text') })
      const other = await run(['import', slug, 'votes.csv', '--answers', 'prompts.csv'])
      expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('prompts.csv') })
    }
  })

  test('reads a file as a plan of any length says', async () => {
    const ignore = Array.from({ length: 400 }, (_, n) => `a column of measurements that nobody reads, ${n}`)
    const sides = ['model_a', 'model_b', 'winner', 'id', 'judge', 'question_id']
    const columns = Object.fromEntries(sides.map((name) => [name, name]))
    await writeFile(join(cwd, 'long.json'), JSON.stringify({ kind: 'votes', columns, ignore }))
    expect(
      await onDatabase(`import long votes.csv --plan long.json --title "${'long '.repeat(50)}"`),
    ).toMatchObject({ code: 0, stderr: expect.not.stringContaining('plan') })
  })

  test('sends an arena.yaml with the files that it names', async () => {
    await mkdir(join(cwd, 'first'), { recursive: true })
    await onDatabase(['init', 'first'])
    const yaml = join('first', 'arena.yaml')
    const slug = /^arena: (\S+)/m.exec(await readFile(join(cwd, yaml), 'utf8'))![1]!
    const there = await onServer(['import', slug, yaml])
    expect([there.code, there.stderr]).toEqual([0, ''])
    expect(there.stdout).toContain(`Created arena ${slug}: 2 contestants`)
    const other = await onServer(['import', 'other', yaml])
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining(`describes the arena "${slug}"`) })
  })

  test('lists, changes and removes arenas', async () => {
    await onServer(['import', 'gone', 'votes.csv'])
    expect((await onServer(['arenas', '--json'])).stdout).toContain('"gone"')
    expect(await onServer(['arenas', 'gone', '--visibility', 'link'])).toMatchObject({
      code: 0,
      stdout: 'gone is link now.\n',
    })
    expect(await onServer(['arenas', 'gone', '--remove'], 'another\n')).toMatchObject({ code: 2 })
    const removed = await onServer(['arenas', 'gone', '--remove'], 'gone\n')
    expect(removed.stdout).toBe('gone is removed, with 2 contestants, 2 prompts, 0 answers and 2 votes.\n')
    expect(await onServer(['arenas', 'gone', '--visibility', 'public'])).toMatchObject({ code: 2 })
  })

  test('works as a process, by the environment alone', async () => {
    const env = { ...remote, DEADHEAT_SERVER: `${server}/` }
    const { code, stdout, stderr } = await deadheat(['import', 'apart', 'votes.csv'], { cwd, env })
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      'Created arena apart: 2 contestants, 2 prompts, 0 answers, 2 votes.',
    ])
    expect(stdout).toContain('No title yet: --title')
    expect(stdout + stderr + app.logged.join('')).not.toContain(ADMIN_TOKEN)
  })
})

describe('what stops a command with --server', () => {
  const list = (address: string, env: Record<string, string> = {}) =>
    deadheatHere(['arenas', '--server', address], { cwd, env: { ...remote, ...env } })

  test('a token that is refused or missing, or an address that is none or has a password: exit 2, and no message has a secret', async () => {
    const wrong = 'a-wrong-token-of-mine'
    for (const [address, token, says] of [
      [server, wrong, /^deadheat: .*token/i],
      [server, `${wrong} ${wrong}`, /DEADHEAT_TOKEN/],
      [server, '', /./],
      ['arena', ADMIN_TOKEN, /--server/],
      ['http://me:geheim@127.0.0.1:1', ADMIN_TOKEN, /DEADHEAT_TOKEN/],
    ] as const) {
      const { code, stdout, stderr } = await list(address, { DEADHEAT_TOKEN: token })
      expect([address, code, stdout, stderr]).toEqual([address, 2, '', expect.stringMatching(says)])
      expect(stderr).not.toMatch(/wrong-token|geheim/)
    }
  })

  test('an address where nothing, another program or another version of Deadheat answers: exit 3, with the reason', async () => {
    const gone = `http://127.0.0.1:${await freePort()}`
    expect(await list(gone)).toMatchObject({
      code: 3,
      stderr: `deadheat: ${gone} does not answer: ECONNREFUSED.\n`,
    })
    let body = '<html></html>'
    const { address } = await listeningForTest((_, response) => response.end(body))
    expect(await list(address)).toMatchObject({ code: 3, stderr: expect.stringContaining('no Deadheat') })
    body = JSON.stringify({ alive: true, version: '99.0.0' })
    expect(await list(address)).toMatchObject({ code: 3, stderr: expect.stringContaining('Deadheat 99.0.0') })
  })

  test('a command that only works on the database: exit 2, and it opens none', async () => {
    const env = { ...remote, DEADHEAT_SERVER: server }
    for (const args of [['seed'], ['backup', 'all.backup'], ['backup', '-']])
      expect(await deadheatHere(['db', ...args], { cwd, env })).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('This command needs the database'),
      })
    expect(await deadheatHere(['rate', 'votes.csv', '--server', server], { cwd, env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Leave out --server'),
    })
    expect(await deadheatHere(['rate', 'votes.csv', '--rounds', '0'], { cwd, env })).toMatchObject({
      code: 0,
    })
  })
})

test('a fault within the process of a command is named, and no server is blamed for it', async () => {
  await onDatabase(['import', 'faulty', 'votes.csv'])
  await sql`ALTER TABLE votes RENAME TO votes_elsewhere`.execute(app.database.db)
  const { code, stderr } = await onDatabase(['board', 'faulty'])
  await sql`ALTER TABLE votes_elsewhere RENAME TO votes`.execute(app.database.db)
  expect(code).toBe(3)
  expect(stderr).toMatch(/^deadheat: unexpected error: .*votes/m)
})

/** What an operator takes out of use in the terminal. */
test('the terminal retires and restores contestants and prompts, and sets votes aside', async () => {
  const rows = 'prompt,category,Short,Long\nHi?,greeting,Yes.,Yes and more.\nBye?,parting,No.,Not at all.\n'
  await onServer(['import', 'aside', '-', '--yes'], rows)
  await onServer(['import', 'aside', '-'], VOTES)
  const exported = await onServer(['export', 'aside', 'votes', '--format', 'json'])
  const [{ id }] = JSON.parse(exported.stdout) as { id: number }[]
  const steps: [line: string, says: string | RegExp][] = [
    [
      'retire aside --contestant Short',
      '0 Short of aside is retired. Its votes and its place on the board stay.',
    ],
    ['retire aside --contestant short --restore', '0 Short of aside is in use again.'],
    [
      'retire aside --category parting',
      '0 1 prompt of aside is retired. Votes on it stay. From THEN on, everybody may read who gave which answer.',
    ],
    ['retire aside --category parting', '0 Nothing changed: these prompts of aside were retired.'],
    ['retire aside --all-prompts --restore --json', /^0 [^]*"retired": false/],
    [
      'retire aside --contestant Shorty',
      /^2 deadheat: Arena "aside" has no .*"Shorty"; did you mean "short"/,
    ],
    ['retire aside --prompts nowhere', /^2 deadheat: .*nowhere/],
    ['retire aside', '2 deadheat: Name one of --contestant, --prompts, --category or --all-prompts.'],
    [`quarantine aside ${id} --reason "too fast"`, '0 1 vote of aside put into quarantine.'],
    [`quarantine aside ${id} --reason "too fast"`, '0 0 votes of aside put into quarantine. 1 was before.'],
    [
      `quarantine aside ${id} --reason "it was not" --release --json`,
      new RegExp(`^0 [^]*"quarantined": false,\\s+"votes": \\[\\s*${id}\\s*\\]`),
    ],
    ['quarantine aside 99999999 --reason "too fast"', /^2 deadheat: .*99999999/],
    ['quarantine aside first --reason "too fast"', /^2 deadheat: "first" is no id of a vote/],
    [`quarantine aside ${id} --reason " "`, /^2 deadheat: --reason/],
  ]
  for (const [line, says] of steps) {
    const { code, stdout, stderr } = await onServer(line)
    const text = `${code} ${stdout}${stderr}`.trimEnd().replace(/From \S+Z/, 'From THEN')
    expect([line, text]).toEqual([line, says instanceof RegExp ? expect.stringMatching(says) : says])
  }
})
