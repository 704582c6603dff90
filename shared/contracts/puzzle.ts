/** Proof of work: the puzzle that a battle asks for, and the proof that it was solved. */
import { z } from 'zod'

const hex = (most: number) =>
  z
    .string()
    .regex(/^([0-9a-f]{2})*$/)
    .min(2)
    .max(most)

/** A puzzle in the format of ALTCHA version 2, bound to one battle. */
export const Puzzle = z
  .strictObject({
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: z.number().int().positive().describe('Iterations of each derivation.'),
      data: z.strictObject({ battle: z.string().max(100).describe('The battle that it belongs to.') }),
      keyLength: z.number().int().positive().describe('Bytes of a derived key.'),
      keyPrefix: hex(64).describe('How the searched key begins, in hexadecimal.'),
      keySignature: hex(128),
      nonce: hex(128).describe(
        'Hexadecimal. The password is these bytes and the counter as 4 bytes, big-endian.',
      ),
      salt: hex(128),
    }),
    signature: hex(128),
  })
  .describe(
    'Only in arenas that ask for proof of work: find the counter, from 1 up to 1,000, whose key begins with `keyPrefix`.',
  )
export type Puzzle = z.infer<typeof Puzzle>

export const Proof = z
  .strictObject({
    puzzle: Puzzle,
    solution: z.strictObject({
      counter: z.number().int().min(0).max(0xffffffff),
      derivedKey: hex(64).describe('The whole key, in hexadecimal.'),
    }),
  })
  .describe("The battle's puzzle, unchanged, and its solution. Needed if the battle came with a puzzle.")
export type Proof = z.infer<typeof Proof>
