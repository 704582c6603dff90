import { BATTLE_MINUTES } from '../../shared/contracts/index.ts'

/** A pair that was being drawn in the moment of retiring is on record by then. */
const DRAWN_MEANWHILE_MINUTES = 1

/** When the texts of a prompt that was retired then may be shown with names: nobody can vote on it any more. */
export const textsPublicFrom = (retiredAt: Date): Date =>
  new Date(retiredAt.getTime() + (BATTLE_MINUTES + DRAWN_MEANWHILE_MINUTES) * 60_000)

/**
 * Whether a prompt's texts may be shown to everybody who finds the arena, with the names of who wrote them: it is
 * retired, and every pair on it that was still being looked at then has expired. Without that, only the admin token
 * gives a right to see texts and names together.
 */
export function textsArePublic({ retired_at: at }: { retired_at: Date | null }, now: Date): boolean {
  return at !== null && now >= textsPublicFrom(at)
}
