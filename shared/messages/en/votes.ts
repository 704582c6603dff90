/** Invitations to vote, and the end of voting. */
export const invitations = {
  invitation_unknown: 'This is not a link of this arena, or a newer one replaced it. Ask for a new link.',
  invitation_withdrawn:
    'This invitation was withdrawn. Votes that you cast with it stay. Ask the person who invited you.',
  invitation_expired: 'This invitation has expired. Votes that you cast with it stay. Ask for a new link.',
  invitation_full: ({ seats }: { seats: number }) =>
    `This link is for ${seats} ${seats === 1 ? 'person' : 'people'}, and all of them have come. Ask for a link of your own.`,
  invitation_replaces_other:
    'This browser already votes with another invitation. With this link, its votes would count for another person.',
  invitation_missing: 'This browser has no invitation to this arena. Open the link that you were sent.',
  no_such_invitation: ({ arena, invitation }: { arena: string; invitation: number }) =>
    `Arena "${arena}" has no invitation ${invitation}.`,
  voting_closed_archived: ({ day }: { day: string }) =>
    `This arena was archived on ${day}. It takes no votes any more. Thank you.`,
  voting_closed_at: ({ at }: { at: string }) => `Voting in this arena closed on ${at}. Thank you.`,
  voting_closed_votes: ({ votes }: { votes: number }) =>
    `Voting in this arena is closed: ${votes} ${votes === 1 ? 'vote is' : 'votes are'} cast. Thank you.`,
}

/** Why a vote is refused in an arena that asks for proof of work. */
export const proofs = {
  proof_needed:
    'A vote in this arena needs proof of work. Ask for a new pair, solve its puzzle, and send puzzle and solution as "proof".',
  proof_of_other_battle:
    'This puzzle belongs to another battle. Send the puzzle that came with this battle, and its solution.',
  puzzle_changed:
    'This puzzle does not come from this server, or it was changed. Send it as it came with the battle.',
  solution_wrong:
    'This is not the solution of the puzzle. Find the counter whose key begins with "keyPrefix", and send the whole key.',
}
