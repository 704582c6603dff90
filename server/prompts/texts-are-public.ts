import { BATTLE_MINUTES, type TextsWithheld } from '../../shared/contracts/index.ts'

/** A margin in ms: a pair that was being drawn during the retirement is recorded by then. */
const DRAWN_MEANWHILE_MINUTES = 1

const OPEN_MS = (BATTLE_MINUTES + DRAWN_MEANWHILE_MINUTES) * 60_000

/** When the texts of a prompt retired at this time may be shown with names, because nobody can vote on it any more. */
export const textsPublicFrom = (retiredAt: Date): Date => new Date(retiredAt.getTime() + OPEN_MS)

/** The latest retirement with which the texts of a prompt are public now: `textsArePublic`, for queries. */
export const publicIfRetiredBy = (now: Date): Date => new Date(now.getTime() - OPEN_MS)

/**
 * Whether everybody who can open the arena may see a prompt's texts with names. The prompt must be retired, and all
 * pairs on it that were still open must have expired. Until then only the admin token allows seeing texts and names
 * together.
 */
export function textsArePublic({ retired_at: at }: { retired_at: Date | null }, now: Date): boolean {
  return at !== null && now >= textsPublicFrom(at)
}

/**
 * Why the texts of a prompt are not shown beside names; null: they are.
 * @param isKnown  whether the arena knows any text of the prompt or of its answers
 */
export function textsWithheld(
  { isKnown, retiredAt }: { isKnown: boolean; retiredAt: Date | null },
  now: Date,
  isAdmin: boolean,
): TextsWithheld | null {
  if (!isKnown) return 'not_known'
  if (isAdmin || textsArePublic({ retired_at: retiredAt }, now)) return null
  return retiredAt ? 'just_retired' : 'in_use'
}
