import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test, describe } from 'vitest'
import { levelOfAttempt } from '../../../shared/stats/compare/gates.ts'
import { describeClimb } from '../../../server/challenges/index.ts'
import { judgesReport } from '../../../server/judge-evaluation/refresh-evaluation.ts'
import { alphabetically, modelsThat, shownIn, start } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { failure } from '../../../workshop/model-server/reply.ts'
import { promptIn, climbsOf } from './climbing.ts'
import { CHALLENGE_TRANSITIONS } from '../../../server/challenges/challenge-machine.ts'
import { diagramOf } from '../../support/diagram.ts'

const there = withModels()
const { setUp, tryAt, logOf } = climbsOf(there)

test('the challenger that is closer to the references is promoted and becomes the incumbent', async () => {
  const arena = await setUp('climbs')
  const lost = await tryAt(arena, { incumbent: 'birch', challenger: 'cedar' })
  expect(lost).toMatchObject({ attempt: 1, epoch: 1, wins: 0, losses: 6, total: 6, promoted: false })
  const calls = there.models.calls
  expect(calls).toHaveLength(12)
  const ofFirst = calls.filter((call) => promptIn(call) === 'p1')
  expect(ofFirst.map(shownIn).sort()).toEqual([
    ['birch', 'cedar'],
    ['cedar', 'birch'],
  ])
  for (const { messages } of ofFirst) {
    expect(messages.at(-1)!.content).toMatch(/reference begins\]\nGold 1\.\n\[\w+ reference ends/)
    expect(messages.at(-1)!.content).not.toMatch(/incumbent|challenger/)
  }

  const won = await tryAt(arena, { challenger: 'amber' })
  expect(won).toMatchObject({ incumbent: 'birch', winRate: 1, verdict: 'promote', promoted: true, epoch: 1 })
  expect(won.results[0]).toMatchObject({ prompt: 'p1', winner: 'challenger', reason: 'It is.' })
  expect(await tryAt(arena, { challenger: 'cedar' })).toMatchObject({ incumbent: 'amber', attempt: 3 })
  // the attempt that is in the log already makes nobody the incumbent
  const stood = await tryAt(arena, { incumbent: 'birch', challenger: 'amber' })
  expect([stood.stood, stood.warnings.map(({ code }) => code)]).toEqual([true, []])

  const rows = await there.app.sql`select from votes where arena_id = ${arena.id}`
  expect(rows).toHaveLength(0)
})

const BY_VOICE = 'Which answer is more similar to the reference in style, tone and quality of content?'
const BY_SUBSTANCE = 'Which answer is closer in substance to the reference?'

test.each([
  ['a middle', 'overall', 'voice', BY_VOICE, { posts: { p1: 'One.\n\nGold.\n\nQuestion p1?' } }],
  ['an answer', 'overall', 'voice', BY_VOICE, { references: { p1: 'Gold.' } }],
  ['a fact', 'reference', 'reference', BY_SUBSTANCE, { references: { p1: 'Gold.' } }],
])('of %s, a judge with the rubric %s is asked by %s', async (slug, own, rubric, question, prompts) => {
  const { deps } = there.app
  const arena = await setUp(slug.replaceAll(' ', '-'), { ...prompts, rubric: own })
  const challenged = await tryAt(arena, { incumbent: 'birch', challenger: 'amber' })
  expect(challenged.question).toBe(question)
  const climb = (withTexts: boolean) => describeClimb(deps, arena, { withTexts, withHeldOut: false })
  expect((await climb(true)).epochs).toMatchObject([{ rubric, question }])
  expect((await climb(false)).epochs).toMatchObject([{ rubric, question: null }])
  const text = there.models.calls[0]!.text
  expect(text).toContain(question)
  expect(text).toMatch(/reference begins\]\nGold\.\n/)
})

const LEVELS = [1, 2, 3, 4].map(levelOfAttempt)
const SHARE = { minWinRate: 0.5, alpha: null, holdOut: false }

test('the attempts of an epoch share its 5 %, also those at a level of their own and those that stopped', async () => {
  const contestants = ['amber', 'birch', 'cedar', 'dogwood', 'elm']
  const arena = await setUp('shares', { contestants, references: 7 })
  const first = await tryAt(arena, { incumbent: 'dogwood', challenger: 'elm', gate: SHARE })
  expect(first).toMatchObject({ gate: { place: 1, alpha: LEVELS[0], epochAlpha: 0.05 }, promoted: false })
  expect(first.level).toMatchObject({
    finding: { code: 'level_of_attempt', values: { place: 1, alpha: LEVELS[0], epochAlpha: 0.05 } },
  })
  const own = { minWinRate: 0.5, alpha: 0.05, holdOut: false }
  const second = await tryAt(arena, { challenger: 'cedar', gate: own })
  expect(second).toMatchObject({ gate: { place: 2, alpha: 0.05 }, promoted: true })
  expect(second.level).toMatchObject({ finding: { code: 'level_requested', values: { place: 2 } } })

  // it stops after a verdict, and another one takes its turn
  let calls = 0
  const down = failure(401, 'no', 'No.')
  there.models.become({ reply: (call) => (++calls > 6 ? down : modelsThat(alphabetically)(call)) })
  await expect(tryAt(arena, { challenger: 'birch', gate: SHARE })).rejects.toThrow(/paused/)
  there.models.become({ reply: modelsThat(alphabetically) })
  // 7 of 7 have p 0.0078, which the first level passes and the fourth does not
  const fourth = await tryAt(arena, { challenger: 'amber', gate: SHARE })
  expect(fourth).toMatchObject({ gate: { place: 4, alpha: LEVELS[3] }, wins: 7, promoted: false })
  // the one that stopped is no free look: it comes after those that were seen meanwhile
  const fifth = await tryAt(arena, { challenger: 'birch', gate: SHARE })
  expect(fifth).toMatchObject({ gate: { place: 5 }, attempt: 4 })
  const stood = await tryAt(arena, { challenger: 'amber', gate: SHARE })
  expect(stood).toMatchObject({ stood: true, gate: { place: 4 } })

  await setUp('shares', { contestants, references: 8 })
  const next = await tryAt(arena, { challenger: 'amber', gate: SHARE })
  expect(next).toMatchObject({ epoch: 2, gate: { place: 1 }, promoted: true })
  expect((await logOf(arena)).find(({ kind }) => kind === 'again')).toMatchObject({ level: null })
})

test('a challenge that stops before any verdict, or is continued, keeps its place', async () => {
  const arena = await setUp('continued')
  const wish = { incumbent: 'birch', challenger: 'amber', gate: SHARE }
  const down = failure(401, 'no', 'No.')
  there.models.become({ reply: () => down })
  await expect(tryAt(arena, { ...wish, challenger: 'cedar' })).rejects.toThrow(/paused/)
  // a refusal that is still on its way would pause the next attempt too
  await there.app.settle()
  let calls = 0
  there.models.become({ reply: (call) => (++calls > 5 ? down : modelsThat(alphabetically)(call)) })
  await expect(tryAt(arena, wish)).rejects.toThrow(/paused/)
  await there.app.settle()
  there.models.become({ reply: modelsThat(alphabetically) })
  expect(await tryAt(arena, wish)).toMatchObject({ attempt: 1, gate: { place: 1 }, promoted: true })
})

test('the same attempt is entered once; another gate makes another attempt, and nothing is judged twice', async () => {
  const arena = await setUp('once', { references: 3 })
  const first = await tryAt(arena, { incumbent: 'birch', challenger: 'amber' })
  expect(first).toMatchObject({ wins: 3, promoted: false, stood: false })
  expect(first.warnings.map(({ code }) => code)).toEqual(['out_of_reach'])
  there.models.clear()
  const again = await tryAt(arena, { incumbent: 'birch', challenger: 'amber' })
  expect({ ...again, stood: false }).toEqual(first)
  const gate = { minWinRate: 0.5, alpha: 1, holdOut: false }
  const plain = await tryAt(arena, { challenger: 'amber', gate })
  expect(plain).toMatchObject({ attempt: 2, promoted: true, wins: 3 })
  expect(there.models.calls).toHaveLength(0)
})

test('an added or changed reference begins an epoch, in which the incumbent is judged again first', async () => {
  const references = { p1: 'One.', p2: 'Two.', p3: 'Three.', p4: 'Four.', p5: 'Five.' }
  const arena = await setUp('epochs', { references })
  await tryAt(arena, { incumbent: 'birch', challenger: 'amber' })
  await setUp('epochs', { references: { ...references, p6: 'Six.' } })
  there.models.clear()
  expect(await tryAt(arena, { challenger: 'cedar' })).toMatchObject({ epoch: 2, attempt: 3, losses: 6 })
  expect(there.models.calls).toHaveLength(24)

  // a climb keeps its references, so that what it was judged by is not lost when they change
  await setUp('epochs', { references: { ...references, p1: 'Another.', p6: 'Six.' } })
  there.models.become({
    reply: modelsThat((call) => (alphabetically(call) === 'first' ? 'second' : 'first')),
  })
  const third = await tryAt(arena, { challenger: 'birch' })
  expect(third).toMatchObject({ epoch: 3, attempt: 5, promoted: true })
  expect(third.warnings[0]).toMatchObject({
    code: 'promotion_not_confirmed',
    finding: { values: { challenger: 'amber', incumbent: 'birch' } },
  })
  const log = await logOf(arena)
  expect(log.map(({ kind, epoch, challenger, incumbent }) => [kind, epoch, challenger, incumbent])).toEqual([
    ['challenge', 1, 'amber', 'birch'],
    ['again', 2, 'amber', 'birch'],
    ['challenge', 2, 'cedar', 'amber'],
    ['again', 3, 'amber', 'birch'],
    ['challenge', 3, 'birch', 'amber'],
  ])
  expect(log.filter(({ promoted }) => promoted).map(({ attempt }) => attempt)).toEqual([1, 5])
  const rows = await there.app.sql<{ reference: string }>`
    select f.reference from climb_references f join prompts p on p.id = f.prompt_id and p.arena_id = f.arena_id
    where f.arena_id = ${arena.id} and p.key = 'p1' order by f.epoch`
  expect(rows.map(({ reference }) => reference)).toEqual(['One.', 'One.', 'Another.'])
})

test('another version of the judge begins an epoch; so does another hold-out', async () => {
  const arena = await setUp('versions')
  const tryOut = (more: object = {}) => tryAt(arena, { incumbent: 'birch', challenger: 'cedar', ...more })
  expect(await tryOut()).toMatchObject({ epoch: 1 })
  await setUp('versions', { judges: [{ model: 'judge-2' }] })
  expect(await tryOut()).toMatchObject({ epoch: 2, attempt: 2 })
  expect(await tryOut({ holdOut: { prompts: ['p6'] } })).toMatchObject({ epoch: 3, total: 5 })
  // what is left open stays as it was
  expect(await tryAt(arena, { challenger: 'amber' })).toMatchObject({ epoch: 3, total: 5 })
})

test('a judge whose rubric shows no reference uses the shipped rubric in challenges only', async () => {
  const { deps } = there.app
  const arena = await setUp('lent', { rubric: 'overall' })
  const attempt = await tryAt(arena, { incumbent: 'birch', challenger: 'amber' })
  expect(attempt).toMatchObject({ wins: 6, promoted: true })
  expect(there.models.calls[0].text).toMatch(/in style, tone and quality of content[^]*Gold \d\./)
  const { epochs } = await describeClimb(deps, arena, { withTexts: true, withHeldOut: true })
  expect(epochs).toMatchObject([{ judge: 'gold 1', rubric: 'voice', criterion: 'voice' }])
  const { judges } = await judgesReport(deps, arena)
  expect(judges.map(({ versions }) => versions.map(({ rubric }) => rubric))).toEqual([['overall']])
  expect(await tryAt(arena, { challenger: 'cedar' })).toMatchObject({ epoch: 1, losses: 6 })
})

test('the second of two challenges is refused while the first runs, and no run starts between its runs', async () => {
  const { deps } = there.app
  const arena = await setUp('queue')
  there.models.become({ latencyMs: 30 })
  let waited = 0
  const waits = () => void waited++
  const first = tryAt(arena, { incumbent: 'birch', challenger: 'cedar', waited: waits })
  const second = tryAt(arena, { incumbent: 'birch', challenger: 'amber', waited: waits })
  while (there.models.calls.length < 3) await new Promise((resolve) => setTimeout(resolve, 5))
  await expect(start(deps, arena)).rejects.toThrow(/challenge of arena "queue" is under way/)
  await Promise.all([first, second])
  expect(waited).toBe(1)
  expect((await logOf(arena)).map(({ attempt, total }) => [attempt, total])).toEqual([
    [1, 6],
    [2, 6],
  ])
  there.models.become({ latencyMs: 0 })
})

test('an impossible challenge is refused in one line, before any call or write', async () => {
  const { deps } = there.app
  const arena = await setUp('refusals', {
    texts: { cedar: { p1: null, p2: null, p3: null, p4: null, p5: null, p6: null } },
  })
  const refused = (more: object, says: RegExp) =>
    expect(tryAt(arena, { incumbent: 'amber', challenger: 'birch', ...more })).rejects.toThrow(says)
  await expect(tryAt(arena, { challenger: 'birch' })).rejects.toThrow(/no incumbent yet.*--incumbent NAME/)
  await refused({ challenger: 'amber' }, /amber is named as challenger and as incumbent/)
  await refused({ challenger: 'cedar' }, /6 prompts with a reference.*Import answers/)
  await refused({ judge: 'nobody' }, /There is no judge "nobody"\. There (is|are) "gold 1"/)
  await refused({ criterion: 'beauty' }, /judges by "closeness", not by "beauty"/)
  await refused({ holdOut: { categories: ['none'] } }, /the hold-out contains none of the 6 prompts/i)
  await refused({ holdOut: { prompts: ['p1', 'p9'] } }, /no prompt "p9" with a reference/)
  const gate = { minWinRate: 0.5, alpha: 0.05, holdOut: true }
  await refused({ gate }, /no prompt is held out/)
  await setUp('refusals', { judges: [{}, {}] })
  await refused({}, /Several judges.*"gold 1", "gold 2".*--judges NAME/)
  await setUp('refusals', { judges: [] })
  await refused({}, /no judge\. Add one with "rubric: reference"/)
  const bare = await setUp('bare', { references: { p1: null } })
  await expect(tryAt(bare, { incumbent: 'amber', challenger: 'birch' })).rejects.toThrow(
    /has no prompt with a reference/,
  )
  expect(there.models.calls).toHaveLength(0)
  expect((await describeClimb(deps, arena, { withTexts: true, withHeldOut: true })).epochs).toEqual([])
})

test('the database keeps every attempt as it was entered', async () => {
  const { deps } = there.app
  const arena = await setUp('kept')
  await tryAt(arena, { incumbent: 'birch', challenger: 'amber' })
  for (const table of ['climb_epochs', 'climb_references', 'climb_attempts', 'climb_results']) {
    const named = sql.table(table)
    for (const statement of [
      sql`delete from ${named} where arena_id = ${arena.id}`,
      sql`update ${named} set arena_id = arena_id`,
      sql`truncate ${named} cascade`,
    ])
      await expect(statement.execute(deps.db)).rejects.toThrow(/are append-only/)
  }
  const twice = sql`insert into climb_attempts select (r).* from (
    select jsonb_populate_record(a, '{"number": 2}') as r from climb_attempts a where arena_id = ${arena.id}) as x`
  await expect(twice.execute(deps.db)).rejects.toThrow(/an_attempt_is_entered_once/)
  await setUp('kept', { references: 7 })
  await tryAt(arena, { challenger: 'cedar' })
  const late = (table: string, change: object) =>
    there.app.sql`insert into ${sql.table(table)} select (r).* from (
      select jsonb_populate_record(t, ${JSON.stringify(change)}::jsonb) as r from ${sql.table(table)} t
      where arena_id = ${arena.id} limit 1) as x`
  const added = /are append-only: nothing is added/
  const prompt = sql<{ id: number }>`select id from prompts where arena_id = ${arena.id} and key = 'p7'`
  const { id } = (await prompt.execute(deps.db)).rows[0]
  await expect(late('climb_references', { epoch: 1, prompt_id: id })).rejects.toThrow(added)
  await expect(late('climb_results', { attempt: 1, prompt_id: id })).rejects.toThrow(added)
  await expect(late('climb_attempts', { epoch: 1, number: 4, sha256: 'a' })).rejects.toThrow(added)
  await expect(late('climb_attempts', { epoch: 2, number: 9, sha256: 'b' })).rejects.toThrow(added)
})

test('many challenges against the same references give a warning', async () => {
  const contestants = ['amber', 'birch', 'cedar', 'dogwood']
  const arena = await setUp('many', { contestants, references: 3 })
  const gate = { minWinRate: 0.5, alpha: 1, holdOut: false }
  const one = await tryAt(arena, { incumbent: 'amber', challenger: 'birch', gate })
  // an equal passes this majority of three in half of all cases
  expect(one.overfit!.chance).toBeCloseTo(0.5, 12)
  expect([one.overfit!.likely, one.warnings]).toEqual([false, []])
  const two = await tryAt(arena, { challenger: 'cedar', gate })
  expect(two.overfit!.chance).toBeCloseTo(0.75, 12)
  expect(two.overfit).toMatchObject({ attempts: 2, likely: true })
  expect(two.warnings).toMatchObject([{ finding: { code: 'climb_overfit', values: { attempts: 2 } } }])
  // one reference more leaves most of them the same
  await setUp('many', { contestants, references: 4 })
  expect((await tryAt(arena, { challenger: 'dogwood', gate })).overfit).toMatchObject({ attempts: 3 })
})

test('the climb over HTTP shows texts only with the token', async () => {
  const { app } = there
  const arena = await setUp('served', { references: 6 })
  const empty = await app.json('/api/arenas/served/climb')
  expect(empty).toMatchObject({ incumbent: null, epochs: [], attempts: [], overfit: null })
  const request = { incumbent: 'birch', challenger: 'amber', holdOut: { prompts: ['p6'] } }
  await tryAt(arena, request)
  const seen = async (path: string, headers: Record<string, string> = {}) =>
    (await app.request(path, { headers })).text()
  const open = await seen('/api/arenas/served/climb?attempt=1')
  expect(JSON.parse(open)).toMatchObject({ incumbent: 'amber', results: { length: 5 } })
  expect(open).not.toMatch(/It is\.|Question|Gold/)
  const token = { authorization: `Bearer ${app.deps.access.adminToken}` }
  const climb = JSON.parse(await seen('/api/arenas/served/climb?attempt=1', token))
  expect(climb.results[5]).toMatchObject({ prompt: 'p6', heldOut: true })
  expect(climb.results[0]).toMatchObject({ prompt: 'p1', reason: 'It is.', question: 'Question p1?' })
  expect(await seen('/api/arenas/served/climb?attempt=2')).toContain('has 1')
})

describe('the machine of challenges', () => {
  test('the diagram in the README shows the table of transitions', async () => {
    const readme = await readFile(new URL('../../../server/challenges/README.md', import.meta.url), 'utf8')
    const drawn = /```mermaid\n([^]*?)\n```/.exec(readme)?.[1]
    expect(drawn).toBe(diagramOf(CHALLENGE_TRANSITIONS, { open: 'start', entered: 'find_entered' }))
  })
})
