import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { published } from '../../platform/publication.ts'
import { finishedSnapshot, resolveView } from '../../ratings/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import { inEnglish, msg } from '../../../shared/messages/index.ts'
import { countArena } from './card-queries.ts'

/**
 * A data card of an arena in Markdown, to publish beside its exported files: what it holds, who voted and when, what
 * its board warns of, and how to check that votes and board belong together. Its head is that of Hugging Face's data
 * sets. The licence is left to the publisher.
 */
export async function dataCard(deps: Deps, arena: Arena): Promise<string> {
  const counts = await countArena(deps.db, arena.id, await published(deps))
  const view = await resolveView(deps, arena, {})
  const { board: text } = await finishedSnapshot(deps, arena, view)
  const board = JSON.parse(text) as Board
  const { contestants, prompts, answers } = counts
  const day = (moment: Date) => moment.toISOString().slice(0, 10)
  const lines = [
    '---',
    `pretty_name: ${JSON.stringify(arena.title)}`,
    'tags:',
    '  - preferences',
    '  - pairwise-comparisons',
    '  - deadheat',
    '---',
    '',
    `# ${markdown(arena.title)}`,
    '',
    ...(arena.description ? [markdown(arena.description), ''] : []),
    inEnglish(msg('card_holds', { contestants, prompts, answers })),
    '',
    ...counts.votes.map(
      ({ source, votes, voters, first, last }) =>
        `- ${inEnglish(msg('card_votes', { source, votes, voters, first: day(first), last: day(last) }))}`,
    ),
    '',
    `## ${inEnglish(msg('card_how_title'))}`,
    '',
    inEnglish(msg('card_how', { criteria: arena.criteria })),
    '',
    `## ${inEnglish(msg('card_limits_title'))}`,
    '',
    ...(board.warnings.length > 0
      ? board.warnings.map(({ message }) => `- ${markdown(message)}`)
      : [inEnglish(msg('card_no_warnings'))]),
    '',
    `## ${inEnglish(msg('card_check_title'))}`,
    '',
    inEnglish(msg('card_check', { votes: board.votes, sha256: board.votesSha256 })),
    '',
    `## ${inEnglish(msg('card_licence_title'))}`,
    '',
    inEnglish(msg('card_licence')),
    '',
  ]
  return lines.join('\n')
}

/** A text that Markdown shows as it is. */
const markdown = (text: string): string => text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&')
