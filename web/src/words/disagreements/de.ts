import { count, counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  heading: 'Wo Richter und Menschen auseinandergehen',
  loading: 'Die Stimmen werden gelesen …',
  judge: 'Richter',
  criterion: 'Kriterium',
  all: 'Alle',
  noJudge: 'Hier urteilt kein Richter.',
  noJudgeMore:
    'Widersprüche erscheinen, sobald ein Richter und Menschen dieselben Paare entschieden haben. [Zur Rangliste]',
  judgeMissing: (name) => `In dieser Arena hat kein Richter „${name}“ abgestimmt.`,
  differ: (n, judge) => `Menschen und ${judge} gehen bei ${counted(n, 'Paar', 'Paaren')} auseinander.`,
  agree: (judge) => `Menschen und ${judge} gehen bei keinem Paar auseinander, das beide entschieden haben.`,
  agreement: (share, low, high, hits, n) =>
    `Wo beide eine Antwort vorzogen, über alle Kriterien, war es in ${share} dieselbe (95\u00a0% ${low} bis ${high}; ${count(hits)} von ${count(n)}).`,
  order:
    'Zuerst die Paare, bei denen sich beide festgelegt haben, und zwar entgegengesetzt; dort steht die klarste Mehrheit gegen den Richter vorn.',
  opposite: 'entgegengesetzt',
  people: 'Menschen',
  theJudge: 'Der Richter',
  counts: (name, n) => `${name}: ${count(n)}`,
  tie: 'unentschieden',
  bothBad: 'beide schlecht',
  ties: (n) => `${count(n)} unentschieden`,
  bothBads: (n) => `${count(n)} beide schlecht`,
  inconsistent: 'in jeder Reihenfolge eine andere Antwort',
  against: (left, right) => `${left} gegen ${right}`,
  prompt: (key) => `Zu Prompt ${key}`,
  open: 'Duell öffnen',
  withheld:
    'Antworten und Begründungen sind hier bei Prompts zu lesen, über die nicht mehr abgestimmt wird; bei den übrigen mit dem Admin-Token.',
  shown: (from, to, of) => `${count(from)} bis ${count(to)} von ${count(of)}`,
  earlier: 'Vorige',
  later: 'Nächste',
  pages: 'Seiten der Liste',
  reasons: 'Menschen schrieben',
}
