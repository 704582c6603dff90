import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Unterschiede',
  only: (name) => `nur ${name}:`,
  key: 'Durchgestrichen: nur [0]. Unterstrichen: nur [1].',
  turn: (n) => `Beitrag ${n}`,
}
