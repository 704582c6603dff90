/** Ticks of the axis that the tables of a contestant share, from 0 to 100 %. */
export const QUARTERS = [0, 0.25, 0.5, 0.75, 1]
export const percentOfAll = (share: number) => 100 * share
