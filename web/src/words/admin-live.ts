/** Live battles of an arena, for operators. */
export const report = {
  title: 'Live battles',
  page: 'See it as a visitor',
  spent: (spent: string, budget: string) => `${spent} of ${budget} spent`,
  today: (spent: string, budget: string) => `${spent} of ${budget} today (UTC)`,
  reserved: (amount: string) => `${amount} reserved for answers that are being made`,
  ofArena: (spent: string, budget: string) => `${spent} of ${budget} of the whole arena`,
  ofToday: (spent: string, budget: string) => `${spent} of ${budget} of the whole arena today (UTC)`,
  closed: (contestant: string) => `${contestant} answers no visitor now:`,
  reopen: 'Let it answer again',
  reopened: (contestant: string) => `${contestant} answers visitors again.`,
  turn: (least: string, most: string) =>
    least === most
      ? `Two answers to a short prompt cost at most ${least}.`
      : `Two answers to a short prompt cost at most ${least} to ${most}, by contestant.`,
  nobody:
    'Fewer than two contestants can answer visitors. Check the keys of their providers and the prices of their models.',
  conversations: (count: string) => `Conversations: ${count}`,
  refused: (count: string) => `Refused by moderation: ${count}`,
  at: 'refused at',
  text: 'prompt',
  notKept: 'not kept',
}
