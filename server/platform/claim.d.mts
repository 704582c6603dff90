/**
 * Claims a place in the file system for this process: a symbolic link that says who holds it, made in one step or not
 * at all. A claim whose process is gone is taken over, by one of those who find it.
 *
 * @returns a function that gives the claim up; null where somebody else holds it or is just taking it over
 */
export function claim(path: string): Promise<(() => Promise<void>) | null>
