/** How far invited people agree with each other on pairs that several of them decided. Only operators see it. */
import { z } from 'zod'

const Interval = z.tuple([z.number(), z.number()]).nullable()

const Figures = {
  shared: z.number().int().describe('Pairs of answers that both decided; with several others, each counted.'),
  share: z
    .number()
    .nullable()
    .describe('The share of these on which they said the same. Tie and both bad are one class.'),
  kappa: z.number().nullable().describe("Cohen's κ. Null: only one class occurs."),
  kappaInterval: Interval.describe(
    '95 %, by a jackknife over groups of whole prompts. Null: under three groups.',
  ),
}

export const PeopleAgreement = z.object({
  together: z.array(
    z.object({
      criterion: z.string(),
      people: z.number().int(),
      pairs: z.number().int().describe('Pairs of answers that at least two invited people decided.'),
      alpha: z.number().nullable().describe("Krippendorff's α of all of them, nominal."),
      interval: Interval,
    }),
  ),
  each: z
    .array(z.object({ voter: z.string(), name: z.string(), group: z.string().nullable(), ...Figures }))
    .describe('Each person against all others on the same pairs, the least agreement first.'),
  twos: z
    .array(
      z.object({
        voters: z.tuple([z.string(), z.string()]),
        names: z.tuple([z.string(), z.string()]),
        ...Figures,
      }),
    )
    .describe('Each two people, those with the most shared pairs first, 200 at most.'),
  sharedPairs: z
    .array(
      z.object({
        group: z.string(),
        criterion: z.string(),
        prompt: z.string(),
        contestants: z.tuple([z.string(), z.string()]),
        people: z.number().int().describe('How many people of the group cast a counted vote on the pair.'),
        of: z
          .number()
          .int()
          .describe(
            'How many votes the pair needs; for one that everybody is shown, how many people of the group have opened their link.',
          ),
      }),
    )
    .describe('The shared pairs of each group, those with the fewest votes first, 1,000 at most.'),
})
export type PeopleAgreement = z.infer<typeof PeopleAgreement>
