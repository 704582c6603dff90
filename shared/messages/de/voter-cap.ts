import type { voterCap as en } from '../en/voter-cap.ts'

export const voterCap: typeof en = {
  over_voter_cap: ({ most }) => `voterCap ist ${most}: Spätere Stimmen derselben Person zählen nicht.`,
  voter_cap_changed: 'voterCap wurde geändert: Diese Stimme liegt nicht mehr darüber.',
}
