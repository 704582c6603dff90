/** What operators read of an arena, as text. */
import type { AdminArena, ArchiveReceipt } from '../../shared/contracts/index.ts'
import { longDay } from '../../shared/finish/headline.ts'
import { countWithNoun, visible } from '../../shared/finish/lines.ts'

/** Each arena in a line. */
export const arenasText = ({ arenas }: { arenas: readonly AdminArena[] }): string =>
  arenas.map(arenaLine).join('\n') ||
  'There is no arena yet. Create one with deadheat init or deadheat import.'

/** An arena with its title, and the command of its board. */
export const arenaText = (arena: AdminArena): string =>
  [visible(arena.title), arenaLine(arena), `Its board: deadheat board ${arena.arena}`].join('\n')

const arenaLine = ({
  arena,
  visibility,
  contestants,
  votes,
  simulatedVotes,
  judging,
  archivedAt,
}: AdminArena): string =>
  [
    arena,
    visibility,
    countWithNoun(contestants, 'contestant'),
    countWithNoun(votes, 'vote'),
    ...(simulatedVotes > 0 ? [countWithNoun(simulatedVotes, 'simulated vote')] : []),
    ...(archivedAt ? [`archived ${longDay(archivedAt, 'en')}`] : []),
    ...(judging ? [`judging ${judging.replaceAll('_', ' ')}`] : []),
  ].join(' · ')

export const archiveText = ({ arena, archivedAt }: ArchiveReceipt): string =>
  archivedAt === null
    ? `${arena} is in use again.`
    : `${arena} is archived. It stays readable, and takes no votes, runs, imports or links. Undo: deadheat arenas ${arena} --unarchive`
