import type { z } from 'zod'

/** Refuses the second of two items with the same name, at the place of the second one. */
export function namesOnce(all: readonly { name: string }[], context: z.RefinementCtx): void {
  const places = new Map<string, number>()
  for (const [i, { name }] of all.entries()) {
    const first = places.get(name)
    if (first === undefined) places.set(name, i)
    else
      context.addIssue({
        code: 'custom',
        path: [i, 'name'],
        params: { finding: { code: 'name_twice', values: { name, first: first + 1 } } },
      })
  }
}
