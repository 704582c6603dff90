const list = (names: readonly string[]) => names.join(', ')

/** Views that an arena does not have. */
export const views = {
  sentence_at: ({ field, wrong }: { field: string; wrong: string }) => `${field}: ${wrong}.`,
  criterion_unknown: ({
    arena,
    criterion,
    there,
  }: {
    arena: string
    criterion: string
    there: readonly string[]
  }) => `criterion: arena "${arena}" has no criterion "${criterion}"; it has ${list(there)}.`,
  criteria_are: ({ arena, there }: { arena: string; there: readonly string[] }) =>
    `criterion: arena "${arena}" has ${list(there)}.`,
  categories_are: ({ arena, there }: { arena: string; there: readonly string[] }) =>
    `category: arena "${arena}" has ${list(there) || 'no categories'}.`,
  groups_are: ({ arena, there, least }: { arena: string; there: readonly string[]; least: number }) =>
    `group: arena "${arena}" has boards of these groups: ${list(there) || 'none'}. A group has one once ${least} of its people have counted votes.`,
  group_of_people: 'group: only without source, category, from, to and together.',
  nothing_together: ({ arena }: { arena: string }) =>
    `together: no prompt of arena "${arena}" has a category, so there is one board only.`,
  judge_never_voted: ({ arena, judge }: { arena: string; judge: string }) =>
    `source: no judge "${judge}" has voted in arena "${arena}".`,
  nobody_called: ({ field, arena, name }: { field: string; arena: string; name: string }) =>
    `${field}: arena "${arena}" has no contestant "${name}".`,
  source_without_judgements: ({ source }: { source: string }) =>
    `source: only judges give judgements; use judges, judge:NAME or all instead of ${source}.`,
  attempts_are: ({ arena, count }: { arena: string; count: number }) =>
    `attempt: the climb of arena "${arena}" has ${count === 1 ? '1 attempt' : `${count} attempts`}, numbered from 1.`,
}
