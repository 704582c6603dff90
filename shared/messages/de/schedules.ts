import type { schedules as en } from '../en/schedules.ts'
import { thereIs } from './names.ts'

export const schedules: typeof en = {
  cron_unread: ({ cron }) =>
    `„${cron}“ ist keine Zeit; fünf Felder für Minute, Stunde, Tag des Monats, Monat und Wochentag schreiben, etwa „0 3 * * *“ für jeden Tag um 03:00`,
  cron_never: ({ cron }) => `„${cron}“ kommt nie; den Tag oder den Monat ändern`,
  cron_too_often: ({ cron, times }) =>
    `„${cron}“ kommt ${times}-mal am Tag; ein Eintrag darf 24-mal kommen, also eine einzige Minute angeben, etwa „0 * * * *“ für jede Stunde`,
  timezone_unknown: ({ name }) =>
    `die Zeitzone „${name}“ gibt es nicht; ihren Namen aus der Zeitzonendatenbank angeben, etwa Europe/Berlin, oder UTC`,
  no_judge_of_file: ({ name, there }) => `den Richter „${name}“ gibt es nicht; ${thereIs(there)}`,
  schedule_nothing_to_compare: ({ shipped }) =>
    `Außer „${shipped}“ gibt es keinen Teilnehmer zum Vergleichen. Den aktuellen Stand eintragen oder als \`current\` des Eintrags nennen.`,
  schedule_same_builds: ({ name }) => `„${name}“ wird mit sich selbst verglichen; zwei Teilnehmer nennen`,
  schedule_entry_unknown: ({ entry, there }) =>
    `Der Zeitplan hat keinen Eintrag „${entry}“; ${thereIs(there)}.`,
  schedule_failed_inside: 'Deadheat hatte bei diesem Eintrag einen Fehler; im Log steht, warum.',
}
