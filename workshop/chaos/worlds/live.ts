/** The server is killed while visitors read the answers to their own prompts, and while they vote. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { openApp } from '../../../server/open-app.ts'
import { readConfig } from '../../../server/platform/config/config.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { importLiveArena, LIVE_KEY, LiveVisitor } from '../../live-visitors.ts'
import { startModelServer } from '../../model-server/model-server.ts'
import { Processes } from '../processes.ts'
import { inFolder, type Outcome, type World, type WorldOptions } from '../world.ts'

const SLUG = 'chaos-live'
const VISITORS = 6
const BUDGET_USD = 1
const WORDS = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ')
const PACES = {
  'writer-fast': { firstWordMs: 100, wordsPerSecond: 60 },
  'writer-slow': { firstWordMs: 300, wordsPerSecond: 25 },
}

export const live: World = {
  name: 'live',
  about: 'kill -9 of the server while visitors read answers to their own prompts and vote',
  times: { long: 12, short: 2 },
  run: (options) =>
    inFolder(async (folder) => {
      const prices = join(folder, 'prices.json')
      const price = { models: ['writer-*'], input: 1, output: 10 }
      await writeFile(prices, JSON.stringify({ asOf: '2026-01-01', prices: [price] }))
      const env = { DEADHEAT_PRICES: prices, [LIVE_KEY]: 'sk-chaos-0123456789abcdef' }
      const models = await startModelServer({ reply: () => WORDS, paces: PACES })
      const processes = new Processes(folder, { env: { ...options.settings, ...env } })
      try {
        await processes.ensureReady('server')
        const app = await openApp(
          readConfig({ ...env, DEADHEAT_DATA: folder, INIT_CWD: folder }),
          () => undefined,
        )
        const client = await app.connect()
        try {
          const live = { budgetUsd: BUDGET_USD, visitorUsd: BUDGET_USD, addressUsd: BUDGET_USD }
          await importLiveArena(app.deps, {
            slug: SLUG,
            baseUrl: models.openAiUrl,
            models: { fast: 'writer-fast', slow: 'writer-slow' },
            live,
          })
          return await killed(processes, client, options)
        } finally {
          await client.end()
          await app.close()
        }
      } finally {
        await processes.clear()
        await models.close()
      }
    }),
}

async function killed(processes: Processes, client: Client, { seed, times }: WorldOptions): Promise<Outcome> {
  const random = new RandomStream(seed, 0)
  const problems: string[] = []
  const ended = { answered: 0, failed: 0, again: 0 }
  let votes = 0
  for (let time = 0; time < times; time++) {
    const ask = (path: string, init: RequestInit) => fetch(processes.address + path, init)
    const visitors = Array.from({ length: VISITORS }, () => new LiveVisitor(ask, SLUG))
    const begun = await Promise.all(visitors.map((visitor) => visitor.ask('How does a heat end?')))
    const reading = visitors.map((visitor, i) => visitor.read(begun[i]!.id))
    await sleep(200 + random.uniform() * 2500)
    await processes.kill('server')
    await processes.ensureReady('server')
    // a turn whose server is gone is given up, and every reader hears of it
    for (const [i, { end: battle }] of (await Promise.all(reading)).entries()) {
      if (battle.status === 'failed') {
        ended.failed++
        if (battle.mayVote) problems.push('a vote was asked for where an answer failed')
        if (!(await visitors[i]!.retry(battle.id))) problems.push('a failed turn could not be made again')
        else if ((await visitors[i]!.read(battle.id)).end.status === 'answered') ended.again++
      } else if (battle.status === 'answered') ended.answered++
      else problems.push(`a stream ended with the conversation ${battle.status}`)
    }
    // also in the middle of the votes, which are sent again until they are acknowledged
    const voted = visitors.map((visitor, i) => voteOf(visitor, begun[i]!.id))
    await sleep(random.uniform() * 150)
    await processes.kill('server')
    await processes.ensureReady('server')
    const recorded = (await Promise.all(voted)).filter(Boolean).length
    if (recorded < VISITORS) problems.push(`${VISITORS - recorded} of ${VISITORS} could not vote`)
    votes += recorded
  }
  problems.push(...(await wrongIn(client, votes)))
  return {
    did: `${2 * times} × kill -9 of the server under ${VISITORS} visitors, seed ${seed}`,
    votes: null,
    figures: [
      `${ended.answered} conversations were whole, ${ended.failed} given up and ${ended.again} of them answered again`,
      `${votes} votes`,
    ],
    problems,
  }
}

/** @returns whether the vote was acknowledged, at once or after the server is back */
async function voteOf(visitor: LiveVisitor, id: string): Promise<boolean> {
  for (let time = 0; time < 100; time++) {
    const isRecorded = await visitor.vote(id, 'left').catch(() => false)
    if (isRecorded) return true
    await sleep(200)
  }
  return false
}

/** What does not hold of money and votes once everything has ended. */
async function wrongIn(client: Client, votes: number): Promise<string[]> {
  const { rows } = await client.query<Record<'reserved' | 'spent' | 'calls' | 'votes' | 'open', number>>(`
    select (select reserved_usd from live_spending where scope = 'all') as reserved,
      (select spent_usd from live_spending where scope = 'all') as spent,
      (select sum(cost_usd) from live_calls) as calls, (select count(*)::int from votes where source = 'live') as votes,
      (select count(*)::int from live_calls where status = 'under_way')
        + (select count(*)::int from live_turns where status = 'answering') as open`)
  const { reserved, spent, calls, votes: recorded, open } = rows[0]!
  return [
    ...(open > 0 ? [`${open} calls or turns never ended`] : []),
    ...(Math.abs(reserved) > 1e-9 ? [`$${reserved} stays reserved`] : []),
    ...(Math.abs(spent - calls) > 1e-9 ? [`the budget counts $${spent}, its calls $${calls}`] : []),
    ...(spent > BUDGET_USD ? [`$${spent} were spent of $${BUDGET_USD}`] : []),
    ...(recorded === votes ? [] : [`${recorded} votes are recorded, ${votes} were acknowledged`]),
  ]
}
