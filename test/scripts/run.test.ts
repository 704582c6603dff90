import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, describe } from 'vitest'
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import { hangs } from '../../workshop/model-server/reply.ts'
import type { ReceivedCall } from '../../workshop/model-server/wires.ts'
import { runningPostmaster } from '../../server/platform/postgres/embedded/postmaster.ts'
import { createTestDatabase } from '../support/database.ts'
import { testModels } from '../support/providers/models.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { alphabetically, KEYS, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { deadheat, deadheatHere } from './deadheat.ts'
import { openForAll } from '../support/later.ts'
import { ChecksReport } from '../../shared/contracts/index.ts'

const models = openForAll(() => startModelServer({ reply: modelsThat(alphabetically), latencyMs: 50 }))
const database = openForAll(() => createTestDatabase())

const NAMES = ['amber', 'birch', 'cedar']

function arenaFile(slug: string, prompts: number, { openAiUrl: baseUrl } = models): string {
  const contestants = NAMES.map((name) => ({ name, ...model, system: `You are ${name}.` }))
  return JSON.stringify({
    arena: slug,
    providers: {
      local: { type: 'openai', baseUrl, apiKeyEnv: 'MODELS_KEY', concurrency: 4 },
    },
    contestants,
    prompts: Array.from({ length: prompts }, (_, i) => ({ id: `p${i}`, text: `Question ${i}?` })),
    judges: [{ name: 'the judge', ...model, rubric: 'overall' }],
  })
}

const model = { provider: 'local', model: 'some-model' }
const settings = () => ({ ...KEYS, DATABASE_URL: database.connectionString })

test('run generates answers, judges and prints the board; Ctrl-C pauses it, and the same command resumes', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'arena.yaml')
  await writeFile(file, arenaFile('from-file', 12))
  const script = join(import.meta.dirname, '../../scripts/deadheat.ts')
  const first = spawn(process.execPath, [script, 'run', file], {
    env: { ...process.env, ...settings(), DEADHEAT_DATA: folder },
  })
  let progress = ''
  first.stderr.on('data', (chunk: Buffer) => (progress += String(chunk)))
  while (models.calls.length < 50 && first.exitCode === null) await sleep(10)
  first.kill('SIGINT')
  await once(first, 'exit')
  expect(progress).toMatch(
    /Paused: \d+ judgements, cost not known\. To resume: npm run -s deadheat -- run .*arena\.yaml/,
  )
  expect(first.exitCode).toBe(1)
  expect(models.calls.length).toBeLessThan(108)

  const { code, stdout, stderr } = await deadheat(['run', file, '--json'], {
    env: { ...settings(), DEADHEAT_DATA: folder },
  })
  expect(stderr).toContain('Done: 36 judgements, cost not known.')
  expect(code).toBe(0)
  const { arena, judging, board } = JSON.parse(stdout)
  expect(arena).toBe('from-file')
  expect(judging).toMatchObject({ status: 'done', calls: { done: 108 } })
  expect(board).toMatchObject({ votes: 36, view: { source: 'judges' } })
  // what was under way when it was interrupted may have been given up
  expect(judging.calls.failed).toBeLessThanOrEqual(4)
  expect(models.calls.length).toBe(108 + judging.calls.failed)
})

test('a second Ctrl-C waits for no call, but ends the embedded database', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'arena.yaml')
  const slow = await testModels({ latencyMs: 60_000 })
  await writeFile(file, arenaFile('slow', 1, slow))
  const script = join(import.meta.dirname, '../../scripts/deadheat.ts')
  const child = spawn(process.execPath, [script, 'run', file], {
    env: { ...process.env, ...KEYS, DATABASE_URL: '', DEADHEAT_DATA: folder },
  })
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => (printed += String(chunk)))
  await expect.poll(() => slow.calls.length).toBeGreaterThan(0)
  child.kill('SIGINT')
  await expect.poll(() => printed).toContain('Pausing')
  // within a second it would be the same one, sent by npm too
  await sleep(1100)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(printed).not.toContain('database')
  expect(await runningPostmaster(join(folder, 'postgres'))).toBeNull()
})

test('all models that their provider lacks are named at once, before anything is paid for', async () => {
  const cwd = await temporaryFolder()
  const own = await testModels({ reply: modelsThat(alphabetically), models: ['some-model'] })
  const described = JSON.parse(arenaFile('misspelt', 1, own)) as Record<string, Record<string, unknown>[]>
  described['contestants'][1]['model'] = 'some-modle'
  described['judges'][0]['model'] = 'judge-41'
  await writeFile(join(cwd, 'arena.yaml'), JSON.stringify(described))
  const env = { ...settings(), DEADHEAT_DATA: cwd }
  const tried = (...more: string[]) => deadheatHere(['run', 'arena.yaml', ...more], { cwd, env })
  const { code, stdout, stderr } = await tried()
  expect([code, stdout, own.calls]).toEqual([2, '', []])
  expect(stderr).toContain(
    'local has no model "some-modle" (birch); local has no model "judge-41" (the judge). Nothing was paid for',
  )
  expect(own.lookedFor.toSorted()).toEqual(['judge-41', 'some-model', 'some-modle'])
  own.clear()
  await tried('--dry-run')
  expect([own.lookedFor, own.calls]).toEqual([[], []])

  await writeFile(join(cwd, 'arena.yaml'), arenaFile('misspelt', 1, own))
  expect(await tried()).toMatchObject({ code: 0 })
  // nothing is left to do, so nobody is asked whether it could be done
  own.become({ models: [] })
  expect(await tried()).toMatchObject({ code: 0 })
})

test('a dry run without a key prints the estimate with a warning; a run needs the key', async () => {
  const cwd = await temporaryFolder()
  await writeFile(join(cwd, 'arena.yaml'), arenaFile('keyless', 2))
  const env = { DATABASE_URL: database.connectionString, DEADHEAT_DATA: cwd }
  const dry = await deadheatHere(['run', 'arena.yaml', '--dry-run'], { cwd, env })
  expect(dry.code).toBe(0)
  expect(dry.stdout).toContain('18 calls')
  expect(dry.stderr).toMatch(
    /^warning: arena\.yaml:\d+: providers\.local\.apiKeyEnv: .*MODELS_KEY is not set/m,
  )
  const real = await deadheatHere(['run', 'arena.yaml'], { cwd, env })
  expect([real.code, real.stdout]).toEqual([2, ''])
  expect(real.stderr).toContain('MODELS_KEY is not set')
})

test('a run that cannot continue says why in words, without log lines', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'arena.yaml')
  const own = await testModels({ key: 'sk-another-0123456789' })
  await writeFile(file, arenaFile('refused', 1, own))
  const { code, stderr } = await deadheat(['run', file], {
    env: { ...settings(), DEADHEAT_DATA: folder, DEADHEAT_LOG: '' },
  })
  expect(code).toBe(3)
  expect(stderr).toMatch(/^Paused.*key refused.*give it a valid key/m)
  expect(stderr).not.toContain('{"level"')
})

/** Whether a judge is asked, in any form of reply: only contestants are called by their names. */
const isOfJudge = ({ schema, system }: ReceivedCall): boolean =>
  schema !== null || !/^You are (?:amber|birch|cedar|dogwood|elm)\./.test(system ?? '')

test('a judge whose replies cannot be read, or never come, pauses the run with what to try', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'arena.yaml')
  const around = { cwd: folder, env: { ...settings(), DEADHEAT_DATA: folder } }
  let isSilent = false
  let isMended = false
  const unread = () => (isSilent ? hangs() : { text: 'Well,\u001b[31m\nhm.' })
  const own = await testModels({
    reply: (call) => (isOfJudge(call) && !isMended ? unread() : modelsThat(alphabetically)(call)),
  })
  await writeFile(file, arenaFile('prose', 12, own))
  const run = await deadheatHere(['run', file], around)
  expect(run.code).toBe(3)
  expect(run.stderr).toMatch(
    /^Paused \(unreadable reply: the judge \(some-model\) gave no verdict that can be read in reply to 10 requests, .* Take a larger model.*To resume: /m,
  )
  expect(own.calls.filter(({ schema }) => schema).length).toBeLessThan(40)

  expect((await deadheatHere(['judge', 'prose'], around)).code).toBe(3)

  isMended = true
  expect((await deadheatHere(['run', file], around)).stderr).toContain('Done: ')
  isMended = false

  isSilent = true
  await writeFile(file, arenaFile('silent', 12, own))
  const hung = await deadheatHere(['run', file], {
    ...around,
    env: { ...around.env, DEADHEAT_CALL_TIMEOUT: '1' },
  })
  expect(hung.code).toBe(3)
  expect(hung.stderr).toMatch(
    /^Paused \(no reply in time: no verdict of the judge \(some-model\): .* within 1 s, several times in a row\. .*raise DEADHEAT_CALL_TIMEOUT.*To resume: /m,
  )
})

test('try imports a file, has the two judged and answers; a changed variant is tried again', async () => {
  const cwd = await temporaryFolder()
  const own = await testModels({ reply: modelsThat(alphabetically) })
  const around = { cwd, env: { ...settings(), DEADHEAT_DATA: cwd } }
  const tried = async (system: string, pair = ['cedar', 'birch'], ...more: string[]) => {
    const file = arenaFile('tried', 20, own).replace('You are cedar.', system)
    await writeFile(join(cwd, 'arena.yaml'), file)
    return deadheatHere(['try', 'arena.yaml', ...pair, ...more], around)
  }
  const ships = await tried('You are cedar.', ['birch', 'cedar'])
  expect([ships.code, ships.stdout]).toEqual([0, expect.stringMatching(/^Better: ship birch\. /)])
  expect(ships.stderr).toMatch(/^With 20 prompts, 16 wins of 20 or more can be shown, once all are judged\./m)
  expect(ships.stderr).toMatch(/^Look 1: overall 100\.0 %, decided for birch; /m)
  // a short command leaves boards to a server, or to whoever asks for one
  const left = `select exists (select from graphile_worker.jobs where key like 'rate-arena-' || a.id || '%') as waits
    from arenas a where slug = 'tried'`
  expect((await database.pool.query(left)).rows).toEqual([{ waits: true }])
  expect(own.calls.every(({ system }) => !system?.includes('You are amber'))).toBe(true)
  const worse = await tried('You are cedar.', ['cedar', 'birch'], '--json')
  const answer = expect.objectContaining({ answer: 'worse', ship: false, stopped: 'everything_judged' })
  expect([worse.code, JSON.parse(worse.stdout)]).toEqual([1, answer])

  const called = own.calls.length
  const better = await tried('You are amber.')
  expect([better.code, better.stdout]).toEqual([0, expect.stringMatching(/^Better: ship cedar-2\. /)])
  expect(better.stderr).toContain('cedar has changed since it was judged, so it is tried as cedar-2.')
  expect(own.calls.length).toBe(called + 20 + 40)
  expect(better.stdout).toMatch(/\nThis run: 20 more votes; .*cedar-2 enters at 1; /)
  // nothing is new, so nothing is called and nothing changes
  const unchanged = better.stdout.replace(/\nThis run: (?:.+\n)+?(?=Note: )/, '\n')
  expect(await tried('You are amber.')).toMatchObject({ code: 0, stdout: unchanged })
  expect((await tried('You are dogwood.')).stdout).toMatch(/^Worse: do not ship cedar-3\. /)
  expect((await tried('You are cedar.')).stdout).toMatch(/^Worse: do not ship cedar\. /)
  expect(own.calls.length).toBe(called + 2 * (20 + 40))
  const misspelt = await tried('You are cedar.', ['ceder', 'birch'])
  expect(misspelt).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean "cedar"') })
})

test('each bad row is reported once, and a missing file in JSON, too', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'arena.yaml')
  const described = { ...(JSON.parse(arenaFile('rows', 2)) as object), prompts: 'prompts.jsonl' }
  await writeFile(file, JSON.stringify(described))
  await writeFile(join(folder, 'prompts.jsonl'), '{"id":"a","text":"A?"}\n{"text":"B?"}\nC\n')
  for (const more of [[], ['--dry-run']]) {
    const { code, stderr } = await deadheatHere(['run', file, ...more], {
      cwd: folder,
      env: settings(),
    })
    expect([code, stderr.match(/prompts\.jsonl/g)]).toEqual([2, ['prompts.jsonl', 'prompts.jsonl']])
    expect(stderr).toMatch(/prompts\.jsonl:2: id is missing.*\nprompts\.jsonl:3: not JSON/)
  }
  await rm(join(folder, 'prompts.jsonl'))
  const around = { cwd: folder, env: settings() }
  const { code, stdout } = await deadheatHere(['run', file, '--dry-run', '--json'], around)
  expect([code, JSON.parse(stdout)]).toMatchObject([
    2,
    { arena: 'rows', calls: null, problems: [{ path: 'prompts' }] },
  ])
})

test('a run of a finished arena says how many votes were there, and hints have the options of the command', async () => {
  const cwd = await temporaryFolder()
  await writeFile(join(cwd, 'my arena.yaml'), arenaFile('twice', 1))
  const around = { cwd, env: { ...settings(), DEADHEAT_DATA: cwd } }
  const first = await deadheatHere(['run', 'my arena.yaml'], around)
  expect(first.stderr).toContain('Done: 3 judgements, cost not known.')
  const second = await deadheatHere(['run', 'my arena.yaml'], around)
  expect(second).toMatchObject({ code: 0 })
  expect(second.stderr).toContain(
    'Done: nothing was left to do, and nothing was paid. 3 votes of judges were there already.',
  )

  const own = await testModels({ key: 'sk-another-0123456789' })
  await writeFile(join(cwd, 'my arena.yaml'), arenaFile('resumed', 1, own))
  const flags = ['--judges', 'the judge', '--votes-per-pair', '1']
  const { stderr } = await deadheatHere(['run', 'my arena.yaml', ...flags], around)
  expect(stderr).toContain(
    "To resume: npm run -s deadheat -- run 'my arena.yaml' --judges 'the judge' --votes-per-pair 1\n",
  )
})

test('judge resumes an arena by its slug, and names an unknown judge or arena', async () => {
  const env = settings()
  const repeated = await deadheatHere(['judge', 'from-file', '--repeat', '2', '--json'], { env })
  expect(JSON.parse(repeated.stdout)).toMatchObject({
    judging: { judgements: { done: 36 } },
    board: { votes: 36 },
  })
  const unknown = await deadheatHere(['judge', 'from-file', '--judges', 'nobody'], { env })
  expect(unknown).toMatchObject({ code: 2, stdout: '' })
  expect(unknown.stderr).toContain('There is no judge "nobody".')
  expect(await deadheatHere(['judge', 'nowhere'], { env })).toMatchObject({ code: 2 })
})

describe('checks', () => {
  const models = openForAll(() => startModelServer({ reply: modelsThat(alphabetically) }))
  const database = openForAll(() => createTestDatabase())

  const model = { provider: 'local', model: 'some-model' }

  const arenaFile = (mustPass: number): string =>
    JSON.stringify({
      arena: 'several',
      criteria: ['helpfulness', 'coherence'],
      providers: { local: { type: 'openai', baseUrl: models.openAiUrl, apiKeyEnv: 'MODELS_KEY' } },
      contestants: ['amber', 'birch'].map((name) => ({ name, ...model, system: `You are ${name}.` })),
      prompts: [0, 1].map((i) => ({ id: `p${i}`, text: `Question ${i}?` })),
      judges: ['helpfulness', 'coherence'].map((rubric) => ({ name: `by ${rubric}`, ...model, rubric })),
      checks: [{ name: 'is amber', kind: 'contains', value: 'I am amber', mustPass }],
    })

  test('every criterion has its board; checks prints pass rates run by run, and exits 1 below the required share', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'arena.yaml')
    const run = (...args: string[]) =>
      deadheatHere(args, { env: { ...KEYS, DATABASE_URL: database.connectionString, COLUMNS: '120' } })
    await writeFile(file, arenaFile(0.5))
    const first = await run('run', file, '--json')
    expect(first.stderr).toContain('Done: 4 judgements')
    const { board, boards } = JSON.parse(first.stdout)
    expect(boards.map((one: { view: object; votes: number }) => [one.view, one.votes])).toMatchObject([
      [{ criterion: 'helpfulness', source: 'judges' }, 2],
      [{ criterion: 'coherence', source: 'judges' }, 2],
    ])
    expect(board).toEqual(boards[0])

    await writeFile(file, arenaFile(0))
    const second = await run('run', file)
    expect(second.stdout).toMatch(/^Criterion: helpfulness\n[^]+^Criterion: coherence\n/m)

    const output = await run('checks', 'several')
    expect([output.code, output.stderr]).toEqual([0, ''])
    expect(output.stdout).toMatch(/birch +1 +\d{4}-\d\d-\d\d +50 % +fails 0 % \(0–66 %\), 0 of 2/)
    expect(output.stdout).toMatch(/amber +2 +\d{4}-\d\d-\d\d +0 % +passes 100 % \(34–100 %\), 2 of 2/)
    expect(output.stdout).toContain('changed before run 2')

    await writeFile(file, arenaFile(0.75))
    await run('run', file, '--json')
    const missed = await run('checks', 'several', '--json')
    expect(missed.code).toBe(1)
    const { checks } = ChecksReport.parse(JSON.parse(missed.stdout))
    expect(checks[0].runs.map(({ run: id, mustPass }) => [id, mustPass])).toEqual([
      [1, 0.5],
      [2, 0],
      [3, 0.75],
    ])
  })
})

test('a dry run prices what is missing, and of many contestants the ways to judge; a run says what a newcomer changed', async () => {
  const cwd = await temporaryFolder()
  const own = await testModels({ reply: modelsThat(alphabetically) })
  const described = JSON.parse(arenaFile('growing', 12, own)) as { contestants: object[]; plan?: object }
  const write = () => writeFile(join(cwd, 'arena.yaml'), JSON.stringify(described))
  const env = { ...settings(), DEADHEAT_DATA: cwd }
  const run = (...more: string[]) => deadheatHere(['run', 'arena.yaml', ...more], { cwd, env })
  await write()
  expect((await run()).code).toBe(0)
  const paid = own.calls.length
  described.contestants.push({ name: 'dogwood', ...model, system: 'You are dogwood.' })
  await write()
  const missing = JSON.parse((await run('--dry-run', '--json')).stdout)
  expect(missing).toMatchObject({ answers: 12, judgements: 36, judgementsThere: 36, calls: 84, ways: [] })
  expect(own.calls.length).toBe(paid)
  const grown = await run()
  expect([grown.code, own.calls.length - paid]).toEqual([0, 84])
  expect(grown.stdout).toMatch(/\nThis run: 36 more votes; .*dogwood enters at \d/)

  for (let n = 0; n < 6; n++)
    described.contestants.push({ name: `other ${n}`, ...model, system: `You are other ${n}.` })
  await write()
  const text = (await run('--dry-run')).stdout
  expect(text).toMatch(
    /Ways to judge so many contestants:\n {2}everything .* --plan everything\n {2}11 votes a pair .* --votes-per-pair 11\n {2}a tournament, at most .* --plan tournament\n/,
  )
  const { ways } = JSON.parse((await run('--dry-run', '--json', '--plan', 'tournament')).stdout)
  expect(ways.map(({ calls }: { calls: number }) => calls)).toEqual(
    ways.map(({ calls }: { calls: number }) => calls).toSorted((a: number, b: number) => b - a),
  )
  expect((await run('--plan', 'tournament', '--votes-per-pair', '2')).code).toBe(2)
})
