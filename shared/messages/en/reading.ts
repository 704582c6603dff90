/** What an import does; as in "looking for …". */
const steps = {
  read: 'reading the files',
  lock: 'waiting for another import into this arena',
  texts: 'writing prompts and answers',
  votes: 'writing votes',
  leaks: 'looking for answers that name their model',
  injections: 'looking for answers that speak to a judge',
  boards: 'counting what was imported',
}

/** Files that cannot be read or used. */
export const reading = {
  arena_file_unread: ({ path, code }: { path: string; code: string | number | null | undefined }) =>
    `${path}: cannot be read (${code}). Check its name and permissions.`,
  is_folder: ({ path }: { path: string }) => `${path} is a folder; name a file in it.`,
  other_arena_described: ({ path, arena }: { path: string; arena: string }) =>
    `${path} describes the arena "${arena}". Import it under that name, or change the name in the file.`,
  holds_other_kind: ({
    wanted,
    file,
    holds,
    asked,
  }: {
    wanted: string
    file: string
    holds: string
    asked: string
  }) => `--${wanted}: ${file} holds ${holds}, not ${asked}.`,
  snapshot_rounds: ({ rounds, most }: { rounds: number; most: number }) =>
    `the snapshot has ${rounds} rounds; 0 to ${most} can be recomputed.`,
  snapshot_method: ({ method, methods }: { method: string; methods: string }) =>
    `the snapshot's method is ${method}; ${methods} can be recomputed.`,
  snapshot_is_preview:
    'the snapshot is a preview with temporary intervals. Use /api/arenas/ARENA/leaderboard/settled instead.',
  snapshot_not_recomputed: ({ why }: { why: string }) => `the snapshot cannot be recomputed: ${why}`,
  vote_without_time: ({ line }: { line: string | number | null | undefined }) =>
    `line ${line} of the votes has no tstamp, but the board covers a span of time: export the votes with their times.`,
  file_missing: ({ path }: { path: string }) => `${path}: there is no such file.`,
  file_not_permitted: ({ path }: { path: string }) =>
    `${path}: no permission to read it; check its permissions.`,
  import_is_long: ({
    step,
    seconds,
    waitsFor,
  }: {
    step: keyof typeof steps
    seconds: number
    waitsFor: string | null
  }) =>
    waitsFor === null
      ? `Still ${steps[step]}, for ${seconds} s.`
      : `Still ${steps[step]}: for ${seconds} s the database has waited for ${waitsFor} to finish.`,
  import_stopped: ({ step, why }: { step: keyof typeof steps; why: string }) =>
    `The database stopped the import while ${steps[step]} (${why}). Nothing was imported. Try again when nothing else works on this database, or with a part of the file.`,
  file_unread: ({ path, why }: { path: string; why: string }) => `${path}: could not be read (${why}).`,
  read_as: ({ tool }: { tool: string }) => `Read as ${tool}.`,
  row_refused: ({ line, wrong }: { line: number; wrong: string }) => `line ${line}: ${wrong}.`,
  row_of_file_refused: ({ file, line, wrong }: { file: string; line: number; wrong: string }) =>
    `${file}, line ${line}: ${wrong}.`,
  element_of_file_refused: ({ file, element, wrong }: { file: string; element: number; wrong: string }) =>
    `${file}, element ${element} of the list: ${wrong}.`,
  problems_listed: ({ count, problems }: { count: number; problems: readonly string[] }) =>
    [`${count === 1 ? '1 problem' : `${count} problems`} to fix first:`, ...problems].join('\n'),
  problems_in_line: ({ problems }: { problems: readonly string[] }) => problems.join(' · '),
}
