import {
  idText,
  OUTCOMES,
  type RatedVote,
  type Texts,
  type VoteTable,
} from '../../../shared/votes/vote-table.ts'

/** The votes of a table as rows, in its order. */
export function rowsFromColumns(table: VoteTable) {
  const { votes, ids, contestants, left, right, outcome, prompt, promptGroup, voter } = table
  const nameAt = ({ names, codes }: Texts, row: number) =>
    codes.length > 0 && codes[row] >= 0 ? names[codes[row]] : null
  return Array.from({ length: votes }, (_, row): RatedVote => ({
    id: ids ? idText(ids, row) : '',
    contestantA: contestants[left[row]],
    contestantB: contestants[right[row]],
    outcome: OUTCOMES[outcome[row]],
    prompt: nameAt(prompt, row),
    ...(promptGroup && { promptGroup: nameAt(promptGroup, row) }),
    voter: nameAt(voter, row),
  }))
}
