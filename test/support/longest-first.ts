import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Parts of the paths of files that take long, the longest first. */
const LONG = ['/scripts/climb-loop', '/e2e/', '/durability/', '/scripts/', '/architecture/', '/judging/']

/**
 * Starts files that take long before the others, also where nothing is known yet of how long each took: were one begun
 * last, it would run alone while the other workers have nothing to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((part) => moduleId.includes(part))
  return place === -1 ? LONG.length : place
}
