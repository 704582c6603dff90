/**
 * The image, tried as a person would: built by docker or podman, where one runs, and made by the steps of the Dockerfile in
 * empty folders, where this user may become another one.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir } from 'node:fs/promises'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { inaccessibleFolder } from '../../server/platform/postgres/embedded/cluster-folders.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { waitForBoard, drawBattle, voteOn } from '../../workshop/visits.ts'

const ROOT = join(import.meta.dirname, '../..')
const NAME = `deadheat-tried-${process.pid}`
const REPLIES = 'prompt,Short,Long\nHi?,Yes.,Yes and more.\nBye?,No.,Not at all.\n'
const engine = ['docker', 'podman'].find((program) => runs(program, 'info'))

function runs(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function call(args: string[], input = ''): Promise<string> {
  const running = promisify(execFile)(engine!, args, { maxBuffer: 2 ** 27 })
  running.child.stdin!.end(input)
  return (await running).stdout.trim()
}

/** Starts a container on the volume. @returns the address of its server, which answers */
async function start(): Promise<string> {
  const settings = [
    '--env',
    'DEADHEAT_PUBLISH_EVERY=0',
    '--env',
    'DEADHEAT_ADMIN_TOKEN=token-of-the-tried-image',
  ]
  const place = ['--publish', '127.0.0.1::4747', '--volume', `${NAME}:/data`]
  await call(['run', '--detach', '--name', NAME, ...place, ...settings, NAME])
  const address = `http://${(await call(['port', NAME, '4747/tcp'])).split('\n')[0]}`
  await expect.poll(() => isHealthy(address)).toBe(true)
  return address
}

const isHealthy = (address: string): Promise<boolean> =>
  fetch(`${address}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Sends TERM. @returns the exit code */
async function stop(): Promise<string> {
  await call(['stop', '--time', '30', NAME])
  const code = await call(['inspect', '--format', '{{.State.ExitCode}}', NAME])
  await call(['rm', NAME])
  return code
}

const vote = async (address: string) => voteOn(await drawBattle(address, 'tried'))
const votesOn = async (address: string) =>
  (await waitForBoard(address, 'tried?source=people', 1, { most: 180 })).votes

beforeAll(async () => {
  if (!engine) return
  await call(['build', '--tag', NAME, ROOT])
  await call(['volume', 'create', NAME])
})

afterAll(async () => {
  if (!engine) return
  await call(['rm', '--force', NAME])
  await call(['volume', 'rm', '--force', NAME])
  await call(['image', 'rm', '--force', NAME])
})

test.skipIf(!engine)(
  'the image runs as a plain user, imports, counts a vote, and has it after a second start',
  async () => {
    let address = await start()
    expect(await call(['exec', NAME, 'id', '-u'])).toBe('1000')
    expect(
      await call(['exec', '--interactive', NAME, 'deadheat', 'import', 'tried', '-', '--yes'], REPLIES),
    ).toContain('2 contestants')
    await vote(address)
    expect(await votesOn(address)).toBe(1)
    expect(await stop()).toBe('0')
    address = await start()
    expect(await votesOn(address)).toBe(1)
    expect(await stop()).toBe('0')
  },
)

// The same without an engine: each stage is a folder, and the steps that build and install run in it.

/** The user `node` of the image. */
const PLAIN = { uid: 1000, gid: 1000 }
const isUser = () => runs('getent', 'passwd', String(PLAIN.uid))
const canBecomePlain =
  process.getuid?.() === 0 &&
  isUser() &&
  (await inaccessibleFolder(PLAIN, dirname(process.execPath))) === null

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Copies what .dockerignore lets through. */
async function copyContext(target: string): Promise<void> {
  const rules = read('.dockerignore').split('\n')
  const kept = rules.flatMap((rule) => (rule.startsWith('!') ? rule.slice(1) : []))
  const dropped = rules.slice(rules.lastIndexOf(`!${kept.at(-1)}`) + 1).filter((rule) => rule !== '')
  const isKept = (path: string) =>
    !dropped.some((rule) => matchesGlob(basename(path), rule.replace('**/', '')))
  for (const path of kept) await cp(join(ROOT, path), join(target, path), { recursive: true, filter: isKept })
}

/** A step that installs takes half a minute; no registry may hold it up for long. */
const STEP_MS = 240_000

interface Step {
  word: string
  rest: string
}

const stepsOf = (dockerfile: string): Step[] =>
  [...dockerfile.replace(/\\\n/g, ' ').matchAll(/^([A-Z]+) (.+)$/gm)].map(([, word, rest]) => ({
    word: word!,
    rest: rest!.trim(),
  }))

/** Runs the steps of a stage as far as they fill `/deadheat`. @returns the environment that the image sets */
async function runStages(context: string, parent: string) {
  const folders = new Map<string, string>()
  let folder = ''
  let env: Record<string, string> = {}
  let command: string[] = []
  for (const { word, rest } of stepsOf(read('Dockerfile'))) {
    if (word === 'FROM') {
      const [base, , name = 'last'] = rest.split(/\s+/)
      folder = join(parent, name)
      folders.set(name, folder)
      env = {}
      if (folders.has(base!)) await copyAll(folders.get(base!)!, folder)
      else await mkdir(folder)
    } else if (word === 'COPY') {
      const [, from, paths] = /^(?:--from=(\w+) )?(.+)$/.exec(rest)!
      const source = from ? folders.get(from)! : context
      const named = paths!.split(' ')
      const target = named.pop()!
      for (const path of named.map((one) => one.replace('/deadheat/', ''))) {
        const isInto = target.endsWith('/')
        await copyAll(
          join(source, path),
          join(folder, target, isInto || named.length > 1 ? basename(path) : ''),
        )
      }
    } else if (word === 'RUN' && rest.startsWith('npm ')) {
      const options = {
        cwd: folder,
        env: { ...process.env, npm_config_prefer_offline: 'true' },
        timeout: STEP_MS,
        shell: '/bin/sh',
      }
      await promisify(execFile)(rest, options)
    } else if (word === 'ENV') Object.assign(env, Object.fromEntries([rest.split('=')]))
    else if (word === 'CMD') command = JSON.parse(rest)
  }
  return { folder, env, command }
}

const copyAll = (from: string, to: string) =>
  cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })

test.skipIf(!canBecomePlain)(
  'the steps of the Dockerfile make in empty folders what runs as a plain user, and has its vote after a second start',
  async () => {
    const parent = await temporaryFolder()
    const [context, home, data] = ['context', 'home', 'data'].map((name) => join(parent, name))
    for (const path of [context!, home!, data!]) await mkdir(path)
    for (const path of [home!, data!]) {
      await chown(path, PLAIN.uid, PLAIN.gid)
      await chmod(path, 0o700)
    }
    await copyContext(context!)
    const image = await runStages(context!, parent)
    const port = await freePort()
    const env = {
      PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
      ...image.env,
      HOME: home!,
      PORT: String(port),
      DEADHEAT_DATA: data!,
      DEADHEAT_PUBLISH_EVERY: '0',
      DEADHEAT_ADMIN_TOKEN: 'token-of-the-tried-image',
    }
    const run = (args: string[]) =>
      spawn(process.execPath, args, { ...PLAIN, cwd: image.folder, env, stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = async (child: ReturnType<typeof run>) =>
      child.exitCode ?? ((await once(child, 'exit'))[0] as number)
    const begin = async () => {
      const server = run(image.command.slice(1))
      onTestFinished(() => void server.kill('SIGKILL'))
      server.stdout!.resume()
      const address = `http://127.0.0.1:${port}`
      await expect.poll(() => isHealthy(address)).toBe(true)
      return { server, address }
    }

    let { server, address } = await begin()
    const importing = run(['scripts/deadheat.mjs', 'import', 'tried', '-', '--yes'])
    importing.stdin!.end(REPLIES)
    expect(await ended(importing)).toBe(0)
    expect((await fetch(`${address}/a/tried`)).status).toBe(200)
    await vote(address)
    expect(await votesOn(address)).toBe(1)
    server.kill('SIGTERM')
    expect(await ended(server)).toBe(0)
    ;({ server, address } = await begin())
    expect(await votesOn(address)).toBe(1)
    server.kill('SIGTERM')
    expect(await ended(server)).toBe(0)
  },
  600_000,
)
