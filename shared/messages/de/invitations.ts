import type { invitations as en } from '../en/invitations.ts'

export const invitations: typeof en = {
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
