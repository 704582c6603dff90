import type { Catalogue } from '../render.ts'
import { figure } from './phrases.ts'

export const invitations = {
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
  voting_closed_at: 'Die Abstimmung in dieser Arena endete am {at}. Danke.',
  voting_closed_before:
    'Die Abstimmung endete, bevor diese Wahl galt. Sie zählt nicht mit: Die entscheidenden Stimmen waren schon abgegeben. Danke.',
  voting_closed_votes: ({ votes }) =>
    `Die Abstimmung in dieser Arena ist beendet: ${votes} ${votes === 1 ? 'Stimme ist' : 'Stimmen sind'} abgegeben. Danke.`,
} satisfies Partial<Catalogue>

/** Live-Duelle: ein eigener Prompt. */
export const live = {
  live_off: 'Die Arena „{arena}“ nimmt keine eigenen Prompts an.',
  live_consent: 'Bitte zuerst den Bedingungen zustimmen, dann den Prompt senden.',
  live_too_long: ({ characters, most }) =>
    `Der Prompt hat ${figure(characters)} Zeichen; höchstens ${figure(most)} sind möglich. Bitte kürzen.`,
  live_refused:
    'Dieser Prompt wurde nicht gesendet: Die Prüfung dieser Arena hat ihn abgelehnt. Bitte einen anderen schreiben.',
  live_unchecked:
    'Prompts können gerade nicht geprüft werden, daher wurde dieser nicht gesendet. Bitte in einigen Minuten noch einmal versuchen.',
  live_without_contestants:
    'Weniger als zwei Teilnehmer der Arena „{arena}“ können jetzt antworten. Sie brauchen einen erreichbaren Anbieter und einen bekannten Preis.',
  live_contestant_gone:
    'Einer der beiden Teilnehmer kann nicht mehr antworten. Bitte ein neues Gespräch beginnen.',
  live_first_reply:
    'Einer der beiden Teilnehmer kann gerade nur wenige Fragen zugleich beantworten. Bitte in einigen Sekunden noch einmal versuchen.',
  live_budget_reached: ({ budget }) =>
    budget === 'all'
      ? 'Das Budget für eigene Prompts ist aufgebraucht. Über die Prompts der Arena lässt sich weiter abstimmen.'
      : budget === 'day'
        ? 'Das heutige Budget für eigene Prompts ist aufgebraucht. Es beginnt um Mitternacht (UTC) neu.'
        : budget === 'visitor'
          ? 'Mehr kann eine Person an einem Tag nicht fragen. Um Mitternacht (UTC) geht es weiter.'
          : 'Mehr kann ein Netz an einem Tag nicht fragen. Um Mitternacht (UTC) geht es weiter.',
  live_unknown:
    'Dieses Gespräch gibt es nicht, es wurde gelöscht, oder es gehört zu einem anderen Browser. Bitte ein neues beginnen.',
  live_not_now: 'Das geht an dieser Stelle des Gesprächs nicht. Neu laden zeigt, wo es steht.',
  live_failed: ({ why }) =>
    why === 'slow'
      ? 'Eine der beiden Antworten hat zu lange gebraucht.'
      : why === 'busy'
        ? 'Einer der beiden Teilnehmer hat gerade zu viel zu tun.'
        : why === 'empty'
          ? 'Eine der beiden Antworten hat keine Worte.'
          : 'Eine der beiden Antworten konnte nicht beendet werden.',
} satisfies Partial<Catalogue>
