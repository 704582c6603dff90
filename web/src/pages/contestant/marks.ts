/** The axis of shares that a contestant's tables have in common: all of it, from none to all. */
export const QUARTERS = [0, 0.25, 0.5, 0.75, 1]
export const percentOfAll = (share: number) => 100 * share
