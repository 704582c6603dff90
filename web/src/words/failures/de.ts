import type { en } from './en.ts'

export const de: typeof en = {
  offline: 'Keine Verbindung zum Netz.',
  unreachable: 'Der Server ist nicht erreichbar.',
  unexpected: (status) => `Der Server antwortete mit ${status}.`,
  invalid_request: null,
  ticket_invalid: 'Dieses Paar wurde jemand anderem gezeigt. Ein neues Paar hilft weiter.',
  token_invalid: 'Das ist nicht das Admin-Token. Der Server nennt es, wenn er startet.',
  link_invalid:
    'Dieser Link zum Bewerten gilt hier nicht oder nicht mehr. Wer ihn geschickt hat, kann einen neuen machen.',
  not_found: 'Unter dieser Adresse gibt es nichts.',
  arena_unknown: 'Diese Arena gibt es hier nicht.',
  battle_unknown: 'Dieses Duell gibt es nicht. Ein neues Paar hilft weiter.',
  contestant_unknown: 'Diesen Teilnehmer gibt es in dieser Arena nicht.',
  prompt_unknown: 'Diesen Prompt gibt es in dieser Arena nicht.',
  judge_unknown: 'Diesen Richter gibt es in dieser Arena nicht.',
  vote_unknown: 'Diese Stimme gibt es nicht.',
  run_unknown: 'Diesen Durchlauf gibt es nicht.',
  battle_already_decided: 'Über dieses Paar ist schon entschieden.',
  battle_withdrawn: 'Dieses Paar ist geschlossen: Seine Stimme wurde zurückgenommen.',
  too_late_to_take_back: 'Zu spät: Die Stimme lässt sich nicht mehr zurücknehmen.',
  nothing_left_to_vote_on: 'Hier gibt es nichts mehr, worüber noch abzustimmen wäre.',
  challenge_under_way:
    'In dieser Arena läuft gerade eine Herausforderung. Erst muss sie enden oder abgebrochen werden.',
  arena_not_ready:
    'In dieser Arena kann noch nicht abgestimmt werden: Zwei Teilnehmer brauchen verschiedene Antworten auf denselben Prompt.',
  battle_expired: 'Dieses Paar war zu lange offen. Ein neues Paar hilft weiter.',
  too_large: null,
  too_many_requests: 'Zu viele Anfragen in kurzer Zeit. Einen Moment warten hilft.',
  internal: 'Auf dem Server ist etwas schiefgegangen.',
  database_unreachable: 'Der Server erreicht seine Datenbank nicht.',
}
