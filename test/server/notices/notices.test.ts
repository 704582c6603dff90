/** Notices: each event once, signed, and delivered also after the receiver was down. */
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { sendNotices } from '../../../server/notices/deliver-notices.ts'
import { quarantineVotes } from '../../../server/integrity/index.ts'
import { Notices, SentNotice } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp, appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { refreshEvaluation } from '../../../server/judge-evaluation/index.ts'
import { findNotices } from '../../../server/notices/find-notices.ts'
import { inEnglish, type CodedMessage } from '../../../shared/messages/index.ts'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook receiver on this machine that can be down, and keeps what it took. */
interface Taken {
  headers: IncomingHttpHeaders
  body: string
}

interface Receiver {
  url: string
  /** What it answered with 204. */
  taken: Taken[]
  /** Requests that it answered with another status. */
  refused: number
  /** The status of its next answers. */
  status: number
  /** Stops listening; nothing can connect. */
  stop(): Promise<void>
  /** Listens again at the same address. */
  start(): Promise<void>
}

async function openReceiver(): Promise<Receiver> {
  let server: Server | null = null
  let port = 0
  const receiver: Receiver = {
    url: '',
    taken: [],
    refused: 0,
    status: 204,
    async start() {
      server = createServer((request, response) => {
        const parts: Buffer[] = []
        request.on('data', (part: Buffer) => parts.push(part))
        request.on('end', () => {
          if (receiver.status === 204)
            receiver.taken.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
          else receiver.refused++
          response
            .writeHead(receiver.status, { location: `${receiver.url}elsewhere`, connection: 'close' })
            .end(receiver.status === 204 ? undefined : 'a reply with a secret of the receiver')
        })
      })
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
      port = (server.address() as AddressInfo).port
      receiver.url = `http://127.0.0.1:${port}/services/T0/secret-of-the-path/`
    },
    async stop() {
      const closing = server
      server = null
      closing?.closeAllConnections()
      await new Promise((resolve) => (closing ? closing.close(resolve) : resolve(null)))
    },
  }
  await receiver.start()
  return receiver
}

const KEY = Buffer.from('a key of the test, 32 bytes long')
let app: TestApp
let receiver: Receiver

let arenas = 0
let slug = ''

beforeAll(async () => {
  receiver = await openReceiver()
  app = await createTestApp({ notices: { url: receiver.url, key: KEY, format: 'json', language: 'en' } })
})
afterAll(async () => {
  await app?.close()
  await receiver?.stop()
})

beforeEach(async () => {
  slug = `noticed-${++arenas}`
  const [first, second] = NAMES as [string, string]
  const votes = Array.from({ length: 6 }, () => voteOf(first, second, 'left'))
  await app.import(arenaOf(slug, { arena: { title: 'Noticed' }, votes }))
  // notices begin now, so that no test has those of the one before
  app.clock.advance(1)
  await app.sql`delete from settings where name = 'notices_since'`
  await sendNotices(app.deps)
  Object.assign(receiver, { taken: [], refused: 0, status: 204 })
})
afterEach(async () => {
  await receiver.stop()
  await receiver.start()
  await app.sql`delete from notices`
})

const arenaOfApp = () => app.arena(slug)

async function spendBudget(budget: number): Promise<void> {
  const { id } = await arenaOfApp()
  await app.sql`
    insert into runs (arena_id, kind, status, plan, budget_usd, spent_usd, started_at, ended_at)
    values (${id}, 'judge', 'budget_reached', '{"plan": {}, "seed": 1}', ${budget}, ${budget - 0.02}, ${app.deps.clock()}, ${app.deps.clock()})`
}

async function quarantine(...places: number[]): Promise<void> {
  const arena = await arenaOfApp()
  const rows = await app.sql<{ id: number }>`
    select id from votes where arena_id = ${arena.id} order by id`
  await quarantineVotes(
    app.deps,
    arena,
    places.map((place) => rows[place].id),
    'a private reason',
  )
}

/** A minute passes, and the job runs. */
async function minute(): Promise<void> {
  app.clock.advance(60)
  await sendNotices(app.deps)
}

const taken = () => receiver.taken.map(({ body }) => SentNotice.parse(JSON.parse(body)))

async function listed() {
  const answer = await app.asAdmin('/api/admin/notices')
  expect(answer.status).toBe(200)
  return Notices.parse(await answer.json())
}

describe('notices', () => {
  it('tell that voting closed, again after it was opened', async () => {
    const close = (json: object) => app.asAdmin(`/api/admin/arenas/${slug}/closing`, json)
    for (const json of [{ now: true }, {}, { now: true }]) {
      await close(json)
      await minute()
    }
    const said = ['voting_closed', 'Noticed: voting is closed, after 0 votes.']
    expect(taken().map(({ kind, text }) => [kind, text])).toEqual([said, said])
  })

  it('are sent once for each event, with the sentence and its values', async () => {
    await spendBudget(2)
    app.clock.advance(1)
    await quarantine(0, 1)
    await sendNotices(app.deps)
    await minute()
    expect(taken().map(({ kind, arena, text }) => ({ kind, arena, text }))).toEqual([
      {
        kind: 'budget_spent',
        arena: slug,
        text: 'Noticed: the run stopped at its budget. It has cost $1.98 of $2.00, and the next call may cost more than is left.',
      },
      {
        kind: 'votes_quarantined',
        arena: slug,
        text: 'Noticed: 2 votes went into quarantine. No board counts them.',
      },
    ])
    expect(taken()[0].finding).toEqual({
      code: 'notice_budget_spent',
      values: { title: 'Noticed', spent: 1.98, budget: 2 },
    })
  })

  it('arrive exactly once when the receiver was down for an hour', async () => {
    await receiver.stop()
    await spendBudget(2)
    await quarantine(0)
    for (let passed = 0; passed < 60; passed++) {
      if (passed === 30) await spendBudget(3)
      await minute()
    }
    const { notices } = await listed()
    expect(notices.map(({ state, lastError }) => [state, lastError?.message])).toEqual(
      Array(3).fill(['waiting', 'the receiver cannot be reached (ECONNREFUSED)']),
    )
    await receiver.start()
    app.clock.advance(3600)
    await minute()
    await minute()
    expect(
      taken()
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['budget_spent', 'budget_spent', 'votes_quarantined'])
    expect(new Set(taken().map(({ id }) => id)).size).toBe(3)
    expect((await listed()).notices.map(({ state, lastError }) => [state, lastError])).toEqual(
      Array(3).fill(['delivered', null]),
    )
  })

  it('are tried for three days, at most an hour apart, and then given up', async () => {
    receiver.status = 500
    await spendBudget(2)
    await sendNotices(app.deps)
    for (let hours = 0; hours < 71; hours++) {
      app.clock.advance(3600)
      await sendNotices(app.deps)
    }
    const [waiting] = (await listed()).notices
    expect(waiting).toMatchObject({ state: 'waiting', lastError: { message: 'the receiver answered 500' } })
    expect(receiver.refused).toBe(72)
    app.clock.advance(2 * 3600)
    await sendNotices(app.deps)
    const [failed] = (await listed()).notices
    expect(failed).toMatchObject({ state: 'failed', nextAttempt: null, attempts: receiver.refused })
    receiver.status = 204
    app.clock.advance(24 * 3600)
    await sendNotices(app.deps)
    expect(receiver.taken).toEqual([])
  })

  it('have a signature that another library accepts, and not for another body', async () => {
    await spendBudget(2)
    await sendNotices(app.deps)
    const [{ headers, body }] = receiver.taken
    const { webhooks } = new OpenAI({ apiKey: 'not used' })
    const secret = `whsec_${KEY.toString('base64')}`
    const check = (text: string) =>
      webhooks.verifySignature(text, headers as Record<string, string>, secret, Number.MAX_SAFE_INTEGER)
    await expect(check(body)).resolves.toBeUndefined()
    await expect(check(body.replace('1.98', '0.98'))).rejects.toThrow('signature')
    expect(headers['webhook-timestamp']).toBe(String(app.deps.clock().getTime() / 1000))
    expect(headers['webhook-id']).toBe(SentNotice.parse(JSON.parse(body)).id)
  })

  it('count the votes since the last notice of the arena, at most once an hour', async () => {
    await quarantine(0)
    await sendNotices(app.deps)
    await quarantine(1)
    await quarantine(2, 3)
    await minute()
    expect(taken()).toHaveLength(1)
    app.clock.advance(3600)
    await sendNotices(app.deps)
    expect(taken().map(({ finding }) => finding.values['votes'])).toEqual([1, 3])
  })

  it('show a secret of the address or an answer neither in the log nor to operators', async () => {
    await spendBudget(2)
    receiver.status = 302
    await sendNotices(app.deps)
    await receiver.stop()
    app.clock.advance(3600)
    await sendNotices(app.deps)
    expect(receiver.taken).toEqual([])
    const shown = `${app.logged.join('\n')}${JSON.stringify(await listed())}`
    expect(shown).toContain('ECONNREFUSED')
    expect(shown).toContain(new URL(receiver.url).host)
    expect(shown).not.toMatch(/secret-of-the-path|secret of the receiver|private reason/)
    expect(shown).not.toContain(KEY.toString('base64'))
  })

  it('wait for a process that has an address', async () => {
    await spendBudget(2)
    await sendNotices({ ...app.deps, settings: { ...app.deps.settings, notices: null } })
    expect((await listed()).notices).toEqual([])
    await minute()
    expect(taken()).toHaveLength(1)
  })

  it('leave out what happened before they began', async () => {
    await app.sql`delete from settings where name = 'notices_since'`
    await spendBudget(2)
    app.clock.advance(1)
    await sendNotices(app.deps)
    await spendBudget(3)
    await minute()
    expect(taken().map(({ finding }) => finding.values['budget'])).toEqual([3])
  })
})

it('Slack receives the sentence in the chosen language, with its markup escaped, unsigned', async () => {
  await app.sql`update arenas set title = '<!channel> & Co' where slug = ${slug}`
  await quarantine(0)
  await sendNotices({
    ...app.deps,
    access: { ...app.deps.access, origins: ['https://arena.example'] },
    settings: {
      ...app.deps.settings,
      notices: { url: receiver.url, key: null, format: 'slack', language: 'de' },
    },
  })
  const [{ headers, body }] = receiver.taken
  expect(JSON.parse(body)).toEqual({
    text: `&lt;!channel&gt; &amp; Co: 1 Stimme kam in Quarantäne. Keine Rangliste zählt sie.\nhttps://arena.example/a/${slug}`,
  })
  expect(headers['webhook-signature']).toBeUndefined()
})

/** Notices of what boards and judge evaluations conclude. */
describe('notices of winners and judges', () => {
  const [first, second] = NAMES as [string, string]
  const app = appFor({ clock: '2024-04-10T12:00:00Z' }, async () => {
    await findNotices(app.deps)
    await app.work()
  })

  /** Finds new notices and returns them with their sentences, oldest event first. */
  async function found(slug: string): Promise<string[][]> {
    const { id } = await app.arena(slug)
    await app.sql`delete from notices`
    await findNotices(app.deps)
    const rows = await app.sql<{ kind: string; finding: CodedMessage }>`
      select kind, finding from notices where arena_id = ${id} order by happened_at, kind`
    return rows.map(({ kind, finding }) => [kind, inEnglish(finding)])
  }

  test('a declared winner has a notice, and so has the end of the declaration', async () => {
    /** Of two contestants, the first wins 369 of 400 votes, on 80 prompts. */
    const votes = Array.from({ length: 400 }, (_, n) =>
      voteOf(first, second, n % 13 === 0 ? 'right' : 'left', { prompt: `p${1 + (n % 80)}` }),
    )
    await app.import(arenaOf('standing', { names: [first, second], prompts: 80, votes }))
    await app.settle()
    expect(await found('standing')).toEqual([
      ['decided', `Arena standing: ${first} is declared the winner by “overall”, after 400 votes of people.`],
    ])
    const rows = await app.sql<{ id: number }>`
      select id from votes where outcome = 'left' order by id limit 345`
    app.clock.advance(1)
    const ids = rows.map(({ id }) => id)
    await quarantineVotes(app.deps, await app.arena('standing'), ids, 'a script')
    await app.settle()
    expect(await found('standing')).toEqual([
      [
        'decision_fell',
        'Arena standing: the declared winner by “overall” no longer stands. The votes of people name no winner now.',
      ],
      ['votes_quarantined', 'Arena standing: 345 votes went into quarantine. No board counts them.'],
    ])
  })

  test('a judge has a notice when it drifts, and when its measurement is older than recheckDays', async () => {
    const agreed: Record<string, number> = { '2024-01': 54, '2024-02': 51, '2024-03': 52, '2024-04': 24 }
    const votes = Object.entries(agreed).flatMap(([month, hits]) =>
      Array.from({ length: 60 }, (_, n) => {
        const more = { prompt: `${month} ${n}`, castAt: new Date(`${month}-05T12:00:00Z`) }
        const outcome = n % 2 === 0 ? 'left' : 'right'
        const opposite = n % 2 === 0 ? 'right' : 'left'
        return [
          voteOf(first, second, outcome, { ...more, voter: 'ann' }),
          voteOf(first, second, n < hits ? outcome : opposite, { ...more, source: 'judge', voter: 'critic' }),
        ]
      }).flat(),
    )
    await app.import({ ...arenaOf('drifts', { votes }), prompts: [], answers: [] })
    await refreshEvaluation(app.deps, await app.arena('drifts'))
    expect(await found('drifts')).toEqual([
      [
        'judge_drifted',
        'Arena drifts: the judge critic has changed. Agreement with humans went from 87 % in 2024-03 to 40 % in 2024-04.',
      ],
    ])
    app.clock.set('2024-05-05T23:59:59Z')
    expect((await found('drifts')).map(([kind]) => kind)).toEqual(['judge_drifted'])
    app.clock.set('2024-05-06T00:00:00Z')
    expect(await found('drifts')).toEqual([
      expect.arrayContaining(['judge_drifted']),
      [
        'judge_due',
        'Arena drifts: the judge critic is due for a re-check. It was last measured on 2024-04-05, more than 30 days ago: vote on pairs that it has judged since.',
      ],
    ])
  })
})
