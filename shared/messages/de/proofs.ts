import type { proofs as en } from '../en/proofs.ts'

export const proofs: typeof en = {
  proof_needed:
    'Eine Stimme braucht in dieser Arena einen Rechennachweis. Ein neues Paar holen, sein Rätsel lösen und Rätsel und Lösung als „proof“ mitschicken.',
  proof_of_other_battle:
    'Dieses Rätsel gehört zu einem anderen Duell. Das Rätsel dieses Duells und seine Lösung schicken.',
  puzzle_changed:
    'Dieses Rätsel stammt nicht von diesem Server, oder es wurde verändert. Es so schicken, wie es mit dem Duell kam.',
  solution_wrong:
    'Das ist nicht die Lösung des Rätsels. Den Zähler suchen, dessen Schlüssel mit „keyPrefix“ beginnt, und den ganzen Schlüssel schicken.',
}
