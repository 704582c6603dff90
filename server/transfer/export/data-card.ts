import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { currentPublication, type Publication } from '../../platform/postgres/publishing.ts'
import { currentSnapshot, resolveView } from '../../ratings/index.ts'
import type { Board, VoteSource } from '../../../shared/contracts/index.ts'
import { formatFigure } from '../../../shared/sentence/words.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import { countedVotes } from '../../votes/index.ts'
import { selectReadFiles } from '../import/files-read.ts'
import { EVERY_VOTE } from './export-votes.ts'
import { queryRows } from '../../platform/postgres/query.ts'

const figure = formatFigure('en')

const SOURCES: Partial<Record<VoteSource, string>> = {
  human: 'people',
  judge: 'LLM judges',
  result: 'results decided elsewhere',
  simulated: 'simulation',
}

/**
 * A data card of an arena in Markdown, to publish beside its exported files: what it holds, who voted and when, what
 * its board warns of, and how to check that votes and board belong together. Its head is that of Hugging Face's data
 * sets. The licence is left to the publisher.
 */
export async function dataCard(deps: Deps, arena: Arena): Promise<string> {
  const counts = await countArena(deps.db, arena.id, await currentPublication(deps))
  const view = await resolveView(deps, arena, {})
  const { board: text } = await currentSnapshot(deps, arena, view)
  const board = JSON.parse(text) as Board
  const { contestants, prompts, answers } = counts
  const read = await selectReadFiles(deps.db, arena)
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
    `Contestants: ${figure(contestants)}. Prompts: ${figure(prompts)}. Answers: ${figure(answers)}. Published votes:`,
    '',
    ...counts.votes.map(
      ({ source, votes, voters, first, last }) =>
        `- ${SOURCES[source] ?? source}: ${figure(votes)} votes of ${figure(voters)} known voters, ${day(first)} to ${day(last)}`,
    ),
    '',
    '## How it was collected',
    '',
    `Voters compared two answers to the same prompt and chose one, a tie, or neither, under: ${arena.criteria.join(', ')}. Votes given on Deadheat's pages are blind: names appear after the vote. Whether imported votes were blind is not known.`,
    '',
    ...(read.files.length > 0
      ? [
          'These files were imported. The plan of each says how its columns were read:',
          '',
          ...read.files.map(({ file, plan }) => `- ${markdown(file)}: \`${JSON.stringify(plan)}\``),
          '',
        ]
      : []),
    '## Known limits',
    '',
    ...(board.warnings.length > 0
      ? board.warnings.map(({ message }) => `- ${markdown(message)}`)
      : ['The default board has no warnings.']),
    '',
    '## How to check it',
    '',
    `The default board counts ${figure(board.votes)} votes with the SHA-256 ${board.votesSha256}. \`deadheat verify\` recomputes board and hash from the exported votes.`,
    '',
    '## Licence',
    '',
    'Not stated. Whoever publishes this names a licence, and checks the terms of the models, the prompts and the voters.',
    '',
  ]
  return lines.join('\n')
}

/** A text that Markdown shows as it is. */
const markdown = (text: string): string => text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&')

interface VotesOfSource {
  source: VoteSource
  votes: number
  /** Different voters that are known. */
  voters: number
  first: Date
  last: Date
}

interface ArenaCounts {
  contestants: number
  prompts: number
  answers: number
  votes: VotesOfSource[]
}

/**
 * What an arena has, and how many votes of each source, with the time of the first and the last.
 * @param until the time up to which votes are published; null for all
 */
async function countArena(db: Db, arenaId: number, publication: Publication | null): Promise<ArenaCounts> {
  const rows = await queryRows<Omit<ArenaCounts, 'votes'>>(db)`
    select (select count(*)::int from contestants where arena_id = ${arenaId}) as contestants,
      (select count(*)::int from prompts where arena_id = ${arenaId}) as prompts,
      (select count(*)::int from answers where arena_id = ${arenaId}) as answers`
  const votes = await countedVotes(db, arenaId, { ...EVERY_VOTE, publication })
    .select([
      'v.source',
      sql<number>`count(*)::int`.as('votes'),
      sql<number>`count(distinct v.voter)::int`.as('voters'),
      sql<Date>`min(v.cast_at)`.as('first'),
      sql<Date>`max(v.cast_at)`.as('last'),
    ])
    .groupBy('v.source')
    .orderBy('v.source')
    .execute()
  return { ...rows[0], votes }
}
