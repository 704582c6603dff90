import type { Translated } from '../render.ts'
import type * as en from '../en/views.ts'
import { withStop } from '../short-list.ts'
import { list, namesClause, namesClauseEnd } from './phrases.ts'

export const problems: Translated<typeof en.problems> = {
  arena_not_here: ({ arena, near }) =>
    `Eine Arena „${arena}“ gibt es hier nicht${near ? `; ${namesClauseEnd(near)}` : '.'}`,
  no_such_battle: 'Dieses Duell gibt es nicht. Ein neues Paar hilft weiter.',
  ticket_of_other_battle: 'Diese Marke gehört nicht zu diesem Duell. Ein neues Paar hilft weiter.',
  battle_of_other_voter: 'Dieses Paar wurde jemand anderem gezeigt. Ein neues Paar hilft weiter.',
  many_battles_at_once: 'Zu viele Paare auf einmal verlangt. Eins nach dem anderen verlangen.',
  nothing_to_label:
    'In der Arena „{arena}“ gibt es hier keine weiteren beurteilten Paare zu bewerten. Richter mehr Paare beurteilen lassen, oder jemand anderen fragen.',
  many_at_once: ({ what }) =>
    `Es laufen gerade zu viele ${{ imports: 'Importe', exports: 'Exporte', boards: 'Berechnungen von Ranglisten', requests: 'Anfragen dieser Art' }[what]}. Gleich noch einmal versuchen.`,
  no_decided_battle: 'Ein entschiedenes Duell dieser Nummer gibt es nicht.',
  vote_taken_back:
    'Die Stimme zu diesem Duell wurde zurückgenommen: von dem, der sie abgab, oder durch eine spätere Fassung des Richters. Sie zählt nirgends.',
  board_computing:
    'Die Rangliste wird gerade berechnet. Bei Millionen von Stimmen dauert das Minuten. Gleich noch einmal versuchen.',
  all_pairs_seen: 'Alle Paare zu allen Prompts dieser Arena wurden hier schon gezeigt. Danke.',
  arena_without_pairs:
    'In der Arena „{arena}“ haben noch keine zwei aktiven Teilnehmer verschiedene Antworten auf denselben Prompt. Zuerst Prompts und Antworten einlesen.',
  pair_too_old: 'Dieses Paar wurde vor zu langer Zeit gezeigt. Ein neues Paar hilft weiter.',
  battle_closed:
    'Dieses Paar ist geschlossen: Seine Stimme wurde zurückgenommen. Ein neues Paar hilft weiter.',
  battle_decided: 'Die Stimme zu diesem Paar gilt schon: „{outcome}“. Ein neues Paar hilft weiter.',
  no_vote_yet: 'Zu diesem Duell gibt es keine Stimme.',
  vote_stands: 'Diese Stimme gilt schon und lässt sich nicht mehr zurücknehmen.',
  limit_reached:
    'Zu viele Anfragen dieser Art kamen in der letzten Stunde von hier oder aus diesem Netz. In {minutes} min noch einmal versuchen.',
}

const NONE: Record<en.NamedKind, string> = {
  contestant: 'keinen Teilnehmer',
  criterion: 'kein Kriterium',
  category: 'keine Kategorie',
  judge: 'keinen Richter',
}

export const views: Translated<typeof en.views> = {
  sentence_at: ({ field, wrong }) => `${field}: ${withStop(wrong)}`,
  unknown_name: (values) =>
    `${values.field ? `${values.field}: ` : ''}In der Arena „${values.arena}“ gibt es ${NONE[values.kind]} „${values.name}“${values.there ? `; ${namesClauseEnd(values.there)}` : '.'}`,
  groups_are: ({ arena, there, least }) =>
    `group: Gruppen der Arena „${arena}“ mit Rangliste: ${list(there) || 'keine'} (ab ${least} Menschen mit gezählten Stimmen).`,
  span_reversed: 'from: {from} liegt nicht vor {to}, dem Ende der Spanne. Eins von beiden ändern.',
  group_of_people: 'group: nur ohne source, category, from und to.',
  judge_never_voted: ({ arena, judge, there }) =>
    `source: In der Arena „${arena}“ hat kein Richter „${judge}“ abgestimmt; ${namesClauseEnd(there)}`,
  source_without_judgements:
    'source: Urteile kommen von Richtern; es gibt sie zu judges, judge:NAME oder all, nicht zu {source}.',
  attempts_are: ({ arena, count }) =>
    `attempt: Der Aufstieg der Arena „${arena}“ hat ${count} Versuche, gezählt ab 1.`,
}

const A: Record<string, string> = {
  text: 'ein Text',
  number: 'eine Zahl',
  whole: 'eine ganze Zahl',
  yes_or_no: 'true oder false',
  list: 'eine Liste',
  mapping: 'eine Zuordnung von Schlüsseln zu Werten',
}

const sized = (of: string, count: number): string => {
  if (of === 'text') return `${count} Zeichen`
  return of === 'list' ? `${count} ${count === 1 ? 'Eintrag' : 'Einträge'}` : String(count)
}

export const addresses: Translated<typeof en.addresses> = {
  moment_asked: 'muss ein Datum sein (2026-01-31) oder Datum und Uhrzeit mit Zeitzone',
  source_asked: 'ist hier nicht erlaubt; zur Wahl stehen people, judges, judge:NAME, all, live, simulated',
  contestant_asked: 'muss der Name oder das Kürzel eines Teilnehmers sein',
  missing: ({ kind }) => `fehlt; hierher gehört ${A[kind]}`,
  not_of_kind: ({ kind }) => `muss ${A[kind]} sein`,
  too_small: ({ of, limit, inclusive }) =>
    of === 'number'
      ? `ist zu klein; erlaubt ist ${inclusive ? `${limit} oder mehr` : `mehr als ${limit}`}`
      : limit === 1
        ? 'ist leer; etwas hinschreiben oder weglassen'
        : `ist zu kurz; nötig sind mindestens ${sized(of, limit)}`,
  too_big: ({ of, limit, inclusive }) =>
    of === 'number'
      ? `ist zu groß; erlaubt ist ${inclusive ? `${limit} oder weniger` : `weniger als ${limit}`}`
      : `ist zu lang; erlaubt sind höchstens ${sized(of, limit)}`,
  none_of: 'ist hier nicht erlaubt; zur Wahl stehen {choices}',
  missing_one_of: 'fehlt; zur Wahl stehen {choices}',
  choice_near: ({ why, there }) => `${why}; ${namesClause(there)}`,
}
