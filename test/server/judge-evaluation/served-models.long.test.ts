/** Judges whose provider starts to serve another model under the same name. */
import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { up } from '../../../migrations/0030_served_models.ts'
import type { ReceivedCall } from '../../../scripts/dev/model-server/index.ts'
import type { Arena } from '../../../server/arenas/index.ts'
import { judgesText } from '../../../scripts/cli/judging/judges-text.ts'
import { evaluateJudges } from '../../../server/judge-evaluation/evaluate-judges.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import { alphabetically, boardOf, judged, modelsThat } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { evaluatedArena } from './evaluated-arena.ts'

const OLD = 'judge-1-2026-01-15'
const NEW = 'judge-1-2026-06-01'
const PROMPTS = 60
const BEFORE = 50

const rig = withModels()
const { arenaOptions, humansSay } = evaluatedArena(rig)
const contestants = ['amber', 'birch']
const judgeOf = async (arena: Arena) => (await evaluateJudges(rig.app.deps, arena)).judges[0]!
const isoDay = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)

/** Judges alphabetically; the provider names its model as `served` says. */
const servedAs = (served: (call: ReceivedCall) => string) => {
  const verdict = modelsThat(alphabetically)
  return (call: ReceivedCall) => ({ text: verdict(call), model: served(call) })
}

/** The old model judges the first prompts that arrive, the new one all others. */
function changesAfter(prompts: number) {
  const first = new Set<string>()
  return servedAs(({ text }) => {
    const [question] = /Question \d+/.exec(text)!
    if (first.size < prompts) first.add(question)
    return first.has(question) ? OLD : NEW
  })
}

test('a judge whose provider serves another model in the middle of a run is trusted only by pairs of that model', async () => {
  rig.models.become({ reply: changesAfter(BEFORE) })
  const arena = await judged(rig.app.deps, arenaOptions('replaced', { contestants, prompts: PROMPTS }))
  await humansSay(arena, ['amber', 'birch'], 'left', PROMPTS)
  const judge = await judgeOf(arena)
  expect(judge.versions).toMatchObject([
    { servedModel: NEW, current: true, state: 'not_measured', standing: 10, pairsMissing: 40 },
    { servedModel: OLD, current: false, state: 'calibrated', standing: 50, pairsMissing: 0 },
  ])
  const lines = judgesText(await evaluateJudges(rig.app.deps, arena), 300)
  for (const model of [OLD, NEW]) expect(lines).toContain(`judge-1 (served as ${model}) since `)
  expect(judge.versions.map(({ cost }) => cost!.calls)).toEqual([20, 100])
  expect(judge).toMatchObject({ state: 'not_measured', pairsMissing: 40, figures: { votes: 60 } })
  const [{ code, finding }] = judge.findings
  expect({ code, finding }).toEqual({
    code: 'served_model',
    finding: msg('judge_served_anew', { before: OLD, now: NEW, since: isoDay }),
  })
  await rig.app.settle()
  expect((await boardOf(rig.app, arena)).warnings).toContainEqual(
    warning(msg('served_models', { judges: ['judge 1'] }), { count: 1 }),
  )
  const all = await rig.app.request('/api/arenas/replaced/leaderboard?source=all')
  expect(await all.json()).toMatchObject({ votes: PROMPTS, view: { judges: { only: [] } } })
})

test('a name that always stands for the same snapshot is one version, and so are judgements from before it was stored', async () => {
  rig.models.become({ reply: servedAs(() => OLD) })
  const arena = await judged(rig.app.deps, arenaOptions('alias', { contestants, prompts: 6 }))
  await rig.app.deps.db
    .updateTable('judgements')
    .set({ served_model: null })
    .where('arena_id', '=', arena.id)
    .where('place', '<=', 3)
    .execute()
  const judge = await judgeOf(arena)
  expect(judge.versions).toMatchObject([{ servedModel: OLD, current: true, standing: 6 }])
  expect(judge.findings).toEqual([])
  expect((await boardOf(rig.app, arena)).warnings.map(({ code }) => code)).not.toContain('served_models')
})

test('a provider that names no model never looks like a change', async () => {
  rig.models.become({ reply: servedAs(({ number }) => (number % 2 === 0 ? OLD : '')) })
  const arena = await judged(rig.app.deps, arenaOptions('unnamed', { contestants, prompts: 4 }))
  expect((await judgeOf(arena)).versions).toMatchObject([{ servedModel: OLD, standing: 4 }])
})

test('a judgement belongs to the model that replied last', async () => {
  rig.models.become({ reply: servedAs(({ number }) => (number === 0 ? OLD : NEW)) })
  const options = { contestants, prompts: 1, concurrency: 1 }
  const arena = await judged(rig.app.deps, arenaOptions('between', options))
  expect((await judgeOf(arena)).versions).toMatchObject([{ servedModel: NEW, standing: 1 }])
})

test('judgements from before the column take the model from their calls', async () => {
  rig.models.become({ reply: changesAfter(2) })
  const arena = await judged(rig.app.deps, arenaOptions('earlier', { contestants, prompts: 3 }))
  const undone = new Error('undone')
  const migrated = rig.app.deps.db.transaction().execute(async (trx) => {
    await sql`alter table judgements drop column served_model`.execute(trx)
    await up(trx as unknown as Kysely<unknown>)
    const rows = await trx
      .selectFrom('judgements')
      .select('served_model')
      .where('arena_id', '=', arena.id)
      .execute()
    expect(rows.map((row) => row.served_model).toSorted()).toEqual([OLD, OLD, NEW])
    throw undone
  })
  await expect(migrated).rejects.toBe(undone)
})
