/** Solves the puzzle of the shown pair while its voter reads. Loaded only in arenas that ask for proof of work. */
import type { Proof, Puzzle } from '../../../../../shared/contracts/battle.ts'
import { MAX_TRIES } from '../../../../../shared/contracts/limits.ts'
import { Failure } from '../../../api/failure.ts'
import { words } from '../../../words/words.ts'
import type { Report } from './solve-puzzle.ts'

type Cause = keyof typeof words.proof.cannot

/** Why this browser cannot solve a puzzle. */
class ProofFailure extends Failure {
  readonly #cause: Cause

  constructor(cause: Cause) {
    super('unexpected', cause)
    this.#cause = cause
  }

  override get localText() {
    return { text: words.proof.cannot[this.#cause], lang: undefined }
  }
}

class Solver {
  /** How much of the longest possible search is done, 0 to 1. */
  share = $state(0)
  failure = $state.raw<ProofFailure | null>(null)
  #signature = ''
  #proof: Promise<Proof> | null = null
  #worker: Worker | null = null

  /**
   * The proof for this puzzle. A second call for the same puzzle waits for the same search, and a call for another
   * puzzle ends the earlier search, whose promise then never settles.
   * @throws {Failure} if this browser cannot solve it; the next call tries again
   */
  proofFor(puzzle: Puzzle): Promise<Proof> {
    if (this.#proof && this.#signature === puzzle.signature && !this.failure) return this.#proof
    this.#worker?.terminate()
    this.#signature = puzzle.signature
    this.share = 0
    this.failure = null
    return (this.#proof = new Promise((resolve, reject) => {
      const fail = (cause: Cause) => {
        this.#worker?.terminate()
        this.failure = new ProofFailure(cause)
        reject(this.failure)
      }
      if (!isSecureContext) return fail('insecure')
      if (typeof Worker === 'undefined') return fail('unsupported')
      this.#worker = new Worker(new URL('./solve-puzzle.ts', import.meta.url), { type: 'module' })
      this.#worker.onerror = () => fail('stopped')
      this.#worker.onmessage = ({ data: report }: MessageEvent<Report>) => {
        if ('tries' in report) this.share = report.tries / MAX_TRIES
        else if ('failure' in report) fail('stopped')
        else {
          this.#worker?.terminate()
          this.share = 1
          resolve({ puzzle, solution: report.solution })
        }
      }
      this.#worker.postMessage(puzzle)
    }))
  }
}

export const solver = new Solver()
