import { count, counted } from '../../ui/figures.ts'

/** Where a judge and people differ. */
export const en = {
  heading: 'Where judges and people differ',
  loading: 'Loading the votes …',
  judge: 'Judge',
  criterion: 'Criterion',
  all: 'All',
  noJudge: 'This arena has no judge.',
  noJudgeMore: 'Disagreements appear once a judge and people have decided the same pairs. [To the board]',
  judgeMissing: (name: string) => `No judge “${name}” has voted in this arena.`,
  differ: (n: number, judge: string) => `People and ${judge} differ on ${counted(n, 'pair', 'pairs')}.`,
  agree: (judge: string) => `People and ${judge} differ on no pair that both decided.`,
  agreement: (share: string, low: string, high: string, hits: number, n: number) =>
    `Where both named a winner, under all criteria, they named the same one in ${share} (${count(hits)} of ${count(n)}; 95\u00a0% interval ${low} to ${high}).`,
  order:
    'First come the pairs on which they chose opposite winners, starting with the clearest majority against the judge.',
  opposite: 'opposite',
  people: 'People',
  theJudge: 'The judge',
  counts: (name: string, n: number) => `${name}: ${count(n)}`,
  tie: 'tie',
  bothBad: 'both bad',
  ties: (n: number) => counted(n, 'tie', 'ties'),
  bothBads: (n: number) => `${count(n)} both bad`,
  inconsistent: 'a different answer in each order',
  against: (left: string, right: string) => `${left} against ${right}`,
  prompt: (key: string) => `On prompt ${key}`,
  open: 'Open the battle',
  withheld:
    'Answers and reasons are shown for prompts that are no longer voted on. With the admin token you can read all of them.',
  reasons: 'People wrote',
}
