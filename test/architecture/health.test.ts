/** scripts/health.mjs, the health check of server and worker in Docker. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openHeartbeat } from '../../server/worker.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { root } from './planted-tree.ts'
import { freePort } from '../support/free-port.ts'
import { listeningForTest } from '../support/listening.ts'

async function ask(
  what: string,
  env: Record<string, string> = {},
): Promise<{ code: number; stderr: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'health.mjs'), what], { env })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = await once(child, 'close')
  return { code, stderr }
}

async function serving(status: number) {
  const requestedUrls: (string | undefined)[] = []
  const { port } = await listeningForTest((request, response) => {
    requestedUrls.push(request.url)
    response.writeHead(status).end()
  })
  return { requestedUrls, port: String(port) }
}

describe('node scripts/health.mjs server', () => {
  test.each([
    [200, 0, ''],
    [503, 1, 'answers 503'],
  ])('/readyz answers %i: exit %i', async (status, code, message) => {
    const server = await serving(status)
    const answer = await ask('server', { PORT: server.port })
    expect(answer).toEqual({ code, stderr: message && `http://127.0.0.1:${server.port}/readyz ${message}\n` })
    expect(server.requestedUrls).toEqual(['/readyz'])
  })

  test('nothing listens: exit 1', async () => {
    const port = String(await freePort())
    const stderr = `http://127.0.0.1:${port}/readyz does not answer: ECONNREFUSED\n`
    expect(await ask('server', { PORT: port })).toEqual({ code: 1, stderr })
  })
})

describe('node scripts/health.mjs worker', () => {
  const well = (folder: string) => ask('worker', { DEADHEAT_DATA: folder })

  test('exit 0 only while every worker of this machine touches its file', async () => {
    const folder = await temporaryFolder()
    const none = `${join(folder, 'workers')} has no file of a worker of this machine: none has started\n`
    expect(await well(folder)).toEqual({ code: 1, stderr: none })
    const heartbeat = await openHeartbeat(folder)
    const [name] = readdirSync(join(folder, 'workers'))
    expect(name).toBe(`${hostname()}-${process.pid}`)
    expect(await well(folder)).toEqual({ code: 0, stderr: '' })
    const alive = join(folder, 'workers', name)
    const twoMinutesAgo = Date.now() / 1000 - 120
    utimesSync(alive, twoMinutesAgo, twoMinutesAgo)
    const silent = expect.stringContaining(`${alive} was last touched`)
    expect(await well(folder)).toMatchObject({ code: 1, stderr: silent })
    await heartbeat.beat()
    expect((await well(folder)).code).toBe(0)
    const dead = join(folder, 'workers', `${hostname()}-${process.pid + 1e7}`)
    writeFileSync(dead, '')
    utimesSync(dead, twoMinutesAgo, twoMinutesAgo)
    expect((await well(folder)).code).toBe(1)
    await heartbeat.end()
    const next = await openHeartbeat(folder)
    expect(await well(folder)).toEqual({ code: 0, stderr: '' })
    await next.end()
    expect(readdirSync(join(folder, 'workers'))).toEqual([])
  })

  test('a worker does not write through a link', async () => {
    const folder = await temporaryFolder()
    const target = join(folder, 'precious')
    writeFileSync(target, 'do not touch')
    mkdirSync(join(folder, 'workers'))
    symlinkSync(target, join(folder, 'workers', `${hostname()}-${process.pid}`))
    const heartbeat = await openHeartbeat(folder)
    await heartbeat.beat()
    await heartbeat.end()
    expect(readFileSync(target, 'utf8')).toBe('do not touch')
    const elsewhere = await temporaryFolder()
    symlinkSync(folder, join(elsewhere, 'workers'))
    await expect(openHeartbeat(elsewhere)).rejects.toThrow('is a link')
  })
})

test('node scripts/health.mjs: exit 1 for anything else', async () => {
  expect(await ask('postgres')).toEqual({
    code: 1,
    stderr: 'say which: node scripts/health.mjs server|worker\n',
  })
})
