/** The worker that solves one puzzle. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Proof, Puzzle } from '../../../../../shared/contracts/battle.ts'

/** Its solution; null: it cannot be solved. */
export type Report = Proof['solution'] | null

const report = (report: Report) => postMessage(report)

onmessage = ({ data: puzzle }: MessageEvent<Puzzle>) => {
  // a tab in the background may take long, so nothing but the end of the battle ends the search
  solveChallenge({ challenge: puzzle, deriveKey, timeout: 0 }).then(
    (solution) => report(solution && { counter: solution.counter, derivedKey: solution.derivedKey }),
    () => report(null),
  )
}
