import { counted } from '../../ui/figures.ts'

/** The newest daily digest of an arena, with the method of its board. */
export const en = {
  digest: 'Daily digest',
  newest: (day: string, votes: number) => `${day}, ${counted(votes, 'vote', 'votes')}: [digest]`,
  none: 'None yet. The first is made after the first day with votes has ended (UTC).',
  copy: 'Copy the digest of this day',
  how: 'Note it now and then, where the operator cannot change it. With a noted digest, verify finds votes that were changed afterwards. [All digests]',
}
