import { expect, test } from 'vitest'
import { lineOf } from '../../../scripts/dev/chaos/world.ts'
import type { World } from '../../../scripts/dev/chaos/world.ts'

/** Tests the short form of worlds of `npm run chaos`. Files run at the same time, so they share the worlds. */
export function testShortForms(worlds: readonly World[]): void {
  test.each(worlds)(
    'no vote is lost or doubled, and every promise holds: $about',
    async ({ name, run, times }) => {
      const outcome = await run({ seed: 1, times: times.short })
      expect(outcome.problems, lineOf(name, outcome)).toEqual([])
      if (outcome.votes === null) return
      expect(outcome.votes).toMatchObject({ lost: 0, doubled: 0 })
      expect(outcome.votes.acknowledged).toBeGreaterThan(0)
    },
  )
}
