import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
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
  const built = new Map<string, Built>()
  let last: Built | null = null
  for (const [nth, stage] of stages.entries()) {
    const folder = join(workFolder, `stage-${nth}`)
    await mustRun('cp', ['--archive', base, folder])
    last = await buildStage(root, stage, folder, built, note)
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

async function buildStage(
  root: string,
  { steps, name }: Stage,
  folder: string,
  earlier: Map<string, Built>,
  note: (step: string) => void,
): Promise<Built> {
  const stage: Built = { folder, workdir: '/', env: {}, user: 'root', command: [] }
  for (const { line, step } of steps) {
    note(`line ${line}, ${name ?? 'the image'}: ${step.kind}`)
    await carryOut(root, step, stage, earlier)
  }
  return stage
}

async function carryOut(root: string, step: Step, stage: Built, earlier: Map<string, Built>): Promise<void> {
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
      await withNetwork(folder, () => mustRun(...inside(stage, ['/bin/sh', '-c', step.command], 'root')))
      return
    case 'copy': {
      const from = step.from === null ? root : earlier.get(step.from)!.folder
      for (const source of step.sources)
        await copy(join(from, source), join(folder, targetOf(step, source, stage)))
    }
  }
}

/** Where a source goes: into a target that ends in a slash or is `.`, else to the target itself. */
function targetOf(step: Step & { kind: 'copy' }, source: string, { workdir }: Built): string {
  const target = posix.resolve(workdir, step.target)
  return /(^|\/)\.?\/?$/.test(step.target) ? join(target, posix.basename(source)) : target
}

async function copy(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  const filter = (path: string) =>
    !path.slice(source.length).includes('/node_modules') || source.endsWith('node_modules')
  await cp(source, target, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter })
}

/** npm in the chroot reaches the registry as npm does here; nothing of that stays. */
async function withNetwork(folder: string, act: () => Promise<unknown>): Promise<void> {
  const lent: [from: string, to: string][] = [
    ['/etc/resolv.conf', 'etc/resolv.conf'],
    [join(process.env['HOME'] ?? '/root', '.npmrc'), 'root/.npmrc'],
    [process.env['NODE_EXTRA_CA_CERTS'] ?? '', 'root/ca.pem'],
  ]
  for (const [from, to] of lent) if (from !== '') await copyFile(from, join(folder, to)).catch(() => {})
  try {
    await act()
  } finally {
    for (const [, to] of lent) await rm(join(folder, to), { force: true })
  }
}

/** A command in the root file system, with /proc and /dev as a container has them. */
function inside(
  { folder, workdir, env }: Built,
  command: readonly string[],
  user: string,
  more: Record<string, string> = {},
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
    'exec chroot "--userspec=$1:$1" "$0" /usr/bin/env -i "--chdir=$2" "${@:3}"',
  ].join(' && ')
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  return ['unshare', ['--mount', 'bash', '-c', mounts, folder, user, workdir, ...settings, ...command]]
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
