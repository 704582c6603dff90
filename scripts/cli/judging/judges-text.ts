/** The report on an arena's judges, as text for the terminal. */
import { wrap } from '../../../server/leaderboard/render/columns.ts'
import type { JudgesReport } from '../../../shared/contracts/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { COIN, leastSelfAgreement } from '../../../shared/stats/judges/agreement.ts'
import { judgeBlock, type SliceName } from './judge-block.ts'
import { labelled } from './labelled-lines.ts'
import { agreementWords, endsWords, pairedWords, shareWords } from './share-words.ts'

/**
 * A block for each judge, the requirements, and how far people agree. No line is wider than `width`.
 * @param by  kinds of parts to list even if there are many
 */
export function judgesText(
  { arena, judges, humans, trust, jury }: JudgesReport,
  width: number,
  by: readonly SliceName[] = [],
): string {
  if (judges.length === 0) return `No judge has voted in ${arena}.`
  const { minAgreement, minVotes } = trust
  const percentOf = (share: number) => `${Math.round(100 * share)} %`
  const notes = [
    `Required: agreement on ${percentOf(minAgreement)} of at least ${withCommas(minVotes)} pairs that judge and humans both decided. A judge also fails if an interval lies below the least: ${percentOf(COIN)} for consistency, ${percentOf(COIN)} for agreement on all pairs that humans decided, ${percentOf(leastSelfAgreement(minAgreement))} for agreement with itself.`,
    'In brackets: 95 % intervals.',
    ceiling('Two people agree on', humans.betweenVoters),
    ceiling('People who see a pair again, sides swapped, agree with themselves on', humans.withThemselves),
  ].filter((note) => note !== null)
  return [
    ...judges.flatMap((judge) => [...judgeBlock(judge, width, by), '']),
    ...juryLines(jury, width),
    ...notes.flatMap((note) => wrap(note, width, '  ')),
  ].join('\n')
}

/** How far judges agree with each other; no line unless two judged the same pairs. */
function juryLines(jury: JudgesReport['jury'], width: number): string[] {
  if (!jury || jury.pairs.length === 0) return []
  return [
    'judges with each other',
    ...jury.together.flatMap(({ criterion, judges, pairs, alpha, interval }) =>
      labelled(
        `all ${judges.length}`,
        `Krippendorff's α ${alpha === null ? '–' : alpha.toFixed(2)}${endsWords(interval)} on ${withCommas(pairs)} pairs (${criterion})`,
        width,
      ),
    ),
    ...jury.pairs.flatMap((pair) => labelled(pair.judges.join(', '), pairedWords(pair), width)),
    '',
  ]
}

function ceiling(
  opening: string,
  { decisive, threeWay }: JudgesReport['humans']['betweenVoters'],
): string | null {
  if (threeWay.n === 0) return null
  return `${opening} ${shareWords(decisive)} that both decided, with ties ${agreementWords(threeWay)}.`
}
