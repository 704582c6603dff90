/**
 * Puzzles: proof of work for a vote, in the format of ALTCHA. A puzzle is signed and names its battle. A battle has one
 * vote, so a puzzle is used once, whatever server answers. It ends with its battle.
 */
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { MAX_TRIES, type Proof, type Puzzle } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { sign } from '../platform/config/secrets.ts'

/** Iterations of PBKDF2 for each key: long enough that a native program gains little over a browser. */
const ITERATIONS = 10_000

const puzzleKeys = (secret: Buffer) => ({
  hmacSignatureSecret: sign(secret, 'puzzle'),
  hmacKeySignatureSecret: sign(secret, 'key of a puzzle'),
})

interface PuzzleDeps {
  access: Pick<Deps['access'], 'secret'>
  services: Pick<Deps['services'], 'metrics'>
}

/** A puzzle that takes `MAX_TRIES` keys at most. Making it derives one key, on a thread of Node. */
export async function createPuzzle({ access: { secret } }: PuzzleDeps, battle: string): Promise<Puzzle> {
  const puzzle = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ITERATIONS,
    counter: randomInt(MAX_TRIES),
    data: { battle },
    deriveKey,
    ...puzzleKeys(secret),
  })
  return puzzle as Puzzle
}

/**
 * Refuses a vote on this battle without the solution of its puzzle.
 * @throws {ProblemError} proof_missing, proof_invalid
 */
export async function requireProof(
  { access: { secret } }: PuzzleDeps,
  battle: string,
  proof: Proof | undefined,
): Promise<void> {
  if (!proof) throw new ProblemError('proof_missing', msg('proof_needed'))
  const { puzzle, solution } = proof
  if (puzzle.parameters.data.battle !== battle)
    throw new ProblemError('proof_invalid', msg('proof_of_other_battle'))
  const { invalidSignature, verified } = await verifySolution({
    challenge: puzzle,
    solution,
    deriveKey,
    ...puzzleKeys(secret),
  })
  if (invalidSignature) throw new ProblemError('proof_invalid', msg('puzzle_changed'))
  if (!verified) throw new ProblemError('proof_invalid', msg('solution_wrong'))
}
