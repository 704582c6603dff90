import type { Board } from '../../../../../shared/contracts/board.ts'
import {
  type Recomputation,
  type RecomputationTask,
  SITE_FILES,
} from '../../../../../shared/contracts/page.ts'

/** Recomputes a board in a worker, so that the page stays usable, and keeps what the worker said last. */
export class Recomputing {
  #script: string | null
  #worker: Worker | null = null
  now = $state.raw<Recomputation>({ phase: 'reading', votes: 0 })

  /** @param script the address of the worker; null on the server, which starts none */
  constructor(script: string | null) {
    this.#script = script
  }

  /** Starts, or starts again. */
  start(board: Board): void {
    if (this.#script === null) return
    this.stop()
    this.now = { phase: 'reading', votes: 0 }
    try {
      this.#worker = new Worker(this.#script, { type: 'module' })
    } catch {
      // a page that is opened as a file may start no worker
      return this.#fail()
    }
    this.#worker.onmessage = ({ data }: MessageEvent<Recomputation>) => (this.now = data)
    this.#worker.onerror = () => this.#fail()
    const votes = new URL(SITE_FILES.votes, document.baseURI).href
    this.#worker.postMessage({ board, votes } satisfies RecomputationTask)
  }

  stop(): void {
    this.#worker?.terminate()
    this.#worker = null
  }

  #fail(): void {
    this.now = { phase: 'failed', why: { kind: 'no host' } }
  }
}
