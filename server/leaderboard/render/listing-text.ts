/** The list of arenas as text. */
import type { ArenaList, ListedArena } from '../../../shared/contracts/index.ts'
import { countWithNoun, paragraph, visible, wrap } from '../../../shared/finish/lines.ts'
import type { Layout } from '../../platform/http/answer.ts'

/** Each arena with its title, its counts and what its board says. */
export function listingText({ arenas, total }: ArenaList, { width }: Layout): string {
  if (total === 0) return 'No arena is listed here.'
  const more = total - arenas.length
  return [
    ...arenas.map((arena) => arenaLines(arena, width).join('\n')),
    ...(more > 0 ? [`${countWithNoun(total, 'arena')} in all, of which this lists ${arenas.length}.`] : []),
  ].join('\n\n')
}

function arenaLines(arena: ListedArena, width: number): string[] {
  const { title, contestants, votes, simulatedVotes, finding } = arena
  const counts = [
    countWithNoun(contestants, 'contestant'),
    countWithNoun(votes, 'vote'),
    ...(simulatedVotes > 0 ? [countWithNoun(simulatedVotes, 'simulated vote')] : []),
  ]
  const said = finding && [finding.en.lead, finding.en.rest, finding.en.decision].filter(Boolean).join(' ')
  return [
    ...wrap(visible(title), width),
    ...paragraph(`/a/${arena.arena} · ${counts.join(' · ')}`, width),
    ...(said ? paragraph(said, width) : []),
  ]
}
