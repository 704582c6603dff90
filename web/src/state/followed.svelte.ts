import type { Failure } from '../api/failure.ts'
import { followEvents } from '../api/http.ts'

/** What a stream of the server told last. It stays while the server cannot be reached. Made while a component begins. */
export class Followed<T> {
  /** Null: nothing came yet. */
  value = $state.raw<T | null>(null)
  /** Why the server refuses the stream. */
  failure = $state.raw<Failure | null>(null)
  /** Whether the connection is lost and being retried. */
  lost = $state(false)

  /**
   * @param path of the stream; null: nothing is followed now
   * @param onchange called with each value but the first
   */
  constructor(path: () => string | null, onchange?: () => void) {
    $effect(() => {
      const stream = path()
      if (stream === null) return
      return followEvents(stream, {
        onData: (text) => {
          const isFirst = this.value === null
          this.value = JSON.parse(text) as T
          if (!isFirst) onchange?.()
        },
        onConnected: (connected) => (this.lost = !connected),
        onRefused: (failure) => (this.failure = failure),
      })
    })
  }
}
