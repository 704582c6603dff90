const [TIME_DIGITS, COUNT_DIGITS] = [12, 3]
const MOST_LOW = 2 ** 12

/**
 * Makes ascending UUIDs of version 7 (RFC 9562), so that millions of new rows go to the end of an index. The last 12
 * digits come from `newId`.
 */
export function ascendingIds(now: Date, newId: () => string): () => string {
  const time = now.getTime().toString(16).padStart(TIME_DIGITS, '0')
  const start = `${time.slice(0, 8)}-${time.slice(8)}-7`
  let count = 0
  return () => {
    const high = Math.floor(count / MOST_LOW) % MOST_LOW
    const low = count++ % MOST_LOW
    return `${start}${digits(high)}-8${digits(low)}-${newId().slice(-12)}`
  }
}

const digits = (count: number): string => count.toString(16).padStart(COUNT_DIGITS, '0')
