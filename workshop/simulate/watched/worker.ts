/** A thread that follows the lives it receives, one kind at a time. */
import { parentPort } from 'node:worker_threads'
import { LIVES } from './lives.ts'
import { scoreLives } from './score.ts'
import type { WatchedTask } from './score.ts'

parentPort!.on('message', ({ life, ...setting }: WatchedTask) => {
  parentPort!.postMessage(
    scoreLives(
      LIVES.find(({ name }) => name === life)!,
      setting,
    ),
  )
})
