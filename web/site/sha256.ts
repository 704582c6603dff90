/** What browsers run instead of `createHash` of node:crypto: crypto.subtle hashes only whole texts. */
import { Hash } from 'fast-sha256'

/** @throws {Error} for another algorithm than sha256 */
export function createHash(algorithm: string) {
  if (algorithm !== 'sha256') throw new Error(`There is no ${algorithm} here.`)
  const hash = new Hash()
  const chained = {
    update(bytes: Uint8Array) {
      hash.update(bytes)
      return chained
    },
    digest: (): string => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
  return chained
}
