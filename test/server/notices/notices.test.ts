/** Notices: one for each event, signed, and delivered also after the receiver was down. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { applyRunEvent } from '../../../server/runs/index.ts'
import type { RunEvent } from '../../../server/runs/run-machine.ts'
import { SentNotice } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { arenaOf } from '../arena-import.ts'

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
let receiver: Receiver
let app: TestApp

beforeAll(async () => {
  receiver = await openReceiver()
  app = await createTestApp({ notices: { url: receiver.url, key: KEY } })
  await app.import(arenaOf('noticed', { arena: { title: 'Cups & <mugs>' } }))
  await app.work()
})
afterAll(async () => {
  await app?.close()
  await receiver?.stop()
})
beforeEach(() => {
  app.deps.settings.notices = { url: receiver.url, key: KEY }
  Object.assign(receiver, { taken: [], refused: 0, status: 204 })
})

/** A run of the arena that has cost $1.98 of $2 comes to this event. */
async function runComesTo(event: RunEvent, spec = '{"plan": {}, "seed": 1}'): Promise<void> {
  const { id } = await app.arena('noticed')
  await app.deps.db.transaction().execute(async (trx) => {
    const run = await trx
      .insertInto('runs')
      .values({
        arena_id: id,
        kind: 'judge',
        status: 'running',
        plan: spec,
        budget_usd: 2,
        spent_usd: 1.98,
        started_at: app.deps.clock(),
        ended_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const cause = { cause: 'key_refused', finding: msg('no_chromium') }
    await applyRunEvent(app.deps, trx, run, event, event === 'block' ? { cause } : {})
    await trx.updateTable('runs').set({ status: 'done' }).where('id', '=', run.id).execute()
  })
}

const taken = () => receiver.taken.map(({ body }) => SentNotice.parse(JSON.parse(body)))
const jobs = () =>
  app.sql<{ attempts: number; last_error: string | null }>`
    select attempts, last_error from graphile_worker.jobs where task_identifier = 'send-notice'`

it.each([
  ['finish', 'run_finished', 'Cups & <mugs>: the run is finished. It has cost $1.98.'],
  [
    'block',
    'run_stopped',
    /^Cups & <mugs>: the run stopped \(.*There is no Chromium.*\)\. It has cost \$1\.98\.$/,
  ],
  ['exhaust', 'budget_spent', /stopped at its budget\. It has cost \$1\.98 of \$2\.00/],
] as const)('a run that comes to %s has one notice: %s', async (event, name, text) => {
  await runComesTo(event)
  await app.settle()
  expect(taken()).toEqual([
    {
      id: expect.any(String),
      event: name,
      arena: 'noticed',
      title: 'Cups & <mugs>',
      at: app.deps.clock().toISOString(),
      text: typeof text === 'string' ? text : expect.stringMatching(text),
      board: null,
    },
  ])
})

it('an operator has no notice of what operators stopped, nor one for each batch of a comparison', async () => {
  await runComesTo('cancel')
  await runComesTo('pause')
  await runComesTo('finish', '{"plan": {}, "seed": 1, "only": {"prompts": [1]}}')
  await app.settle()
  expect(taken()).toEqual([])
})

it('an arena that decides has one notice: decided', async () => {
  await importInto(app.deps, arenaOf('dated', { arena: { title: 'Cups again' } }))
  const decided = await app.asAdmin('/api/admin/arenas/dated/decides', { now: true })
  expect(decided.status).toBe(200)
  await app.settle()
  expect(taken()).toEqual([
    expect.objectContaining({
      event: 'decided',
      arena: 'dated',
      text: expect.stringMatching(/^Cups again: decided after 0 votes\. /),
    }),
  ])
})

it('has a signature that another library accepts, and not for another body', async () => {
  await runComesTo('finish')
  await app.settle()
  const [{ headers, body }] = receiver.taken
  const { webhooks } = new OpenAI({ apiKey: 'not used' })
  const secret = `whsec_${KEY.toString('base64')}`
  const check = (text: string) =>
    webhooks.verifySignature(text, headers as Record<string, string>, secret, Number.MAX_SAFE_INTEGER)
  await expect(check(body)).resolves.toBeUndefined()
  await expect(check(body.replace('1.98', '0.98'))).rejects.toThrow('signature')
  expect(headers['webhook-id']).toBe(SentNotice.parse(JSON.parse(body)).id)
})

it('without a key it is text, in which nothing is markup of Slack', async () => {
  app.deps.settings.notices = { url: receiver.url, key: null }
  await runComesTo('finish')
  await app.settle()
  const [{ headers, body }] = receiver.taken
  expect(JSON.parse(body)).toEqual({
    text: 'Cups &amp; &lt;mugs&gt;: the run is finished. It has cost $1.98.',
  })
  expect(headers).not.toHaveProperty('webhook-signature')
})

it('is sent again with the same id when the receiver is back, and shows no secret meanwhile', async () => {
  receiver.status = 302
  await runComesTo('finish')
  await expect.poll(() => receiver.refused).toBe(1)
  await expect
    .poll(jobs)
    .toMatchObject([{ attempts: 1, last_error: expect.stringContaining('answered 302') }])
  await receiver.stop()
  await app.sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`
  await expect
    .poll(jobs, { timeout: 5000 })
    .toMatchObject([{ attempts: 2, last_error: expect.stringContaining('ECONNREFUSED') }])
  const shown = `${app.logged.join('\n')}${JSON.stringify(await jobs())}`
  expect(shown).not.toMatch(/secret-of-the-path|secret of the receiver/)
  expect(shown).not.toContain(KEY.toString('base64'))
  await receiver.start()
  receiver.status = 204
  await app.sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`
  await expect.poll(() => taken().length, { timeout: 5000 }).toBe(1)
  await expect.poll(jobs).toEqual([])
})

it('a process without an address queues nothing', async () => {
  app.deps.settings.notices = null
  await runComesTo('finish')
  expect(await jobs()).toEqual([])
})
