import type { problems as en } from '../en/problems.ts'

export const problems: typeof en = {
  arena_not_here: ({ arena }) => `Eine Arena „${arena}“ gibt es hier nicht.`,
  no_such_battle: 'Dieses Duell gibt es nicht. Ein neues Paar hilft weiter.',
  ticket_of_other_battle: 'Diese Marke gehört nicht zu diesem Duell. Ein neues Paar hilft weiter.',
  battle_of_other_voter: 'Dieses Paar wurde jemand anderem gezeigt. Ein neues Paar hilft weiter.',
  many_battles_at_once: 'Zu viele Paare auf einmal verlangt. Eins nach dem anderen verlangen.',
  no_contestant_of_slug: ({ arena, slug }) =>
    `Die Arena „${arena}“ hat keinen Teilnehmer mit dem Kürzel „${slug}“.`,
  nothing_to_label: ({ arena }) =>
    `In der Arena „${arena}“ gibt es hier keine weiteren beurteilten Paare zu bewerten. Richter mehr Paare beurteilen lassen, oder jemand anderen fragen.`,
  no_such_judge: ({ judge, arena }) =>
    `Die Arena „${arena}“ hat keinen Richter „${judge}“ und keine Stimmen von einem solchen.`,
  many_visitors: 'Zu viele Anfragen gerade. Gleich noch einmal versuchen.',
  no_decided_battle: 'Ein entschiedenes Duell dieser Nummer gibt es nicht.',
  vote_taken_back:
    'Die Stimme zu diesem Duell wurde zurückgenommen: von dem, der sie abgab, oder durch eine spätere Fassung des Richters. Sie zählt nirgends.',
  many_boards: 'Es werden gerade zu viele Ranglisten berechnet. Gleich noch einmal versuchen.',
  all_pairs_seen: 'Alle Paare zu allen Prompts dieser Arena wurden hier schon gezeigt. Danke.',
  arena_without_pairs: ({ arena }) =>
    `In der Arena „${arena}“ haben noch keine zwei aktiven Teilnehmer verschiedene Antworten auf denselben Prompt. Zuerst Prompts und Antworten einlesen.`,
  pair_too_old: 'Dieses Paar wurde vor zu langer Zeit gezeigt. Ein neues Paar hilft weiter.',
  battle_closed:
    'Dieses Paar ist geschlossen: Seine Stimme wurde zurückgenommen. Ein neues Paar hilft weiter.',
  battle_decided: ({ outcome }) =>
    `Über dieses Paar ist schon entschieden („${outcome}“), und das lässt sich nicht ändern. Ein neues Paar hilft weiter.`,
  no_vote_to_take_back: 'Zu diesem Duell gibt es keine Stimme, die sich zurücknehmen ließe.',
  vote_stands: ({ seconds }) => `Zu spät: Eine Stimme lässt sich ${seconds} Sekunden lang zurücknehmen.`,
  limit_reached: ({ minutes }) =>
    `Zu viele Anfragen dieser Art kamen in der letzten Stunde von hier oder aus diesem Netz. In ${minutes} min noch einmal versuchen.`,
  names_were_shown: 'Die Namen dieses Paars wurden gezeigt, also gilt die Stimme.',
  labelling_link_unknown: ({ arena }) =>
    `Das ist kein Link zum Bewerten von „${arena}“. Um einen neuen bitten, erzeugt mit deadheat calibrate ${arena} --link.`,
  labelling_link_withdrawn: ({ arena }) =>
    `Dieser Link zum Bewerten wurde zurückgezogen. Um einen neuen bitten, erzeugt mit deadheat calibrate ${arena} --link.`,
  labelling_link_ended: ({ arena }) =>
    `Dieser Link zum Bewerten ist abgelaufen. Um einen neuen bitten, erzeugt mit deadheat calibrate ${arena} --link.`,
}
