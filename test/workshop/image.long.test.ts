/** The image, built by docker or podman, where one runs, and tried as a person would. */
import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
