/** People who are invited to vote, for operators. */
export const people = {
  of: (part: string, total: string) => `${part} of ${total}`,
  kinds: { vote: 'as the arena draws them', judges: 'that judges have judged' },
  judgedPairs: (invitation: number) => `Judged pairs, link ${invitation}`,
  make: (links: number) => (links <= 1 ? 'Make link' : `Make ${links} links`),

  assigned: (pairs: number, group: string, votes: number) =>
    `${pairs} more ${pairs === 1 ? 'pair gets' : 'pairs get'} ${votes} ${votes === 1 ? 'vote' : 'votes'} each by ${group}.`,
  drawn: (pairs: number, group: string) =>
    `${pairs} more ${pairs === 1 ? 'pair is' : 'pairs are'} shown to everybody in ${group}.`,
  states: {
    unopened: 'not opened',
    open: 'opened',
    complete: 'complete',
    expired: 'expired',
    withdrawn: 'withdrawn',
  },
  peopleCame: (people: number) => `${people} ${people === 1 ? 'person' : 'people'}`,
}
