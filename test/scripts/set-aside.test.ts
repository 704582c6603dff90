/** What an operator takes out of use in the terminal, in the database and on a server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../support/app.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheatHere } from './deadheat.ts'

const VOTES = 'id,model_a,model_b,winner,judge,question_id\n1,A,B,model_a,ann,q1\n2,B,A,tie,ben,q2\n'

let app: TestApp
let cwd: string
let server: string
beforeAll(async () => {
  app = await createTestApp({ clock: new Date().toISOString() })
  server = await app.serve()
})
afterAll(() => app?.close())

const onDatabase = (args: string[], input = '') =>
  deadheatHere(args, {
    cwd,
    input,
    env: { DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd },
  })
/** No database is named, so a command that opened one would fail. */
const remote = { DEADHEAT_TOKEN: ADMIN_TOKEN, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
const onServer = (args: string[], input = '') =>
  deadheatHere([...args, '--server', server], { cwd, input, env: remote })

test('retires and restores contestants and prompts, and sets votes aside, in the same words', async () => {
  cwd = await temporaryFolder()
  const rows = 'prompt,category,Short,Long\nHi?,greeting,Yes.,Yes and more.\nBye?,parting,No.,Not at all.\n'
  const say = async (run: typeof onDatabase, slug: string) => {
    await run(['import', slug, '-'], rows)
    await run(['import', slug, '-'], VOTES)
    const exported = await run(['export', slug, 'votes', '--format', 'json'])
    const [{ id }] = JSON.parse(exported.stdout) as { id: number }[]
    const said = []
    for (const args of [
      ['retire', slug, '--contestant', 'Short'],
      ['retire', slug, '--contestant', 'short', '--restore'],
      ['retire', slug, '--category', 'parting'],
      ['retire', slug, '--category', 'parting'],
      ['retire', slug, '--all-prompts', '--restore', '--json'],
      ['retire', slug, '--contestant', 'Shorty'],
      ['retire', slug, '--prompts', 'nowhere'],
      ['retire', slug],
      ['quarantine', slug, String(id), '--reason', 'too fast'],
      ['quarantine', slug, String(id), '--reason', 'too fast'],
      ['quarantine', slug, String(id), '--reason', 'it was not', '--release', '--json'],
      ['quarantine', slug, '99999999', '--reason', 'too fast'],
      ['quarantine', slug, 'first', '--reason', 'too fast'],
      ['quarantine', slug, String(id), '--reason', ' '],
    ]) {
      const { code, stdout, stderr } = await run(args)
      const text = `${code} ${stdout}${stderr}`.replace(/From \S+Z/, 'From THEN')
      said.push(text.replaceAll(slug, 'ARENA').replace(/\[\s*\d+\s*\]/, '[ID]'))
    }
    return said
  }
  const here = await say(onDatabase, 'aside-d')
  expect(await say(onServer, 'aside-s')).toEqual(here)
  expect(here).toEqual([
    '0 Short of ARENA is retired. Its votes and its place on the board stay.\n',
    '0 Short of ARENA is in use again.\n',
    '0 1 prompt of ARENA is retired. Votes on it stay. From THEN on, everybody may read who gave which answer.\n',
    '0 Nothing changed: these prompts of ARENA were retired.\n',
    expect.stringMatching(/^0 [^]*"retired": false/),
    expect.stringMatching(/^2 deadheat: There is no contestant "Shorty" in arena "ARENA"\. It has/),
    expect.stringMatching(/^2 deadheat: .*nowhere/),
    '2 deadheat: Name one of --contestant, --prompts, --category or --all-prompts.\n',
    '0 1 vote of ARENA put into quarantine.\n',
    '0 0 votes of ARENA put into quarantine. 1 was before.\n',
    expect.stringMatching(/^0 [^]*"quarantined": false,\s+"votes": \[ID\]/),
    expect.stringMatching(/^2 deadheat: .*99999999/),
    expect.stringMatching(/^2 deadheat: "first" is no id of a vote/),
    expect.stringMatching(/^2 deadheat: --reason/),
  ])
})
