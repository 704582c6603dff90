import { judgeIn, parseSource } from '../contracts/source.ts'
import type { Board } from '../contracts/board.ts'
import type { Language } from '../sentence/index.ts'
import type { Voters } from './words/en.ts'
import { words } from './words/index.ts'

/** "640 votes by 61 people on 24 prompts, 20 Nov 2026" */
export function sourceLine(board: Board, language: Language): string {
  const say = words[language]
  const { votes, voters, prompts, powered, view, computedAt, preview } = board
  const who = sourceOf(view.source)
  const judge = judgeIn(view.source)
  return [
    say.votes(votes, who),
    judge !== null ? say.judge(judge) : voters && who !== 'simulated' ? say.voters(voters, who) : '',
    prompts ? say.prompts(prompts) : '',
    powered && powered.lambda > 0 ? say.withJudges(powered.judgeVotes) : '',
    `, ${say.day(new Date(computedAt))}`,
    preview ? ` (${say.preview})` : '',
  ].join('')
}

/** What the view is narrowed to, for the line on top: group, criterion, category and days. */
export function viewParts({ view }: Board, language: Language): string[] {
  const say = words[language]
  const { group, criterion, category, from, to } = view
  const days = [from && say.from(from.slice(0, 10)), to && say.to(to.slice(0, 10))]
  return [group, criterion, category, ...days].filter((part): part is string => Boolean(part))
}

function sourceOf(source: string): Voters {
  const kinds = parseSource(source)?.kinds ?? []
  if (source === 'powered' || (kinds.length === 1 && kinds[0] === 'human')) return 'people'
  if (kinds.length === 1 && kinds[0] === 'judge') return 'judges'
  return kinds[0] === 'simulated' ? 'simulated' : 'mixed'
}
