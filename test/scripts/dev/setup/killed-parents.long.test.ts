/** What runs below npm and the launcher ends in order when one of them is killed, and the next start works. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Voters } from '../../../../scripts/dev/chaos/voters.ts'
import { freePort } from '../../../../scripts/dev/cluster/free-port.ts'
import { runningPostmaster } from '../../../../server/platform/postgres/embedded/postmaster.ts'
import { startOf } from '../../../../server/platform/running-process.mjs'
import { notedServer } from '../../../../server/platform/http/known-names.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const ARENA = 'support-replies'

/** The launcher as it works on a Node that cannot run TypeScript. */
const byOther = (file: string, ...args: string[]): string[] => {
  const launcher = pathToFileURL(join(ROOT, 'scripts/dev/setup/run-typescript.mjs')).href
  const all = [process.execPath, join(ROOT, file), args]
  return [
    process.execPath,
    '-e',
    `import('${launcher}').then((it) => it.runByOther(...${JSON.stringify(all)}))`,
  ]
}

interface Place {
  dataDir: string
  port: number
}

const newPlace = async (): Promise<Place> => ({ dataDir: await temporaryFolder(), port: await freePort() })

/** Starts a command as the child of this process. Whatever of it is left ends with the test. */
function start({ dataDir, port }: Place, [program, ...args]: string[], cwd = ROOT): ChildProcess {
  const { npm_lifecycle_event: _, ...inherited } = process.env
  const env = { ...inherited, DATABASE_URL: '', DEADHEAT_DATA: dataDir, PORT: `${port}`, INIT_CWD: ROOT }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    const server = await notedServer(dataDir)
    if (server) process.kill(server.pid, 'SIGKILL')
    await runningPostmaster(join(dataDir, 'postgres')).then((it) => it && process.kill(it.pid, 'SIGKILL'))
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
const isReady = ({ port }: Place) => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status)
const postmaster = async ({ dataDir }: Place) => runningPostmaster(join(dataDir, 'postgres'))

async function votesOn({ port }: Place): Promise<number> {
  const board = await fetch(`http://127.0.0.1:${port}/api/arenas/${ARENA}/leaderboard?source=humans`)
  return ((await board.json()) as { votes: number }).votes
}

/** npm scripts of another project: npm’s shell stays between npm and the server, or leaves it in the background. */
async function otherProject(): Promise<string> {
  const folder = await temporaryFolder()
  const server = `node '${join(ROOT, 'scripts/start.mjs')}'`
  const scripts = { between: `${server}; true`, background: `${server} & sleep 1` }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }))
  return folder
}

describe('a killed parent of the server', () => {
  test.each<[string, string[], boolean]>([
    ['npm', ['npm', 'start'], false],
    ['npm with a shell between', ['npm', 'run', 'between'], true],
    ['a launcher with another Node', byOther('server/main.ts'), false],
  ])('%s: the server stops, and the next one has every vote', async (_, command, isOther) => {
    const place = await newPlace()
    const cwd = isOther ? await otherProject() : ROOT
    const first = start(place, command, cwd)
    await untilPrinted(first, READY)
    const before = await votesOn(place)
    const voters = new Voters(1, ARENA, () => `http://127.0.0.1:${place.port}`)
    await voters.cast(3)
    await voters.stop()
    const server = (await notedServer(place.dataDir))!
    first.kill('SIGSTOP')
    expect(await isReady(place)).toBe(200)
    first.kill('SIGKILL')
    await expect.poll(() => startOf(server.pid)).toBeNull()
    expect(await postmaster(place)).toBeNull()
    await expect(isReady(place)).rejects.toThrow('fetch failed')
    await untilPrinted(start(place, command, cwd), READY)
    await expect.poll(() => votesOn(place)).toBe(before + voters.ledger.length)
  })
})

test('a second server on the same port says whose it is, and how to stop it', async () => {
  const place = await newPlace()
  await untilPrinted(start(place, byOther('server/main.ts')), READY)
  const { pid, address } = (await notedServer(place.dataDir))!
  const second = start(place, byOther('server/main.ts'))
  const [said, [code]] = await Promise.all([text(second.stderr!), once(second, 'exit')])
  expect([code, said]).toEqual([
    3,
    `deadheat: Port ${place.port} on 127.0.0.1 is in use by the server of this data folder. It runs at ${address}, as process ${pid}. To restart it, first run: kill ${pid}. For a second server beside it: PORT=${place.port + 1} npm start.\n`,
  ])
  const elsewhere = start({ ...place, dataDir: await temporaryFolder() }, byOther('server/main.ts'))
  expect(await text(elsewhere.stderr!)).toContain(`Port ${place.port} on 127.0.0.1 is in use. Stop the other`)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => startOf(pid)).toBeNull()
  await untilPrinted(start(place, byOther('server/main.ts')), READY)
})

test.each<[string, string[]]>([
  ['npm', ['npm', 'run', '-s', 'deadheat', '--', 'worker']],
  ['a launcher with another Node', byOther('scripts/deadheat.ts', 'worker')],
])('a worker stops when %s is killed', async (_, command) => {
  const place = await newPlace()
  const first = start(place, command)
  await untilPrinted(first, /waiting for jobs/)
  const [name] = await readdir(join(place.dataDir, 'workers'))
  const pid = Number(name.split('-').at(-1))
  expect(pid).not.toBe(first.pid)
  first.kill('SIGKILL')
  await expect.poll(() => startOf(pid)).toBeNull()
  expect(await readdir(join(place.dataDir, 'workers'))).toEqual([])
  expect(await postmaster(place)).toBeNull()
})

test('a command stops its database when the launcher is killed', async () => {
  const place = await newPlace()
  const first = start(place, byOther('scripts/deadheat.ts', 'audit', 'nobody'))
  while (!existsSync(join(place.dataDir, 'postgres/postmaster.pid'))) await sleep(5)
  first.kill('SIGKILL')
  await expect.poll(() => existsSync(join(place.dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('a server that npm’s script left in the background runs on, without npm, shell and input', async () => {
  const place = await newPlace()
  const npm = start(place, ['npm', 'run', 'background'], await otherProject())
  await once(npm, 'exit')
  await expect.poll(() => isReady(place).catch(() => 0)).toBe(200)
  const { pid } = (await notedServer(place.dataDir))!
  await sleep(2000)
  expect(await isReady(place)).toBe(200)
  process.kill(pid, 'SIGTERM')
  await expect.poll(() => startOf(pid)).toBeNull()
})

test('an installation ends when the launcher is killed', async () => {
  const folder = await temporaryFolder()
  const setup = pathToFileURL(join(ROOT, 'scripts/dev/setup/command.mjs')).href
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
  expect(await startOf(pid)).not.toBeNull()
  launcher.kill('SIGKILL')
  await expect.poll(() => startOf(pid)).toBeNull()
})
