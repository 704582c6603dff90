import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { YOUNG_MEGABYTES, Thread } from '../../../server/platform/jobs/thread.ts'

it('a thread keeps little room for new objects, and as much as Node allows for the others', async () => {
  const thread = new Thread(new URL('./answer-limits.ts', import.meta.url))
  const limits = await thread.ask<Record<string, number>>(null)
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
