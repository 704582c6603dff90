import type { z } from 'zod'

/** Refuses the second of two items with the same name, at the place of the second one. */
export const namesOnce = (all: readonly { name: string }[], context: z.RefinementCtx): void =>
  refuseTwice(
    all.map(({ name }) => name),
    (i) => [i, 'name'],
    context,
  )

/** Refuses the second of two equal names in a list, at its place. */
export const eachOnce = (names: readonly string[], context: z.RefinementCtx): void =>
  refuseTwice(names, (i) => [i], context)

function refuseTwice(
  names: readonly string[],
  pathOf: (i: number) => (string | number)[],
  context: z.RefinementCtx,
): void {
  const places = new Map<string, number>()
  for (const [i, name] of names.entries()) {
    const first = places.get(name)
    if (first === undefined) places.set(name, i)
    else
      context.addIssue({
        code: 'custom',
        path: pathOf(i),
        params: { finding: { code: 'name_twice', values: { name, first: first + 1 } } },
      })
  }
}
