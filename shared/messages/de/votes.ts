import type * as en from '../en/votes.ts'

export const invitations: typeof en.invitations = {
  invitation_unknown:
    'Das ist kein Link dieser Arena, oder ein neuerer hat ihn ersetzt. Um einen neuen Link bitten.',
  invitation_withdrawn:
    'Diese Einladung wurde zurückgezogen. Damit abgegebene Stimmen bleiben. Am besten bei der einladenden Person nachfragen.',
  invitation_expired:
    'Diese Einladung ist abgelaufen. Damit abgegebene Stimmen bleiben. Um einen neuen Link bitten.',
  invitation_full: ({ seats }) =>
    `Dieser Link ist für ${seats} ${seats === 1 ? 'Person' : 'Personen'}, und alle sind schon da. Um einen eigenen Link bitten.`,
  invitation_replaces_other:
    'Dieser Browser stimmt schon mit einer anderen Einladung ab. Mit diesem Link würden die Stimmen für eine andere Person zählen.',
  invitation_missing: 'Dieser Browser hat keine Einladung zu dieser Arena. Den zugesandten Link öffnen.',
  no_such_invitation: ({ arena, invitation }) =>
    `Die Arena „${arena}“ hat keine Einladung mit der Nummer ${invitation}.`,
  voting_closed_archived: ({ day }) =>
    `Diese Arena wurde am ${day} archiviert. Sie nimmt keine Stimmen mehr an. Danke.`,
  voting_closed_at: ({ at }) => `Die Abstimmung in dieser Arena endete am ${at}. Danke.`,
  voting_closed_votes: ({ votes }) =>
    `Die Abstimmung in dieser Arena ist beendet: ${votes} ${votes === 1 ? 'Stimme ist' : 'Stimmen sind'} abgegeben. Danke.`,
}

export const proofs: typeof en.proofs = {
  proof_needed:
    'Eine Stimme braucht in dieser Arena einen Rechennachweis. Ein neues Paar holen, sein Rätsel lösen und Rätsel und Lösung als „proof“ mitschicken.',
  proof_of_other_battle:
    'Dieses Rätsel gehört zu einem anderen Duell. Das Rätsel dieses Duells und seine Lösung schicken.',
  puzzle_changed:
    'Dieses Rätsel stammt nicht von diesem Server, oder es wurde verändert. Es so schicken, wie es mit dem Duell kam.',
  solution_wrong:
    'Das ist nicht die Lösung des Rätsels. Den Zähler suchen, dessen Schlüssel mit „keyPrefix“ beginnt, und den ganzen Schlüssel schicken.',
}
