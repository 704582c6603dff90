import { setTimeout as sleep } from 'node:timers/promises'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, vi, test } from 'vitest'
import { LimitedThread, Thread, YOUNG_MEGABYTES } from '../../../../server/platform/jobs/thread.ts'
import { Mutex } from '../../../../server/platform/mutex.ts'

const FILE = new URL('./answer-about-thread.ts', import.meta.url)
type About = { threadId: number; resourceLimits: Record<string, number> }
const idOf = async (thread: Thread, milliseconds = 0) => (await thread.ask<About>(milliseconds)).threadId

it('stays for the next task', async () => {
  const thread = new Thread(FILE)
  const first = await idOf(thread)
  await sleep(100)
  expect(await idOf(thread)).toBe(first)
  await thread.kill()
})

it('ends once it had no task for a while, and the next task starts another', async () => {
  const thread = new Thread(FILE, { idleMs: 20 })
  const first = await idOf(thread)
  await vi.waitFor(
    async () => {
      await sleep(100)
      expect(await idOf(thread)).not.toBe(first)
    },
    { timeout: 60_000 },
  )
  await thread.kill()
})

it('does not end while a task is under way, however short it may rest', async () => {
  const thread = new Thread(FILE, { idleMs: 20 })
  const [short, long] = await Promise.all([idOf(thread), idOf(thread, 300)])
  expect(long).toBe(short)
  const following = idOf(thread, 200)
  expect(await Promise.all([following, idOf(thread, 300)])).toEqual([short, short])
  await thread.kill()
})

it('fails its task with the reason for which it is ended, and the next task starts another', async () => {
  const thread = new Thread(FILE)
  const first = await idOf(thread)
  const fault = idOf(thread, 10_000).catch((error: Error) => error.message)
  await thread.kill(new Error('too slow'))
  expect(await fault).toBe('too slow')
  expect(await idOf(thread)).not.toBe(first)
  await thread.kill()
})

it('with limits ends a task that takes twenty times as long as its reading may, and does the next', async () => {
  const thread = new LimitedThread(FILE)
  const limits = { seconds: 2, megabytes: 512 }
  await thread.ask<About>(0, limits)
  await expect(thread.ask(-1, { ...limits, seconds: 0.05 })).rejects.toThrow(/512 MB of memory/)
  await thread.ask<About>(0, limits)
})

it('keeps little room for new objects, and as much as Node allows for the others', async () => {
  const thread = new Thread(FILE)
  const { resourceLimits: limits } = await thread.ask<About>(0)
  expect(limits['maxYoungGenerationSizeMb']).toBe(YOUNG_MEGABYTES)
  expect(limits['maxOldGenerationSizeMb']).toBeGreaterThan(1000)
  await thread.kill()
})

it('the heap of a server stays near what it holds, however much garbage it makes', async () => {
  const largest = async (...how: string[]): Promise<number> => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, 'churn.ts'),
      ...how,
    ])
    return (JSON.parse(stdout) as { largest: number }).largest
  }
  expect(await largest('steady')).toBeLessThan(await largest())
})

test('a task begins when the one before it has ended, even if that one failed', async () => {
  const mutex = new Mutex()
  const events: string[] = []
  const task = (name: string, gate: Promise<void>) => async () => {
    events.push(`${name} begins`)
    await gate
    events.push(`${name} ends`)
    return name
  }
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const a = mutex.run(task('a', first.promise))
  const b = mutex.run(task('b', second.promise))
  const c = mutex.run(() => 'c')
  await new Promise(setImmediate)
  expect(events).toEqual(['a begins'])
  first.resolve()
  expect(await a).toBe('a')
  second.reject(new Error('b fails'))
  await expect(b).rejects.toThrow('b fails')
  expect(await c).toBe('c')
  expect(events).toEqual(['a begins', 'a ends', 'b begins'])
})

test('a task that throws at once rejects, and the next one runs', async () => {
  const mutex = new Mutex()
  const failing = mutex.run(() => {
    throw new Error('at once')
  })
  await expect(failing).rejects.toThrow('at once')
  expect(await mutex.run(() => 2)).toBe(2)
})
