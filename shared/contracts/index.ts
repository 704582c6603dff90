/** Schemas of what crosses a border (HTTP, files, arena.yaml), each with its type under the same name. */
export * from './arena-file.ts'
export * from './arena.ts'
export * from './battle.ts'
export * from './board.ts'
export * from './limits.ts'
export * from './outcome.ts'
export * from './problem.ts'
export * from './vote-row.ts'
