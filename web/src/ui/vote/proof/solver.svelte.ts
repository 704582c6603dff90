/** Solves the puzzle of the shown pair while its voter reads. Loaded only in arenas that ask for proof of work. */
import type { Proof, Puzzle } from '../../../../../shared/contracts/battle.ts'
import { Failure } from '../../../api/failure.ts'
import { words } from '../../../words/words.ts'
import type { Report } from './solve-puzzle.ts'

/** This browser cannot solve a puzzle. */
class ProofFailure extends Failure {
  constructor() {
    super('unexpected', 'unsolved')
  }

  override get localText() {
    return { text: isSecureContext ? words.proof.unsolved : words.proof.insecure, lang: undefined }
  }
}

class Solver {
  isSolving = $state(false)
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
    this.isSolving = true
    this.failure = null
    return (this.#proof = new Promise((resolve, reject) => {
      const fail = () => {
        this.#worker?.terminate()
        this.isSolving = false
        this.failure = new ProofFailure()
        reject(this.failure)
      }
      if (!isSecureContext || typeof Worker === 'undefined') return fail()
      this.#worker = new Worker(new URL('./solve-puzzle.ts', import.meta.url), { type: 'module' })
      this.#worker.onerror = fail
      this.#worker.onmessage = ({ data: solution }: MessageEvent<Report>) => {
        if (!solution) return fail()
        this.#worker?.terminate()
        this.isSolving = false
        resolve({ puzzle, solution })
      }
      this.#worker.postMessage(puzzle)
    }))
  }
}

export const solver = new Solver()
