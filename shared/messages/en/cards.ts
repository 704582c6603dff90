const WHOLE = new Intl.NumberFormat('en')
const SOURCES: Record<string, string> = {
  human: 'people',
  judge: 'LLM judges',
  result: 'results decided elsewhere',
  simulated: 'simulation',
}

/** The data card of an arena. */
export const cards = {
  card_holds: ({
    contestants,
    prompts,
    answers,
  }: {
    contestants: number
    prompts: number
    answers: number
  }) =>
    `Contestants: ${WHOLE.format(contestants)}. Prompts: ${WHOLE.format(prompts)}. Answers: ${WHOLE.format(answers)}. Published votes:`,
  card_votes: (row: { source: string; votes: number; voters: number; first: string; last: string }) =>
    `${SOURCES[row.source] ?? row.source}: ${WHOLE.format(row.votes)} votes of ${WHOLE.format(row.voters)} known voters, ${row.first} to ${row.last}`,
  card_how_title: 'How it was collected',
  card_how: ({ criteria }: { criteria: readonly string[] }) =>
    `Voters compared two answers to the same prompt and chose one, a tie, or neither, under: ${criteria.join(', ')}. Votes given on Deadheat's pages are blind: names appear after the vote. Whether imported votes were blind is not known.`,
  card_limits_title: 'Known limits',
  card_no_warnings: 'The default board has no warnings.',
  card_check_title: 'How to check it',
  card_check: ({ votes, sha256 }: { votes: number; sha256: string }) =>
    `The default board counts ${WHOLE.format(votes)} votes with the SHA-256 ${sha256}. \`deadheat verify\` recomputes board and hash from the exported votes.`,
  card_licence_title: 'Licence',
  card_licence:
    'Not stated. Whoever publishes this names a licence, and checks the terms of the models, the prompts and the voters.',
}
