/** The most past boards of a view, and of a view whose boards are slow to compute. */
export const MOST_DAYS = 60
export const MOST_SLOW_DAYS = 12

/** At most `most` of the days, evenly among them, always with the first and the last. */
export function chosenDays<Day>(days: readonly Day[], most: number): Day[] {
  if (days.length <= most) return [...days]
  return Array.from({ length: most }, (_, i) => days[Math.round((i * (days.length - 1)) / (most - 1))])
}
