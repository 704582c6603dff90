import { expect, test } from 'vitest'
import { Mutex } from '../../../server/platform/mutex.ts'

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
