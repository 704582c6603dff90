/** The image, built by docker or podman and tried as a person would. Skipped where neither runs. */
import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const NAME = `deadheat-tried-${process.pid}`
const REPLIES = 'prompt,Short,Long\nHi?,Yes.,Yes and more.\nBye?,No.,Not at all.\n'
const engine = ['docker', 'podman'].find(runs)

function runs(program: string): boolean {
  try {
    execFileSync(program, ['info'], { stdio: 'ignore' })
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
  const isHealthy = () =>
    fetch(`${address}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isHealthy).toBe(true)
  return address
}

/** Sends TERM. @returns the exit code */
async function stop(): Promise<string> {
  await call(['stop', '--time', '30', NAME])
  const code = await call(['inspect', '--format', '{{.State.ExitCode}}', NAME])
  await call(['rm', NAME])
  return code
}

async function vote(address: string): Promise<void> {
  const post = async (path: string, body: unknown, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status).toBeLessThan(300)
    return response
  }
  const issued = await post('/api/arenas/tried/battles', {})
  const { battle, ticket } = (await issued.json()) as { battle: { id: string }; ticket: string }
  const cookie = issued.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  await post(`/api/battles/${battle.id}/vote`, { ticket, outcome: 'left' }, cookie)
  await post(`/api/battles/${battle.id}/reveal`, { ticket }, cookie)
}

async function votesOn(address: string): Promise<unknown> {
  const response = await fetch(`${address}/api/arenas/tried/leaderboard?source=humans`)
  return response.ok ? ((await response.json()) as { votes: number }).votes : null
}

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
    expect(await call(['exec', NAME, 'node', 'scripts/health.mjs', 'server'])).toBe('')
    await vote(address)
    await expect.poll(() => votesOn(address)).toBe(1)
    expect(await stop()).toBe('0')
    address = await start()
    await expect.poll(() => votesOn(address)).toBe(1)
    expect(await stop()).toBe('0')
  },
)
