/** What differs between the two answers of a decided pair. */
export const en = {
  title: 'What differs',
  only: (name: string) => `only ${name}:`,
  key: 'Struck out: only [0]. Underlined: only [1].',
  turn: (n: number) => `Turn ${n}`,
}
