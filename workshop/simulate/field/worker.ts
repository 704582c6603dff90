/** A thread that scores the worlds it receives, one at a time. */
import { parentPort } from 'node:worker_threads'
import { scoreWorld } from './board-score.ts'
import type { FieldTask } from './board-score.ts'
import { ALL_WORLDS } from './all-worlds.ts'

parentPort!.on('message', ({ world, by, ...setting }: FieldTask) => {
  const own = ALL_WORLDS.find(({ name }) => name === world)!
  parentPort!.postMessage(scoreWorld(own, by, setting))
})
