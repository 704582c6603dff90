import { figure } from './phrases.ts'
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
  voting_closed_at: 'Voting in this arena closed on {at}. Thank you.',
  result_hidden: 'The result of your votes is shown once voting in this arena has closed.',
  no_own_votes: 'You have no vote in this arena yet, so there is no result.',
  voting_closed_before:
    'Voting closed before your choice was final, so it is not counted. The votes that decide were all cast. Thank you.',
  voting_closed_votes: ({ votes }: { votes: number }) =>
    `Voting in this arena is closed: ${votes} ${votes === 1 ? 'vote is' : 'votes are'} cast. Thank you.`,
} as const

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
} as const

/** Live battles: a visitor's own prompt. */
export const live = {
  live_off: 'Arena "{arena}" takes no prompts of visitors.',
  live_consent: 'Agree to the terms first, then send your prompt.',
  live_too_long: ({ characters, most }: { characters: number; most: number }) =>
    `Your prompt has ${figure(characters)} characters; at most ${figure(most)} are taken. Shorten it.`,
  live_refused: 'This prompt was not sent: the check of this arena flagged it. Write another one.',
  live_unchecked: 'Prompts cannot be checked now, so yours was not sent. Try again in a few minutes.',
  live_no_moderation: 'live.moderation names the provider "{provider}", which the arena does not have.',
  live_moderation_slow: 'the check of prompts by {provider} did not answer within 15 seconds',
  live_moderation_unread: 'the check of prompts by {provider} answered neither "flagged" nor "ok"',
  live_without_contestants:
    'Fewer than two contestants of arena "{arena}" can answer a prompt now. They need a provider that can be called and a known price.',
  live_contestant_gone: 'One of the two contestants cannot answer any more. Begin a new conversation.',
  live_first_reply:
    'One of the two contestants can answer few prompts at once now. Try again in a few seconds.',
  live_not_closed: 'Arena "{arena}" has no contestant "{name}" that is closed for live battles.',
  live_budget_reached: ({ budget }: { budget: 'all' | 'day' | 'visitor' | 'address' }): string =>
    budget === 'all'
      ? 'The budget for prompts of visitors is used up. You can still vote on the prompts of this arena.'
      : budget === 'day'
        ? "Today's budget for prompts of visitors is used up. It begins anew at midnight UTC."
        : budget === 'visitor'
          ? 'You have used up what one visitor may ask in a day. It begins anew at midnight UTC.'
          : 'Your network has used up what it may ask in a day. It begins anew at midnight UTC.',
  live_unknown:
    'This conversation does not exist, was erased, or belongs to another browser. Begin a new one.',
  live_not_now: 'This cannot be done at this point of the conversation. Load it again to see where it is.',
  live_failed: ({ why }: { why: 'slow' | 'busy' | 'empty' | 'broken' }): string =>
    why === 'slow'
      ? 'One of the two answers took too long.'
      : why === 'busy'
        ? 'One of the two contestants has too much to do now.'
        : why === 'empty'
          ? 'One of the two answers has no words.'
          : 'One of the two answers could not be finished.',
} as const
