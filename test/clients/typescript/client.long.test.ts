/** The client against a real server. */
import { describe, expect, test } from 'vitest'
import { DeadheatError, openClient, type Client } from '../../../clients/typescript/index.ts'
import { seedDemo } from '../../../server/transfer/index.ts'
import { ADMIN_TOKEN, appFor } from '../../support/app.ts'
import { freePort } from '../../support/free-port.ts'

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

const at = { path: { arena: ARENA } }

describe('a client', () => {
  test('reads arenas, and the contestants of one', async () => {
    const { data: list } = await client.GET('/api/arenas')
    expect(list).toMatchObject({ total: 1, arenas: [{ arena: ARENA, votable: true }] })
    const { data: arena } = await client.GET('/api/arenas/{arena}', { params: at })
    expect(arena).toMatchObject({ arena: ARENA, visibility: 'public' })
    const { data } = await client.GET('/api/arenas/{arena}/contestants', { params: at })
    expect(data.contestants.length).toBe(8)
  })

  test('votes as one voter, takes a vote back, and finds its vote on the board of people', async () => {
    const person = openClient({ server })
    const ask = async () => (await person.POST('/api/arenas/{arena}/battles', { params: at, body: {} })).data
    const first = await ask()
    const place = { path: { id: first.battle.id } }
    const { data: receipt } = await person.POST('/api/battles/{id}/vote', {
      params: place,
      body: { ticket: first.ticket, outcome: 'left' },
    })
    expect(receipt).toMatchObject({ battle: first.battle.id, outcome: 'left', final: false })
    const headers = { authorization: `Ticket ${first.ticket}` }
    await person.DELETE('/api/battles/{id}/vote', { params: place, headers })
    const second = await ask()
    const voted = { path: { id: second.battle.id } }
    const { ticket } = second
    await person.POST('/api/battles/{id}/vote', { params: voted, body: { ticket, outcome: 'tie' } })
    const { data: reveal } = await person.POST('/api/battles/{id}/reveal', {
      params: voted,
      body: { ticket },
    })
    expect(reveal.names).toBe('shown')
    await expect.poll(votesOfPeople).toBe(1)
    const { rows } = await app.database.pool.query('select distinct voter from votes')
    expect(rows.length).toBe(1)
  })

  test('imports files, first without storing them', async () => {
    const dry = await client.importFiles(ARENA, { 'votes.csv': VOTES }, { 'dry-run': 'true' })
    expect(dry).toMatchObject({ dryRun: true, votesAdded: 2 })
    const receipt = await client.importFiles(ARENA, { 'votes.csv': new Blob([VOTES]) })
    expect(receipt).toMatchObject({ dryRun: false, votesAdded: 2, contestantsAdded: 1 })
    expect(await client.importFiles(ARENA, { 'votes.csv': VOTES })).toMatchObject({ votesAlreadyThere: 2 })
    const made = await client.importFiles(
      'greetings',
      { 'votes.csv': VOTES },
      { create: 'true', title: 'Hi' },
    )
    expect(made).toMatchObject({ created: true, votesAdded: 2 })
    const { data } = await client.GET('/api/arenas/{arena}', { params: { path: { arena: 'greetings' } } })
    expect(data.title).toBe('Hi')
  })

  test('compares, sends a list as a repeated name, and reads other reports, also as text', async () => {
    const pair = { a: 'New', b: 'Baseline', minVotes: 300, sequential: 'true' } as const
    const compare = (criterion: string[]) =>
      client.GET('/api/arenas/{arena}/compare', { params: { ...at, query: { ...pair, criterion } } })
    const { data: comparison } = await compare(['overall'])
    expect(comparison).toMatchObject({ answer: 'not_shown', sequential: true, gate: { minVotes: 300 } })
    await expect(compare(['overall', 'kindness'])).rejects.toThrow('kindness')
    await expect.poll(votesOfPeople).toBe(3)
    const humans = { ...at, query: { source: 'people' } }
    const { data: records } = await client.GET('/api/arenas/{arena}/head-to-head', { params: humans })
    expect(records.pairs.length).toBeGreaterThan(0)
    const { data: text } = await client.GET('/api/arenas/{arena}/win-rates', {
      params: humans,
      headers: { accept: 'text/plain' },
      parseAs: 'text',
    })
    expect(text).toContain('Baseline')
  })

  test('reads the rows of an export as they arrive', async () => {
    const rows: Record<string, unknown>[] = []
    for await (const row of client.exportRows(ARENA, 'votes')) rows.push(row)
    expect(rows.length).toBe(3)
    expect(rows).toContainEqual(
      expect.objectContaining({ model_a: 'New', winner: 'model_a', question_id: 'p1' }),
    )
    expect(await client.exportRows(ARENA, 'judgements').next()).toEqual({ done: true, value: undefined })
  })

  test('throws one error with the code and the sentence of the server', async () => {
    const path = { arena: 'nothing-here' }
    const refused = await client
      .GET('/api/arenas/{arena}', { params: { path } })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DeadheatError)
    expect(refused).toMatchObject({ status: 404, code: 'arena_unknown', requestId: expect.any(String) })
    await expect(
      openClient({ server, token: 'wrong-token-of-16' }).importFiles(ARENA, {}),
    ).rejects.toMatchObject({
      status: 401,
      code: 'token_invalid',
    })
  })

  test('says which server does not answer, and leaves a request aborted that its sender aborts', async () => {
    const gone = `http://127.0.0.1:${await freePort()}`
    const aborted = openClient({ server: gone }).GET('/healthz', { signal: AbortSignal.abort() })
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
    await expect(openClient({ server: gone }).GET('/healthz')).rejects.toMatchObject({
      message: `${gone} does not answer: ECONNREFUSED.`,
      code: 'unreachable',
      status: null,
    })
  })
})

async function votesOfPeople(): Promise<number> {
  const params = { ...at, query: { source: 'people' } }
  return (await client.GET('/api/arenas/{arena}/leaderboard', { params })).data.votes
}
