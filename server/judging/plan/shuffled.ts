import type { RandomStream } from '../../../shared/stats/numbers/random.ts'

/** A copy in random order, all orders equally likely (Fisher & Yates, as by Durstenfeld 1964). */
export function shuffled<T>(all: readonly T[], stream: RandomStream): T[] {
  const mixed = [...all]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(stream.uniform() * (i + 1))
    ;[mixed[i], mixed[j]] = [mixed[j], mixed[i]]
  }
  return mixed
}
