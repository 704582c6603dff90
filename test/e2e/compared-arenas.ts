/** Arenas with two prompt variants to compare: one with all kinds of data, one undecided with few votes. */
import { sql } from 'kysely'
import { startModelServer, type ModelServer } from '../../workshop/model-server/model-server.ts'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf } from '../server/arena-import.ts'
import { votesOn } from '../server/comparisons/compared.ts'
import { judged, verdict } from '../server/judging/judge-pair/judged-arena.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

export const VARIANTS: [string, string] = ['Prompt v17', 'Prompt v16']

const says = (name: string, n: number) =>
  name === VARIANTS[0]
    ? `Keep bottle ${n} **between ten and fourteen degrees**, lying down, away from light.\n\n- Corks stay moist\n- Labels stay dry`
    : `Keep bottle ${n} at about twelve degrees, upright or lying down.\n\nMost wines are meant to be drunk young.`

/** In an order in which wins and losses take turns, the same each time. */
const mixed = <T>(all: readonly T[]): T[] =>
  all
    .map((one, i) => ({ one, at: (i * 0.618) % 1 }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** `rag`: three criteria, two categories, of which one is lost; `few`: hardly a vote. */
export async function importCompared(app: TestApp): Promise<void> {
  const on = (criterion: string, wins: number, losses: number, ties = 0, category = 'cellar', from = 1) =>
    mixed(votesOn(VARIANTS, { wins, losses, ties, criterion, category, from, source: 'human' }))
  const arena = {
    title: 'Answers from the handbook',
    description: 'Which answer is better by the passages it was given?',
    criteria: ['faithful', 'concise', 'helps the one who asked it'],
  }
  const names = [...VARIANTS, 'Prompt v12']
  await importInto(
    app.deps,
    arenaOf('rag', {
      names,
      prompts: 120,
      says,
      arena,
      votes: [
        ...on('faithful', 70, 24, 6),
        ...on('concise', 52, 44, 8),
        ...on('helps the one who asked it', 60, 20, 10),
        ...on('faithful', 1, 14, 0, 'returns', 101),
      ],
    }),
  )
  await importInto(
    app.deps,
    arenaOf('few', { names, prompts: 30, says, votes: votesOn(VARIANTS, { wins: 14, losses: 9, ties: 3 }) }),
  )
}

/** `judged`: a model has judged it, in both orders and with reasons; of its prompts the first ten are retired. */
export async function importJudged(app: TestApp): Promise<ModelServer> {
  const models = await startModelServer({
    reply: (call) => {
      const isFirst = call.text.indexOf('amber on') < call.text.indexOf('birch on')
      const isLost = /Question \d*[27]\?/.test(call.text)
      return verdict(call, isFirst === isLost ? 'second' : 'first').replaceAll(
        'It is.',
        isLost ? 'It leaves out what was asked.' : 'It answers what was asked.',
      )
    },
  })
  const worker = await createTestApp({
    clock: 'runs',
    env: { MODELS_KEY: 'sk-test-0123456789abcdefghij' },
    database: app.database,
  })
  await worker.work()
  const arenaOptions = {
    baseUrl: models.openAiUrl,
    answered: true,
    prompts: 24,
    contestants: ['amber', 'birch'],
  }
  await judged(worker.deps, { slug: 'judged', ...arenaOptions })
  await worker.close()
  await sql`update prompts p set retired_at = now() - interval '1 day', retired_by = 'admin'
    from arenas a where a.id = p.arena_id and a.slug = 'judged' and p.id <= (
      select min(id) + 9 from prompts q where q.arena_id = a.id)`.execute(app.deps.db)
  return models
}

export const RAG = '/a/rag/compare?a=prompt-v17&b=prompt-v16&minVotes=80'
export const JUDGED = '/a/judged/compare?a=amber&b=birch&minVotes=10'
const JUDGED_BATTLES = '/a/judged/battles?contestant=amber&against=birch&readable=true'

/** States of the page that compares two, and of their battles, each with what is there once it is. */
export const COMPARED: [state: string, path: string, ready: string][] = [
  ['two to choose', '/a/rag/compare', 'h1'],
  ['a result at any time', `${RAG}&sequential=true`, '#battles a'],
  ['what differs between answers', `${JUDGED_BATTLES}&texts=differences`, '.diff'],
  ['answers beside each other', JUDGED_BATTLES, '.answers'],
  ['two that never met', '/a/few/compare?a=prompt-v17&b=prompt-v12', '[role=alert]'],
]
