/** What several contracts have in common. */
import { z } from 'zod'

export const integerSchema = z.number().int()
export const count = integerSchema.min(0)

/** The largest number that a request may name a row by: that of Postgres' type integer. */
export const rowNumber = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)

export const Interval = z.tuple([z.number(), z.number()])
/** The best and the worst place of a contestant. */
export const Place = z.tuple([integerSchema, integerSchema])
/** The names of two contestants, judges or people. */
export const Pair = z.tuple([z.string(), z.string()])

/** One part of a list, newest first. */
export const pageSchema = <Name extends string, Row extends z.ZodType>(name: Name, row: Row) =>
  z.object({
    ...({ [name]: z.array(row) } as Record<Name, z.ZodArray<Row>>),
    /** The value of `before` for the next part of the list. Null: this is the last part. */
    before: integerSchema.nullable(),
  })

/** Asks for one part of a list, newest first. */
export const PageRequest = z.object({
  before: rowNumber.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type PageRequest = z.infer<typeof PageRequest>
