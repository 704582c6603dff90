/** The short form of `npm run chaos`. */
import { expect, test } from 'vitest'
import { lineOf } from '../../scripts/dev/chaos/world.ts'
import { WORLDS } from '../../scripts/dev/chaos/worlds/index.ts'

test.each(WORLDS)(
  'no vote is lost or doubled, and every promise holds: $about',
  async ({ name, run, times }) => {
    const outcome = await run({ seed: 1, times: times.short })
    expect(outcome.problems, lineOf(name, outcome)).toEqual([])
    if (outcome.votes === null) return
    expect(outcome.votes).toMatchObject({ lost: 0, doubled: 0 })
    expect(outcome.votes.acknowledged).toBeGreaterThan(0)
  },
)
