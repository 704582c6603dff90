/** Why a vote is left out: its voter has cast more than the arena counts. */
export const voterCap = {
  over_voter_cap: ({ most }: { most: number }) =>
    `voterCap is ${most}: later votes of the same voter do not count.`,
  voter_cap_changed: 'voterCap was changed: this vote is no longer beyond it.',
}
