import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { Thread } from '../../../server/platform/jobs/thread.ts'

const FILE = new URL('./answer-thread-id.ts', import.meta.url)
const idOf = (thread: Thread, milliseconds = 0) => thread.ask<number>(milliseconds)

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
  await vi.waitFor(async () => {
    await sleep(100)
    expect(await idOf(thread)).not.toBe(first)
  })
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
