import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, readFile, rm, rmdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { baseWithNode } from './base.ts'
import { SETTINGS } from './container.ts'
import type { Container, Image } from './container.ts'
import { readDockerfile } from './read-dockerfile.ts'
import type { Stage, Step } from './read-dockerfile.ts'
import { mustRun, runCommand } from './run-command.ts'

/** A stage under way: its root file system, and what its instructions set. */
interface Built {
  folder: string
  workdir: string
  env: Record<string, string>
  user: string
  command: string[]
}

/**
 * Builds the root file system of the image by the Dockerfile's own steps, without an engine: Debian packages and Node
 * stand for the base image, and RUN runs in a chroot.
 * @param workFolder an empty folder for all root file systems
 * @param note called before each step
 */
export async function buildByChroot(
  root: string,
  workFolder: string,
  note: (step: string) => void,
): Promise<Image> {
  const stages = readDockerfile(await readFile(join(root, 'Dockerfile'), 'utf8'))
  note('the base: Debian packages and Node')
  const base = await baseWithNode(root, workFolder)
  const cache = process.env['npm_config_cache'] ?? join(homedir(), '.npm')
  await mkdir(cache, { recursive: true })
  const built = new Map<string, Built>()
  let last: Built | null = null
  for (const [nth, stage] of stages.entries()) {
    const folder = join(workFolder, `stage-${nth}`)
    const from = built.get(stage.base)
    await copyTree(from?.folder ?? base, folder)
    last = await buildStage({ root, cache }, stage, { ...(from ?? EMPTY), folder }, built, note)
    built.set(stage.name ?? String(nth), last)
  }
  const image = last!
  const kilobytes = await mustRun('du', ['--summarize', '--block-size=1K', image.folder])
  return {
    how: `by the Dockerfile's steps in a chroot`,
    bytes: 1024 * Number.parseInt(kilobytes, 10),
    start: () => start(image),
    remove: () => rm(workFolder, { recursive: true, force: true }),
  }
}

const EMPTY = { workdir: '/', env: {}, user: 'root', command: [] }

/** What a build has from this machine: the checkout, and the folder in which npm keeps what it has downloaded. */
interface Lent {
  root: string
  cache: string
}

async function buildStage(
  lent: Lent,
  { steps, name }: Stage,
  before: Built,
  earlier: Map<string, Built>,
  note: (step: string) => void,
): Promise<Built> {
  const stage: Built = { ...before, env: { ...before.env } }
  for (const { line, step } of steps) {
    note(`line ${line}, ${name ?? 'the image'}: ${step.kind}`)
    await carryOut(lent, step, stage, earlier)
  }
  return stage
}

async function carryOut(
  { root, cache }: Lent,
  step: Step,
  stage: Built,
  earlier: Map<string, Built>,
): Promise<void> {
  const { folder } = stage
  switch (step.kind) {
    case 'workdir':
      stage.workdir = posix.resolve(stage.workdir, step.name)
      await mkdir(join(folder, stage.workdir), { recursive: true })
      return
    case 'env':
      Object.assign(stage.env, step.values)
      return
    case 'user':
      stage.user = step.name
      return
    case 'cmd':
      stage.command = step.command
      return
    case 'run':
      await withNetwork(folder, () =>
        mustRun(...inside(stage, ['/bin/sh', '-c', step.command], 'root', NPM, cache)),
      )
      return
    case 'copy': {
      const from = step.from === null ? root : earlier.get(step.from)!.folder
      for (const source of step.sources) {
        const target = join(folder, targetOf(step, source, stage))
        await mkdir(dirname(target), { recursive: true })
        await (step.from === null ? copy : copyTree)(join(from, source), target)
      }
    }
  }
}

/** Where a source goes: into a target that ends in a slash or is `.`, else to the target itself. */
function targetOf(step: Step & { kind: 'copy' }, source: string, { workdir }: Built): string {
  const target = posix.resolve(workdir, step.target)
  return /(^|\/)\.?\/?$/.test(step.target) ? join(target, posix.basename(source)) : target
}

/** A copy within the work folder has the same files on disk: steps make and remove files, and change none in place. */
const copyTree = (source: string, target: string): Promise<string> =>
  mustRun('cp', ['--archive', '--link', source, target])

/** A copy from the checkout, without what .dockerignore keeps out of folders. */
async function copy(source: string, target: string): Promise<void> {
  const filter = (path: string) => !path.slice(source.length).includes('/node_modules')
  await cp(source, target, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter })
}

const WAY_OUT = /^(https?_proxy|no_proxy|npm_config_registry)$/i
/** What npm has downloaded is not asked for again, and the rest comes the way that it comes here. */
const NPM: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) => (WAY_OUT.test(name) ? [[name, value]] : [])),
  ),
  npm_config_prefer_offline: 'true',
}

/** npm in the chroot reaches the registry as npm does here; nothing of that stays. */
async function withNetwork(folder: string, act: () => Promise<unknown>): Promise<void> {
  const lent: [from: string, to: string][] = [
    ['/etc/resolv.conf', 'etc/resolv.conf'],
    [process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'), 'root/.npmrc'],
    [process.env['NODE_EXTRA_CA_CERTS'] ?? '', 'root/ca.pem'],
  ]
  for (const [from, to] of lent) if (from !== '') await copyFile(from, join(folder, to)).catch(() => {})
  try {
    await act()
  } finally {
    for (const [, to] of lent) await rm(join(folder, to), { force: true })
    await rmdir(join(folder, NPM_CACHE)).catch(() => {})
  }
}

/** Where npm of root keeps what it has downloaded. */
const NPM_CACHE = 'root/.npm'

/**
 * A command in the root file system, with /proc and /dev as a container has them.
 * @param cache a folder of this machine for npm, seen by this command alone
 */
function inside(
  { folder, workdir, env }: Built,
  command: readonly string[],
  user: string,
  more: Record<string, string> = {},
  cache = '',
): [string, string[]] {
  const variables = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: user === 'root' ? '/root' : `/home/${user}`,
    ...(user === 'root' && { NODE_EXTRA_CA_CERTS: '/root/ca.pem' }),
    ...env,
    ...more,
  }
  const mounts = [
    'mount -t proc proc "$0/proc"',
    'mount --rbind /dev "$0/dev"',
    'mount -t tmpfs tmpfs "$0/dev/shm"',
    ...(cache === '' ? [] : [`mkdir -p "$0/${NPM_CACHE}"`, `mount --bind "$3" "$0/${NPM_CACHE}"`]),
    'exec chroot "--userspec=$1:$1" "$0" /usr/bin/env -i "--chdir=$2" "${@:4}"',
  ].join(' && ')
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  return ['unshare', ['--mount', 'bash', '-c', mounts, folder, user, workdir, cache, ...settings, ...command]]
}

async function start(image: Built): Promise<Container> {
  const port = await freePort()
  const settings = { ...SETTINGS, PORT: String(port) }
  const child = spawn(...inside(image, image.command, image.user, settings), {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (text) => (said += text))
  const ended = once(child, 'exit') as Promise<[number | null]>
  return {
    address: `http://127.0.0.1:${port}`,
    exec: (command, input = '') => runCommand(...inside(image, command, image.user, settings), { input }),
    async stop() {
      // unshare, bash and chroot have become the server itself
      child.kill('SIGTERM')
      return (await ended)[0]
    },
    log: () => said,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
