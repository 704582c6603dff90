import type { views as en } from '../en/views.ts'

const list = (names: readonly string[]) => names.join(', ')

export const views: typeof en = {
  sentence_at: ({ field, wrong }) => `${field}: ${wrong}.`,
  criterion_unknown: ({ arena, criterion, there }) =>
    `criterion: Die Arena „${arena}“ hat kein Kriterium „${criterion}“; zur Wahl stehen: ${list(there)}.`,
  criteria_are: ({ arena, there }) => `Kriterien der Arena „${arena}“: ${list(there)}.`,
  categories_are: ({ arena, there }) => `Kategorien der Arena „${arena}“: ${list(there) || 'keine'}.`,
  groups_are: ({ arena, there, least }) =>
    `group: Gruppen der Arena „${arena}“ mit Rangliste: ${list(there) || 'keine'} (ab ${least} Menschen mit gezählten Stimmen).`,
  group_of_people: 'group: nur ohne source, category, from, to und together.',
  nothing_together: ({ arena }) =>
    `together: Kein Prompt der Arena „${arena}“ hat eine Kategorie, also gibt es nur eine Rangliste.`,
  judge_never_voted: ({ arena, judge }) =>
    `source: In der Arena „${arena}“ hat kein Richter „${judge}“ abgestimmt.`,
  nobody_called: ({ field, arena, name }) =>
    `${field}: In der Arena „${arena}“ gibt es keinen Teilnehmer „${name}“.`,
  source_without_judgements: ({ source }) =>
    `source: Urteile kommen von Richtern; es gibt sie zu judges, judge:NAME oder all, nicht zu ${source}.`,
  attempts_are: ({ arena, count }) =>
    `attempt: Der Aufstieg der Arena „${arena}“ hat ${count} Versuche, gezählt ab 1.`,
}
