import { count, counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  heading: 'Wo Richter und Menschen auseinandergehen',
  loading: 'Die Stimmen werden geladen …',
  judge: 'Richter',
  criterion: 'Kriterium',
  all: 'Alle',
  noJudge: 'Diese Arena hat keinen Richter.',
  noJudgeMore:
    'Widersprüche erscheinen, sobald ein Richter und Menschen dieselben Paare entschieden haben. [Zur Rangliste]',
  judgeMissing: (name) => `In dieser Arena hat kein Richter „${name}“ abgestimmt.`,
  differ: (n, judge) => `Menschen und ${judge} gehen bei ${counted(n, 'Paar', 'Paaren')} auseinander.`,
  agree: (judge) => `Menschen und ${judge} gehen bei keinem Paar auseinander, das beide entschieden haben.`,
  agreement: (share, low, high, hits, n) =>
    `Wo beide eine Antwort vorzogen, über alle Kriterien, war es in ${share} dieselbe (${count(hits)} von ${count(n)}; 95-%-Intervall ${low} bis ${high}).`,
  order:
    'Zuerst kommen die Paare, bei denen sie entgegengesetzte Sieger wählten, beginnend mit der klarsten Mehrheit gegen den Richter.',
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
    'Antworten und Begründungen sind bei Prompts zu sehen, über die nicht mehr abgestimmt wird. Mit dem Admin-Token sind alle zu lesen.',
  reasons: 'Menschen schrieben',
}
