import type { en } from './en.ts'

export const de: typeof en = {
  offline: 'Keine Verbindung zum Netz.',
  unreachable: 'Der Server ist nicht erreichbar.',
  unexpected: (status) => `Der Server antwortete mit ${status}.`,
  not_found: 'Unter dieser Adresse gibt es nichts.',
  run_unknown: 'Diesen Durchlauf gibt es nicht.',
  challenge_under_way:
    'In dieser Arena läuft gerade eine Herausforderung. Ihr Ende abwarten oder sie abbrechen.',
  too_many_requests: 'Zu viele Anfragen in kurzer Zeit. Einen Moment warten.',
  internal: 'Auf dem Server ist etwas schiefgegangen.',
  database_unreachable: 'Der Server erreicht seine Datenbank nicht.',
}
