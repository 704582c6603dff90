import { createHash } from 'node:crypto'
import type { HoldOut } from '../../shared/contracts/index.ts'

/**
 * Whether a prompt is held out. A share is drawn by a hash of seed and key. So adding or removing prompts does not
 * change the draw of the others.
 */
export function isHeldOut(
  holdOut: HoldOut | null,
  { key, category }: { key: string; category: string | null },
): boolean {
  if (holdOut === null) return false
  if ('prompts' in holdOut) return holdOut.prompts.includes(key)
  if ('categories' in holdOut) return category !== null && holdOut.categories.includes(category)
  const digest = createHash('sha256').update(`${holdOut.seed}\n${key}`).digest()
  return digest.readUIntBE(0, 6) / 2 ** 48 < holdOut.share
}
