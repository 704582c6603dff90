/** Why a vote is refused in an arena that asks for proof of work. */
export const proofs = {
  proof_needed:
    'A vote in this arena needs proof of work. Ask for a new pair, solve its puzzle, and send puzzle and solution as "proof".',
  proof_of_other_battle:
    'This puzzle belongs to another battle. Send the puzzle that came with this battle, and its solution.',
  puzzle_changed:
    'This puzzle does not come from this server, or it was changed. Send it as it came with the battle.',
  solution_wrong:
    'This is not the solution of the puzzle. Find the counter whose key begins with "keyPrefix", and send the whole key.',
}
