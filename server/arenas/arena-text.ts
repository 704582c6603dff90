/** What operators read of an arena, as text. */
import type { AdminArena } from '../../shared/contracts/index.ts'
import { countWithNoun, visible } from '../../shared/finish/lines.ts'

/** Each arena in a line. */
export const arenasText = ({ arenas }: { arenas: readonly AdminArena[] }): string =>
  arenas.map(arenaLine).join('\n') ||
  'There is no arena yet. Create one with deadheat init or deadheat import.'

/** An arena with its title, and the command of its board. */
export const arenaText = (arena: AdminArena): string =>
  [visible(arena.title), arenaLine(arena), `Its board: deadheat board ${arena.arena}`].join('\n')

const arenaLine = ({ arena, visibility, contestants, votes, simulatedVotes, judging }: AdminArena): string =>
  [
    arena,
    visibility,
    countWithNoun(contestants, 'contestant'),
    countWithNoun(votes, 'vote'),
    ...(simulatedVotes > 0 ? [countWithNoun(simulatedVotes, 'simulated vote')] : []),
    ...(judging ? [`judging ${judging.replaceAll('_', ' ')}`] : []),
  ].join(' · ')
