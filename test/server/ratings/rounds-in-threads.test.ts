import { describe, expect, it } from 'vitest'
import {
  newProgress,
  onSharedMemory,
  takeChunks,
  waitForOthers,
  type SharedRounds,
  roundsInThreads,
} from '../../../server/ratings/boards/rounds-in-threads.ts'
import { alone, type RoundsTask } from '../../../shared/stats/intervals/bootstrap.ts'
import { board, options, randomBoard, resampled } from '../../shared/stats/boards.ts'
import { drawWorld, ratePowered } from '../../shared/stats/worlds.ts'

const votes = randomBoard(3, 12, 900, 40)
const quiet = () => undefined

/** The task that rating `votes` comes to. */
function taskOf(changes: Parameters<typeof options>[0]): RoundsTask {
  let task: RoundsTask | null = null
  resampled(votes, options({ rounds: 100, run: (own, hear) => alone((task = own), hear), ...changes }))
  return task!
}

describe('rounds in threads', () => {
  it.each(['vote', 'unit'] as const)('are the same on one, two and three threads, by %s', (by) => {
    const task = taskOf({ by })
    const values = alone(task, quiet)
    for (const threads of [2, 3]) expect(roundsInThreads(threads, 0)(task, quiet)).toEqual(values)
  })

  it('make the same board, also with an unbeaten contestant', () => {
    const unbeaten = board(3, [
      [0, 1, 0, 40],
      [1, 2, 0, 30],
      [2, 1, 0, 25],
    ])
    const rateOptions = options({ rounds: 60 })
    expect(resampled(unbeaten, { ...rateOptions, run: roundsInThreads(2, 0) })).toEqual(
      resampled(unbeaten, rateOptions),
    )
  })

  it('make the same board if it is powered by judges', () => {
    const sets = drawWorld(
      {
        contestants: 4,
        prompts: 60,
        labelled: 20,
        votesOfPeople: 6,
        strengths: [0.3, 0, 0, -0.3],
        scatter: 0.8,
        verdict: (own, coin) => (coin < 0.7 ? own : 0),
      },
      5,
    )
    const powered = ratePowered(sets, { rounds: 100 })
    expect(powered.weight).toBeGreaterThan(0.1)
    expect(ratePowered(sets, { rounds: 100, run: roundsInThreads(2, 0) })).toEqual(powered)
  })

  it('report progress until the end', () => {
    const shares: number[] = []
    roundsInThreads(2, 0)(taskOf({}), (share) => shares.push(share))
    expect(shares.at(-1)).toBe(1)
    expect(shares.every((share) => share > 0 && share <= 1)).toBe(true)
  })

  it('are computed here if the thread that began them does not answer', () => {
    const task = taskOf({})
    const shared: SharedRounds = {
      task: onSharedMemory(task),
      values: new Float64Array(100 * 12),
      progress: newProgress(100),
    }
    Atomics.add(shared.progress, 0, 3) // three chunks begun, and never finished
    takeChunks(shared, quiet)
    expect(shared.values).not.toEqual(alone(task, quiet))
    waitForOthers(shared, quiet, 1)
    expect(shared.values).toEqual(alone(task, quiet))
  })
})
