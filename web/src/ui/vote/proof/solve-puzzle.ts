/** The worker that solves one puzzle. It reports how many keys it has tried, then the solution. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Proof, Puzzle } from '../../../../../shared/contracts/battle.ts'

export type Report = { tries: number } | { solution: Proof['solution'] } | { failure: string }

const EVERY = 10

const report = (report: Report) => postMessage(report)

onmessage = ({ data: puzzle }: MessageEvent<Puzzle>) => {
  let tries = 0
  const counted: typeof deriveKey = (...key) => {
    if (++tries % EVERY === 0) report({ tries })
    return deriveKey(...key)
  }
  // a tab in the background may take long, so nothing but the end of the battle ends the search
  solveChallenge({ challenge: puzzle, deriveKey: counted, timeout: 0 }).then(
    (solution) => {
      const { counter, derivedKey } = solution!
      report({ solution: { counter, derivedKey } })
    },
    (error: unknown) => report({ failure: String(error) }),
  )
}
