import type { ShortList } from '../short-list.ts'
import { named } from './phrases.ts'

/** What a command needs to know. */
type ArgumentNoun = 'the arena to change' | 'the win rate' | 'the challenger' | 'the folder of the site'

/** Commands that were called wrongly. */
export const commands = {
  option_alone: '{option} goes with {others}. Add it, or leave {option} out.',
  missing_argument: ({ what, ways }: { what: ArgumentNoun; ways: readonly string[] }) =>
    `${what} is missing. Give ${ways.join(' or ')}.`,
  folder_taken: ({ folder, files }: { folder: string; files: ShortList }) =>
    `${folder} already has ${named(files)}, which would be lost. Nothing was written. Name another folder, or move away what it has.`,
  option_not_here: '{why}. Leave out {option}.',
  options_exclude: '{option} and {with} cannot be combined. Leave one of them out.',
  cannot_be_written: '{file} cannot be written ({code}).',
  no_arena_address: '"{slug}" cannot be an arena\'s address: use 1 to 64 of a-z, 0-9 and hyphens.',
  format_without_reports:
    '--format {format} has only the ratings; use --json or --format md for the reports.',
  not_over_http:
    '{what} needs the database: run the command where the server runs, without --server and DEADHEAT_SERVER.',
  no_board: '{place} is not a board: {why}.',
} as const

/** Why a backup cannot be restored. */
export const backups = {
  no_backup: '{file} is not a backup of Deadheat. Name a file that "db backup" wrote.',
} as const
