import { counted } from '../../ui/figures.ts'

/** The list of arenas. */
export const arenas = {
  reading: 'Loading the list of arenas',
  about:
    'People compare two answers without seeing who wrote them. Each board says who leads, or that nobody does yet.',
  missing: 'There is no list of arenas here.',
  none: 'No arena yet.',
  makeOne:
    'Make one from a table of prompts and answers, or step by step. This needs the admin token, which the server prints when it starts.',
  contestants: (n: number) => counted(n, 'contestant'),
  votes: (n: number) => counted(n, 'vote'),
  simulatedVotes: (n: number) => counted(n, 'simulated vote'),
  closed: 'Voting is closed',
  voteIn: (arena: string) => `Vote in ${arena}`,
}

/** The page of an address that does not exist. */
export const missing = {
  title: 'Not found',
  nothing: 'There is nothing here.',
  mistyped: 'The address may be mistyped. [All arenas] are one click away.',
}
