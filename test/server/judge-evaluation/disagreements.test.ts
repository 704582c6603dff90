/** Where judges that are asked here and people disagree, and who may read why. */
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { DecidedBattle, Disagreements } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN } from '../../support/app.ts'
import { problemOf } from '../visitor.ts'
import { judged } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { evaluatedArena } from './evaluated-arena.ts'

const rig = withModels()
const { arenaOptions, humansSay } = evaluatedArena(rig)

test('operators see disagreements between judge and humans with texts and the reasons in both orders', async () => {
  const arena = await judged(
    rig.app.deps,
    arenaOptions('disputed', { contestants: ['amber', 'birch'], prompts: 3 }),
  )
  await humansSay(arena, ['birch', 'amber'], 'left', 1)
  await humansSay(arena, ['birch', 'amber'], 'left', 2, 'ben')
  await humansSay(arena, ['amber', 'birch'], 'left', 3, 'cy')
  const path = '/api/admin/arenas/disputed/judges/judge%201/disagreements'
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  expect(await problemOf(await rig.app.request(path))).toEqual([401, 'token_invalid'])
  const report = Disagreements.strict().parse(await (await rig.app.request(path, { headers })).json())
  // p1: two to one for the other; p2: one to one, a tie
  expect(report).toMatchObject({ judge: 'judge 1', total: 2 })
  expect(report.disagreements.map(({ prompt, opposite }) => [prompt.id, opposite])).toEqual([
    ['p1', true],
    ['p2', false],
  ])
  const { left, right, judge, humans } = report.disagreements[0]
  const texts = { amber: 'amber on 1', birch: 'birch on 1' }
  expect([left, right].map(({ contestant, text }) => [contestant, text]).sort()).toEqual(
    Object.entries(texts),
  )
  const amber = left.contestant === 'amber' ? 'left' : 'right'
  expect(judge).toMatchObject({ outcome: amber, inconsistent: false })
  expect(judge.requests).toEqual(
    expect.arrayContaining(
      (['left', 'right'] as const).map((shownFirst) => ({ shownFirst, said: amber, reason: 'It is.' })),
    ),
  )
  expect(humans).toMatchObject({ [amber]: 1, [amber === 'left' ? 'right' : 'left']: 2, tie: 0, bothBad: 0 })
  const page = await (await rig.app.request(`${path}?limit=1&offset=1`, { headers })).json()
  expect((page as Disagreements).disagreements.map(({ prompt }) => prompt.id)).toEqual(['p2'])
  const none = await rig.app.request('/api/admin/arenas/disputed/judges/nobody/disagreements', { headers })
  expect(await problemOf(none)).toEqual([404, 'judge_unknown'])
})

test('everyone sees where they differ, but texts and reasons only for prompts that are no longer voted on', async () => {
  const { app } = rig
  const arena = await judged(
    app.deps,
    arenaOptions('disputed-openly', { contestants: ['amber', 'birch'], prompts: 2 }),
  )
  await humansSay(arena, ['birch', 'amber'], 'left', 2)
  const path = '/api/arenas/disputed-openly/judges/judge%201/disagreements'
  const text = await (await app.request(path)).text()
  for (const secret of [' on 1', 'Question', 'It is.']) expect(text).not.toContain(secret)
  const open = Disagreements.strict().parse(JSON.parse(text))
  expect(open.total).toBe(2)
  expect(open.disagreements[0]).toMatchObject({
    withheld: 'in_use',
    prompt: { messages: null },
    humans: { reasons: [] },
  })
  await app.deps.db
    .updateTable('prompts')
    .set({ retired_at: new Date(Date.now() - 3_600_000), retired_by: 'admin' })
    .where('arena_id', '=', arena.id)
    .where('key', '=', 'p2')
    .execute()
  const after = Disagreements.parse(await (await app.request(path)).json())
  const byPrompt = new Map(after.disagreements.map((one) => [one.prompt.id, one]))
  expect(byPrompt.get('p1')).toMatchObject({ withheld: 'in_use', prompt: { messages: null } })
  expect(byPrompt.get('p2')).toMatchObject({
    withheld: null,
    prompt: { messages: [{ content: 'Question 2?' }] },
    judge: { requests: [{ reason: 'It is.' }, { reason: 'It is.' }] },
  })
  const battleOf = async (prompt: string, headers = {}) =>
    DecidedBattle.strict().parse(
      await (await app.request(`/api/battles/${byPrompt.get(prompt)!.battle}`, { headers })).json(),
    )
  const closed = await battleOf('p1')
  expect(closed).toMatchObject({ source: 'judge', judge: 'judge 1', reason: null })
  expect(closed.requests.map(({ said, reason }) => [said, reason])).toEqual([
    [closed.outcome, null],
    [closed.outcome, null],
  ])
  const read = await battleOf('p2')
  expect(read.requests.map(({ shownFirst }) => shownFirst).sort()).toEqual(['left', 'right'])
  expect(read.requests.map(({ said, reason }) => [said, reason])).toEqual([
    [read.outcome, 'It is.'],
    [read.outcome, 'It is.'],
  ])
  const [request] = (await battleOf('p1', { authorization: `Bearer ${ADMIN_TOKEN}` })).requests
  expect(request!.reply).toContain('"verdict"')
})

test('a ranking gives an order for each pair of its answers, in both orders', async () => {
  rig.models.become({
    reply: () => JSON.stringify({ overall: { reason: 'As they stand.', order: [[1], [2, 3]] } }),
  })
  const arena = await judged(
    rig.app.deps,
    arenaOptions('ranks-openly', { prompts: 1, judges: [{ form: 'listwise', listSize: 3 }] }),
  )
  const { rows } = await sql<{ id: string }>`
    select battle_id as id from votes where arena_id = ${arena.id}`.execute(rig.app.deps.db)
  expect(rows).toHaveLength(3)
  const verdictCounts = new Map<string, number>()
  for (const { id } of rows) {
    const battle = DecidedBattle.parse(await (await rig.app.request(`/api/battles/${id}`)).json())
    expect(new Set(battle.requests.map(({ shownFirst }) => shownFirst)).size).toBe(2)
    for (const { shownFirst, said: what } of battle.requests) {
      const seen = what === 'tie' ? 'tie' : what === shownFirst ? 'first' : 'second'
      verdictCounts.set(seen, (verdictCounts.get(seen) ?? 0) + 1)
    }
  }
  // of three ranked 1 > 2 = 3 in either order: the first beats two, the others tie
  expect(Object.fromEntries(verdictCounts)).toEqual({ first: 4, tie: 2 })
})
