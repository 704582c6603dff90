/** Solves a puzzle as any client of the API would, with the library's own solver. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Proof, Puzzle } from '../../shared/contracts/index.ts'

export async function solve(puzzle: Puzzle): Promise<Proof> {
  const solution = await solveChallenge({ challenge: puzzle, deriveKey })
  return { puzzle, solution: { counter: solution!.counter, derivedKey: solution!.derivedKey } }
}
