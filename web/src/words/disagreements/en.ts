import { count, counted } from '../../ui/figures.ts'

/** Where a judge and people differ. */
export const en = {
  heading: 'Where judges and people differ',
  loading: 'Reading the votes …',
  judge: 'Judge',
  criterion: 'Criterion',
  all: 'All',
  noJudge: 'No judge judges here.',
  noJudgeMore: 'Disagreements appear once a judge and people have decided the same pairs. [To the board]',
  judgeMissing: (name: string) => `No judge “${name}” has voted in this arena.`,
  differ: (n: number, judge: string) => `People and ${judge} differ on ${counted(n, 'pair', 'pairs')}.`,
  agree: (judge: string) => `People and ${judge} differ on no pair that both decided.`,
  agreement: (share: string, low: string, high: string, hits: number, n: number) =>
    `Where both named a winner, under all criteria, they named the same in ${share} (95\u00a0% ${low} to ${high}; ${count(hits)} of ${count(n)}).`,
  order:
    'First the pairs on which both decided, for opposite sides; there the clearest majority against the judge comes first.',
  opposite: 'opposite',
  people: 'People',
  theJudge: 'The judge',
  counts: (name: string, n: number) => `${name}: ${count(n)}`,
  tie: 'tie',
  bothBad: 'both bad',
  ties: (n: number) => counted(n, 'tie', 'ties'),
  bothBads: (n: number) => `${count(n)} both bad`,
  inconsistent: 'another answer in each order',
  against: (left: string, right: string) => `${left} against ${right}`,
  prompt: (key: string) => `On prompt ${key}`,
  open: 'Open the battle',
  withheld:
    'Answers and reasons are to be read here for prompts that are no longer voted on; of the others, who holds the admin token may read them.',
  shown: (from: number, to: number, of: number) => `${count(from)} to ${count(to)} of ${count(of)}`,
  earlier: 'Earlier',
  later: 'Later',
  pages: 'Pages of the list',
  reasons: 'People wrote',
}
