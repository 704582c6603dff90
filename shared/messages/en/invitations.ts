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
