import { BATTLE_MINUTES } from '../../shared/contracts/index.ts'

/** A margin in ms: a pair that was being drawn during the retirement is recorded by then. */
const DRAWN_MEANWHILE_MINUTES = 1

/** When the texts of a prompt retired at this time may be shown with names, because nobody can vote on it any more. */
export const textsPublicFrom = (retiredAt: Date): Date =>
  new Date(retiredAt.getTime() + (BATTLE_MINUTES + DRAWN_MEANWHILE_MINUTES) * 60_000)

/**
 * Whether everybody who can open the arena may see a prompt's texts with names. The prompt must be retired, and all
 * pairs on it that were still open must have expired. Until then only the admin token allows seeing texts and names
 * together.
 */
export function textsArePublic({ retired_at: at }: { retired_at: Date | null }, now: Date): boolean {
  return at !== null && now >= textsPublicFrom(at)
}
