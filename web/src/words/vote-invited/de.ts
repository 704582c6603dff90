import { counted, count } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  own: (votes) => `${counted(votes, 'Stimme', 'Stimmen')} von dir`,
  ownOf: (votes, goal) => `${count(votes)} von deinen ${count(goal)}`,
  complete: (votes, goal) => `${count(votes)} von ${count(goal)}. Danke!`,
  all: (votes) => `${count(votes)} von allen Eingeladenen`,
  allOf: (votes, goal) => `${count(votes)} von etwa ${count(goal)} von allen Eingeladenen`,
  assigned: (votes, wanted) => `${count(votes)} von ${count(wanted)} Stimmen zu Paaren deiner Gruppe`,

  closed: 'Die Abstimmung ist beendet.',
  ended: 'Dieser Link ist nicht mehr zu gebrauchen.',
  voteWithout: 'Ohne Einladung abstimmen',
  other: 'Dieser Link ist für eine andere Person.',
  keepMine: 'Meine Einladung behalten',
  useThis: 'Diesen Link verwenden',
}
