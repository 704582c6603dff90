/** The client against a real server. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { DeadheatError, openClient, type Client } from '../../../clients/typescript/index.ts'
import { seedDemo } from '../../../server/transfer/index.ts'
import { ADMIN_TOKEN, appFor } from '../../support/app.ts'

const ARENA = 'support-replies'
const VOTES = 'model_a,model_b,winner,question_id\nNew,Baseline,model_a,p1\nBaseline,New,tie,p2\n'

let server: string
let client: Client
const app = appFor({ clock: 'runs' }, async () => {
  await seedDemo({ ...app.deps, actor: 'server' }, { votes: false, onlyIfEmpty: true })
  await app.work()
  server = await app.serve()
  client = openClient({ server: `${server}/`, token: ADMIN_TOKEN })
})

describe('a client', () => {
  test('reads arenas, and the contestants of one', async () => {
    expect(await client.arenas()).toMatchObject([{ arena: ARENA, votable: true }])
    expect(await client.arena(ARENA)).toMatchObject({ arena: ARENA, visibility: 'public' })
    expect((await client.contestants(ARENA)).contestants.length).toBe(8)
  })

  test('votes as one voter, takes a vote back, and finds its vote on the board of people', async () => {
    const person = openClient({ server })
    const first = await person.nextBattle(ARENA)
    const receipt = await person.vote(first.battle.id, { ticket: first.ticket, outcome: 'left' })
    expect(receipt).toMatchObject({ battle: first.battle.id, outcome: 'left', final: false })
    await person.takeBack(first.battle.id, first.ticket)
    const second = await person.nextBattle(ARENA)
    await person.vote(second.battle.id, { ticket: second.ticket, outcome: 'tie' })
    expect((await person.reveal(second.battle.id, second.ticket)).names).toBe('shown')
    await expect.poll(async () => (await client.board(ARENA, { source: 'humans' })).votes).toBe(1)
    const { rows } = await app.database.pool.query('select distinct voter from votes')
    expect(rows.length).toBe(1)
  })

  test('imports files, first without storing them', async () => {
    expect(await client.importFiles(ARENA, { 'votes.csv': VOTES }, { dryRun: true })).toMatchObject({
      dryRun: true,
      votesAdded: 2,
    })
    const receipt = await client.importFiles(ARENA, { 'votes.csv': new Blob([VOTES]) })
    expect(receipt).toMatchObject({ dryRun: false, votesAdded: 2, contestantsAdded: 1 })
    expect(await client.importFiles(ARENA, { 'votes.csv': VOTES })).toMatchObject({ votesAlreadyThere: 2 })
    const made = await client.importFiles('greetings', { 'votes.csv': VOTES }, { create: true, title: 'Hi' })
    expect(made).toMatchObject({ created: true, votesAdded: 2 })
    expect((await client.arena('greetings')).title).toBe('Hi')
  })

  test('compares, and reads the other reports of a board', async () => {
    const comparison = await client.compare(ARENA, {
      a: 'New',
      b: 'Baseline',
      minVotes: 300,
      sequential: true,
    })
    expect(comparison).toMatchObject({
      answer: 'not_shown',
      sequential: true,
      gate: { minVotes: 300 },
    })
    await expect.poll(async () => (await client.board(ARENA, { source: 'humans' })).votes).toBe(3)
    expect((await client.headToHead(ARENA, { source: 'humans' })).pairs.length).toBeGreaterThan(0)
    expect((await client.history(ARENA)).points.length).toBeGreaterThan(0)
    expect(await client.differences(ARENA, 'New', { source: 'humans' })).toMatchObject({ contestant: 'New' })
  })

  test('reads the rows of an export as they arrive', async () => {
    const rows: Record<string, unknown>[] = []
    for await (const row of client.exportRows(ARENA, 'votes')) rows.push(row)
    expect(rows.length).toBe(3)
    expect(rows).toContainEqual(
      expect.objectContaining({ model_a: 'New', winner: 'model_a', question_id: 'p1' }),
    )
  })

  test('throws one error with the code and the sentence of the server', async () => {
    const refused = await client.arena('nothing-here').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DeadheatError)
    expect(refused).toMatchObject({ status: 404, code: 'arena_unknown', requestId: expect.any(String) })
    await expect(
      openClient({ server, token: 'wrong-token-of-16' }).importFiles(ARENA, {}),
    ).rejects.toMatchObject({
      status: 401,
      code: 'token_invalid',
    })
  })

  test('says which server does not answer', async () => {
    const listening = createServer().listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const gone = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
    listening.close()
    await expect(openClient({ server: gone }).arenas()).rejects.toMatchObject({
      message: `${gone} does not answer: ECONNREFUSED.`,
      code: 'unreachable',
      status: null,
    })
  })

  test('sends its requests by a fetch of the caller', async () => {
    const sent: string[] = []
    const own = openClient({
      server,
      fetch: (url, init) => {
        sent.push(`${init.method} ${url}`)
        return fetch(url, init)
      },
    })
    await own.board(ARENA, { source: 'humans', category: undefined })
    expect(sent).toEqual([`GET ${server}/api/arenas/${ARENA}/leaderboard?source=humans`])
  })
})
