import { expect, test } from 'vitest'
import { outcomeLine, SETTINGS, type ChaosWorld } from '../../../workshop/chaos/world.ts'

/** Tests the short form of worlds of `npm run chaos`. Files run at the same time, so they share the worlds. */
export function testShortForms(worlds: readonly ChaosWorld[]): void {
  const cases = worlds.flatMap((world) =>
    (['local', 'public'] as const).map((where) => ({ ...world, where })),
  )
  test.each(cases)(
    'no vote is lost or doubled, and every promise holds: $about, $where',
    async ({ name, run, times, where }) => {
      const outcome = await run({ seed: 1, times: times.short, settings: SETTINGS[where] })
      expect(outcome.problems, outcomeLine(name, outcome)).toEqual([])
      if (outcome.votes === null) return
      expect(outcome.votes).toMatchObject({ lost: 0, doubled: 0 })
      expect(outcome.votes.acknowledged).toBeGreaterThan(0)
    },
  )
}
