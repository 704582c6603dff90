/** `rate` of the wheel against the engine: two programs that share no line. Skipped where there is no Python 3.11 or no PyPI. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Fields } from '../../../server/transfer/formats/fields.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { installWheel, pythonForTests, ROOT, WHEEL } from './python.ts'

const python = await pythonForTests()
const { run } = python

interface Request {
  path: string
  library: 'pandas' | 'polars' | 'columns'
  options: {
    looks?: 'any'
    weights?: 'votes'
    level?: number
    orders?: 'separate'
    source?: string
    criterion?: string | number
    anchor?: [name: string | number, rating: number]
  }
}
type Rated = Pick<
  Board,
  | 'state'
  | 'deadHeat'
  | 'leader'
  | 'clearBy'
  | 'finishLine'
  | 'votes'
  | 'voters'
  | 'prompts'
  | 'units'
  | 'effectiveUnits'
  | 'speaksFor'
  | 'contestants'
  | 'anchor'
> & { source: string; criterion: string | null; text: string }

async function rateByWheel(before: string, requests: readonly Request[]): Promise<Rated[]> {
  const script = join(import.meta.dirname, 'boards.py')
  const { stdout } = await run([script], { before, input: JSON.stringify(requests) })
  return JSON.parse(stdout) as Rated[]
}

/** What `rate` prints for a file. Null: it has no votes. */
async function rateByEngine(
  { path, options }: Pick<Request, 'path' | 'options'>,
  ...more: string[]
): Promise<string | null> {
  const flags = Object.entries(options).flatMap(([name, value]) => [
    `--${name}`,
    Array.isArray(value) ? value.join('=') : String(value),
  ])
  const { code, stdout } = await deadheatHere(['rate', path, '--yes', ...flags, ...more])
  return code === 0 ? stdout : null
}

const POINTS = 400 / Math.LN10
/** Of natural-log strengths and of halves of intervals. */
const CLOSE = 1e-6

/** Expects the same figures, and the same words about them. */
function expectSame(wheel: Rated, engine: Board, what: string): void {
  const { contestants, effectiveUnits, clearBy, finishLine, deadHeat, source, criterion, ...more } = wheel
  const { text: _, ...words } = more
  expect(engine, what).toMatchObject(words)
  expect(engine.view, what).toMatchObject({ source, criterion })
  // equal strengths differ in the last digit, so either may come first
  expect(deadHeat.toSorted(), what).toEqual(engine.deadHeat.toSorted())
  const byName = new Map(engine.contestants.map((row) => [row.name, row]))
  expect(contestants.length, what).toBe(byName.size)
  for (const { rating, interval, theta, winRate, ...counts } of contestants) {
    const row = byName.get(counts.name)!
    expect(row, what).toMatchObject(counts)
    expectClose([rating, ...(interval ?? [])], [row.rating, ...(row.interval ?? [])], POINTS * CLOSE, what)
    expectClose([theta, winRate], [row.theta, row.winRate], CLOSE, what)
  }
  expectClose([clearBy, finishLine], [engine.clearBy, engine.finishLine], 2 * POINTS * CLOSE, what)
  const { prompt, voter } = effectiveUnits
  expectClose([prompt, voter], [engine.effectiveUnits.prompt, engine.effectiveUnits.voter], 1e-6, what)
}

function expectClose(
  found: readonly (number | null)[],
  wanted: readonly (number | null)[],
  error: number,
  what: string,
): void {
  expect(found.length, what).toBe(wanted.length)
  found.forEach((value, at) => {
    const expected = wanted[at]!
    if (value === null || expected === null) expect(value, what).toBe(expected)
    else expect(Math.abs(value - expected), `${what}: ${value}, ${expected}`).toBeLessThanOrEqual(error)
  })
}

/** Expects the same boards by both, whatever is asked. Returns those of the engine. */
async function expectSameBoards(installed: string, requests: readonly Request[]): Promise<Board[]> {
  const engine: Board[] = []
  for (const request of requests)
    engine.push(JSON.parse((await rateByEngine(request, '--rounds', '0', '--json'))!) as Board)
  const wheel = await rateByWheel(installed, requests)
  wheel.forEach((board, at) => {
    const { path, options } = requests[at]
    expectSame(board, engine[at]!, `${path} ${JSON.stringify(options)}`)
  })
  return engine
}

const OPTIONS: readonly Request['options'][] = [{}, { looks: 'any' }, { weights: 'votes' }]

/** The columns of drawn votes that may be missing, and those of every world. */
interface World {
  contestants: number
  votes: number
  prompts: number
  people: number
  /** Natural-log strength between neighbours. */
  gap: number
  ties: number
  /** The share of votes without a person, and without a prompt. */
  unnamed: number
  /** Whether the first contestant loses nothing. */
  isUnbeaten: boolean
  judges: boolean
}

/** A world of its own for each number. */
function drawWorld(stream: RandomStream, isOfTwo: boolean): World {
  const upTo = (most: number) => Math.floor(most * stream.uniform())
  const pick = <T>(...values: readonly T[]): T => values[upTo(values.length)]!
  return {
    contestants: isOfTwo ? 2 : 3 + upTo(8),
    votes: 20 + upTo(600),
    prompts: pick(0, 1, 4, 12, 60),
    people: pick(0, 3, 12, 40, 40),
    gap: pick(0.05, 0.3, 0.8, 2),
    ties: pick(0, 0.1, 0.5),
    unnamed: pick(0, 0, 0.3),
    isUnbeaten: pick(true, false, false),
    judges: pick(true, false, false),
  }
}

function drawVotes(world: World, stream: RandomStream): object[] {
  const upTo = (most: number) => Math.floor(most * stream.uniform())
  return Array.from({ length: world.votes }, (_, id) => {
    const left = upTo(world.contestants)
    const right = (left + 1 + upTo(world.contestants - 1)) % world.contestants
    const chance = 1 / (1 + Math.exp((left - right) * world.gap))
    const isBest = world.isUnbeaten && left * right === 0
    const winner = isBest
      ? left === 0
        ? 'model_a'
        : 'model_b'
      : stream.uniform() < world.ties
        ? upTo(3) === 0
          ? 'both_bad'
          : 'tie'
        : stream.uniform() < chance
          ? 'model_a'
          : 'model_b'
    // a few units have many votes
    const unit = (count: number) => Math.floor(count * stream.uniform() ** 2)
    const isNamed = () => stream.uniform() >= world.unnamed
    return {
      id: `v${id}`,
      model_a: `c${left}`,
      model_b: `c${right}`,
      winner,
      ...(world.prompts > 0 && { question_id: isNamed() ? `p${unit(world.prompts)}` : null }),
      ...(world.people > 0 && { judge: isNamed() ? `v${unit(world.people)}` : null }),
      ...(world.judges && { judge_type: 'llm' }),
    }
  })
}

async function writeRows(folder: string, name: string, rows: readonly object[]): Promise<string> {
  const path = join(folder, `${name}.jsonl`)
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return path
}

const LIBRARIES = ['pandas', 'polars', 'columns'] as const

test('twenty drawn boards are those of the engine', async () => {
  const installed = await installWheel(python)
  const folder = await temporaryFolder()
  const requests: Request[] = []
  for (let world = 0; world < 20; world++) {
    const stream = new RandomStream(20, world)
    const drawn = drawWorld(stream, world % 5 === 0)
    const rows = drawVotes(world === 19 ? { ...drawn, votes: 25 } : drawn, stream)
    const path = await writeRows(folder, `world-${world}`, rows)
    for (const options of OPTIONS) requests.push({ path, library: LIBRARIES[world % 3]!, options })
  }
  const boards = await expectSameBoards(installed, requests)
  const states = new Set(boards.map(({ state }) => state))
  expect([...states].sort()).toEqual(['dead_heat', 'first_votes', 'leads', 'wins'])
  const kinds = new Set(boards.map(({ units, speaksFor }) => `${units.join()} ${speaksFor}`))
  expect(kinds.size).toBeGreaterThan(5)
})

test('a file gives one board, however names, ids and numbers are written in it', async () => {
  const installed = await installWheel(python)
  const folder = await temporaryFolder()
  const world = { ...drawWorld(new RandomStream(40, 0), false), votes: 400, contestants: 4, prompts: 12 }
  const rows = drawVotes({ ...world, people: 40, judges: false }, new RandomStream(40, 1)) as Fields[]
  const pick = (at: number, ...spellings: readonly unknown[]) => spellings[at % spellings.length]
  const named = (name: unknown, at: number) =>
    name === 'c0'
      ? pick(at, 'Ame\u0301lie', ' Am\u00e9lie', 'Am\u00e9lie\u3000')
      : name === 'c1'
        ? 'am\u00e9lie'
        : name === 'c2'
          ? pick(at, 3, '3', ' 3\t')
          : pick(at, 0.00001, '0.00001')
  const spelled = rows.map((row, at) => ({
    ...row,
    id: pick(at, 'NA', `v${at}`, ' '),
    model_a: named(row['model_a'], at),
    model_b: named(row['model_b'], at + 1),
    winner: pick(at, `${String(row['winner'])} `, row['winner']),
    question_id: pick(at, row['question_id'], 'n/a', ` ${String(row['question_id'])}`, '-'),
    judge: pick(at, row['judge'], 'None', row['judge'], '(blank)', '#N/A'),
  }))
  spelled.push(
    ...['N/A', 'a\u202eb', 'c\u0007', 'd'.repeat(201)].map((name) => ({
      ...spelled[0]!,
      id: '',
      model_a: name,
    })),
  )
  // both orders of some judgements, and one of others
  const calls = rows.flatMap((row, at) => {
    const call = {
      model_a: named(row['model_a'], at),
      model_b: named(row['model_b'], at + 1),
      winner: row['winner'],
      judge: pick(at, 3, 4),
      judge_type: 'llm',
      criterion: 1,
      turn: pick(at, 1, '1.0', 'first'),
      group: `g${at}`,
      order: 'ab',
      ...(at % 2 === 0 && { sample_a: 1 }),
    }
    const winner = { model_a: 'model_b', model_b: 'model_a' }[String(call.winner)] ?? call.winner
    const other = { ...call, model_a: call.model_b, model_b: call.model_a, winner, order: 'ba' }
    return at % 5 === 0 ? [call] : [call, { ...other, sample_a: null, sample_b: pick(at, 1, null) }]
  })
  const [people, judges] = [
    await writeRows(folder, 'people', spelled),
    await writeRows(folder, 'judges', calls),
  ]
  const library = 'columns'
  const boards = await expectSameBoards(installed, [
    { path: people, library, options: {} },
    { path: people, library, options: { anchor: [3, 1200] } },
    { path: people, library, options: { source: 'people', anchor: ['am\u00e9lie', 900] } },
    { path: judges, library, options: {} },
    { path: judges, library, options: { criterion: 1, source: 'judge:3' } },
    { path: judges, library, options: { source: 'judges', orders: 'separate' } },
  ])
  const names = boards[0]!.contestants.map(({ name }) => name.normalize('NFC'))
  expect(names.sort()).toEqual(['0.00001', '3', 'Am\u00e9lie', 'am\u00e9lie'])
  expect(boards.map(({ votes }) => votes)).toEqual([400, 400, 400, 320, 160, 720])
})

test('intervals by a thousand rounds differ by a tenth at most', async () => {
  const installed = await installWheel(python)
  const path = join(ROOT, 'examples/votes.csv')
  const engine = JSON.parse((await rateByEngine({ path, options: {} }, '--json'))!) as Board
  expect(engine.intervals).toBe('rounds')
  const [wheel] = await rateByWheel(installed, [{ path, library: 'pandas', options: {} }])
  for (const [at, { interval }] of wheel!.contestants.entries()) {
    const [low, high] = engine.contestants[at]!.interval!
    expect(Math.abs((interval![1] - interval![0]) / (high - low) - 1)).toBeLessThan(0.1)
  }
})

test('the picture is the one that the engine prints', async () => {
  const installed = await installWheel(python)
  const folder = await temporaryFolder()
  const stream = new RandomStream(3, 0)
  const drawn = async (name: string, world: Partial<World>) =>
    writeRows(
      folder,
      name,
      drawVotes({ ...drawWorld(stream, false), unnamed: 0, judges: false, ...world }, stream),
    )
  const few = { prompts: 12, people: 3, isUnbeaten: false, gap: 0.3, votes: 300 }
  const requests: Request[] = [
    { path: join(ROOT, 'examples/votes.csv'), library: 'pandas', options: { level: 0.8 } },
    { path: await drawn('few people', few), library: 'polars', options: {} },
    {
      path: await drawn('open', { ...few, people: 40, gap: 0.8, contestants: 4 }),
      library: 'polars',
      options: { looks: 'any' },
    },
    { path: await drawn('first', { ...few, contestants: 9, votes: 20 }), library: 'polars', options: {} },
  ]
  const met = (left: string, right: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      model_a: left,
      model_b: right,
      winner: at % 2 === 0 ? 'model_a' : 'model_b',
    }))
  const apart = [
    ...met('x', 'y', 30),
    ...met('y', 'z', 30),
    ...met('new', 'x', 3),
    ...met('island', 'far', 12),
  ]
  requests.push({ path: await writeRows(folder, 'apart', apart), library: 'columns', options: {} })
  const wheel = await rateByWheel(installed, requests)
  for (const [at, request] of requests.entries()) {
    const engine = await rateByEngine(request, '--rounds', '0')
    const without = (text: string) =>
      text.split('\n').filter((line) => !/^ (?:About|More votes on|More votes of) /.test(line))
    const picture = without(engine!).join('\n')
    expect(picture, request.path).toContain(without(wheel[at]!.text).join('\n'))
  }
})

test('frames, dates, missing values and errors', async () => {
  const before = await installWheel(python)
  const { stderr } = await run([join(import.meta.dirname, 'rate_test.py')], { before })
  expect(stderr).toMatch(/Ran \d\d tests[^]*\nOK\n$/)
})

test('the notebook prints what it shows', async () => {
  const before = await installWheel(python)
  const notebook = join(ROOT, 'examples/rate-votes.ipynb')
  const { stdout } = await run([join(import.meta.dirname, 'notebook.py'), notebook], { before })
  expect(stdout).toMatch(/^\d+ cells/)
})

test('types hold, and callers see them', async () => {
  const before = await installWheel(python)
  const cache = await temporaryFolder()
  const strict = ['-m', 'mypy', '--strict', '--cache-dir', cache]
  const whole = await run([...strict, join(WHEEL, 'deadheat')]).catch((failed: { stdout: string }) => failed)
  expect(whole.stdout).toMatch(/^Success/)
  const caller = join(cache, 'caller.py')
  const program = [
    'import polars',
    'from deadheat import Client, rate',
    'reveal_type(rate(polars.DataFrame()).frame())',
    'reveal_type(Client().export("a", frame=polars.DataFrame))',
    'reveal_type(Client().board("a")["state"])',
  ]
  await writeFile(caller, program.join('\n'))
  // the wheel is found by its py.typed
  const { stdout } = await run([...strict, caller], { before, cwd: cache })
  expect(stdout.match(/Revealed type is "polars\.[^"]*DataFrame"/g)?.length, stdout).toBe(2)
  expect(stdout).toContain("Literal['first_votes']")
})
