import { mkdir, readFile, rm, symlink, utimes, writeFile, readdir, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { spawn, type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { Voters } from '../../../workshop/chaos/voters.ts'
import { waitForBoard } from '../../../workshop/visits.ts'
import { freePort } from '../../support/free-port.ts'
import { runningPostmaster } from '../../../server/platform/postgres/embedded/postmaster.ts'
import { processStartTime } from '../../../server/platform/running-process.mjs'
import { folderForAll, temporaryFolder } from '../../support/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

type Run = { code: number | null; stdout: string; stderr: string }

/** The launchers of this project around a program that prints its arguments, with a package and a tool that npm finds offline. */
async function makeSmallProject(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'scripts'))
  await cp(join(ROOT, 'scripts/setup'), join(folder, 'scripts/setup'), { recursive: true })
  await cp(join(ROOT, 'shared/messages/en/launch.mjs'), join(folder, 'shared/messages/en/launch.mjs'))
  for (const launcher of ['start', 'deadheat', 'test']) {
    await cp(join(ROOT, `scripts/${launcher}.mjs`), join(folder, `scripts/${launcher}.mjs`))
  }
  await writeFile(join(folder, 'scripts/deadheat.ts'), PROGRAM)
  for (const file of ['claim.mjs', 'running-process.mjs']) {
    await cp(join(ROOT, 'server/platform', file), join(folder, 'server/platform', file))
  }
  await writeFile(join(folder, 'server/main.ts'), PROGRAM)
  const own = { cwd: folder, env: environment(folder) }
  for (const name of ['leaf', 'tool']) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
    await run('npm', ['pack', `./${name}`], own)
  }
  const dependencies = { leaf: 'file:leaf-1.0.0.tgz' }
  const devDependencies = { tool: 'file:tool-1.0.0.tgz' }
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'small', type: 'module', dependencies, devDependencies }),
  )
  await run('npm', ['install', '--package-lock-only', '--offline'], own)
  return folder
}

/** Runs a launcher of a project. */
function enter(folder: string, launcher: string, ...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, [join(folder, `scripts/${launcher}.mjs`), ...args], {
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const seen: Run = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (seen.stdout += chunk))
  child.stderr.on('data', (chunk) => (seen.stderr += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...seen, code })))
}

/** With a cache for npm that goes with the folder. */
function environment(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, npm_config_cache: join(folder, 'cache') }
}

const PROGRAM = `
import { existsSync } from 'node:fs'
const leaf: boolean = existsSync(new URL('../node_modules/leaf/package.json', import.meta.url))
console.log(JSON.stringify({ leaf, args: process.argv.slice(2) }))
process.exitCode = process.argv.includes('fail') ? 2 : 0
`

const went = (...args: string[]) => `${JSON.stringify({ leaf: true, args })}\n`

describe('a launcher', () => {
  it('installs missing packages once, says so on stderr, and passes arguments and exit code through', async () => {
    const project = await makeSmallProject()
    expect(await enter(project, 'deadheat', 'rate', '-')).toEqual({
      code: 0,
      stdout: went('rate', '-'),
      stderr: 'Installing packages …\n',
    })
    expect(await enter(project, 'deadheat', 'fail')).toEqual({ code: 2, stdout: went('fail'), stderr: '' })
  })

  it('installs once if several start at the same time, even after one was killed', async () => {
    const project = await makeSmallProject()
    await symlink('2147483647 1 x', join(project, '.deadheat-setup'))
    const runs = await Promise.all([1, 2, 3].map(() => enter(project, 'deadheat')))
    expect(runs.map(({ code, stdout }) => ({ code, stdout }))).toEqual(
      Array(3).fill({ code: 0, stdout: went() }),
    )
    expect(runs.map(({ stderr }) => stderr).join('')).toBe('Installing packages …\n')
  })

  it('installs again if node_modules differs from the lock file', async () => {
    const project = await makeSmallProject()
    await enter(project, 'deadheat')
    const record = join(project, 'node_modules/.package-lock.json')
    await writeFile(record, (await readFile(record, 'utf8')).replace('"1.0.0"', '"0.9.0"'))
    expect((await enter(project, 'deadheat')).stderr).toBe('Installing packages …\n')
    await rm(join(project, 'node_modules'), { recursive: true })
    expect((await enter(project, 'deadheat')).stderr).toBe('Installing packages …\n')
    expect((await enter(project, 'deadheat')).stderr).toBe('')
  })

  it('installs no tools; what needs them adds them, and touches no package that a server may have open', async () => {
    const project = await makeSmallProject()
    const packages = join(project, 'node_modules')
    await enter(project, 'deadheat')
    expect(existsSync(join(packages, 'tool'))).toBe(false)
    await writeFile(join(packages, 'leaf/open'), '')
    expect((await enter(project, 'setup/install-packages')).stderr).toBe('Installing packages …\n')
    expect(['tool', 'leaf/open'].map((path) => existsSync(join(packages, path)))).toEqual([true, true])
    expect((await enter(project, 'setup/install-packages')).stderr).toBe('')
    expect((await enter(project, 'deadheat')).stderr).toBe('')
  })

  it('does not start if the packages cannot be installed, and prints npm’s output and one line', async () => {
    const project = await makeSmallProject()
    await rm(join(project, 'leaf-1.0.0.tgz'))
    await rm(join(project, 'cache'), { recursive: true })
    const { code, stdout, stderr } = await enter(project, 'deadheat')
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(
      /npm error[^]*\nThe packages could not be installed \(see npm's output above\)\. Check the network .*\n$/,
    )
  })
})

describe('the launcher of the server', () => {
  it('builds the page only if a source is newer', async () => {
    const project = await makeSmallProject()
    expect((await enter(project, 'start')).stderr).toBe('Installing packages …\n')

    await addPage(project)
    expect((await enter(project, 'start')).stderr).toBe('Building the page …\n')
    expect(await readFile(join(project, 'dist/web/index.html'), 'utf8')).toBe('<p>one</p>')
    expect(await enter(project, 'start', 'x')).toEqual({ code: 0, stdout: went('x'), stderr: '' })

    await writeFile(join(project, 'web/index.html'), '<p>two</p>')
    await utimes(join(project, 'web/index.html'), 1, 1)
    expect((await enter(project, 'start')).stderr).toBe('Building the page …\n')
    expect(await readFile(join(project, 'dist/web/index.html'), 'utf8')).toBe('<p>two</p>')

    await rm(join(project, 'dist'), { recursive: true })
    expect((await enter(project, 'deadheat', 'rate')).stderr).toBe('')
    expect((await enter(project, 'deadheat')).stderr).toBe('Building the page …\n')
    expect((await enter(project, 'start')).stderr).toBe('')

    // without the page of static sites a build is not whole
    await rm(join(project, 'dist/site'), { recursive: true })
    expect((await enter(project, 'deadheat', 'export', 'x', 'votes')).stderr).toBe('')
    expect((await enter(project, 'deadheat', 'export', 'x', 'site')).stderr).toBe('Building the page …\n')
  })

  it('does not start if the page cannot be built, and prints one line', async () => {
    const project = await makeSmallProject()
    await enter(project, 'start')
    await addPage(project)
    await rm(join(project, 'web/index.html'))
    await mkdir(join(project, 'web/index.html'))
    const { code, stdout, stderr } = await enter(project, 'start')
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(/EISDIR[^]*\nThe page could not be built \(see Vite's output above\)\. .*\n$/)
  })
})

/** A page, and in Vite's place a program that copies it to where Vite would build it. */
async function addPage(project: string): Promise<void> {
  await mkdir(join(project, 'web'))
  await writeFile(join(project, 'web/index.html'), '<p>one</p>')
  await mkdir(join(project, 'node_modules/vite/bin'), { recursive: true })
  await writeFile(join(project, 'node_modules/vite/package.json'), '{ "type": "module" }')
  await writeFile(
    join(project, 'node_modules/vite/bin/vite.js'),
    `import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
for (const folder of ['dist/web', 'dist/site/.vite']) mkdirSync(folder, { recursive: true })
copyFileSync('web/index.html', 'dist/web/index.html')
writeFileSync('dist/site/.vite/manifest.json', '{}')`,
  )
}

/** What runs below npm and the launcher ends in order when one of them is killed, and the next start works. */
describe('killed parents', async () => {
  const ARENA = 'support-replies'
  const [dataDir, port] = [folderForAll(), await freePort()]
  const address = `http://127.0.0.1:${port}`

  /** The launcher as it works on a Node that cannot run TypeScript. */
  const byOther = (file: string, ...args: string[]): string[] => {
    const launcher = pathToFileURL(join(ROOT, 'scripts/setup/run-typescript.mjs')).href
    const all = [process.execPath, join(ROOT, file), args]
    return [
      process.execPath,
      '-e',
      `import('${launcher}').then((it) => it.runInOtherNode(...${JSON.stringify(all)}))`,
    ]
  }

  /** Starts a command as the child of this process. Whatever of it is left ends with the test. */
  function start([program, ...args]: string[], { cwd = ROOT, folder = dataDir } = {}): ChildProcess {
    const { npm_lifecycle_event: _, ...inherited } = process.env
    const env = { ...inherited, DATABASE_URL: '', DEADHEAT_DATA: folder, PORT: `${port}`, INIT_CWD: ROOT }
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      const left = await newestProcess(folder)
      if (left) process.kill(left, 'SIGKILL')
      await postmaster(folder).then((it) => it && process.kill(it.pid, 'SIGKILL'))
    })
    return child
  }

  async function untilPrinted(child: ChildProcess, what: RegExp): Promise<void> {
    let printed = ''
    const hear = (chunk: Buffer) => void (printed += String(chunk))
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    await expect.poll(() => child.exitCode ?? printed).toMatch(what)
  }

  const READY = /Deadheat is at/
  const isReady = () => fetch(`${address}/readyz`).then(({ status }) => status)
  const postmaster = (folder = dataDir) => runningPostmaster(join(folder, 'postgres'))
  /** The newest process of Node that works on a data folder. */
  async function newestProcess(folder = dataDir): Promise<number | undefined> {
    const all = (await readdir('/proc')).map(Number).filter(Boolean)
    for (const pid of all.toSorted((a, b) => b - a)) {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
      const [command, environment] = await Promise.all([read('cmdline'), read('environ')])
      if (/^\S*node\0/.test(command) && environment.split('\0').includes(`DEADHEAT_DATA=${folder}`))
        return pid
    }
    return undefined
  }
  async function isGone(pid: number): Promise<void> {
    await expect.poll(() => processStartTime(pid)).toBeNull()
  }

  /** npm scripts of another project: npm’s shell stays between npm and the server, or leaves it in the background. */
  async function otherProject(): Promise<string> {
    const folder = await temporaryFolder()
    const server = `node '${join(ROOT, 'scripts/start.mjs')}'`
    const scripts = { between: `${server}; true`, background: `${server} & sleep 1` }
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }))
    return folder
  }

  test.each<[string, string[], boolean]>([
    ['npm', ['npm', 'start'], false],
    ['npm with a shell between', ['npm', 'run', 'between'], true],
    ['a launcher with another Node', byOther('server/main.ts'), false],
  ])('%s is: the server stops, and the next one has every vote', async (_, command, isOther) => {
    const cwd = isOther ? await otherProject() : ROOT
    const first = start(command, { cwd })
    await untilPrinted(first, READY)
    const { votes } = await waitForBoard(address, `${ARENA}?source=people`)
    const voters = new Voters(1, ARENA, () => address)
    await voters.cast(3)
    await voters.stop()
    const server = (await newestProcess())!
    first.kill('SIGSTOP')
    expect(await isReady()).toBe(200)
    first.kill('SIGKILL')
    await isGone(server)
    expect(await postmaster()).toBeNull()
    await expect(isReady()).rejects.toThrow('fetch failed')
    await untilPrinted(start(command, { cwd }), READY)
    const all = votes + voters.ledger.length
    expect((await waitForBoard(address, `${ARENA}?source=people`, all, { most: 180 })).votes).toBe(all)
  })

  test.each<[string, string[]]>([
    ['npm', ['npm', 'run', '-s', 'deadheat', '--', 'worker']],
    ['a launcher with another Node', byOther('scripts/deadheat.ts', 'worker')],
  ])('a worker stops when %s is killed', async (_, command) => {
    const first = start(command)
    await untilPrinted(first, /waiting for jobs/)
    const pid = (await newestProcess())!
    expect(pid).not.toBe(first.pid)
    first.kill('SIGKILL')
    await isGone(pid)
    expect(await postmaster()).toBeNull()
  })

  test('a command stops its database when the launcher is killed', async () => {
    const first = start(byOther('scripts/deadheat.ts', 'audit', 'nobody'))
    while (!existsSync(join(dataDir, 'postgres/postmaster.pid'))) await sleep(5)
    first.kill('SIGKILL')
    await expect.poll(() => existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  test('a server that npm’s script left in the background runs on, without npm, shell and input', async () => {
    const npm = start(['npm', 'run', 'background'], { cwd: await otherProject() })
    await once(npm, 'exit')
    await expect.poll(() => isReady().catch(() => 0)).toBe(200)
    const pid = (await newestProcess())!
    await sleep(2000)
    expect(await isReady()).toBe(200)
    process.kill(pid, 'SIGTERM')
    await isGone(pid)
  })

  test('an installation ends when the launcher is killed', async () => {
    const folder = await temporaryFolder()
    const setup = pathToFileURL(join(ROOT, 'scripts/setup/step.mjs')).href
    const pidFile = join(folder, 'pid')
    const work = JSON.stringify([
      '-c',
      `echo $$ > '${pidFile}.new'; mv '${pidFile}.new' '${pidFile}'; sleep 900`,
    ])
    const launcher = spawn(process.execPath, [
      '-e',
      `import('${setup}').then((it) => it.runQuietly('sh', ${work}, {}))`,
    ])
    await expect.poll(() => existsSync(pidFile)).toBe(true)
    const pid = Number(await readFile(pidFile, 'utf8'))
    expect(await processStartTime(pid)).not.toBeNull()
    launcher.kill('SIGKILL')
    await isGone(pid)
  })
})

describe('the closing line of tests', () => {
  const FAILS = "() => { throw new Error('wrong') }"
  const FAILS_ONCE = `let tries = 0; it('fails once', () => { if (tries++ === 0) throw new Error('wrong') })`

  it.each<[what: string, files: Record<string, string>, says: string]>([
    [
      'what passed, failed and was skipped',
      {
        a: `it('passes', () => {}); it.skip('later', () => {}); it.fails('as said', ${FAILS})`,
        b: `it('fails', ${FAILS}); it('passes', () => {})`,
      },
      '3 passed, 1 failed, 1 skipped',
    ],
    [
      'tests that passed the second time',
      { a: `${FAILS_ONCE}; it('passes', () => {})` },
      '2 passed (1 of them the second time), 0 failed',
    ],
    [
      'an error outside a test as failed',
      {
        import: "import './not-there.ts'",
        hook: `describe('a', () => { beforeAll(${FAILS}); it('never runs', () => {}) })`,
        stray: `it('passes', async () => { setTimeout(${FAILS}); await new Promise((done) => setTimeout(done, 50)) })`,
      },
      '1 passed, 3 failed, 1 skipped',
    ],
  ])('counts %s', async (_, files, says) => {
    const folder = await temporaryFolder()
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const [name, text] of Object.entries(files))
      await writeFile(
        join(folder, `${name}.test.ts`),
        `import { beforeAll, describe, it } from 'vitest'\n${text}\n`,
      )
    const program = [join(import.meta.dirname, 'count-in-folder.ts'), folder]
    const env = { ...process.env, VITEST: undefined }
    // The exit code is that of Vitest, which says that something failed.
    const { stdout } = await run(process.execPath, program, { env }).catch((error) => error)
    expect(stdout).toBe(says)
  })
})
