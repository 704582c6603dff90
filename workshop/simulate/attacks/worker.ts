/** A thread that scores the attacks it is sent, one at a time. */
import { parentPort } from 'node:worker_threads'
import { scoreAttack } from './score.ts'
import type { AttackTask } from './score.ts'

parentPort!.on('message', (task: AttackTask) => parentPort!.postMessage(scoreAttack(task)))
