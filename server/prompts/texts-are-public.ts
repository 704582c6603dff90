import { BATTLE_MINUTES, type TextsWithheld } from '../../shared/contracts/index.ts'

/** A margin in ms: a pair that was being drawn during the retirement is recorded by then. */
const DRAWN_MEANWHILE_MINUTES = 1

const OPEN_MS = (BATTLE_MINUTES + DRAWN_MEANWHILE_MINUTES) * 60_000

/** When the texts of a prompt retired at this time may be shown with names, because nobody can vote on it any more. */
export const publicationTime = (retiredAt: Date): Date => new Date(retiredAt.getTime() + OPEN_MS)

interface Retired {
  retired_at: Date | null
  retired_by: 'file' | 'admin' | 'live' | null
}

/**
 * Whether everybody who can open the arena may see a prompt's texts with names. The prompt must be retired, and all
 * pairs on it that were still open must have expired. Until then only the admin token allows seeing texts and names
 * together, and so it stays with what a visitor wrote.
 */
export function textsArePublic({ retired_at: at, retired_by }: Retired, now: Date): boolean {
  return at !== null && retired_by !== 'live' && now >= publicationTime(at)
}

/**
 * Why the texts of a prompt are not shown beside names; null: they are.
 * @param isKnown  whether the arena knows any text of the prompt or of its answers
 */
export function textWithholdingReason(
  { isKnown, ...prompt }: Retired & { isKnown: boolean },
  now: Date,
  isAdmin: boolean,
): TextsWithheld | null {
  if (!isKnown) return 'not_known'
  if (isAdmin || textsArePublic(prompt, now)) return null
  if (prompt.retired_by === 'live') return 'of_visitor'
  return prompt.retired_at ? 'just_retired' : 'in_use'
}
