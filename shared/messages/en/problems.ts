/** Errors that a reader of a page can get. Every page loads the German ones too, so keep them few. */
export const problems = {
  arena_not_here: ({ arena }: { arena: string }) => `There is no arena "${arena}" here.`,
  no_such_battle: 'There is no such battle. Ask for a new pair.',
  ticket_of_other_battle: 'This ticket does not belong to this battle. Ask for a new pair.',
  battle_of_other_voter: 'This battle was shown to another voter. Ask for a new pair.',
  many_battles_at_once: 'Too many battles were asked for at once. Ask for one at a time.',
  no_contestant_of_slug: ({ arena, slug }: { arena: string; slug: string }) =>
    `Arena "${arena}" has no contestant with the slug "${slug}".`,
  nothing_to_label: ({ arena }: { arena: string }) =>
    `Arena "${arena}" has no more judged pairs for you to label. Have judges judge more pairs, or ask another person.`,
  no_such_judge: ({ judge, arena }: { judge: string; arena: string }) =>
    `Arena "${arena}" has no judge "${judge}" and no votes of one.`,
  many_visitors: 'Too many requests for this right now. Try again in a moment.',
  no_decided_battle: 'There is no decided battle with this id.',
  vote_taken_back:
    'The vote on this battle was taken back: by its voter, or by a later version of its judge. It no longer counts.',
  many_boards: 'Too many boards are being computed. Try again in a moment.',
  all_pairs_seen: 'You have seen every pair on every prompt of this arena. Thank you.',
  arena_without_pairs: ({ arena }: { arena: string }) =>
    `Arena "${arena}" has no two active contestants with different answers to one prompt yet. Import prompts and answers first.`,
  pair_too_old: 'This pair was shown too long ago to be voted on. Ask for a new pair.',
  battle_closed: 'The vote on this battle was taken back, which closed it. Ask for a new pair.',
  battle_decided: ({ outcome }: { outcome: string }) =>
    `This battle was already decided as "${outcome}". A decided battle cannot be changed; ask for a new pair.`,
  no_vote_to_take_back: 'There is no vote on this battle to take back.',
  vote_stands: ({ seconds }: { seconds: number }) =>
    `A vote can be taken back for ${seconds} seconds. This vote can no longer be taken back.`,
  limit_reached: ({ minutes }: { minutes: number }) =>
    `Too many requests of this kind came from you or your network in the last hour. Try again in ${minutes} min.`,
  names_were_shown: 'The names of this pair were shown, so its vote is final.',
  labelling_link_unknown: ({ arena }: { arena: string }) =>
    `This is not a labelling link of "${arena}". Ask for a new one, made with deadheat calibrate ${arena} --link.`,
  labelling_link_withdrawn: ({ arena }: { arena: string }) =>
    `This labelling link was withdrawn. Ask for a new one, made with deadheat calibrate ${arena} --link.`,
  labelling_link_ended: ({ arena }: { arena: string }) =>
    `This labelling link has expired. Ask for a new one, made with deadheat calibrate ${arena} --link.`,
}
